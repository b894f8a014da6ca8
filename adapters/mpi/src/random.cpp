// rand(), random(), drand48() and their like, for each rank on its own.
#include "random.hpp"

#include <cstdint>
#include <limits>

#include "host/symbols.hpp"

namespace harrier::mpi {

void Ranks::Random::restart() {
  numbers = {};
  state = {};
  initstate_r(1, state.data(), state.size(), &numbers);
  fractions = {};
}

namespace {

long next_number() {
  std::int32_t value = 0;
  random_r(&Ranks::instance().random().numbers, &value);
  return value;
}

drand48_data& fractions() { return Ranks::instance().random().fractions; }

}  // namespace

}  // namespace harrier::mpi

using harrier::host::next_function;
using harrier::mpi::in_program;
using harrier::mpi::Ranks;

extern "C" {

long random() noexcept {
  if (in_program()) return harrier::mpi::next_number();
  static auto* const real = next_function<long()>("random");
  return real();
}

int rand() noexcept {
  if (in_program()) return static_cast<int>(harrier::mpi::next_number());
  static auto* const real = next_function<int()>("rand");
  return real();
}

void srandom(unsigned int seed) noexcept {
  if (in_program()) {
    srandom_r(seed, &Ranks::instance().random().numbers);
    return;
  }
  static auto* const real = next_function<void(unsigned int)>("srandom");
  real(seed);
}

void srand(unsigned int seed) noexcept { srandom(seed); }

double drand48() noexcept {
  if (in_program()) {
    double value = 0;
    drand48_r(&harrier::mpi::fractions(), &value);
    return value;
  }
  static auto* const real = next_function<double()>("drand48");
  return real();
}

long lrand48() noexcept {
  if (in_program()) {
    long value = 0;
    lrand48_r(&harrier::mpi::fractions(), &value);
    return value;
  }
  static auto* const real = next_function<long()>("lrand48");
  return real();
}

long mrand48() noexcept {
  if (in_program()) {
    long value = 0;
    mrand48_r(&harrier::mpi::fractions(), &value);
    return value;
  }
  static auto* const real = next_function<long()>("mrand48");
  return real();
}

void srand48(long seed) noexcept {
  if (in_program()) {
    srand48_r(seed, &harrier::mpi::fractions());
    return;
  }
  static auto* const real = next_function<void(long)>("srand48");
  real(seed);
}
}
