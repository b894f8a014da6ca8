// What the number of states says about the chance of having missed one.
#include <cmath>

#include "harrier/check.hpp"
#include "states/state_table.hpp"

namespace harrier {

double StatesSeen::chance_of_omission() const {
  const auto states = static_cast<double>(distinct);
  return std::ldexp(states * states, -FingerprintTable::key_bits - 1);
}

}  // namespace harrier
