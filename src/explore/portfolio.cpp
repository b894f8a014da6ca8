// Explorations that are made of several searches: bounds one after the other, a portfolio.
#include "explore/portfolio.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "explore/findings.hpp"
#include "explore/limits.hpp"
#include "explore/registries.hpp"
#include "explore/searches.hpp"
#include "property/groups.hpp"

namespace harrier {

namespace {

/// How the portfolio splits its time: the share of what is left when a search begins.
struct Share {
  std::string_view search;
  double of_left = 0;
};
constexpr std::array samplers{Share{"pos", 0.25}, Share{"tapct", 0.33}, Share{"pct", 0.5},
                              Share{"random", 1.0}};
constexpr double bounded_share = 0.2;

/// The part of the time that the probes may take.
constexpr double probing_share = 0.05;
constexpr double probing_seconds_max = 2;

/// Adds one search after the other to one result.
class Parts {
 public:
  Parts(const CheckOptions& options, const RunSearch& run) : options_(options), run_(run) {}

  /// Runs a search for at most so long; 0: no bound. Tells whether another one makes sense.
  bool add(std::string_view search, std::optional<std::uint64_t> bound, double seconds_max) {
    CheckOptions options = options_;
    options.search = search;
    options.seconds_max = seconds_max;
    if (options.executions_max != 0) options.executions_max -= total_.executions;
    if (bound && bounds_depth(search)) options.depth_max = *bound;
    if (options_.on_progress) {
      options.on_progress = [&](Progress now) {
        now.executions += total_.executions;
        now.blocked += total_.blocked;
        now.steps += total_.steps;
        now.seconds += total_.seconds;
        if (!now.estimate) now.estimate = total_.estimate;
        options_.on_progress(now);
      };
    }
    const std::uint64_t known = classes_->seen().distinct;
    // A sampler names the classes itself; it may need to know more of them.
    const bool is_sampler = !search.empty() && search_kind(search) == SearchKind::sampler;
    CheckResult result =
        is_sampler
            ? run_.draw(options, make_sampled(options, search, classes_))
            : run_.explore(options,
                           search.empty() ? make_reduction(options)
                                          : make_search(options, search, bound.value_or(0), {}),
                           [&](const State& state) { classes_->add(names_.of(state.trace)); });
    SearchPart part{.search = search.empty() ? options.reduction : std::string(search),
                    .bound = bound,
                    .ended = has_ended(result),
                    .executions = result.executions,
                    .distinct = classes_->seen().distinct - known,
                    .seconds = result.seconds};
    if (!result.parts.empty()) part.guarantee = std::move(result.parts.front().guarantee);
    total_.parts.push_back(std::move(part));
    merge(std::move(result));
    return !is_over();
  }

  /// Tells whether no other search can change what is known, or none is allowed.
  bool is_over() const {
    using Why = Incomplete::Why;
    if (total_.complete || total_.verdict == Verdict::nondeterminism) return true;
    if (!violations_.empty() && !options_.keep_going) return true;
    const Why why = total_.incomplete.why;
    const bool out_of_time =
        why == Why::seconds_max && options_.seconds_max > 0 && seconds_left() <= 0;
    return out_of_time || why == Why::interrupted || why == Why::memory || why == Why::crash ||
           (options_.executions_max != 0 && total_.executions >= options_.executions_max);
  }

  double seconds_left() const { return options_.seconds_max - total_.seconds; }
  /// Returns what is known so far but for the findings.
  const CheckResult& total() const { return total_; }
  /// Begins to count anew, as if the next search were the first, and returns what there was.
  CheckResult begin_anew() {
    CheckResult before = take();
    total_ = {};
    total_.estimate = before.estimate;
    violations_ = Findings();
    warnings_ = Findings(warnings_kept_max);
    return before;
  }
  /// Adds what was found in executions that are not among those counted.
  void add_uncounted(CheckResult&& other) {
    for (Violation& one : other.violations) violations_.merge(std::move(one), 0);
    for (Violation& one : other.warnings) warnings_.merge(std::move(one), 0);
  }
  CheckResult take();

 private:
  static bool has_ended(const CheckResult& result) {
    using Why = Incomplete::Why;
    const Why why = result.incomplete.why;
    return why == Why::none || why == Why::covers_part || why == Why::depth_max;
  }
  void merge(CheckResult&& part);
  void merge_findings(CheckResult& part);

  const CheckOptions& options_;
  const RunSearch& run_;
  const std::shared_ptr<ClassTable> classes_ = std::make_shared<ClassTable>();
  ClassNames names_;
  Findings violations_;
  Findings warnings_{warnings_kept_max};
  CheckResult total_;  ///< without them
};

/// Adds the races that were found before to those of a part.
void merge_races(std::vector<RaceCount>& races, const std::vector<RaceCount>& before) {
  for (const RaceCount& one : before) {
    const auto same = std::ranges::find_if(races, [&](const RaceCount& other) {
      return std::tie(other.field, other.first, other.second) ==
             std::tie(one.field, one.first, one.second);
    });
    if (same == races.end()) {
      races.push_back(one);
      continue;
    }
    same->found += one.found;
    same->reversed += one.reversed;
    same->both_ways |= one.both_ways;
    if (same->both_ways || same->always_first != one.always_first) same->always_first.clear();
  }
}

void Parts::merge(CheckResult&& part) {
  merge_findings(part);
  part.executions += total_.executions;
  part.blocked += total_.blocked;
  part.infeasible += total_.infeasible;
  part.audited += total_.audited;
  part.steps += total_.steps;
  part.steps_replayed += total_.steps_replayed;
  part.depth_max = std::max(part.depth_max, total_.depth_max);
  part.seconds += total_.seconds;
  part.threads = std::max(part.threads, total_.threads);
  if (!part.estimate) part.estimate = total_.estimate;
  merge_races(part.races, total_.races);
  part.parts = std::move(total_.parts);
  part.seen = classes_->seen();
  total_ = std::move(part);
}

/// Takes the findings out of a part; one that did not show again is from then on named by its place
/// among all.
void Parts::merge_findings(CheckResult& part) {
  const bool names_one = part.incomplete.why == Incomplete::Why::not_confirmed;
  const std::string unconfirmed =
      names_one ? group_of(part.violations.at(part.incomplete.violation).finding) : std::string();
  for (Violation& one : std::exchange(part.violations, {})) {
    const std::uint64_t count = one.count;
    violations_.merge(std::move(one), count);
  }
  for (Violation& one : std::exchange(part.warnings, {})) {
    const std::uint64_t count = one.count;
    warnings_.merge(std::move(one), count);
  }
  if (!names_one) return;
  const std::vector<Violation>& kept = violations_.kept();
  const auto named = std::ranges::find_if(
      kept, [&](const Violation& one) { return group_of(one.finding) == unconfirmed; });
  part.incomplete.violation = static_cast<std::size_t>(named - kept.begin());
}

CheckResult Parts::take() {
  total_.violations = violations_.take();
  total_.warnings = warnings_.take();
  if (total_.verdict != Verdict::nondeterminism) {
    total_.verdict = !total_.violations.empty() ? Verdict::violation
                     : total_.complete          ? Verdict::ok
                                                : Verdict::incomplete;
  }
  return std::move(total_);
}

/// Goes from bound to bound as long as there is time.
void add_bounds(Parts& parts, const CheckOptions& options, std::string_view search,
                std::span<const std::uint64_t> bounds, double seconds_max) {
  const double left_after = parts.seconds_left() - seconds_max;
  for (const std::uint64_t bound : bounds) {
    const double left = parts.seconds_left() - left_after;
    if (options.seconds_max > 0 && left <= 0) return;
    if (!parts.add(search, bound, options.seconds_max > 0 ? left : 0)) return;
  }
}

/// Probes; explores everything where there is time for that, and otherwise splits the time up.
void add_portfolio(Parts& parts, const CheckOptions& options) {
  const double probing = std::min(probing_share * options.seconds_max, probing_seconds_max);
  if (!parts.add("actors", std::nullopt, probing)) return;
  const CheckResult& probed = parts.total();
  const double rate = static_cast<double>(probed.executions) / std::max(probed.seconds, 1e-9);
  const double classes = probed.estimate ? probed.estimate->classes : 0;
  if (classes <= rate * parts.seconds_left()) {
    const double seconds_left = parts.seconds_left();
    CheckResult probes = parts.begin_anew();
    parts.add({}, std::nullopt, seconds_left);
    // A complete exploration has met all of it, and in executions that do not depend on how far the
    // probes came.
    if (!parts.total().complete) parts.add_uncounted(std::move(probes));
    return;
  }
  const std::array<std::uint64_t, 6> bounds{0, 1, 2, 3, 4, 5};
  add_bounds(parts, options, "delay", bounds, bounded_share * parts.seconds_left());
  for (const Share& share : samplers) {
    const double left = parts.seconds_left();
    if (parts.is_over() || left <= 0) return;
    parts.add(share.search, std::nullopt, share.of_left * left);
  }
}

}  // namespace

CheckResult run_searches(const CheckOptions& options, const RunSearch& run) {
  require_fitting(options);
  Parts parts(options, run);
  switch (search_kind(options.search)) {
    case SearchKind::sampler:
      parts.add(options.search, std::nullopt, options.seconds_max);
      break;
    case SearchKind::bounded:
      add_bounds(parts, options, options.search,
                 options.bounds.empty() ? default_bounds(options.search) : options.bounds,
                 options.seconds_max);
      break;
    case SearchKind::portfolio:
      add_portfolio(parts, options);
      break;
  }
  return parts.take();
}

}  // namespace harrier
