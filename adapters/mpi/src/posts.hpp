// What the ranks have asked for in the current execution: sends, receives, entries of collectives.
//
// Posting is no step of its own and nothing that happens later changes it. What became of it is on
// the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpi/data/collective.hpp"
#include "site.hpp"

namespace harrier::mpi {

/// Stands for any source or any tag; neither a rank nor a tag.
constexpr int wildcard = std::numeric_limits<int>::min();

/// Names a send by its rank and its number among that rank's sends.
struct SendId {
  std::uint32_t rank = ~std::uint32_t{0};
  std::uint32_t index = 0;

  constexpr explicit operator bool() const { return rank != ~std::uint32_t{0}; }
  friend constexpr bool operator==(const SendId&, const SendId&) = default;
};

/// Bytes in the store of the execution.
struct Bytes {
  std::size_t begin = 0;
  std::size_t size = 0;
};

struct Send {
  std::uint32_t dest = 0;  ///< in MPI_COMM_WORLD, as everywhere here
  std::uint32_t comm = 0;
  int tag = 0;
  bool is_buffered = false;   ///< in the buffer of its rank, until it is received
  bool waits = false;         ///< is done only when it is received
  bool has_request = false;   ///< by which it may be taken back
  Bytes data = {};            ///< its values without gaps
  TypedCount values = {};     ///< what they are
  std::uint32_t by = 0;       ///< the step that posted it
  std::uint32_t stamp = 0;    ///< what its rank knew then, as everywhere here
  std::uint64_t history = 0;  ///< names what its rank had learned then
  Site site = {};
  /// Index + 1 of the last one before it that has its communicator, destination and tag, too.
  std::uint32_t previous = 0;

  /// Tells whether its rank may learn that it is received.
  bool is_watched() const { return waits || is_buffered || has_request; }
  bool is_like(const Send& other) const {
    return dest == other.dest && comm == other.comm && tag == other.tag;
  }
};

struct Receive {
  int source = wildcard;
  int tag = wildcard;
  std::uint32_t comm = 0;
  std::uint32_t by = 0;
  std::uint32_t stamp = 0;
  Site site = {};
  bool keeps = false;          ///< of a matched probe: it takes the message, to receive it later
  std::uint32_t begun_by = 0;  ///< the step that received what was kept; 0 before

  bool takes(std::uint32_t from, const Send& send) const {
    return comm == send.comm && (source == wildcard || source == static_cast<int>(from)) &&
           (tag == wildcard || tag == send.tag);
  }
};

/// Who must have entered a collective before a member may leave it.
enum class Leaving : std::uint8_t {
  with_all,
  with_root,     ///< what the root gives
  root_last,     ///< the root needs all, the others nobody
  with_earlier,  ///< those with a lower rank
  alone          ///< nobody, and so it is expected to be although it may wait
};

/// One member's part in the k-th collective of a communicator.
struct Entry {
  Leaving leaving = Leaving::with_all;
  std::uint32_t root = no_root;  ///< in the communicator
  MPI_Op operation = MPI_OP_NULL;
  std::string operation_text = {};
  std::int64_t color = 0;  ///< what the member says of itself: for MPI_Comm_split its colour
  std::int64_t key = 0;
  std::vector<std::uint32_t> group = {};  ///< for MPI_Comm_create, the members of the new one
  std::shared_ptr<const Contribution> contribution = {};
  std::uint32_t by = 0;
  std::uint32_t stamp = 0;
  std::uint64_t history = 0;  ///< names what its rank had learned then
  Site site = {};

  static constexpr std::uint32_t no_root = ~std::uint32_t{0};
};

/// An intercommunicator has two groups: its members are those of the first, then those of the
/// second.
struct Communicator {
  std::uint64_t key = 0;  ///< the same in every order
  std::vector<std::uint32_t> members;
  std::vector<std::vector<Entry>> entries;  ///< per member
  std::string name = {};                    ///< empty where the program gave none
  Site made_by = {};
  std::uint32_t first_size = 0;  ///< of the first of two groups; 0 where there is one

  bool is_inter() const { return first_size != 0; }
  /// Returns the group that a member is in, and the one that it communicates with.
  std::span<const std::uint32_t> group_of(std::uint32_t member) const {
    return is_inter() ? half(member < first_size) : std::span(members);
  }
  std::span<const std::uint32_t> peers_of(std::uint32_t member) const {
    return is_inter() ? half(member >= first_size) : std::span(members);
  }
  /// Returns the place of the first of these among all members.
  std::uint32_t group_begin(std::uint32_t member) const {
    return is_inter() && member >= first_size ? first_size : 0;
  }
  std::uint32_t peers_begin(std::uint32_t member) const {
    return is_inter() && member < first_size ? first_size : 0;
  }

 private:
  std::span<const std::uint32_t> half(bool first) const {
    const std::span<const std::uint32_t> all(members);
    return first ? all.first(first_size) : all.subspan(first_size);
  }
};

/// The lock of one rank's part of a window.
struct WindowLock {
  std::uint64_t key = 0;  ///< of the window
  std::uint32_t target = 0;
};

struct Posts {
  std::vector<std::vector<Send>> sends;        ///< per rank
  std::vector<std::vector<Receive>> receives;  ///< per rank
  std::vector<Communicator> communicators;
  std::vector<WindowLock> locks;
  std::vector<std::byte> bytes;

  const Send& send(SendId id) const { return sends[id.rank][id.index]; }
  Send& send(SendId id) { return sends[id.rank][id.index]; }
};

}  // namespace harrier::mpi
