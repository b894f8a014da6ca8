// Makes the violations of a result short and explains them, whatever the program does meanwhile.
#include <memory>
#include <utility>

#include "explain/budget.hpp"
#include "harrier/detail/exits.hpp"
#include "harrier/explain.hpp"
#include "harrier/unsupported.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

/// Half of an effort, of which there are two to make.
Effort half(const Effort& effort) {
  return {.seconds_max = effort.seconds_max / 2,
          .steps_max = effort.steps_max == 0 ? 0 : effort.steps_max / 2 + 1};
}

/// What is said of a longer execution nobody reads, and it takes as much memory again.
constexpr std::size_t explained_steps_max = 10'000;

/// A hang or a crash ends the execution that would show it again.
bool can_be_explained(const Violation& violation) {
  return violation.schedule.steps.size() <= explained_steps_max &&
         violation.kind() != ViolationKind::hang && violation.kind() != ViolationKind::crash &&
         violation.kind() != ViolationKind::endless &&
         !std::holds_alternative<FailedProgram>(violation.finding);
}

Explained explain_one(const ProgramFactory& make, const Violation& violation,
                      const CheckOptions& options, const ExplainOptions& how) {
  Explained found;
  if (how.shortest) found.shortest = minimise(make, violation, options, half(how.effort));
  if (how.why) {
    const Violation& shown = found.shortest ? found.shortest->violation : violation;
    found.why = explain(make, shown, options, half(how.effort));
  }
  return found;
}

/// Explains one violation; none where the program does not do again what it did.
std::optional<Explained> try_one(const ProgramFactory& make, const Violation& violation,
                                 const CheckOptions& options, const ExplainOptions& how) {
  if (!can_be_explained(violation)) return std::nullopt;
  constexpr int attempts = 3;  // a program may find out how it is to be run
  for (int i = 0; i < attempts; ++i) {
    try {
      return explain_one(make, violation, options, how);
    } catch (const StartAgain&) {
      continue;
    } catch (const NondeterminismError&) {
    } catch (const ProgramError&) {
    } catch (const UnsupportedError&) {
    } catch (const UsageError&) {  // a schedule that does not fit any more
    } catch (const std::bad_alloc&) {
    }
    break;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<Explained>> explain_violations(const ProgramFactory& make,
                                                         CheckResult& result,
                                                         const CheckOptions& options,
                                                         const ExplainOptions& how) {
  const Budget all({.seconds_max = how.seconds_max}, options.interrupt);
  std::vector<std::optional<Explained>> found(result.violations.size());
  for (std::size_t i = 0; i < found.size() && !all.is_over(); ++i) {
    const bool exited = detail::run_until_exit([&] {
                          found[i] = try_one(make, result.violations[i], options, how);
                        }).has_value();
    if (exited) break;
    if (found[i] && found[i]->shortest) result.violations[i] = found[i]->shortest->violation;
  }
  return found;
}

}  // namespace harrier
