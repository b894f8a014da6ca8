// The walk through the executions of a program.
#include "explore/walk.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "harrier/internal_error.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

/// Gives a variable another value for as long as it exists.
template <class T>
class Set {
 public:
  Set(T& variable, T value) : variable_(variable), before_(std::exchange(variable, value)) {}
  ~Set() { variable_ = before_; }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

 private:
  T& variable_;
  T before_;
};

}  // namespace

Schedule schedule_of(const Trace& trace) {
  Schedule schedule;
  schedule.steps.reserve(trace.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    ScheduledStep& step = schedule.steps.emplace_back();
    step.message = trace[i].message;
    for (const Choice& choice : trace.choices(i)) step.choices.push_back(choice.value);
  }
  return schedule;
}

Schedule Walk::schedule() const {
  Schedule schedule = schedule_of(running_trace());
  if (repeated_) schedule.steps.resize(*repeated_);
  if (const MessageId message = program_.executing()) {
    schedule.steps.push_back({message, {}});
    for (const Choice& choice : running_choices_) {
      schedule.steps.back().choices.push_back(choice.value);
    }
  }
  return schedule;
}

void Walk::start() {
  const Watchdog::Busy busy(watchdog_, Watchdog::What::setup);
  trace_.start(program_.start());
  elsewhere_ = false;
}

bool Walk::arrive() {
  const std::size_t enabled_before = enabled_.size();
  nodes_.push_back({.enabled_begin = static_cast<std::uint32_t>(enabled_before)});
  watchdog_.beat(Watchdog::What::guard);
  program_.enabled(enabled_);
  watchdog_.idle();
  const auto begin = enabled_.begin() + static_cast<std::ptrdiff_t>(enabled_before);
  order_.sort(trace_, {begin, enabled_.end()});
  if (attempts_ != nullptr) {
    here_.vain_count = attempts_->put_last({begin, enabled_.end()});
    nodes_.back().vain_count = static_cast<std::uint32_t>(here_.vain_count);
  }
  here_.enabled = {begin, enabled_.end()};
  reduction_.enter(here_);
  return !here_.enabled.empty();
}

const StepReport& Walk::execute(Step step) {
  if (elsewhere_) come_back();
  asked_.reset();
  nodes_.back().explored = true;
  const StepReport& first = run(step);
  const StepReport& report =
      draws_choices_ && !first.choices.empty() ? draw_choices(step.message, first) : first;
  causes_.clear();
  program_.further_causes(step.message, causes_);
  trace_.push(report, causes_);
  if (looks_at_pending_ != 0) look_at_pending(step.message);
  return report;
}

/// Makes sure that a step has taken away no other message that could have been delivered instead.
void Walk::look_at_pending(MessageId delivered) {
  --looks_at_pending_;
  const std::span<const MessageId> pending = program_.pending();
  for (const MessageId message : enabled(nodes_.size() - 1)) {
    HARRIER_CHECK(
        message == delivered || std::ranges::find(pending, message) != pending.end(),
        "a program takes back a message; it must stay pending and be held (message, step)",
        message.index(), trace_.size());
  }
}

const StepReport& Walk::run(Step step) {
  running_choices_ = step.choices;
  watchdog_.beat(Watchdog::What::handler);
  const StepReport& report = program_.execute(step.message, step.choices);
  watchdog_.idle();
  return report;
}

/// Executes a step again until all of its choices are drawn: what there is to choose shows only
/// when it runs, and choices that nobody has made are 0.
const StepReport& Walk::draw_choices(MessageId message, const StepReport& first) {
  const StepReport* report = &first;
  variant_.clear();
  while (variant_.size() < report->choices.size()) {
    const Choice open = report->choices[variant_.size()];
    variant_.push_back({reduction_.draw_choice(open.count), open.count});
    if (variant_.back() == open) continue;
    if (Undo* const undo = program_.undo()) {
      const Watchdog::Busy busy(watchdog_, Watchdog::What::copy);
      undo->take_back();
    } else {
      elsewhere_ = true;
      come_back();
    }
    report = &run({message, variant_});
  }
  return *report;
}

void Walk::finish() {
  nodes_.back().explored = true;
  reduction_.finish(here_);
}

Walk::Left Walk::leave() {
  HARRIER_CHECK(!nodes_.empty(), "a state is left that was not entered");
  Left left;
  const Node& last = nodes_.back();
  left.abandoned = !last.explored;
  reduction_.leave(here_);
  enabled_.resize(last.enabled_begin);
  nodes_.pop_back();
  left.at_start = trace_.empty();
  if (left.at_start) {
    here_.enabled = {};
    return left;
  }
  Node& node = nodes_.back();
  here_.enabled = {enabled_.data() + node.enabled_begin, enabled_.size() - node.enabled_begin};
  here_.vain_count = node.vain_count;
  ++node.done;

  const MessageId message = trace_.back().message;
  variant_.clear();
  if (runs_variants_ && trace_.last_chose()) {
    const std::span<const Choice> choices = trace_.choices(trace_.size() - 1);
    variant_.assign(choices.begin(), choices.end());
  }
  Undo* const undo = elsewhere_ ? nullptr : program_.undo();
  if (undo != nullptr) {
    const Watchdog::Busy busy(watchdog_, Watchdog::What::copy);
    undo->take_back();
  } else {
    elsewhere_ = true;
  }
  trace_.pop();
  if (!variant_.empty() && next_variant(variant_)) {
    asked_ = Step{message, variant_};
    left.variant = &*asked_;
  }
  return left;
}

void Walk::come_back() {
  if (!elsewhere_) return;
  const Set<std::optional<std::size_t>> coming_back(repeated_, 0);
  const Watchdog::Busy busy(watchdog_, Watchdog::What::setup);
  std::size_t next = 0;
  repeat(program_, trace_, [&] {
    repeated_ = next++;
    watchdog_.beat(Watchdog::What::handler);
    ++steps_replayed_;
  });
  elsewhere_ = false;
}

void Walk::stand_by(const std::function<void()>& meanwhile) {
  elsewhere_ = true;
  meanwhile();
  const std::uint64_t replayed = steps_replayed_;
  come_back();
  steps_replayed_ = replayed;
}

void Walk::ask(const StepQuestion& question, StepAnswer& answer) {
  const Watchdog::Busy busy(watchdog_, Watchdog::What::guard);
  program_.answer(question, answer);
}

Rehearsed Walk::rehearse(std::span<const PastStep> history) {
  elsewhere_ = true;
  const Watchdog::Busy busy(watchdog_, Watchdog::What::setup);
  Rehearsed last;
  last.choices = history.back().choices;
  Replay replay(program_);
  const Set<const Trace*> rehearsing(rehearsed_, &replay.trace());
  for (const PastStep& step : history) {
    const Trace& trace = replay.trace();
    const std::size_t begin = step.sent_by == 0 ? 0 : trace[step.sent_by - 1].first_sent.index();
    const MessageId message(begin + step.position);
    HARRIER_CHECK(step.sent_by <= trace.size() && message.index() < trace.message_count(),
                  "a history delivers what it did not send", step.sent_by, step.position);
    watchdog_.beat(Watchdog::What::guard);
    if (!replay.is_enabled(message)) return last;
    std::vector<Choice> choices = step.choices;
    if (&step == &history.back()) {
      // Whether there are the same values in this past is what is asked.
      for (Choice& choice : choices) choice.count = Choice::if_it_fits;
    }
    const Set<std::span<const Choice>> chosen(running_choices_, choices);
    watchdog_.beat(Watchdog::What::handler);
    replay.execute(message, choices);
  }
  const Trace& trace = replay.trace();
  const std::size_t end = trace.size() - 1;
  last.possible = true;
  const std::span<const Choice> chosen = trace.choices(end);
  last.choices.assign(chosen.begin(), chosen.end());
  for (const ResourceAccess& one : trace.resources(end)) {
    last.touched.push_back({trace.name(one.resource), one.access});
  }
  return last;
}

std::optional<double> Walk::explored_share() const {
  double share = 0;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const auto left = reduction_.left(i, enabled(i).size());
    if (!left) return std::nullopt;
    const double done = nodes_[i].done;
    const bool goes_on = i < trace_.size() || asked_;
    const double all = done + (goes_on ? 1 : 0) + static_cast<double>(*left);
    share = all == 0 ? 0 : (done + share) / all;
  }
  return share;
}

Work Walk::take() {
  if (nodes_.size() == trace_.size()) arrive();  // the last step has failed
  // Where an execution has just ended nothing is left.
  while (enabled(nodes_.size() - 1).empty() && !asked_) {
    if (leave().at_start) break;
  }
  Work work;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const bool goes_on = i < trace_.size();
    StateWork& left = work.states.emplace_back(
        reduction_.take({.trace = trace_, .node = i, .enabled = enabled(i), .goes_on = goes_on}));
    left.asks = !goes_on && asked_;
    left.explored = nodes_[i].explored;
    if (!goes_on && !asked_) break;
    const std::span<const Choice> chosen = goes_on ? trace_.choices(i) : asked_->choices;
    Work::Onward& onward = work.path.emplace_back();
    onward.message = goes_on ? trace_[i].message : asked_->message;
    onward.name = trace_.name(onward.message);
    onward.choices.assign(chosen.begin(), chosen.end());
    if (!goes_on) continue;
    for (const ResourceAccess& one : trace_.resources(i)) {
      onward.touched.push_back({trace_.name(one.resource), one.access});
    }
  }
  return work;
}

/// Finds the message of a step on the path among those that are enabled; none where it is not.
MessageId Walk::find(const Work::Onward& step) const {
  const std::span<const MessageId> here = enabled(nodes_.size() - 1);
  const auto found = std::ranges::find_if(here, [&](MessageId message) {
    return step.message ? step.message == message : trace_.name(message) == step.name;
  });
  return found != here.end() ? *found : MessageId();
}

/// Goes to the last state on a path that the walk has entered already, for work that was shared as
/// this is; or to the start, where it enters none. Tells whether there is such a state.
bool Walk::begin_path(const Work& work) {
  const std::size_t shared_before = std::exchange(shared_, work.shared_count());
  const std::size_t standing_max = std::min({shared_before, shared_, nodes_.size()});
  std::size_t standing = std::min<std::size_t>(standing_max, 1);
  for (; standing < standing_max; ++standing) {
    const Work::Onward& onward = work.path[standing - 1];
    if (trace_.name(trace_[standing - 1].message) != onward.name) break;
    if (!same_variant(trace_.choices(standing - 1), onward.choices)) break;
  }
  while (nodes_.size() > standing) leave();
  asked_.reset();
  if (standing == 0) start();
  return standing != 0;
}

std::optional<Step> Walk::put(const Work& work,
                              const std::function<void(const StepReport&)>& executed) {
  bool entered = begin_path(work);
  reduction_.go_on_with(work);
  for (std::size_t i = trace_.size(); i < work.states.size(); ++i) {
    if (!std::exchange(entered, false)) arrive();
    nodes_.back().explored = work.states[i].explored;
    if (i == work.path.size()) {
      reduction_.put(here_, work.states[i], nullptr);
      break;
    }
    const MessageId message = find(work.path[i]);
    if (!message && !work.path[i].message) {
      throw NondeterminismError(i, "a message that could be delivered here before cannot be now");
    }
    if (!message) {
      throw UsageError("the rest of a search does not fit this program: at its step " +
                       std::to_string(i + 1) + " message " +
                       std::to_string(work.path[i].message.value) + " cannot be delivered");
    }
    const Step onward{message, work.path[i].choices};
    reduction_.put(here_, work.states[i], &onward);
    if (i + 1 == work.states.size()) return asked_ = onward;
    executed(execute(onward));
    ++steps_replayed_;
  }
  return std::nullopt;
}

}  // namespace harrier
