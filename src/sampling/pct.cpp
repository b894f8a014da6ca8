// Probabilistic concurrency testing over chains of messages.
#include "sampling/pct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace harrier {

ChainPriorities::ChainPriorities(std::uint64_t bug_depth) : bug_depth_(bug_depth) {
  all_.drawn.resize(bug_depth + 1);
  some_.drawn.resize(bug_depth + 1);
}

void ChainPriorities::begin(const Trace& trace, Draw& draw) {
  draw_ = &draw;
  key_ = draw.next();
  depth_ = 1 + number_++ % bug_depth_;
  known_ = takes_all() ? &all_ : &some_;
  chains_.clear();
  priorities_.clear();
  candidates_ = 0;
  change_points_.clear();
  for (std::uint64_t i = 1; i < depth_ && known_->candidates_max > 0; ++i) {
    change_points_.push_back(draw.below(known_->candidates_max));
  }
  add_sent(trace);
}

void ChainPriorities::add_sent(const Trace& trace) {
  chains_.extend(trace, [&](MessageId message, std::uint32_t chain) {
    // A chain's own priority is above those of the change points.
    if (chain == priorities_.size()) priorities_.push_back(mix(key_, chain) | (1ULL << 63));
    if (known_ == &some_ && !is_candidate(trace, message)) return;
    const auto point = std::ranges::find(change_points_, candidates_++);
    if (point == change_points_.end()) return;
    priorities_[chain] = static_cast<std::uint64_t>(change_points_.end() - point);
  });
}

Sampler::Pick ChainPriorities::pick(const Trace& trace, std::span<const MessageId> enabled) {
  add_sent(trace);
  Pick best;
  std::uint64_t highest = 0;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const std::uint64_t own = priorities_[chains_.chain_of(enabled[i])];
    if (i != 0 && own <= highest) continue;
    best.index = i;
    highest = own;
  }
  return best;
}

void ChainPriorities::end(const Trace& trace, double) {
  add_sent(trace);
  learn(trace);
  if (candidates_ > known_->candidates_max || chains_.count() > known_->chains_max) {
    known_->candidates_max = std::max(known_->candidates_max, candidates_);
    known_->chains_max = std::max(known_->chains_max, chains_.count());
    std::ranges::fill(known_->drawn, 0);
    known_->grew = true;
    return;
  }
  ++known_->drawn[depth_];
}

ChainPriorities::ChainPriorities(const ChainPriorities& other, std::uint64_t number)
    : bug_depth_(other.bug_depth_), all_(other.all_), some_(other.some_), number_(number) {
  for (Known* const known : {&all_, &some_}) {
    std::ranges::fill(known->drawn, 0);
    known->grew = false;
  }
}

std::uint64_t ChainPriorities::knowledge() const {
  return mix(mix(all_.candidates_max, all_.chains_max),
             mix(some_.candidates_max, some_.chains_max));
}

void ChainPriorities::Known::add(const Known& forked) {
  if (forked.grew) {
    *this = forked;
    return;
  }
  for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i] += forked.drawn[i];
}

void ChainPriorities::join(const Sampler& forked) {
  const auto& other = static_cast<const ChainPriorities&>(forked);
  all_.add(other.all_);
  some_.add(other.some_);
}

std::unique_ptr<Sampler> Pct::fork(std::uint64_t number) const {
  return std::make_unique<Pct>(*this, number);
}

double ChainPriorities::chance(std::uint64_t depth) const {
  const double n = std::max(static_cast<double>(relied_on().candidates_max), 1.0);
  const double k = std::max(static_cast<double>(relied_on().chains_max), 1.0);
  return 1.0 / (k * std::pow(n, static_cast<double>(depth - 1)));
}

std::string ChainPriorities::guarantee() const {
  std::vector<std::string> depths;
  std::vector<std::string> found;
  for (std::uint64_t depth = 1; depth <= bug_depth_; ++depth) {
    const double drawn = static_cast<double>(relied_on().drawn[depth]);
    const double percent = 100 * (1 - std::pow(1 - chance(depth), drawn));
    depths.push_back(std::to_string(depth));
    found.push_back(fmt::format("{:.4g}%", std::min(std::floor(percent * 1000) / 1000, 99.99)));
  }
  return fmt::format(
      "a violation of depth {} would have been found with a chance of at least {}, as long as no "
      "execution has more than {} and {}{}",
      base::join(depths), base::join(found), base::counted(relied_on().chains_max, "chain"),
      base::counted(relied_on().candidates_max, "message"),
      &relied_on() == &some_ ? " that race" : "");
}

}  // namespace harrier
