// A random walk that is even among classes, as far as it knows them.
#include "sampling/urw.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace harrier {

namespace {

double log_of_sum(double first, double second) {
  const auto [low, high] = std::minmax(first, second);
  return high + std::log1p(std::exp(low - high));
}

}  // namespace

/// Finds the slot of a path: its own, or the empty one that it would get.
UniformWalk::Known* UniformWalk::find(std::uint64_t path) {
  std::size_t at = path & (slots - 1);
  while (table_[at].path != 0 && table_[at].path != path) at = (at + 1) & (slots - 1);
  return &table_[at];
}

void UniformWalk::begin(const Trace& trace, Draw& draw) {
  draw_ = &draw;
  beyond_.begin(trace, draw);
  is_known_ = true;
  paths_.assign(1, 1);
  log_probabilities_.clear();
}

Sampler::Pick UniformWalk::pick(const Trace& trace, std::span<const MessageId> enabled) {
  // Where a step has chosen, the path does not say which state it leads to.
  is_known_ = is_known_ && (trace.empty() || trace.choices(trace.size() - 1).empty());
  const Known* const here = is_known_ ? find(paths_.back()) : nullptr;
  is_known_ = here != nullptr && here->visits >= visits_min && trace.size() < depth_max;
  const Pick picked = is_known_ ? pick_known(enabled) : beyond_.pick(trace, enabled);
  log_probabilities_.push_back(std::log(picked.probability));
  if (is_known_) paths_.push_back(mix(paths_.back(), enabled[picked.index].value) | 1);
  return picked;
}

Sampler::Pick UniformWalk::pick_known(std::span<const MessageId> enabled) {
  masses_.clear();
  constexpr double unknown = std::numeric_limits<double>::infinity();
  double highest = -unknown;
  for (const MessageId message : enabled) {
    const Known& behind = *find(mix(paths_.back(), message.value) | 1);
    const bool known = behind.path != 0;
    masses_.push_back(known ? behind.log_sum - std::log(behind.visits) : unknown);
    if (known) highest = std::max(highest, masses_.back());
  }
  double all = 0;
  for (double& mass : masses_) {
    mass = mass == unknown ? 1.0 : std::exp(mass - highest);  // unknown: as good as the best
    all += mass;
  }
  const double even = even_part / static_cast<double>(enabled.size());
  double left = draw_->unit();
  Pick pick;
  for (pick.index = 0;; ++pick.index) {
    pick.probability = even + (1 - even_part) * masses_[pick.index] / all;
    left -= pick.probability;
    if (left < 0 || pick.index + 1 == enabled.size()) return pick;
  }
}

void UniformWalk::end(const Trace& trace, double log_share) {
  // From the end to the start: the share of its class, by what was drawn from there on.
  double log_weight = log_share;
  for (std::size_t i = trace.size(); i-- > 0;) {
    for (const Choice& choice : trace.choices(i)) log_weight += std::log(choice.count);
    if (i + 1 < paths_.size()) add(paths_[i + 1], log_weight);
    log_weight -= log_probabilities_[i];
  }
  add(paths_.front(), log_weight);
}

void UniformWalk::add(std::uint64_t path, double log_weight) {
  Known* const known = find(path);
  if (known->path != 0) {
    known->log_sum = log_of_sum(known->log_sum, log_weight);
    ++known->visits;
  } else if (4 * used_ < 3 * slots) {
    *known = {.path = path, .visits = 1, .log_sum = log_weight};
    ++used_;
  }
}

}  // namespace harrier
