// What a report says about the states of the actors in an execution.
#include "tools/state_notes.hpp"

#include <exception>

#include "harrier/detail/exits.hpp"
#include "report/state_changes.hpp"

namespace harrier::tools {

namespace {

/// Puts states beside the steps that change them.
class StatesBeside final : public Recorder {
 public:
  explicit StatesBeside(Json& steps) : steps_(steps) {}

  void start(const RecordedNews&) override {}
  void add(const RecordedStep& step, const RecordedNews& news) override {
    const std::size_t index = next_++;
    if (index >= steps_.size()) return;
    if (step.before != step.after) {
      steps_[index]["state_before"] = step.before;
      steps_[index]["state_after"] = step.after;
    }
    if (!news.printed.empty()) steps_[index]["prints"] = news.printed;
  }

 private:
  Json& steps_;
  std::size_t next_ = 0;
};

}  // namespace

std::string state_notes(const ProgramFactory& make, const CheckOptions& options,
                        const ReportOptions& reporting, const Schedule& schedule) {
  StateChanges changes(reporting);
  Watchdog nobody_looks;
  try {
    record(make, schedule, options, changes, nobody_looks);
  } catch (const NondeterminismError&) {
    return {};  // the report says so
  }
  const std::string lines = changes.text();
  return lines.empty() ? lines : "states:\n" + lines;
}

void add_states(const ProgramFactory& make, const CheckOptions& options, const Schedule& schedule,
                Json& steps) {
  // States may be large, and there is one of them for each step.
  constexpr std::size_t steps_max = 1'000;
  if (schedule.steps.size() > steps_max) return;
  const auto exited = detail::run_until_exit([&] {
    try {
      StatesBeside states(steps);
      Watchdog nobody_looks;
      record(make, schedule, options, states, nobody_looks);
    } catch (const std::exception&) {  // what does not show again has no states
    }
  });
  static_cast<void>(exited);
}

}  // namespace harrier::tools
