// The states that a search has met, or several that explore together, and what slept in them.
#include "states/met_states.hpp"

#include <algorithm>
#include <iterator>

namespace harrier {

MetStates::Part::Part(const Options& options)
    : states(options.bytes_max >> part_bits, slots_at_first, options.keeps_sleep) {}

MetStates::MetStates(const Options& options) : options_(options) {
  for (std::size_t i = 0; i < std::size_t{1} << part_bits; ++i) parts_.emplace_back(options);
}

bool MetStates::meet(const Fingerprint& state, std::span<const std::uint64_t> asleep,
                     std::vector<std::uint64_t>& slept) {
  // The table takes the other half for its slots.
  Part& part = parts_[state.low >> (64U - part_bits)];
  const auto locked = lock(part);
  const auto [stored, is_new] = part.states.insert(state);
  if (!options_.keeps_sleep) return is_new;
  if (is_new) {
    *stored = part.sets.keep(asleep);
    return true;
  }
  const std::span<const std::uint64_t> before = part.sets.set(*stored);
  slept.assign(before.begin(), before.end());
  if (std::ranges::includes(asleep, slept)) return false;
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(slept, asleep, std::back_inserter(both));
  *stored = part.sets.keep(both);
  return false;
}

template <class Look>
std::uint64_t MetStates::sum(const Look& look) const {
  std::uint64_t all = 0;
  for (const Part& part : parts_) {
    const auto locked = lock(part);
    all += look(part.states);
  }
  return all;
}

std::uint64_t MetStates::size() const {
  return sum([](const auto& states) { return states.size(); });
}

std::uint64_t MetStates::bytes() const {
  return sum([](const auto& states) { return states.bytes(); });
}

double MetStates::load() const {
  const std::uint64_t slots = sum([](const auto& states) { return states.slots(); });
  return static_cast<double>(size()) / static_cast<double>(slots);
}

}  // namespace harrier
