// What is possible on a board, what it touches, and what a step would be in another order.
#include <algorithm>

#include "rank_state.hpp"
#include "world.hpp"

namespace harrier::mpi {

bool World::is_done(const BoardView& board, const Condition& condition) const {
  switch (condition.kind) {
    case Condition::Kind::nothing:
      return true;
    case Condition::Kind::send:
      return !posts_.send(condition.send()).waits || board.is_received(condition.send());
    case Condition::Kind::received:
      return board.is_received(condition.send());
    case Condition::Kind::met:
      return board.is_met(condition.send());
    case Condition::Kind::receive:
      return static_cast<bool>(board.sender_of(condition.owner, condition.index));
    case Condition::Kind::entry: {
      bool done = true;
      for_needed(condition, [&](std::uint32_t member) {
        done = done && board.has_entered(condition.owner, member, condition.index);
      });
      return done;
    }
    case Condition::Kind::lock:
      return board.is_free(condition.index, condition.member != 0);
    case Condition::Kind::memory:
      return true;
  }
  return true;
}

bool World::all_done(const BoardView& board, const Wait& wait) const {
  return std::ranges::all_of(conditions(wait),
                             [&](const Condition& one) { return is_done(board, one); });
}

bool World::any_done(const BoardView& board, const Wait& wait) const {
  return std::ranges::any_of(conditions(wait),
                             [&](const Condition& one) { return is_done(board, one); });
}

/// A probe finds what a receive in its place would get: nothing that a receive takes which was
/// posted before.
SendId World::probed(const BoardView& board, const Wait& wait, std::uint32_t source) const {
  const SendId first = board.first_for(wait.rank, source, wait.wanted);
  return first && !board.is_awaited(first) ? first : SendId();
}

/// Tells whether a wait could end, or a test succeed.
bool World::succeeds(const BoardView& board, const Wait& wait) const {
  switch (wait.kind) {
    case Wait::Kind::start:
      return true;
    case Wait::Kind::all:
    case Wait::Kind::test_all:
      return all_done(board, wait);
    case Wait::Kind::any:
    case Wait::Kind::some:
    case Wait::Kind::test_any:
    case Wait::Kind::test_some:
      return any_done(board, wait);
    case Wait::Kind::probe:
    case Wait::Kind::test_probe:
      if (wait.wanted.source != wildcard) {
        return static_cast<bool>(
            probed(board, wait, static_cast<std::uint32_t>(wait.wanted.source)));
      }
      return std::ranges::any_of(
          posts_.communicators[wait.wanted.comm].members,
          [&](std::uint32_t member) { return static_cast<bool>(probed(board, wait, member)); });
  }
  return true;
}

/// Tells whether a test may fail that finds nothing.
bool World::may_fail(const BoardView& board, const Wait& wait) const {
  if (!wait.is_idle) return true;
  for (std::uint32_t i = wait.polled_begin; i < wait.polled_end; ++i) {
    if (succeeds(board, waits_[polled_[i]])) return true;
  }
  return false;
}

bool World::is_open(const BoardView& board, const Message& asked) const {
  if (asked.kind == Kind::mode) return true;
  if (asked.kind == Kind::match) return board.match_of(asked.send).has_value();
  const Wait& wait = wait_of(asked);
  if (asked.way == way_failure) return !succeeds(board, wait) && may_fail(board, wait);
  switch (wait.kind) {
    case Wait::Kind::any:
    case Wait::Kind::test_any:
      return is_done(board, conditions(wait)[asked.way]);
    case Wait::Kind::probe:
    case Wait::Kind::test_probe:
      return static_cast<bool>(probed(board, wait, asked.way));
    case Wait::Kind::test_some:
      return succeeds(board, wait) || may_fail(board, wait);
    default:
      return succeeds(board, wait);
  }
}

/// Says what a rank learns that its message does not tell.
std::uint64_t World::learned(const BoardView& board, const Message& asked) const {
  if (asked.kind != Kind::step) return 0;
  const Wait& wait = wait_of(asked);
  if (wait.acts) return 0;
  std::uint64_t done = 0;
  for (const Condition& one : given_up(wait)) done = mix(done, is_done(board, one) ? 1 : 0);
  if (asked.way == way_failure) return done;
  if (wait.is_probe()) {
    const SendId found = probed(board, wait, asked.way);
    return mix(done, found ? found.index + 1 : 0);
  }
  if (wait.kind != Wait::Kind::some && wait.kind != Wait::Kind::test_some) return done;
  for (const Condition& one : conditions(wait)) done = mix(done, is_done(board, one) ? 1 : 0);
  return done;
}

void World::append_match(SendId send, const Receive& receive, std::uint32_t number,
                         std::vector<ResourceAccess>& out) const {
  const Send& posted = posts_.send(send);
  const std::uint32_t at = posted.dest;
  const std::uint64_t comm = posts_.communicators[posted.comm].key;
  const bool any_source = receive.source == wildcard;
  const bool any_tag = receive.tag == wildcard;
  const auto access = [](bool writes) { return writes ? Access::write : Access::read; };
  const std::uint64_t tag = number_of(posted.tag);
  out.push_back({resource_of(at, Part::receive, number), Access::write});
  out.push_back({resource_of(at, Part::channel, comm, send.rank, tag), Access::write});
  out.push_back({resource_of(at, Part::any, comm), access(any_source && any_tag)});
  out.push_back({resource_of(at, Part::tag, comm, tag), access(any_source && !any_tag)});
  out.push_back({resource_of(at, Part::from, comm, send.rank), access(!any_source && any_tag)});
  out.push_back({resource_of(at, Part::arrivals, comm), Access::update});
  out.push_back({resource_of(at, Part::waiting, comm), Access::update});
  if (posted.is_watched()) {
    const Part part = receive.keeps ? Part::kept : Part::send;
    out.push_back({resource_of(send.rank, part, send.index), Access::write});
  }
}

/// What may stand in the way of a match: another one that took the receive.
void World::append_guard(SendId send, std::vector<ResourceAccess>& out) const {
  const Send& posted = posts_.send(send);
  const std::uint32_t at = posted.dest;
  const std::uint64_t comm = posts_.communicators[posted.comm].key;
  const std::uint64_t tag = number_of(posted.tag);
  out.push_back({resource_of(at, Part::channel, comm, send.rank, tag), Access::read});
  out.push_back({resource_of(at, Part::any, comm), Access::read});
  out.push_back({resource_of(at, Part::tag, comm, tag), Access::read});
  out.push_back({resource_of(at, Part::from, comm, send.rank), Access::read});
}

void World::append_read(const Condition& condition, std::vector<ResourceAccess>& out) const {
  switch (condition.kind) {
    case Condition::Kind::nothing:
      break;
    case Condition::Kind::send:
      if (!posts_.send(condition.send()).waits) break;
      [[fallthrough]];
    case Condition::Kind::received:
      out.push_back({resource_of(condition.owner, Part::send, condition.index), Access::read});
      break;
    case Condition::Kind::met:
      out.push_back({resource_of(condition.owner, Part::send, condition.index), Access::read});
      out.push_back({resource_of(condition.owner, Part::kept, condition.index), Access::read});
      break;
    case Condition::Kind::receive:
      out.push_back({resource_of(condition.owner, Part::receive, condition.index), Access::read});
      break;
    case Condition::Kind::entry: {
      const Communicator& comm = posts_.communicators[condition.owner];
      for_needed(condition, [&](std::uint32_t member) {
        out.push_back({resource_of(comm.members[member], Part::entry, comm.key, condition.index),
                       Access::read});
      });
      break;
    }
    case Condition::Kind::lock:
    case Condition::Kind::memory:
      break;  // taken, not asked about
  }
}

/// Says what a step touches by going on: the lock it takes, the memory it is about to change.
void World::append_taken(const Condition& condition, std::vector<ResourceAccess>& out) const {
  if (condition.kind == Condition::Kind::lock) {
    out.push_back(
        {lock_resource(condition.index), condition.member != 0 ? Access::write : Access::update});
  } else if (condition.kind == Condition::Kind::memory) {
    out.push_back({Resource::of(ActorId(condition.owner), condition.index),
                   static_cast<Access>(condition.member)});
  }
}

/// Says what a step touches before it goes on: what decides which way it goes.
void World::append_touched(const BoardView& board, const Message& asked,
                           std::vector<ResourceAccess>& out) const {
  if (asked.kind == Kind::mode) return;
  if (asked.kind == Kind::match) {
    const std::optional<std::uint32_t> number = board.match_of(asked.send);
    if (!number) {
      append_guard(asked.send, out);
    } else {
      append_match(asked.send, posts_.receives[posts_.send(asked.send).dest][*number], *number,
                   out);
    }
    return;
  }
  const Wait& wait = wait_of(asked);
  for (const Condition& one : conditions(wait)) append_taken(one, out);
  if (!wait.acts) {
    for (const Condition& one : given_up(wait)) append_read(one, out);
  }
  if (wait.way_count > 1) out.push_back({resource_of(wait.rank, Part::way), Access::write});
  const bool takes_all = wait.kind == Wait::Kind::some || wait.kind == Wait::Kind::test_some;
  const auto append_all = [&](const Wait& of) {
    for (const Condition& one : conditions(of)) append_read(one, out);
    if (!of.is_probe()) return;
    const std::uint64_t comm = posts_.communicators[of.wanted.comm].key;
    out.push_back({resource_of(of.rank, Part::arrivals, comm), Access::read});
  };
  if (asked.way == way_failure || takes_all) {
    append_all(wait);
    for (std::uint32_t i = wait.polled_begin; i < wait.polled_end; ++i) {
      append_all(waits_[polled_[i]]);
    }
    return;
  }
  if (!wait.is_probe()) return;
  // It finds what a receive of this source and tag would meet, and takes nothing. Who sent that is
  // no cause of it: with a match less it finds another message.
  const std::uint64_t comm = posts_.communicators[wait.wanted.comm].key;
  if (const SendId found = probed(board, wait, asked.way)) {
    // Which it is that no receive takes rests on what those have met.
    const std::uint64_t tag = number_of(posts_.send(found).tag);
    out.push_back({resource_of(found.rank, Part::posted, found.index), Access::read});
    out.push_back({resource_of(wait.rank, Part::any, comm), Access::read});
    out.push_back({resource_of(wait.rank, Part::tag, comm, tag), Access::read});
  }
  if (wait.wanted.tag == wildcard) {
    out.push_back({resource_of(wait.rank, Part::from, comm, asked.way), Access::write});
  } else {
    const std::uint64_t tag = number_of(wait.wanted.tag);
    out.push_back({resource_of(wait.rank, Part::from, comm, asked.way), Access::read});
    out.push_back({resource_of(wait.rank, Part::channel, comm, asked.way, tag), Access::read});
  }
}

void World::append_causes(const Condition& condition, std::vector<EventId>& out) const {
  const auto add = [&](std::uint32_t event) {
    if (event != 0) out.emplace_back(event - 1);
  };
  switch (condition.kind) {
    case Condition::Kind::nothing:
    case Condition::Kind::lock:
    case Condition::Kind::memory:
      break;
    case Condition::Kind::send:
      if (!posts_.send(condition.send()).waits) break;
      [[fallthrough]];
    case Condition::Kind::received:
      add(board_.closed_by(condition.send()));
      if (board_.is_met(condition.send())) add(receive_of(condition.send()).begun_by);
      break;
    case Condition::Kind::met:
      add(board_.closed_by(condition.send()));
      break;
    case Condition::Kind::receive:
      add(board_.closed_by(condition.owner, condition.index));
      break;
    case Condition::Kind::entry: {
      const Communicator& comm = posts_.communicators[condition.owner];
      for_needed(condition, [&](std::uint32_t member) {
        if (condition.index < comm.entries[member].size()) {
          add(comm.entries[member][condition.index].by);
        }
      });
      break;
    }
  }
}

/// A way that rests on something being done cannot come before what did it. A message is received
/// after the last one like it, whatever else happens: no receive takes this one and not that.
void World::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Message& asked = message(id);
  if (asked.kind == Kind::match) {
    const std::uint32_t previous = posts_.send(asked.send).previous;
    const StepNumber event =
        previous != 0 ? board_.closed_by({asked.send.rank, previous - 1}) : never;
    if (event != 0) out.emplace_back(event - 1);
  }
  if (asked.kind != Kind::step) return;
  const Wait& wait = wait_of(asked);
  if (asked.way == way_failure) return;
  switch (wait.kind) {
    case Wait::Kind::all:
    case Wait::Kind::test_all:
      for (const Condition& one : conditions(wait)) append_causes(one, out);
      break;
    case Wait::Kind::any:
    case Wait::Kind::test_any:
      append_causes(conditions(wait)[asked.way], out);
      break;
    default:
      break;
  }
}

/// Tells whether a step would come to be by a reversal that is left out: of a row of failures of a
/// test the first few are reversed, and the last one where the rank gave up behind it. Tests in
/// vain are no steps and do not count. Returns the failure to leave out instead, or none where it
/// is nothing that is reversed.
std::optional<EventId> World::fails_too_often(const StepQuestion& question,
                                              const Message& asked) const {
  const std::uint32_t failures_max = options_.polls;
  if (failures_max == 0) return std::nullopt;
  if (question.executed && question.without) {
    const Message& failed = message(events_[question.without.index()].message);
    if (failed.kind == Kind::step) {
      const Wait& wait = wait_of(failed);
      if (wait.is_asked_again && !wait.goes_round && wait.failures > failures_max)
        return EventId(wait.bound_failure - 1);
    }
  }
  const bool is_too_much = asked.kind == Kind::step && !wait_of(asked).goes_round &&
                           wait_of(asked).failures >= failures_max && !question.executed &&
                           is_open(past_, asked) && fails(past_, asked);
  return is_too_much ? std::optional(EventId()) : std::nullopt;
}

void World::answer(const StepQuestion& question, StepAnswer& out) {
  using Answer = StepAnswer::Kind;
  const Message& asked = message(question.message);
  out.knows_why = true;
  out.touches_as_chosen = options_.buffering == Buffering::any || chooses_threads_;
  if (asked.kind == Kind::mode) {
    out.kind = Answer::certain;
    if (out.choices.empty()) out.choices.push_back({0, 2});
    out.depends_on_causes_only = true;
    return;
  }
  past_.set(question.prefix, question.beside());
  if (asked.kind == Kind::step) {
    const Wait& wait = wait_of(asked);
    const bool by_itself =
        wait.done_by != 0 && events_[wait.done_by - 1].message == question.message;
    if (wait.done_by != 0 && !by_itself && past_.has_happened(wait.done_by)) {
      out.kind = Answer::impossible;
      out.deciders.emplace_back(wait.done_by - 1);
      append_touched(past_, asked, out.touched);
      return;
    }
  }
  if (const std::optional<EventId> instead = fails_too_often(question, asked)) {
    has_left_out_ = true;
    out.kind = Answer::impossible;
    if (*instead) out.deciders.push_back(*instead);
    return;
  }
  const bool open = is_open(past_, asked);
  append_touched(past_, asked, out.touched);
  if (!open) {
    out.kind = Answer::impossible;
    return;
  }
  if (asked.kind == Kind::match || wait_of(asked).acts) {
    out.kind = Answer::certain;
    return;
  }
  out.kind = Answer::at_least;
  if (!question.executed) return;
  const Event& event = events_[question.executed.index()];
  if (!event.depends_on_board && event.learned == learned(past_, asked)) {
    out.kind = Answer::as_executed;
  }
}

}  // namespace harrier::mpi
