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
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "core/parts.hpp"
#include "explore/audit_orders.hpp"
#include "explore/changed_globals.hpp"
#include "explore/registries.hpp"
#include "explore/replay.hpp"
#include "harrier/detail/exits.hpp"

namespace harrier {

namespace {

/// A trace executed anew, its events in an order of their own, beside the first time.
class SecondTime {
 public:
  SecondTime(Program& first, const Trace& trace, Program& second, std::string_view how)
      : first_(first), trace_(trace), second_(second), again_(second), how_(how) {}

  void execute(std::span<const std::uint32_t> order, const std::function<void()>& before_each) {
    places_.resize(trace_.size());
    for (const std::uint32_t event : order) {
      if (before_each) before_each();
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
      const StepReport& report = again_.execute(message, trace_.choices(event));
      if (report.failure != nullptr && !trace_[event].failed) {
        differ(event, step_text(event) + " fails: " + report.failure->text);
      }
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
        before.ended != now.ended || before.infeasible != now.infeasible) {
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

/// The pairs of steps that are executed the other way round, as neighbours.
struct Pairs {
  enum class Which : unsigned char { none, drawn, all };
  Which which = Which::none;
  std::uint32_t seed = 0;
};

/// Compares executions of a trace in several orders.
class Comparison {
 public:
  Comparison(Program& program, const Trace& trace, Program& other, Compared compared,
             const std::function<void()>& before_each)
      : program_(program),
        trace_(trace),
        other_(other),
        compared_(compared),
        before_each_(before_each) {}

  void compare(Pairs pairs) const {
    EventOrder order(trace_.size());
    std::iota(order.begin(), order.end(), 0U);
    compare(order, "when executed again");
    const AuditOrders orders(trace_);
    if (const EventOrder reversed = orders.reversed(); reversed != order) {
      compare(reversed, in_another_order);
    }
    if (pairs.which == Pairs::Which::drawn) compare_drawn(orders, pairs.seed);
    if (pairs.which != Pairs::Which::all) return;
    for (std::uint64_t pair = 0; pair < orders.pair_count(); ++pair) {
      for (const bool early : {true, false}) {
        if (const auto swapped = orders.swapped(pair, early)) compare(*swapped, in_another_order);
      }
    }
  }

 private:
  static constexpr std::string_view in_another_order =
      "when executed in another order of steps that seem not to depend on each other";

  /// Compares one pair executed early and one executed late.
  void compare_drawn(const AuditOrders& orders, std::uint32_t seed) const {
    constexpr int draws_max = 8;
    if (orders.pair_count() == 0) return;
    std::minstd_rand draw(seed + 1);
    for (const bool early : {true, false}) {
      for (int i = 0; i < draws_max; ++i) {
        const auto swapped = orders.swapped(draw() % orders.pair_count(), early);
        if (!swapped) continue;
        compare(*swapped, in_another_order);
        break;
      }
    }
  }

  void compare(const EventOrder& order, std::string_view how) const {
    SecondTime again(program_, trace_, other_, how);
    again.execute(order, before_each_);
    again.compare_texts();
    if (compared_.end_checks) again.compare_end_checks();
    if (compared_.fingerprints) again.compare_fingerprints();
  }

  Program& program_;
  const Trace& trace_;
  Program& other_;
  const Compared compared_;
  const std::function<void()> before_each_;
};

/// Says what differs, and which variables of the program changed where nobody saw it.
std::string with_culprits(const NondeterminismError& error, Program& program, const Trace& trace) {
  std::string text = error.what();
  const std::vector<std::string> globals = globals_changed_by(program, trace);
  if (globals.empty()) return text;
  return fmt::format("{}; what steps change and nobody records is {}", text,
                     base::join(globals, " and "));
}

/// Tells whether nothing can be delivered, so that the end may be checked.
bool has_ended(Program& program) {
  std::vector<MessageId> enabled;
  program.enabled(enabled);
  return enabled.empty();
}

constexpr char all_is_well = '.';

/// Looks at traces in a process of its own: says that each is well, or the number of a step and
/// what differs.
void audit_to(int out, const ProgramFactory& make, const ProgramOptions& options,
              std::span<const Trace> traces) {
  const auto say = [out](std::string_view text) {
    static_cast<void>(!write(out, text.data(), text.size()));
  };
  // Exact fingerprints differ where steps come in another order.
  const bool fingerprints =
      options.states == StateComparison::actors || options.states == StateComparison::symmetric;
  ProgramOptions audited = options;
  audited.audit = true;
  try {
    const std::unique_ptr<Program> program = make(options);
    const std::unique_ptr<Program> other = make(audited);
    std::uint32_t number = 0;
    for (const Trace& trace : traces) {
      try {
        repeat(*program, trace);
        const Comparison comparison(
            *program, trace, *other,
            {.end_checks = has_ended(*program), .fingerprints = fingerprints}, {});
        comparison.compare({.which = Pairs::Which::drawn, .seed = number++});
      } catch (const NondeterminismError& error) {
        return say(fmt::format("{} {}", error.step(), with_culprits(error, *other, trace)));
      }
      say({&all_is_well, 1});
    }
  } catch (...) {
    // What it throws here it would have thrown before; a program that cannot be built again, too.
  }
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

void audit(Program& program, const Trace& trace, Program& other, bool pairs,
           const std::function<void()>& before_each) {
  const Comparison comparison(program, trace, other, Compared{}, before_each);
  comparison.compare({.which = pairs ? Pairs::Which::all : Pairs::Which::none});
}

void audit_some(const ProgramFactory& make, const CheckOptions& options,
                std::span<const Trace> traces, CheckResult& result) {
  std::array<int, 2> ends{};
  if (traces.empty() || pipe(ends.data()) != 0) return;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    audit_to(ends[1], make, program_options(options, Backtrack::replay), traces);
    detail::end_process(0);
  }
  close(ends[1]);
  const std::string report = child > 0 ? read_all(ends[0]) : std::string();
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);  // it has ended, or it does not
    waitpid(child, nullptr, 0);
  }
  const std::size_t well = std::min(report.find_first_not_of(all_is_well), report.size());
  result.audited += well;
  const std::size_t space = report.find(' ', well);
  if (space == std::string::npos) return;
  result.verdict = Verdict::nondeterminism;
  result.complete = false;
  result.incomplete = {.why = Incomplete::Why::differs,
                       .step = std::stoul(report.substr(well, space - well)) + 1,
                       .what = report.substr(space + 1)};
}

}  // namespace harrier
