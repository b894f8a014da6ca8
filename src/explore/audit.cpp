// Executes an execution once more, to see that it repeats and that its order is what it seems.
#include "explore/audit.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <numeric>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/access_chains.hpp"
#include "core/parts.hpp"
#include "explore/replay.hpp"
#include "harrier/detail/exits.hpp"

namespace harrier {

namespace {

/// Returns the events in another order that respects all dependences: always the latest that can
/// come next.
std::vector<std::uint32_t> other_order(const Trace& trace) {
  std::vector<std::vector<std::uint32_t>> followers(trace.size());
  std::vector<std::uint32_t> waits_for(trace.size(), 0);
  AccessChains accesses;
  for (std::uint32_t event = 0; event < trace.size(); ++event) {
    const auto follows = [&](std::size_t earlier) {
      followers[earlier].push_back(event);
      ++waits_for[event];
    };
    for (const EventId cause : trace.causes(event)) follows(cause.index());
    for (const std::uint32_t earlier : accesses.push(trace.resources(event))) follows(earlier);
  }
  std::priority_queue<std::uint32_t> ready;
  for (std::uint32_t event = 0; event < trace.size(); ++event) {
    if (waits_for[event] == 0) ready.push(event);
  }
  std::vector<std::uint32_t> order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    for (const std::uint32_t follower : followers[order.back()]) {
      if (--waits_for[follower] == 0) ready.push(follower);
    }
  }
  return order;
}

/// A trace executed anew, its events in an order of their own, beside the first time.
class SecondTime {
 public:
  SecondTime(Program& first, const Trace& trace, Program& second, std::string_view how)
      : first_(first), trace_(trace), second_(second), again_(second), how_(how) {}

  void execute(std::span<const std::uint32_t> order, const std::function<void()>& before_each) {
    places_.resize(trace_.size());
    for (const std::uint32_t event : order) {
      before_each();
      execute(event);
    }
  }

  /// Compares messages, states and what is said about the end.
  void compare_texts() {
    Narrator& before = narrator_of(first_);
    Narrator& now = narrator_of(second_);
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      // Of actors that have one creator, the first to be created has the first name.
      if (before.actor_name(ActorId(i)) != now.actor_name(counterpart(ActorId(i)))) return;
    }
    for (std::size_t i = 0; i < trace_.message_count(); ++i) {
      const MessageId sent(i);
      const EventId by = trace_.message(sent).sent_by;
      compare(by ? by.index() : 0, (by ? step_text(by.index()) : "the set-up") + " sent",
              before.compared_message(sent), now.compared_message(counterpart(sent)));
    }
    const std::size_t last = trace_.empty() ? 0 : trace_.size() - 1;
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      compare(last, before.actor_name(ActorId(i)) + " ended in state",
              before.compared_text(ActorId(i)), now.compared_text(counterpart(ActorId(i))));
    }
  }

  void compare_fingerprints() {
    if (first_.fingerprints()->state() == second_.fingerprints()->state()) return;
    differ(trace_.empty() ? 0 : trace_.size() - 1,
           "the state at the end has another fingerprint (what hash_append adds may depend on "
           "something else)");
  }

  void compare_end_checks() {
    const auto verdict = [](const std::optional<Failure>& failure) {
      return failure ? "fails: " + failure->text : std::string("holds");
    };
    compare(trace_.empty() ? 0 : trace_.size() - 1, "the check of the end",
            verdict(standing_of(first_).check_end()), verdict(standing_of(second_).check_end()));
  }

 private:
  void execute(std::uint32_t event) {
    const MessageId message = counterpart(trace_[event].message);
    if (!again_.is_enabled(message)) differ(event, step_text(event) + " is not possible");
    try {
      again_.execute(message, trace_.choices(event));
    } catch (const NondeterminismError& error) {
      differ(event, error.what());
    }
    places_[event] = static_cast<std::uint32_t>(again_.trace().size() - 1);
    if (!is_same(event)) differ(event, step_text(event) + " did something else");
  }

  bool is_same(std::uint32_t event) const {
    const Event& before = trace_[event];
    const Event& now = again_.trace()[places_[event]];
    if (before.sent_count != now.sent_count || before.created_count != now.created_count ||
        before.object_count != now.object_count || before.failed != now.failed ||
        before.ended != now.ended) {
      return false;
    }
    for (std::uint32_t i = 0; i < before.sent_count; ++i) {
      const ActorId receiver = trace_.receiver(MessageId(before.first_sent.index() + i));
      if (counterpart(receiver) != again_.trace().receiver(MessageId(now.first_sent.index() + i))) {
        return false;
      }
    }
    return std::ranges::equal(trace_.choices(event), again_.trace().choices(places_[event])) &&
           touched(trace_, event) == touched(again_.trace(), places_[event]);
  }

  static std::vector<std::pair<std::uint64_t, Access>> touched(const Trace& trace,
                                                               std::size_t event) {
    std::vector<std::pair<std::uint64_t, Access>> all;
    for (const ResourceAccess& one : trace.resources(event)) {
      all.emplace_back(trace.name(one.resource).value, one.access);
    }
    std::ranges::sort(all);
    return all;
  }

  MessageId counterpart(MessageId message) const {
    const Trace::Message& sent = trace_.message(message);
    if (!sent.sent_by) return message;
    return MessageId(again_.trace()[places_[sent.sent_by.index()]].first_sent.index() +
                     sent.position);
  }
  ActorId counterpart(ActorId actor) const {
    const Trace::Made& made = trace_.actor(actor);
    if (!made.by) return actor;
    return ActorId(again_.trace()[places_[made.by.index()]].first_created.index() + made.position);
  }

  std::string step_text(std::size_t event) {
    const Narrator& narrator = narrator_of(first_);
    return fmt::format("{} on {}", narrator.actor_name(trace_[event].actor),
                       narrator.message_text(trace_[event].message));
  }
  void compare(std::size_t step, const std::string& what, const std::string& before,
               const std::string& now) const {
    if (before != now) differ(step, fmt::format("{} {}, not {}", what, now, before));
  }
  [[noreturn]] void differ(std::size_t step, const std::string& what) const {
    throw NondeterminismError(step, fmt::format("{}, {}", what, how_));
  }

  Program& first_;
  const Trace& trace_;
  Program& second_;
  Replay again_;
  const std::string_view how_;
  std::vector<std::uint32_t> places_;  ///< per event of the trace, its number now
};

/// What is compared beside what steps do and what is shown.
struct Compared {
  bool end_checks = false;
  bool fingerprints = false;
};

void audit(Program& program, const Trace& trace, Program& other, Compared compared,
           const std::function<void()>& before_each) {
  const auto compare = [&](std::span<const std::uint32_t> order, std::string_view how) {
    SecondTime again(program, trace, other, how);
    again.execute(order, before_each);
    again.compare_texts();
    if (compared.end_checks) again.compare_end_checks();
    if (compared.fingerprints) again.compare_fingerprints();
  };
  std::vector<std::uint32_t> order(trace.size());
  std::iota(order.begin(), order.end(), 0U);
  compare(order, "when executed again");
  const std::vector<std::uint32_t> swapped = other_order(trace);
  if (swapped == order) return;
  compare(swapped, "when executed in another order of steps that seem not to depend on each other");
}

/// What the process that audits says: the number of a step, and what differs.
std::string report_of(const ProgramFactory& make, const ProgramOptions& options,
                      std::span<const Trace> traces) {
  // Exact fingerprints differ where steps come in another order.
  const Compared compared{.end_checks = true,
                          .fingerprints = options.states == StateComparison::actors ||
                                          options.states == StateComparison::symmetric};
  try {
    const std::unique_ptr<Program> program = make(options);
    const std::unique_ptr<Program> other = make(options);
    for (const Trace& trace : traces) {
      repeat(*program, trace);
      audit(*program, trace, *other, compared, [] {});
    }
  } catch (const NondeterminismError& error) {
    return fmt::format("{} {}", error.step(), error.what());
  } catch (...) {
    // What it throws here it would have thrown before; a program that cannot be built again, too.
  }
  return {};
}

/// Reads until the other end is closed, or nothing has come for too long.
std::string read_all(int from) {
  constexpr int wait_ms = 10'000;
  std::string text;
  std::array<char, 4096> buffer{};
  pollfd waited{from, POLLIN, 0};
  while (poll(&waited, 1, wait_ms) > 0) {
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

void audit(Program& program, const Trace& trace, Program& other,
           const std::function<void()>& before_each) {
  audit(program, trace, other, Compared{}, before_each);
}

std::optional<NondeterminismError> audit_apart(const ProgramFactory& make,
                                               const ProgramOptions& options,
                                               std::span<const Trace> traces) {
  std::array<int, 2> ends{};
  if (traces.empty() || pipe(ends.data()) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const std::string report = report_of(make, options, traces);
    static_cast<void>(!write(ends[1], report.data(), report.size()));
    detail::end_process(0);
  }
  close(ends[1]);
  const std::string report = child > 0 ? read_all(ends[0]) : std::string();
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);  // it has ended, or it does not
    waitpid(child, nullptr, 0);
  }
  if (report.empty()) return std::nullopt;
  const std::size_t space = report.find(' ');
  return NondeterminismError(std::stoul(report.substr(0, space)), report.substr(space + 1));
}

}  // namespace harrier
