// What an exploration has come to, as far as that can be added up without running its program.
#include "cluster/tally.hpp"

#include <algorithm>
#include <tuple>

#include "explore/totals.hpp"
#include "harrier/schedule.hpp"
#include "property/groups.hpp"

namespace harrier {

namespace {

using Found = Tally::Found;

void merge(std::vector<Found>& into, const Found& other) {
  const auto at = std::ranges::lower_bound(into, other.group, {}, &Found::group);
  if (at == into.end() || at->group != other.group) {
    into.insert(at, other);
    return;
  }
  const auto rank = [](const Found& one) {
    return std::tuple(Schedule::parse(one.schedule).steps.size(), std::string_view(one.schedule));
  };
  at->count += other.count;
  at->count_stopped |= other.count_stopped;
  if (at->schedule != other.schedule && rank(other) < rank(*at)) at->schedule = other.schedule;
}

void write_found(WorkWriter& writer, const std::vector<Found>& found) {
  writer.list(found, [&](const Found& one) {
    writer.text(one.group);
    writer.text(one.schedule);
    writer.number(one.count);
    writer.number(one.count_stopped ? 1 : 0);
  });
}

std::vector<Found> read_found(WorkReader& reader) {
  std::vector<Found> found;
  reader.list<int>([&] {
    Found one;
    one.group = reader.text();
    one.schedule = Schedule::parse(reader.text()).text();
    one.count = reader.number();
    one.count_stopped = reader.number(1) != 0;
    merge(found, one);
    return 0;
  });
  return found;
}

}  // namespace

Tally Tally::of(const Search::Portion& portion) {
  const CheckResult& result = portion.result;
  Tally tally;
  tally.executions = result.executions;
  tally.blocked = result.blocked;
  tally.infeasible = result.infeasible;
  tally.steps = result.steps;
  tally.steps_replayed = result.steps_replayed;
  tally.depth_max = result.depth_max;
  tally.cut = portion.cut;
  tally.coverage = result.coverage;
  for (std::size_t i = 0; i < result.violations.size(); ++i) {
    const Violation& one = result.violations[i];
    merge(tally.violations,
          {group_of(one.finding), one.schedule.text(), portion.counts[i], one.count_stopped});
  }
  for (const Violation& one : result.warnings) {
    merge(tally.warnings,
          {group_of(one.finding), one.schedule.text(), one.count, one.count_stopped});
  }
  tally.differs = result.verdict == Verdict::nondeterminism;
  if (tally.differs || !goes_on_elsewhere(result.incomplete.why)) tally.over = result.incomplete;
  return tally;
}

void Tally::add(const Tally& other) {
  executions += other.executions;
  blocked += other.blocked;
  infeasible += other.infeasible;
  steps += other.steps;
  steps_replayed += other.steps_replayed;
  depth_max = std::max(depth_max, other.depth_max);
  cut += other.cut;
  if (coverage.is_all()) coverage = other.coverage;
  for (const Found& one : other.violations) merge(violations, one);
  for (const Found& one : other.warnings) merge(warnings, one);
  if (is_over()) return;
  over = other.over;
  differs = other.differs;
}

void Tally::write(WorkWriter& writer) const {
  for (const std::uint64_t number :
       {executions, blocked, infeasible, steps, steps_replayed, depth_max, cut}) {
    writer.number(number);
  }
  writer.number(static_cast<std::uint64_t>(coverage.kind));
  writer.text(coverage.which);
  write_found(writer, violations);
  write_found(writer, warnings);
}

Tally Tally::read(WorkReader& reader) {
  Tally tally;
  for (std::uint64_t* const number :
       {&tally.executions, &tally.blocked, &tally.infeasible, &tally.steps, &tally.steps_replayed,
        &tally.depth_max, &tally.cut}) {
    *number = reader.number();
  }
  tally.coverage.kind =
      static_cast<Coverage::Kind>(reader.number(static_cast<std::uint64_t>(Coverage::Kind::part)));
  tally.coverage.which = reader.text();
  tally.violations = read_found(reader);
  tally.warnings = read_found(reader);
  return tally;
}

void Tally::write_over(WorkWriter& writer) const {
  writer.number(static_cast<std::uint64_t>(over.why));
  writer.number(over.bound);
  writer.number(over.cut);
  writer.number(over.step);
  writer.text(over.what);
  writer.number(differs ? 1 : 0);
}

void Tally::read_over(WorkReader& reader) {
  over.why = static_cast<Incomplete::Why>(
      reader.number(static_cast<std::uint64_t>(Incomplete::Why::crash)));
  over.bound = reader.number();
  over.cut = reader.number();
  over.step = reader.number();
  over.what = reader.text();
  differs = reader.number(1) != 0;
}

}  // namespace harrier
