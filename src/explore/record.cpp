// Runs one execution again and tells all that can be seen of it: states, mailboxes, causes.
#include "explore/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "core/parts.hpp"
#include "explore/narrate.hpp"
#include "explore/registries.hpp"
#include "explore/replay.hpp"

namespace harrier {

namespace {

// Thousands of steps may read what one step writes; the nearest are what a reader follows.
constexpr std::ptrdiff_t conflicts_max = 16;

/// Who touched a resource last: with whom the next access may conflict.
struct LastAccesses {
  std::vector<std::size_t> current;   ///< steps that accessed it in the same way, ascending
  std::vector<std::size_t> previous;  ///< those before them, in another way
  Access access = Access::write;

  /// Notes an access of a step; returns the steps that it conflicts with.
  std::vector<std::size_t> add(std::size_t step, Access how) {
    if (!current.empty() && current.back() == step) return {};
    if (!current.empty() && !conflict(access, how)) {
      current.push_back(step);
      return previous;
    }
    if (std::ssize(current) > conflicts_max) {
      current.erase(current.begin(), current.end() - conflicts_max);
    }
    previous = std::exchange(current, {step});
    access = how;
    return previous;
  }
};

class Recording {
 public:
  Recording(Program& program, Recorder& recorder, Watchdog& watchdog)
      : program_(program), recorder_(recorder), watchdog_(watchdog), execution_(program) {
    watchdog_.beat(Watchdog::What::text);
    recorder_.start(news());
  }

  void execute(const ScheduledStep& scheduled) {
    const std::size_t number = trace().size() + 1;
    if (!execution_.is_pending(scheduled.message) || !execution_.is_enabled(scheduled.message)) {
      throw NondeterminismError(number - 1, fmt::format("message {} cannot be delivered at step {}",
                                                        scheduled.message.value, number));
    }
    RecordedStep step;
    const ActorId actor = trace().receiver(scheduled.message);
    step.actor = actor.index();
    step.name = trace().name(scheduled.message);
    watchdog_.beat(Watchdog::What::text);
    step.before = narrator().actor_text(actor);
    watchdog_.beat(Watchdog::What::handler);
    const StepReport& report = execution_.execute(scheduled.message, as_choices(scheduled.choices));
    watchdog_.beat(Watchdog::What::text);
    step.text = describe_step(program_, trace(), report);
    step.after = narrator().actor_text(actor);
    add_causes(step);
    add_touched(step);
    recorder_.add(step, news());
  }

 private:
  const Trace& trace() const { return execution_.trace(); }
  Narrator& narrator() { return narrator_of(program_); }
  Standing& standing() { return standing_of(program_); }

  void add_causes(RecordedStep& step) const {
    for (const EventId cause : trace().causes(trace().size() - 1)) {
      step.causes.push_back(cause.index() + 1);
    }
    std::ranges::sort(step.causes);
    const auto repeated = std::ranges::unique(step.causes);
    step.causes.erase(repeated.begin(), repeated.end());
  }

  void add_touched(RecordedStep& step) {
    for (const ResourceAccess& access : trace().resources(trace().size() - 1)) {
      step.touched.push_back(
          {.name = narrator().resource_text(access.resource),
           .access = access.access,
           .conflicts = accesses_[access.resource].add(trace().size(), access.access)});
    }
  }

  RecordedNews news() {
    RecordedNews news;
    for (; actor_count_ < trace().actor_count(); ++actor_count_) {
      news.actors.push_back(narrator().actor_name(ActorId(actor_count_)));
    }
    add_messages(news);
    add_holds(news);
    news.printed = narrator().printed();
    return news;
  }

  /// What a step adds is at the end of what is pending.
  void add_messages(RecordedNews& news) {
    const std::span<const MessageId> pending = program_.pending();
    known_.resize(trace().message_count());
    std::size_t first = pending.size();
    while (first > 0 && !known_[pending[first - 1].index()]) --first;
    for (const MessageId id : pending.subspan(first)) {
      known_[id.index()] = true;
      const EventId sender = trace().message(id).sent_by;
      news.messages.push_back({.id = id,
                               .sent_by = sender ? sender.index() + 1 : 0,
                               .receiver = trace().receiver(id).index(),
                               .from = narrator().sender_name(id),
                               .text = narrator().message_text(id),
                               .continues = standing().continues(id)});
    }
  }

  void add_holds(RecordedNews& news) {
    enabled_.clear();
    program_.enabled(enabled_);
    std::vector<bool> is_enabled(trace().message_count());
    for (const MessageId id : enabled_) is_enabled[id.index()] = true;
    held_.resize(trace().message_count());
    for (const MessageId id : program_.pending()) {
      if (held_[id.index()] == !is_enabled[id.index()]) continue;
      held_[id.index()] = !is_enabled[id.index()];
      news.holds.push_back({id, is_enabled[id.index()] ? Hold::none : standing().hold(id)});
    }
  }

  Program& program_;
  Recorder& recorder_;
  Watchdog& watchdog_;
  Replay execution_;
  std::size_t actor_count_ = 0;
  std::vector<bool> known_;  ///< per message: it was told of
  std::vector<bool> held_;   ///< per message: it could not be delivered
  std::vector<MessageId> enabled_;
  std::map<Resource, LastAccesses> accesses_;
};

}  // namespace

void record(const ProgramFactory& make, const Schedule& schedule, const CheckOptions& options,
            Recorder& recorder, Watchdog& watchdog) {
  const Watchdog::Busy busy(watchdog, Watchdog::What::setup);
  const std::unique_ptr<Program> program = make(program_options(options, Backtrack::replay));
  Recording recording(*program, recorder, watchdog);
  for (const ScheduledStep& step : schedule.steps) recording.execute(step);
}

}  // namespace harrier
