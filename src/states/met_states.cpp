// The states that a search has met, or several that explore together, and what slept in them.
#include "states/met_states.hpp"

#include <algorithm>
#include <iterator>

namespace harrier {

namespace {

/// A power of two. Where there is little room, parts would be full before the others are.
std::size_t part_count(std::uint64_t bytes_max) {
  constexpr std::uint64_t little = 1'000'000;
  return bytes_max != 0 && bytes_max < little ? 1 : 64;
}

constexpr std::size_t slots_of_all = 4'096;
constexpr std::size_t slots_of_one = 1'024;

}  // namespace

MetStates::Part::Part(std::uint64_t most, std::size_t slots, bool keeps_sleep)
    : states({.bytes_max = most,
              .slots = slots,
              .value_bytes = keeps_sleep ? StoredSleep::number_bytes : 0}),
      bytes_max(most) {}

/// Sets may take more than the slots do, which have their own bound.
StoredSleep::Number MetStates::Part::keep(std::span<const std::uint64_t> asleep) {
  const StoredSleep::Number number = sets.keep(asleep);
  if (bytes_max != 0 && states.bytes_taken() + sets.bytes() > bytes_max) throw TableFull();
  return number;
}

MetStates::MetStates(const Options& options) : options_(options) {
  const std::size_t parts = part_count(options.bytes_max);
  const std::size_t slots = parts == 1 ? slots_of_one : slots_of_all / parts;
  for (std::size_t i = 0; i < parts; ++i) {
    parts_.emplace_back(options.bytes_max / parts, slots, options.keeps_sleep);
  }
}

void MetStates::prefetch(const Fingerprint& state) const {
  if (!options_.is_shared) parts_[part_of(state)].states.prefetch(state);
}

bool MetStates::meet(const Fingerprint& state, std::span<const std::uint64_t> asleep,
                     std::vector<std::uint64_t>& slept) {
  Part& part = parts_[part_of(state)];
  const auto locked = lock(part);
  const auto [slot, is_new] = part.states.insert(state);
  if (!options_.keeps_sleep) return is_new;
  if (is_new) {
    part.states.set_value(slot, part.keep(asleep));
    return true;
  }
  const std::span<const std::uint64_t> before = part.sets.set(part.states.value(slot));
  slept.assign(before.begin(), before.end());
  if (std::ranges::includes(asleep, slept)) return false;
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(slept, asleep, std::back_inserter(both));
  part.states.set_value(slot, part.keep(both));
  return false;
}

template <class Look>
std::uint64_t MetStates::sum(const Look& look) const {
  std::uint64_t all = 0;
  for (const Part& part : parts_) {
    const auto locked = lock(part);
    all += look(part);
  }
  return all;
}

std::uint64_t MetStates::size() const {
  return sum([](const Part& part) { return part.states.size(); });
}

std::uint64_t MetStates::bytes() const {
  return sum([](const Part& part) { return part.states.bytes() + part.sets.bytes(); });
}

double MetStates::load() const {
  const std::uint64_t slots = sum([](const Part& part) { return part.states.slots(); });
  return static_cast<double>(size()) / static_cast<double>(slots);
}

}  // namespace harrier
