// What collectives do with data, apart from when: what each member brings along when it enters, and
// what it finds in its buffers when it leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mpi/data/blocks.hpp"
#include "mpi/data/operation.hpp"

namespace harrier::mpi {

enum class CollectiveKind : std::uint8_t {
  barrier,
  bcast,
  gather,  ///< of equal or varying blocks, as all of these
  scatter,
  allgather,
  alltoall,
  reduce,
  allreduce,
  reduce_scatter,
  scan,
  exscan,
  neighbor_allgather,
  neighbor_alltoall,
};

/// Where a member stands in its communicator.
struct Membership {
  int rank = 0;
  int size = 1;          ///< of its own group
  int remote_size = -1;  ///< of the other group of an intercommunicator

  bool is_inter() const { return remote_size >= 0; }
  /// Returns how many members data comes from and goes to.
  std::size_t peer_count() const {
    return static_cast<std::size_t>(is_inter() ? remote_size : size);
  }
};

/// The neighbours of a member, in the order of its blocks. MPI_PROC_NULL stands for nobody.
struct Neighbors {
  std::vector<int> sources;
  std::vector<int> destinations;
  bool is_cartesian = false;  ///< what is sent one way comes in from the other
};

/// A member's call, with its arguments made plain.
struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::barrier;
  Membership self;
  int root = 0;  ///< or MPI_ROOT, MPI_PROC_NULL in an intercommunicator
  bool in_place = false;
  Blocks send = {};     ///< with in_place whatever the call said; for bcast the buffer
  Blocks receive = {};  ///< for bcast the buffer
  Operation operation = {};
  MPI_Datatype reduced_handle = MPI_DATATYPE_NULL;  ///< that functions of the program are given
  std::vector<int> counts = {};                     ///< of reduce_scatter, per member
  Neighbors neighbors = {};

  bool is_root() const { return self.is_inter() ? root == MPI_ROOT : root == self.rank; }
};

/// Packed values on their way.
struct Piece {
  std::vector<std::byte> bytes;
  TypedCount values;
};

/// What a member brings along: one piece for all, or one for each peer or neighbour.
struct Contribution {
  std::vector<Piece> pieces;
  std::vector<int> destinations;  ///< of neighbourhood collectives
};

/// Values that are not received as they were sent.
struct Mismatch {
  int source = 0;  ///< the rank that sent them
  SignatureFit fit;
  TypedCount sent;
  TypedCount received;
};

/// Tells whether what the members bring along is combined by an operation.
bool is_reduction(CollectiveKind kind);

/// A buffer that the member gives, or that is filled for it.
struct UsedBuffer {
  Buffer buffer;
  bool is_filled = false;
};
/// Lists the buffers of a call.
std::vector<UsedBuffer> buffers_of(const CollectiveCall& call);

/// Copies what the member brings along out of its buffers.
Contribution contribute(const CollectiveCall& call);

/// Fills the member's buffers from what the peers brought along; those it does not need may be
/// nullptr. Returns the first piece that does not fit, if any: then the buffers are left as they
/// are. One that is only similar does not keep values from being delivered.
std::optional<Mismatch> deliver(const CollectiveCall& call,
                                std::span<const Contribution* const> peers, const UserCall& user);

}  // namespace harrier::mpi
