// An MPI program under control: its executions, step by step.
#include "world.hpp"

#include <algorithm>

#include "harrier/unsupported.hpp"
#include "host/environment.hpp"
#include "host/muted.hpp"
#include "mpi/data/copying.hpp"
#include "mpi/data/datatype.hpp"
#include "rank_state.hpp"
#include "ranks.hpp"
#include "shared_memory.hpp"
#include "transfer.hpp"
#include "windows.hpp"

namespace harrier::mpi {

namespace {

constexpr std::uint32_t nothing = ~std::uint32_t{0};
constexpr std::uint64_t world_key = 1;
constexpr std::uint64_t self_key = 2;
constexpr std::uint32_t failures_alone_max = 200;
// Each rank has a copy of the program's variables, which is put in place whenever it runs.
constexpr std::size_t image_bytes_max = std::size_t{64} << 20;

}  // namespace

World::World(Options options) : options_(options), windows_(std::make_unique<Windows>()) {
  host::watch_for_crashes();
}

World::~World() { Ranks::instance().leave(); }

std::unique_ptr<World> World::make(const Options& options) {
  if (options.processes) SharedMemory::ask_for();
  const SharedMemory::Use shared;
  static_cast<void>(predefined_type(MPI_BYTE));  // what all processes count references to
  return std::make_unique<World>(options);
}

const StepReport& World::start() {
  const SharedMemory::Use shared;
  // A rank that does not return is told of while it still runs.
  if (Ranks::instance().is_running_elsewhere())
    throw UsageError("an MPI program is explored once at a time in a process");
  if (!options_.processes && Image::instance().size() > image_bytes_max) {
    throw UnsupportedError("global variables of " + std::to_string(Image::instance().size() >> 20) +
                           " MiB, which are copied whenever another rank runs; give --ranks "
                           "processes");
  }
  const std::uint32_t count = options_.ranks;
  ledger_.clear();
  messages_.clear();
  events_.clear();
  waits_.clear();
  conditions_.clear();
  polled_.clear();
  posts_.locks.clear();
  windows_->clear();
  clocks_.start(count);
  posts_.sends.resize(count);
  posts_.receives.resize(count);
  for (std::vector<Send>& sends : posts_.sends) sends.clear();
  for (std::vector<Receive>& receives : posts_.receives) receives.clear();
  last_like_.clear();
  posts_.communicators.clear();
  posts_.bytes.clear();
  board_.clear();
  past_.forget();
  failure_.reset();
  unsupported_.clear();
  impossible_.clear();
  waiting_.assign(count, nothing);
  effects_.assign(count, {});
  ended_.assign(count, false);
  states_.resize(count);
  for (std::unique_ptr<RankState>& state : states_) {
    if (state == nullptr) state = std::make_unique<RankState>();
    state->clear();
  }
  std::vector<std::uint32_t> members;
  for (std::uint32_t rank = 0; rank < count; ++rank) members.push_back(rank);
  set_name(communicator(world_key, members, {}), "MPI_COMM_WORLD");
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    set_name(communicator(mix(self_key, rank), {&rank, 1}, {}), "MPI_COMM_SELF");
  }
  Ranks::instance().start(count, options_.processes);

  for (std::uint32_t rank = 0; rank < count; ++rank) ledger_.add_actor();
  strict_ = options_.buffering == Buffering::strict;
  if (options_.buffering == Buffering::both || options_.buffering == Buffering::any) {
    const ActorId decider = ledger_.add_actor();
    add(decider.value, {}, {.kind = Kind::mode});
  } else {
    start_ranks();
  }
  return ledger_.end_setup();
}

void World::start_ranks() {
  for (std::uint32_t rank = 0; rank < options_.ranks; ++rank) {
    Wait wait;
    wait.rank = rank;
    waits_.push_back(wait);
    waiting_[rank] = static_cast<std::uint32_t>(waits_.size() - 1);
    add_ways(waiting_[rank]);
  }
}

MessageId World::add(std::uint32_t receiver, ActorId sender, Message message) {
  const MessageId id = ledger_.add_message(ActorId(receiver), sender, false, true);
  ledger_.add_pending(id);
  messages_.push_back(message);
  return id;
}

/// Makes a message of each way in which a wait can go on.
void World::add_ways(std::uint32_t number) {
  const ActorId self(waits_[number].rank);
  const auto add_way = [&](std::uint32_t way) {
    const MessageId id = add(self.value, self, {.kind = Kind::step, .wait = number, .way = way});
    if (!waits_[number].first_way) waits_[number].first_way = id;
    ++waits_[number].way_count;
  };
  const Wait wait = waits_[number];
  switch (wait.kind) {
    case Wait::Kind::start:
    case Wait::Kind::all:
    case Wait::Kind::some:
    case Wait::Kind::test_some:
    case Wait::Kind::test_all:
      add_way(way_success);
      break;
    case Wait::Kind::any:
    case Wait::Kind::test_any:
      for (std::uint32_t i = 0; i < wait.conditions_end - wait.conditions_begin; ++i) add_way(i);
      break;
    case Wait::Kind::probe:
    case Wait::Kind::test_probe:
      if (wait.wanted.source != wildcard) {
        add_way(static_cast<std::uint32_t>(wait.wanted.source));
      } else {
        for (const std::uint32_t member : posts_.communicators[wait.wanted.comm].members) {
          add_way(member);
        }
      }
      break;
  }
  const bool can_fail = wait.kind == Wait::Kind::test_all || wait.kind == Wait::Kind::test_any ||
                        wait.kind == Wait::Kind::test_probe;
  if (can_fail) add_way(way_failure);
}

void World::enabled(std::vector<MessageId>& out) {
  const std::size_t before = out.size();
  for (const MessageId id : ledger_.pending()) {
    if (can_go_on(message(id))) out.push_back(id);
  }
  if (out.size() != before) return;
  if (const MessageId last = last_resort()) {
    out.push_back(last);
    return;
  }
  for (std::uint32_t rank = 0; rank < options_.ranks; ++rank) {
    const Team* const team = states_[rank]->team.get();
    if (team == nullptr || ended_[rank] || waiting_[rank] == nothing || !team->others_can_go_on())
      continue;
    throw UnsupportedError("rank " + std::to_string(rank) + " waits in " +
                           waits_[waiting_[rank]].site.function +
                           " of one thread while another of its threads could go on, which is not "
                           "explored");
  }
}

bool World::can_go_on(const Message& asked) const {
  const bool is_over = asked.kind == Kind::step && wait_of(asked).done_by != 0;
  return !is_over && is_open(board_, asked);
}

Hold World::hold(MessageId id) {
  const Message& asked = message(id);
  if (can_go_on(asked)) return Hold::none;
  return asks_in_vain(asked) && last_resort() == id ? Hold::none : Hold::guard;
}

/// Tells whether a rank waits in a test that it could fail.
bool World::asks_in_vain(const Message& asked) const {
  if (asked.kind != Kind::step) return false;
  const Wait& wait = wait_of(asked);
  return wait.is_patient && wait.done_by == 0 &&
         (asked.way == way_failure || wait.kind == Wait::Kind::test_some);
}

/// Where nobody can go on, a test in a loop fails once more, since the loop may end by counting:
/// the one that has done so least often. One that goes on for long is taken to be endless.
MessageId World::last_resort() const {
  MessageId least;
  std::uint32_t failures = options_.polls + failures_alone_max;
  for (const MessageId id : ledger_.pending()) {
    const Message& asked = message(id);
    if (can_go_on(asked)) return {};
    if (!asks_in_vain(asked) || wait_of(asked).failures >= failures) continue;
    least = id;
    failures = wait_of(asked).failures;
  }
  return least;
}

const StepReport& World::execute(MessageId id, std::span<const Choice> choices) {
  const SharedMemory::Use shared;
  const Entered here(*this);
  executing_ = id;
  past_.forget();
  const Message asked = message(id);
  ledger_.begin(id, choices);
  failure_.reset();
  touched_.clear();
  Event& event = events_.emplace_back();
  event.message = id;
  event.learned = learned(board_, asked);
  append_touched(board_, asked, touched_);
  bool ended = false;
  switch (asked.kind) {
    case Kind::mode:
      strict_ = choose(2) == 0;
      start_ranks();
      ended = true;
      break;
    case Kind::match: {
      board_.match(asked.send, *board_.match_of(asked.send), event_count());
      break;
    }
    case Kind::step: {
      Wait& wait = waits_[asked.wait];
      wait.alone_after = can_go_on(asked) ? 0 : event_count() - 1;
      wait.done_by = event_count();
      if (wait.acts) {
        run_act(asked.wait);
        break;
      }
      outcome_ = {asked.way, {}};
      if (wait.is_probe() && asked.way != way_failure) {
        outcome_.probed = probed(board_, wait, asked.way);
      }
      const std::uint32_t rank = wait.rank;
      run_rank(rank);  // which waits anew: `wait` is gone
      ended = ended_[rank];
      break;
    }
  }
  executing_ = {};
  StepReport& report = ledger_.end();
  report.resources = touched_;
  report.ended = ended;
  report.failure = failure_ ? &*failure_ : nullptr;
  return report;
}

void World::run_rank(std::uint32_t rank) {
  running_ = rank;
  waiting_[rank] = nothing;
  {
    const host::Muted muted(mute_);
    Ranks::instance().run(rank);
  }
  if (!impossible_.empty()) throw UsageError(impossible_);
  if (!unsupported_.empty()) {
    throw UnsupportedError("a call of " + unsupported_ + " by rank " + std::to_string(rank) +
                           ", which is not supported" + unsupported_hint_);
  }
  ended_[rank] = Ranks::instance().has_ended(rank);
  if (const std::string death = Ranks::instance().death(rank); !death.empty() && !failure_) {
    failure_ = Failure{FailureKind::exception, actor_name(ActorId(rank)) + ": " + death};
  }
  if (waiting_[rank] != nothing) add_ways(waiting_[rank]);
}

/// Asking in vain again and again is cut short: then it waits for what it keeps asking about.
Outcome World::suspend_for(Wait wait, std::span<const Condition> waited) {
  const std::uint32_t rank = running_;
  Polls& polls = state(rank).polls;
  wait.rank = rank;
  wait.conditions_begin = static_cast<std::uint32_t>(conditions_.size());
  conditions_.insert(conditions_.end(), waited.begin(), waited.end());
  wait.conditions_end = static_cast<std::uint32_t>(conditions_.size());
  wait.given_up_begin = wait.conditions_end;
  if (state(rank).given_up != 0) append_given_up(state(rank).requests, conditions_);
  wait.given_up_end = static_cast<std::uint32_t>(conditions_.size());
  waiting_[rank] = static_cast<std::uint32_t>(waits_.size());
  std::size_t poll = 0;
  if (wait.is_test()) {
    poll = polls.find(wait, waited, waiting_[rank]);
    wait.failures = polls.failures(poll);
    wait.is_patient = options_.polls != 0 && wait.failures >= options_.polls;
    wait.polled_begin = static_cast<std::uint32_t>(polled_.size());
    if (wait.is_patient) polls.append_others(poll, polled_);
    wait.polled_end = static_cast<std::uint32_t>(polled_.size());
  }
  waits_.push_back(wait);
  Ranks::instance().suspend();
  const Outcome outcome = outcome_;
  if (clocks_.is_on()) learn(wait, outcome);
  if (wait.is_test() && outcome.way == way_failure) {
    polls.note_failure(poll);
  } else {
    polls.clear();
  }
  if (wait.given_up_begin != wait.given_up_end) finish_given_up(wait.site);
  return outcome;
}

Outcome World::wait(Wait::Kind kind, std::span<const Condition> waited, const Site& site) {
  Wait wait;
  wait.kind = kind;
  wait.site = site;
  return suspend_for(wait, waited);
}

void World::act(std::span<const Condition> conditions, const Site& site,
                std::function<void()> effect) {
  Wait wait;
  wait.kind = Wait::Kind::all;
  wait.acts = true;
  wait.site = site;
  effects_[running_] = std::move(effect);
  suspend_for(wait, conditions);
}

/// What the rank does next waits for nothing.
void World::run_act(std::uint32_t number) {
  const Wait acted = waits_[number];
  running_ = acted.rank;
  take_locks(acted);
  std::exchange(effects_[running_], {})();
  Wait next;
  next.kind = Wait::Kind::all;
  next.goes_on = true;
  next.rank = acted.rank;
  next.site = acted.site;
  next.conditions_begin = next.conditions_end = acted.conditions_end;
  next.given_up_begin = acted.given_up_begin;
  next.given_up_end = acted.given_up_end;
  waiting_[running_] = static_cast<std::uint32_t>(waits_.size());
  waits_.push_back(next);
  add_ways(waiting_[running_]);
}

Outcome World::probe(Wait::Kind kind, const Receive& wanted, const Site& site) {
  Wait wait;
  wait.kind = kind;
  wait.site = site;
  wait.wanted = wanted;
  return suspend_for(wait, {});
}

Condition World::post(const Send& send, const void* buffer) {
  const std::uint32_t rank = running_;
  std::vector<Send>& sends = posts_.sends[rank];
  const SendId id{rank, static_cast<std::uint32_t>(sends.size())};
  Send& posted = sends.emplace_back(send);
  posted.by = event_count();
  posted.stamp = clocks_.stamp(rank);
  posted.data.begin = posts_.bytes.size();
  pack(buffer, send.values, posts_.bytes);
  posted.data.size = posts_.bytes.size() - posted.data.begin;
  std::uint32_t& last = last_like_[mix(mix(mix(rank, send.dest), send.comm), number_of(send.tag))];
  if (last != 0 && sends[last - 1].is_like(posted)) posted.previous = last;
  last = id.index + 1;
  board_.add_send(rank);
  touch(resource_of(rank, Part::posted, id.index), Access::write);
  touch(resource_of(send.dest, Part::arrivals, posts_.communicators[send.comm].key),
        Access::update);
  add(send.dest, ActorId(rank), {.kind = Kind::match, .send = id});
  state(rank).polls.clear();
  return {Condition::Kind::send, rank, 0, id.index};
}

Condition World::post(const Receive& receive) {
  const std::uint32_t rank = running_;
  std::vector<Receive>& receives = posts_.receives[rank];
  const auto index = static_cast<std::uint32_t>(receives.size());
  receives.push_back(receive);
  receives.back().by = event_count();
  receives.back().stamp = clocks_.stamp(rank);
  board_.add_receive(rank);
  touch(resource_of(rank, Part::receive, index), Access::write);
  touch(resource_of(rank, Part::waiting, posts_.communicators[receive.comm].key), Access::update);
  state(rank).polls.clear();
  return {Condition::Kind::receive, rank, 0, index};
}

void World::begin(const Condition& kept) {
  Receive& receive = posts_.receives[kept.owner][kept.index];
  receive.begun_by = event_count();
  receive.stamp = clocks_.stamp(kept.owner);
  const SendId from = board_.sender_of(kept.owner, kept.index);
  if (const Send& send = posts_.send(from); send.is_watched())
    touch(resource_of(from.rank, Part::send, from.index), Access::write);
  state(kept.owner).polls.clear();
}

void World::cancel(const Condition& posted) {
  const std::uint32_t rank = posted.owner;
  state(rank).polls.clear();
  // What it leaves others may take: a message, or a receive.
  if (posted.kind == Condition::Kind::receive) {
    const std::uint64_t comm = posts_.communicators[posts_.receives[rank][posted.index].comm].key;
    board_.cancel(rank, posted.index, event_count());
    touch(resource_of(rank, Part::receive, posted.index), Access::write);
    touch(resource_of(rank, Part::any, comm), Access::write);
    touch(resource_of(rank, Part::waiting, comm), Access::update);
    return;
  }
  const Send& send = posts_.send(posted.send());
  const std::uint64_t comm = posts_.communicators[send.comm].key;
  board_.cancel(posted.send(), event_count());  // those behind it are received after this
  touch(resource_of(rank, Part::send, posted.index), Access::write);
  touch(resource_of(rank, Part::posted, posted.index), Access::write);
  touch(resource_of(send.dest, Part::channel, comm, rank, number_of(send.tag)), Access::write);
  touch(resource_of(send.dest, Part::from, comm, rank), Access::write);
  touch(resource_of(send.dest, Part::any, comm), Access::write);
  touch(resource_of(send.dest, Part::arrivals, comm), Access::update);
}

Condition World::post(std::uint32_t comm, std::uint32_t member, Entry entry) {
  std::vector<Entry>& entries = posts_.communicators[comm].entries[member];
  const auto index = static_cast<std::uint32_t>(entries.size());
  entry.by = event_count();
  entry.stamp = clocks_.stamp(running_);
  entries.push_back(std::move(entry));
  touch(resource_of(running_, Part::entry, posts_.communicators[comm].key, index), Access::write);
  state(running_).polls.clear();
  return {Condition::Kind::entry, comm, member, index};
}

std::uint32_t World::communicator(std::uint64_t key, std::span<const std::uint32_t> members,
                                  const Site& made_by) {
  std::vector<Communicator>& all = posts_.communicators;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].key == key) return static_cast<std::uint32_t>(i);
  }
  Communicator& made = all.emplace_back();
  made.key = key;
  made.members.assign(members.begin(), members.end());
  made.entries.resize(members.size());
  made.made_by = made_by;
  return static_cast<std::uint32_t>(all.size() - 1);
}

bool World::decide_waiting() {
  if (options_.buffering == Buffering::any) return choose(2) == 0;
  return strict_;
}

std::uint32_t World::choose(std::uint32_t count) { return ledger_.take_choice(count); }

void World::note_threads() {
  state(running_).had_team = true;
  chooses_threads_ = true;
}

void World::pause() {
  if (!in_program()) return;
  const InLibrary here;
  if (Team* const team = Team::current()) team->sleep();
}

bool World::is_received(SendId send) {
  events_.back().depends_on_board = true;
  touch(resource_of(send.rank, Part::send, send.index), Access::read);
  return board_.is_received(send);
}

bool World::is_awaited(const Send& send, std::uint32_t source) {
  events_.back().depends_on_board = true;
  touch(resource_of(send.dest, Part::waiting, posts_.communicators[send.comm].key), Access::read);
  touch(resource_of(send.dest, Part::arrivals, posts_.communicators[send.comm].key), Access::read);
  return std::ranges::any_of(board_.open_receives(send.dest), [&](std::uint32_t index) {
    return posts_.receives[send.dest][index].takes(source, send);
  });
}

void World::fail(FailureKind kind, std::string text) {
  if (!failure_) failure_ = Failure{kind, std::move(text)};
  Ranks::instance().abandon();
}

void World::unsupported(const std::string& what, const std::string& hint) {
  unsupported_ = what;
  unsupported_hint_ = hint.empty() ? hint : "; " + hint;
  Ranks::instance().abandon();
}

void World::crash(std::string text) {
  const InLibrary here;
  const std::string& said = text;  // whose memory may be the rank's
  fail(FailureKind::exception, actor_name(ActorId(running_)) + ": " + said);
}

bool World::on_fiber() const { return Ranks::instance().is_running(); }

std::int64_t World::now_ns() const { return states_[running_]->next_moment(); }

std::uint64_t World::next_random() { return states_[running_]->next_random(); }

void World::touch_outside(Access) {}

void World::wait_for_outside(std::function<bool()>) {}

}  // namespace harrier::mpi
