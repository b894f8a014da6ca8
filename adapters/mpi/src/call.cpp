// A call of MPI by a rank: what every function of the interface goes through.
#include "call.hpp"

#include <algorithm>
#include <cstdio>

#include "harrier/detail/exits.hpp"
#include "texts.hpp"

namespace harrier::mpi {

namespace {

constexpr std::uint32_t communicator_bits = 0x8400'0000U;
constexpr std::uint32_t number_bits = 0x03ff'ffffU;

World& world_of(const char* function) {
  if (World* const world = World::current()) return *world;
  // A constructor of the program calls MPI while the process starts.
  std::fprintf(stderr, "error: %s is called before main()\n", function);
  detail::end_process(2);
}

}  // namespace

Call::Call(const char* function, const void* from, When when)
    : world_(world_of(function)), site_{function, from} {
  if (when == When::anytime) return;
  const RankState::Phase phase = state().phase;
  if (phase == RankState::Phase::inside) return;
  const char* const text = phase == RankState::Phase::before_init ? " is called before MPI_Init"
                                                                  : " is called after MPI_Finalize";
  world_.fail(FailureKind::misuse, place_text(rank(), site_) + text);
}

std::uint32_t Call::communicator(MPI_Comm comm) const {
  comm_number_ = number_of(comm);
  comm_ = comm;
  return comm_number_;
}

std::uint32_t Call::number_of(MPI_Comm comm) const {
  if (comm == MPI_COMM_WORLD) return 0;
  if (comm == MPI_COMM_SELF) return 1 + rank();
  if (comm == MPI_COMM_NULL) throw CallError(MPI_ERR_COMM, "the communicator is MPI_COMM_NULL");
  const auto bits = static_cast<std::uint32_t>(comm);
  const std::uint32_t number = bits & number_bits;
  const std::vector<std::uint32_t>& known = state().communicators;
  if ((bits & ~number_bits) != communicator_bits || number >= known.size() ||
      known[number] == ~std::uint32_t{0}) {
    throw CallError(MPI_ERR_COMM, "the communicator does not exist, or was freed");
  }
  return known[number];
}

std::uint32_t Call::member(std::uint32_t comm, std::uint32_t rank) const {
  const std::vector<std::uint32_t>& members = world_.posts().communicators[comm].members;
  return static_cast<std::uint32_t>(std::ranges::find(members, rank) - members.begin());
}

void Call::handle_error(std::uint32_t number, MPI_Comm comm, int code,
                        const std::string& text) const {
  const Objects& objects = state().objects;
  const auto known = objects.communicators.find(number);
  const MPI_Errhandler handle =
      known == objects.communicators.end() ? MPI_ERRORS_ARE_FATAL : known->second.handler;
  if (handle == MPI_ERRORS_RETURN) return;
  const ErrorHandler* const handler = objects.handlers.find(handle);
  if (handler == nullptr) world_.fail(FailureKind::misuse, place_text(rank(), site_) + ": " + text);
  const ErrorHandler used = *handler;
  const InProgram program;
  used.function(&comm, &code);
}

int Call::failed(const CallError& error) const {
  handle_error(comm_number_, comm_, error.error_class(), error.what());
  return error.error_class();
}

}  // namespace harrier::mpi
