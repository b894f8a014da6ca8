// What a rank knows of MPI: its requests, its handles, its clock.
#include "rank_state.hpp"

#include <utility>

namespace harrier::mpi {

namespace {

constexpr std::uint32_t request_bits = 0xac00'0000U;
constexpr std::uint32_t number_bits = 0x03ff'ffffU;
// So that programs which compare times find some.
constexpr std::int64_t first_moment_ns = 1'000'000'000;

}  // namespace

void RankState::clear() {
  phase = Phase::before_init;
  polls.clear();
  types.clear();
  operations.clear();
  objects.clear();
  communicators.clear();
  requests_.clear();
  free_.clear();
  moment_ns_ = first_moment_ns;
  random_ = 1;
}

MPI_Request RankState::add(Request request) {
  std::uint32_t number = 0;
  if (free_.empty()) {
    number = static_cast<std::uint32_t>(requests_.size());
    requests_.push_back(std::move(request));
  } else {
    number = free_.back();
    free_.pop_back();
    requests_[number] = std::move(request);
  }
  return static_cast<MPI_Request>(request_bits | number);
}

Request* RankState::find(MPI_Request handle) {
  const auto bits = static_cast<std::uint32_t>(handle);
  const std::uint32_t number = bits & number_bits;
  if ((bits & ~number_bits) != request_bits || number >= requests_.size()) return nullptr;
  return requests_[number].kind != Request::Kind::free ? &requests_[number] : nullptr;
}

void RankState::remove(MPI_Request handle) {
  const std::uint32_t number = static_cast<std::uint32_t>(handle) & number_bits;
  requests_[number] = {};
  free_.push_back(number);
}

}  // namespace harrier::mpi
