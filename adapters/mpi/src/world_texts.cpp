// How an MPI program is told of: names, texts of steps, what ranks wait for, what is left over.
#include <algorithm>

#include "collectives.hpp"
#include "host/instrumented.hpp"
#include "leaks.hpp"
#include "rank_state.hpp"
#include "ranks.hpp"
#include "texts.hpp"
#include "windows.hpp"
#include "world.hpp"

namespace harrier::mpi {

namespace {

/// How many values of a message are shown.
constexpr std::size_t values_max = 4;

std::string wanted_text(const Receive& wanted) {
  return (wanted.source == wildcard ? " from any source"
                                    : " from rank " + std::to_string(wanted.source)) +
         (wanted.tag == wildcard ? ", any tag" : ", tag " + std::to_string(wanted.tag));
}

/// Tells whether a send is one that an MPI may buffer, or let wait.
bool is_standard(const Site& site) {
  const std::string_view function = site.function;
  return function == "MPI_Send" || function == "MPI_Isend" || function == "MPI_Send_init" ||
         function == "MPI_Sendrecv" || function == "MPI_Sendrecv_replace";
}

/// Says what is not seen of memory that ranks share, of which the largest block has some bytes.
std::string unseen_text(std::size_t shared_bytes) {
  if (shared_bytes == 0 || host::is_instrumented()) return {};
  const std::string what = shared_bytes > content_bytes_max
                               ? "loads and stores"
                               : "loads, and stores that leave what is there,";
  return "ranks share memory of MPI_Win_allocate_shared, where " + what +
         " are not seen, nor whether something orders them; compile the program with "
         "-fsanitize=thread";
}

}  // namespace

std::string World::actor_name(ActorId actor) const {
  return actor.value < options_.ranks ? "rank " + std::to_string(actor.value) : "buffering";
}

std::string World::sender_name(MessageId id) const {
  const Message& asked = message(id);
  if (asked.kind == Kind::mode) return "buffering";
  return actor_name(ActorId(asked.kind == Kind::match ? asked.send.rank : wait_of(asked).rank));
}

std::string World::message_text(MessageId id) const {
  const Message& asked = message(id);
  if (asked.kind == Kind::mode) return mode_text();
  if (asked.kind == Kind::match) {
    const Send& send = posts_.send(asked.send);
    std::string text = mpi::call_text(send.site) + ", tag " + std::to_string(send.tag);
    const Communicator& comm = posts_.communicators[send.comm];
    if (send.comm != 0) text += " on " + communicator_text(comm);
    if (send.data.size != 0) text += ": " + values_text(send.values, data(send.data), values_max);
    if (!board_.is_received(asked.send)) return text;
    // A wildcard could have taken another one.
    const Receive& receive = posts_.receives[send.dest][board_.receive_of(asked.send)];
    const bool any_source = receive.source == wildcard;
    if (any_source || receive.tag == wildcard)
      text += " → " + mpi::call_text(receive.site) + (any_source ? ", any source" : ", any tag");
    return text;
  }
  const Wait& wait = wait_of(asked);
  if (wait.kind == Wait::Kind::start) return "main";
  std::string text = call_text(wait);
  // It is asked for while the step runs where the step does not end.
  if (id == executing_ && windows_->shared_bytes_max() != 0)
    text +=
        " (ranks share memory, and one runs at a time: a loop that waits for a store of another "
        "one never ends)";
  if (wait.goes_on) return text + " returns";
  if (asked.way == way_failure) return text + " finds nothing";
  if (wait.is_probe()) return text + " finds a message of rank " + std::to_string(asked.way);
  if (wait.way_count > 1) {
    const bool one = wait.kind == Wait::Kind::any || wait.kind == Wait::Kind::test_any;
    return one ? text + " takes number " + std::to_string(asked.way) : text + " finds it done";
  }
  return text;
}

/// Says what is decided first of all, and how as soon as it is.
std::string World::mode_text() const {
  const bool is_decided = !events_.empty();
  if (options_.buffering == Buffering::any) {
    if (!is_decided) return "collectives wait for all ranks, or not";
    return strict_ ? "collectives wait for all ranks" : "collectives wait only for what they need";
  }
  if (!is_decided) return "MPI_Send waits for its receive, or buffers";
  return strict_ ? "MPI_Send waits for its receive" : "MPI_Send buffers";
}

std::string World::left_out() const {
  if (!has_left_out_) return {};
  const std::string bound = std::to_string(options_.polls);
  const std::string times = std::to_string(most_failing_.failures);
  return "up to " + bound + (options_.polls == 1 ? " failure" : " failures") +
         " of a test in a row; " + mpi::call_text(most_failing_.site) + " failed " + times +
         (most_failing_.failures == 1 ? " time" : " times") + "; --polls 0 leaves nothing out";
}

std::string World::call_text(const Wait& wait) const { return mpi::call_text(wait.site); }

std::string World::condition_text(const Condition& condition) const {
  switch (condition.kind) {
    case Condition::Kind::nothing:
    case Condition::Kind::memory:
      break;
    case Condition::Kind::lock:
      return "the window of rank " + std::to_string(posts_.locks[condition.index].target) +
             ", which others have locked";
    case Condition::Kind::send:
    case Condition::Kind::met:
    case Condition::Kind::received: {
      const Send& send = posts_.send(condition.send());
      const bool may_buffer = condition.kind == Condition::Kind::send && is_standard(send.site);
      return "rank " + std::to_string(send.dest) + " to receive " + mpi::call_text(send.site) +
             ", tag " + std::to_string(send.tag) +
             (may_buffer ? std::string(", unless ") + send.site.function + " buffers" : "");
    }
    case Condition::Kind::receive: {
      const Receive& receive = posts_.receives[condition.owner][condition.index];
      return "a message for " + mpi::call_text(receive.site) + wanted_text(receive) +
             near_miss(condition.owner, receive);
    }
    case Condition::Kind::entry: {
      const Communicator& comm = posts_.communicators[condition.owner];
      const Entry& entry = comm.entries[condition.member][condition.index];
      std::string missing;
      for_needed(condition, [&](std::uint32_t member) {
        if (board_.has_entered(condition.owner, member, condition.index)) return;
        missing += (missing.empty() ? "rank " : ", rank ") + std::to_string(comm.members[member]);
      });
      return missing + " to enter " + mpi::call_text(entry.site) + " on " + communicator_text(comm);
    }
  }
  return {};
}

std::string World::waiting_text(const Wait& wait) const {
  std::string text;
  if (wait.is_probe()) {
    text = "a message for " + call_text(wait) + wanted_text(wait.wanted) +
           near_miss(wait.rank, wait.wanted);
  } else {
    for (const Condition& one : conditions(wait)) {
      if (is_done(one)) continue;
      text += (text.empty()                   ? ""
               : wait.kind == Wait::Kind::all ? " and "
                                              : " or ") +
              condition_text(one);
    }
  }
  if (wait.is_idle) text += ", asking in a loop with " + call_text(wait);
  return text;
}

void World::append_waited_on(const Wait& wait, std::vector<ActorId>& out) const {
  for (const Condition& one : conditions(wait)) {
    if (is_done(one)) continue;
    if (one.kind == Condition::Kind::send || one.kind == Condition::Kind::received)
      out.emplace_back(posts_.send(one.send()).dest);
    if (one.kind == Condition::Kind::receive) {
      const Receive& receive = posts_.receives[one.owner][one.index];
      if (receive.source != wildcard) out.emplace_back(static_cast<std::size_t>(receive.source));
    }
    if (one.kind == Condition::Kind::entry) {
      const Communicator& comm = posts_.communicators[one.owner];
      for_needed(one, [&](std::uint32_t member) {
        if (!board_.has_entered(one.owner, member, one.index)) {
          out.emplace_back(comm.members[member]);
        }
      });
    }
  }
}

bool World::continues(MessageId id) { return message(id).kind == Kind::step; }

bool World::may_be_undelivered(MessageId) { return true; }

Activity World::activity(ActorId actor) {
  if (actor.value >= options_.ranks || ended_[actor.index()]) return Activity::ended;
  const std::uint32_t number = waiting_[actor.index()];
  if (number == ~std::uint32_t{0}) return Activity::ended;
  const Wait& wait = waits_[number];
  for (std::uint32_t i = 0; i < wait.way_count; ++i) {
    if (hold(MessageId(wait.first_way.index() + i)) == Hold::none) return Activity::idle;
  }
  return Activity::calling;
}

ActorStatus World::status(ActorId actor) {
  ActorStatus status;
  status.activity = activity(actor);
  if (status.activity != Activity::calling) return status;
  const Wait& wait = waits_[waiting_[actor.index()]];
  status.waits_for = waiting_text(wait);
  append_waited_on(wait, status.waits_on);
  return status;
}

/// Says what a rank that waits in vain for a message could have meant: one that is there for it.
std::string World::near_miss(std::uint32_t rank, const Receive& wanted) const {
  for (const SendId& send : board_.open_sends(rank)) {
    const Send& posted = posts_.send(send);
    std::string text = " (rank " + std::to_string(send.rank) + " has sent it a message with ";
    text += mpi::call_text(posted.site) + ", tag " + std::to_string(posted.tag);
    if (posted.comm != wanted.comm) {
      text += " on " + communicator_text(posts_.communicators[posted.comm]);
    }
    return text + ")";
  }
  return {};
}

/// Finds members that did different things in a collective which none of them had to wait in.
std::optional<Failure> World::check_collectives() const {
  for (const Communicator& comm : posts_.communicators) {
    for (std::uint32_t other = 1; other < comm.members.size(); ++other) {
      const std::size_t both = std::min(comm.entries[0].size(), comm.entries[other].size());
      for (std::uint32_t index = 0; index < both; ++index) {
        const std::string text = disagreement(comm, index, 0, other);
        if (text.empty()) continue;
        return Failure{FailureKind::misuse,
                       place_text(comm.members[0], comm.entries[0][index].site) + ": " + text};
      }
    }
  }
  return std::nullopt;
}

/// What is never received is told of only where nobody waits: a deadlock says more.
std::optional<Failure> World::check_end() {
  for (std::uint32_t rank = 0; rank < options_.ranks; ++rank) {
    const std::string death = Ranks::instance().death(rank);
    if (death.empty()) continue;
    return Failure{FailureKind::exception, actor_name(ActorId(rank)) + ": " + death};
  }
  if (std::optional<Failure> failure = check_collectives()) return failure;
  if (std::ranges::find(ended_, false) != ended_.end()) return std::nullopt;
  for (std::uint32_t rank = 0; rank < options_.ranks; ++rank) {
    for (const SendId& send : board_.open_sends(rank)) {
      const Send& posted = posts_.send(send);
      return Failure{FailureKind::check, place_text(send.rank, posted.site) +
                                             ": the message to rank " + std::to_string(rank) +
                                             " with tag " + std::to_string(posted.tag) +
                                             " is never received"};
    }
  }
  return std::nullopt;
}

std::vector<Failure> World::remarks() {
  std::vector<Failure> found;
  for (std::uint32_t rank = 0; rank < options_.ranks; ++rank) {
    const RankState& state = *states_[rank];
    if (!state.makes_threads && !state.had_team) continue;
    const std::string text =
        "rank " + std::to_string(rank) +
        (state.had_team
             ? " has several threads, of which the orders of their calls of MPI are explored; "
               "none goes on while another one waits in such a call"
             : " has made threads, whose orders are not explored");
    found.push_back({FailureKind::misuse, text, text});
  }
  if (const std::string text = unseen_text(windows_->shared_bytes_max()); !text.empty())
    found.push_back({FailureKind::misuse, text, text});
  if (options_.leaks_are_errors) return found;
  for (std::uint32_t rank = 0; rank < options_.ranks; ++rank) {
    if (states_[rank]->phase != RankState::Phase::finalized) continue;
    for (const Leak& leak : leaks_of(*states_[rank])) {
      const std::string text = "rank " + std::to_string(rank) + ": " + leak_text(leak);
      // Each counts for itself, though they may differ in nothing but numbers.
      found.push_back({FailureKind::misuse, text, text});
    }
  }
  return found;
}

}  // namespace harrier::mpi
