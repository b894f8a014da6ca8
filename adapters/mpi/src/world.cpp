// An MPI program under control: its executions, step by step.
#include "world.hpp"

#include <algorithm>

#include "harrier/unsupported.hpp"
#include "host/environment.hpp"
#include "host/input.hpp"
#include "host/muted.hpp"
#include "mpi/data/copying.hpp"
#include "mpi/data/datatype.hpp"
#include "rank_picture.hpp"
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
// So many failures in a row are looked at ahead, which costs a repetition where they are none in
// vain.
constexpr std::uint32_t failures_ahead_max = 2;
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
  done_.clear();
  goes_back_ = false;
  order_ = 0;
  failing_steps_.assign(count, {});
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
  host::read_input_anew();
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
    state(rank).history = mix(rank, strict_ ? 1 : 2);
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

Hold World::hold(MessageId id) { return can_go_on(message(id)) ? Hold::none : Hold::guard; }

bool World::fails(const BoardView& board, const Message& asked) const {
  if (asked.kind != Kind::step) return false;
  const Wait& wait = wait_of(asked);
  if (!wait.is_test() || wait.is_asked_once) return false;
  if (wait.kind == Wait::Kind::test_some) return !succeeds(board, wait);
  return asked.way == way_failure;
}

std::size_t World::put_last(std::span<MessageId> enabled) {
  const auto failing = std::stable_partition(enabled.begin(), enabled.end(), [&](MessageId id) {
    return !fails(board_, message(id)) && !is_held_back(message(id));
  });
  const auto held = std::stable_partition(
      failing, enabled.end(), [&](MessageId id) { return message(id).kind == Kind::step; });
  std::ranges::stable_sort(failing, held, {},
                           [&](MessageId id) { return wait_of(message(id)).last_failure; });
  return static_cast<std::size_t>(enabled.end() - failing);
}

/// Tells whether a match is better late: its receiver tests for it, and has failed so often that no
/// reversal makes it fail once more. So the receiver goes on to where it gives up, if that is not
/// further than it has come without the message.
bool World::is_held_back(const Message& asked) const {
  if (asked.kind != Kind::match || options_.polls == 0) return false;
  const Send& send = posts_.send(asked.send);
  if (waiting_[send.dest] == nothing) return false;
  const Wait& wait = waits_[waiting_[send.dest]];
  if (!wait.is_test() || wait.is_asked_once || wait.goes_round || wait.failures < options_.polls)
    return false;
  const std::optional<std::uint32_t> number = board_.match_of(asked.send);
  const bool is_tested = std::ranges::any_of(conditions(wait), [&](const Condition& one) {
    return one.kind == Condition::Kind::receive && number && one.index == *number;
  });
  if (!is_tested) return false;
  const std::vector<std::uint32_t>& steps = failing_steps_[send.dest];
  const auto row =
      steps.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(wait.failures, steps.size()));
  const auto before = static_cast<std::uint32_t>(std::upper_bound(row, steps.end(), send.by) - row);
  return before >= options_.polls && wait.failures - before <= before;
}

const StepReport& World::execute(MessageId id, std::span<const Choice> choices) {
  const SharedMemory::Use shared;
  const Entered here(*this);
  const StepReport* report = &run_step(id, choices);
  while (goes_back_) {
    go_back();
    // What it prints up to the question has been printed.
    const bool is_mute = std::exchange(mute_, true);
    report = &run_step(id, choices);
    mute_ = is_mute;
  }
  done_.push_back({id, {report->choices.begin(), report->choices.end()}});
  return *report;
}

/// Repeats the execution up to the step that has gone on only to see what it would do.
void World::go_back() {
  const std::vector<Done> past = std::exchange(done_, {});
  const bool is_mute = std::exchange(mute_, true);
  start();
  for (const Done& step : past) {
    if (!can_go_on(message(step.message))) {
      throw NondeterminismError(done_.size(), "a step that was possible before is not");
    }
    run_step(step.message, step.choices);
    if (goes_back_) {
      throw NondeterminismError(done_.size(), "a rank did something else than before");
    }
    done_.push_back(step);
  }
  mute_ = is_mute;
}

const StepReport& World::run_step(MessageId id, std::span<const Choice> choices) {
  executing_ = id;
  past_.forget();
  const Message asked = message(id);
  ledger_.begin(id, choices);
  failure_.reset();
  touched_.clear();
  order_ = mix(order_, id.value);
  Event& event = events_.emplace_back();
  event.message = id;
  event.learned = learned(board_, asked);
  append_touched(board_, asked, touched_);
  bool ended = false;
  switch (asked.kind) {
    case Kind::mode:
      strict_ = ledger_.take_choice(2) == 0;
      start_ranks();
      ended = true;
      break;
    case Kind::match: {
      board_.match(asked.send, *board_.match_of(asked.send), event_count());
      break;
    }
    case Kind::step: {
      Wait& wait = waits_[asked.wait];
      wait.done_by = event_count();
      if (wait.acts) {
        run_act(asked.wait);
        break;
      }
      outcome_ = {asked.way, {}};
      if (fails(board_, asked)) outcome_.way = way_failure;
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
  if (state(rank).polls.is_ahead()) {
    ahead_muted_.reset();
    progress_.insert(state(rank).history);
    goes_back_ = true;
    return;
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

/// Tells whether it can be found out that a rank goes round.
bool World::compares_rounds(const RankState& state) const {
  return state.team == nullptr && !state.makes_threads && state.given_up == 0;
}

/// Finds out whether a rank that asks something goes round in vain. Tells whether it has to go on
/// for that as if what it asks had failed.
bool World::decide_idle(Wait& wait, std::span<const Condition> waited, std::size_t& poll) {
  RankState& asking = state(running_);
  Polls& polls = asking.polls;
  poll = polls.find(wait, waited, static_cast<std::uint32_t>(waits_.size()));
  wait.failures = polls.failures(poll);
  wait.bound_failure = polls.bound_failure(poll);
  wait.last_failure = asking.last_failure;
  if (!compares_rounds(asking)) return false;
  const bool uses_files = !asking.files.empty() && asking.files != places_in_files();
  if (uses_files) look_back();
  std::vector<std::uint32_t> others;
  const void* const from = wait.site.from;
  if (polls.is_ahead()) {
    const Polls::Round round = polls.go_on(poll, from, asking, others);
    if (round == Polls::Round::goes_on) return true;
    if (round == Polls::Round::progress) Ranks::instance().abandon();
    polls.end_round();
    ahead_muted_.reset();
    wait.goes_round = true;
    wait.is_idle = polls.has_been_everywhere();
  } else if (wait.failures < failures_ahead_max && !progress_.contains(asking.history) &&
             polls.begin_round(poll, from, asking)) {
    if (!options_.processes) ahead_muted_.emplace(!mute_);
    return true;
  } else {
    wait.is_idle = wait.goes_round = polls.has_gone_round(poll, from, asking, others);
  }
  if (!wait.is_idle) return false;
  wait.polled_begin = static_cast<std::uint32_t>(polled_.size());
  polled_.insert(polled_.end(), others.begin(), others.end());
  wait.polled_end = static_cast<std::uint32_t>(polled_.size());
  return false;
}

Outcome World::suspend_for(Wait wait, std::span<const Condition> waited) {
  const std::uint32_t rank = running_;
  RankState& waiting = state(rank);
  Polls& polls = waiting.polls;
  wait.rank = rank;
  wait.conditions_begin = static_cast<std::uint32_t>(conditions_.size());
  conditions_.insert(conditions_.end(), waited.begin(), waited.end());
  wait.conditions_end = static_cast<std::uint32_t>(conditions_.size());
  wait.given_up_begin = wait.conditions_end;
  if (waiting.given_up != 0) append_given_up(waiting.requests, conditions_);
  wait.given_up_end = static_cast<std::uint32_t>(conditions_.size());
  const auto number = static_cast<std::uint32_t>(waits_.size());
  const bool is_poll = wait.is_test() && !wait.is_asked_once;
  std::size_t poll = 0;
  if (is_poll && decide_idle(wait, waited, poll)) {
    waits_.push_back(wait);
    waiting.files = places_in_files();
    return {way_failure, {}};
  }
  waiting_[rank] = number;
  waits_.push_back(wait);
  Ranks::instance().suspend();
  const Outcome outcome = outcome_;
  if (clocks_.is_on()) learn(wait, outcome);
  waiting.history = mix(waiting.history, history_of(wait, outcome));
  if (is_poll && polls.failed_before(poll) != no_wait) {
    waits_[polls.failed_before(poll)].is_asked_again = true;
  }
  if (is_poll && outcome.way == way_failure) {
    note_failure(poll, number);
  } else {
    polls.clear();
    waiting.files.clear();
  }
  if (wait.given_up_begin != wait.given_up_end) finish_given_up(wait.site);
  return outcome;
}

void World::note_failure(std::size_t poll, std::uint32_t number) {
  RankState& failed = state(running_);
  failed.polls.note_failure(poll, number, event_count(), options_.polls);
  failed.polls.note_move(waits_[number].goes_round);
  failed.last_failure = event_count();
  failing_steps_[running_].push_back(event_count());
  if (compares_rounds(failed)) failed.files = places_in_files();
  const std::uint32_t failures = failed.polls.failures(poll);
  if (failures > most_failing_.failures) most_failing_ = {waits_[number].site, failures};
}

void World::look_back() {
  Polls& polls = state(running_).polls;
  if (polls.is_ahead()) Ranks::instance().abandon();
  polls.note_change();
}

/// Names what a rank learns where it goes on.
std::uint64_t World::history_of(const Wait& wait, const Outcome& outcome) const {
  std::uint64_t told = outcome.way;
  if (!windows_->empty()) told = mix(told, order_);
  const auto add = [&](std::size_t number, const Condition& condition) {
    told = mix(mix(told, number), history_of(condition));
  };
  const std::span<const Condition> given_up_ones = given_up(wait);
  for (std::size_t i = 0; i < given_up_ones.size(); ++i) {
    if (is_done(given_up_ones[i])) add(i, given_up_ones[i]);
  }
  if (outcome.way == way_failure) return told;
  if (wait.is_probe()) {
    return mix(mix(told, outcome.probed.index), posts_.send(outcome.probed).history);
  }
  const bool takes_one = wait.kind == Wait::Kind::any || wait.kind == Wait::Kind::test_any;
  const std::span<const Condition> waited = conditions(wait);
  for (std::size_t i = 0; i < waited.size(); ++i) {
    if (takes_one ? i == outcome.way : is_done(waited[i])) add(i, waited[i]);
  }
  return told;
}

std::uint64_t World::history_of(const Condition& condition) const {
  if (condition.kind == Condition::Kind::receive) {
    const SendId from = board_.sender_of(condition.owner, condition.index);
    if (!from) return 0;
    return mix(mix(from.rank, from.index), posts_.send(from).history);
  }
  std::uint64_t told = 0;
  if (condition.kind != Condition::Kind::entry) return told;
  for_needed(condition, [&](std::uint32_t member) {
    told =
        mix(told, posts_.communicators[condition.owner].entries[member][condition.index].history);
  });
  return told;
}

Outcome World::wait(Wait::Kind kind, std::span<const Condition> waited, const Site& site) {
  Wait wait;
  wait.kind = kind;
  wait.site = site;
  return suspend_for(wait, waited);
}

Outcome World::ask_once(const Condition& condition, const Site& site) {
  Wait wait;
  wait.kind = Wait::Kind::test_all;
  wait.is_asked_once = true;
  wait.site = site;
  return suspend_for(wait, {&condition, 1});
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
  posted.history = state(rank).history;
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
  entry.history = state(running_).history;
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

std::uint32_t World::choose(std::uint32_t count) {
  const std::uint32_t chosen = ledger_.take_choice(count);
  state(running_).history = mix(state(running_).history, chosen);
  return chosen;
}

void World::note_threads() {
  look_back();
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
  const bool received = board_.is_received(send);
  state(running_).history = mix(state(running_).history, received ? 1 : 0);
  return received;
}

bool World::is_awaited(const Send& send, std::uint32_t source) {
  events_.back().depends_on_board = true;
  touch(resource_of(send.dest, Part::waiting, posts_.communicators[send.comm].key), Access::read);
  touch(resource_of(send.dest, Part::arrivals, posts_.communicators[send.comm].key), Access::read);
  const bool awaited = std::ranges::any_of(
      board_.open_receives(send.dest),
      [&](std::uint32_t index) { return posts_.receives[send.dest][index].takes(source, send); });
  state(running_).history = mix(state(running_).history, awaited ? 1 : 0);
  return awaited;
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
