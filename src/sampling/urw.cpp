// A random walk that is even among classes, as far as it knows them.
#include "sampling/urw.hpp"

#include <algorithm>
#include <cmath>

namespace harrier {

namespace {

/// Weights are kept in this range of logarithms around the first one: far from what a double is.
constexpr double log_weight_max = 300;
constexpr double product_min = 1e-200;

}  // namespace

/// Finds the slot of a path that goes on from another: its own, or the empty one that it would get.
/// All paths that go on from one lie together, most of them in a place of their own.
UniformWalk::Known* UniformWalk::find(std::uint64_t from, std::uint64_t path) {
  std::size_t at = (from + path / 2 % places) & (slots - 1);
  while (table_[at].path != 0 && table_[at].path != path) at = (at + 1) & (slots - 1);
  return &table_[at];
}

void UniformWalk::begin(const Trace& trace, Draw& draw) {
  draw_ = &draw;
  beyond_.begin(trace, draw);
  is_known_ = true;
  paths_.assign(1, 1);
  probabilities_.clear();
  log_beyond_ = 0;
  product_ = 1;
}

Sampler::Pick UniformWalk::pick(const Trace& trace, std::span<const MessageId> enabled) {
  // Where a step has chosen, the path does not say which state it leads to.
  is_known_ = is_known_ && (trace.empty() || trace.choices(trace.size() - 1).empty());
  if (is_known_) {
    const std::uint64_t from = paths_.size() > 1 ? paths_[paths_.size() - 2] : 0;
    const Known& here = *find(from, paths_.back());
    is_known_ = here.visits >= visits_min && trace.size() < depth_max;
  }
  if (is_known_) {
    const Pick picked = pick_known(enabled);
    probabilities_.push_back(picked.probability);
    paths_.push_back(mix(paths_.back(), enabled[picked.index].value) | 1);
    return picked;
  }
  const Pick picked = beyond_.pick(trace, enabled);
  product_ *= picked.probability;
  if (product_ < product_min) {
    log_beyond_ += std::log(product_);
    product_ = 1;
  }
  return picked;
}

Sampler::Pick UniformWalk::pick_known(std::span<const MessageId> enabled) {
  masses_.resize(enabled.size());
  constexpr double unknown = -1;
  double highest = 0;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const Known& behind = *find(paths_.back(), mix(paths_.back(), enabled[i].value) | 1);
    masses_[i] = behind.path != 0 ? behind.mean : unknown;
    highest = std::max(highest, masses_[i]);
  }
  if (highest <= 0) highest = 1;
  double all = 0;
  for (double& mass : masses_) {
    if (mass == unknown) mass = highest;  // as good as the best
    all += mass;
  }
  const double even = even_part / static_cast<double>(enabled.size());
  const double scale = (1 - even_part) / all;
  double left = draw_->unit();
  Pick pick;
  for (pick.index = 0;; ++pick.index) {
    pick.probability = even + scale * masses_[pick.index];
    left -= pick.probability;
    if (left < 0 || pick.index + 1 == enabled.size()) return pick;
  }
}

void UniformWalk::end(const Trace& trace, double log_share) {
  // From the end to the start: the share of its class, by what was drawn from there on.
  double log_weight = log_share - log_beyond_ - std::log(product_);
  const auto add_choices = [&](std::size_t event) {
    for (const Choice& choice : trace.choices(event)) log_weight += std::log(choice.count);
  };
  for (std::size_t i = trace.size(); i-- > probabilities_.size();) add_choices(i);
  for (std::size_t i = probabilities_.size(); i-- > 0;) {
    add_choices(i);
    add(paths_[i], paths_[i + 1], log_weight);
    log_weight -= std::log(probabilities_[i]);
  }
  add(0, paths_.front(), log_weight);
}

void UniformWalk::add(std::uint64_t from, std::uint64_t path, double log_weight) {
  if (!log_scale_) log_scale_ = log_weight;
  const double weight =
      std::exp(std::clamp(log_weight - *log_scale_, -log_weight_max, log_weight_max));
  Known* const known = find(from, path);
  if (known->path != 0) {
    ++known->visits;
    known->mean += (weight - known->mean) / known->visits;
  } else if (2 * used_ < slots) {
    *known = {.path = path, .visits = 1, .mean = weight};
    ++used_;
  }
}

}  // namespace harrier
