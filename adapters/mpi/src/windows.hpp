// Windows of one-sided communication in one execution: their memory, who may access it now, and
// what was asked for.
//
// An operation takes effect when the origin completes it: at the end of its epoch, or when it is
// flushed. What conflicts with it must have been completed before, or come after.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "call.hpp"
#include "mpi/data/rma.hpp"

namespace harrier::mpi {

/// What one member has made of its memory.
struct WindowPart {
  std::byte* base = nullptr;
  MPI_Aint size = 0;
  int unit = 1;
  std::vector<std::pair<std::byte*, MPI_Aint>> attached;  ///< of a dynamic window
  bool is_allocated = false;                              ///< by MPI, which frees it
};

/// A lock that a member holds.
struct HeldLock {
  std::uint32_t target = 0;  ///< a member
  bool exclusive = false;
  Condition condition;
  Site site;
};

/// The epochs that a member has open.
struct Epochs {
  std::uint32_t fences = 0;   ///< how many it has called
  bool fence_opens = false;   ///< the last one said that operations may follow
  bool locked_since = false;  ///< operations were asked for under locks since the last fence
  bool locks_all = false;
  std::vector<HeldLock> locks;
  bool starts = false;
  std::vector<std::uint32_t> targets;  ///< of MPI_Win_start, members
  bool posts = false;
  std::vector<std::uint32_t> origins;  ///< of MPI_Win_post, members
  std::vector<Condition> end_conditions;
  std::vector<std::byte> content;  ///< of its memory when the last fence was left
};

/// An operation that was asked for. It stays to be compared with later ones.
struct PostedOperation {
  RmaOperation operation;
  std::uint32_t by = 0;       ///< the step that asked for it
  std::uint32_t done_by = 0;  ///< the step that completed it; 0 while it is under way
  std::uint32_t fence = 0;    ///< the number of the fence before it, where that is its epoch
  bool exclusive = false;     ///< no other can meet it
  bool is_performed = false;  ///< its effect is there, its result perhaps not stored
  bool is_local = false;      ///< the use of the origin's own memory by another one
};

struct Window {
  std::uint64_t key = 0;
  std::uint32_t comm = 0;  ///< hidden, for its synchronisation
  int flavor = MPI_WIN_FLAVOR_CREATE;
  int model = MPI_WIN_UNIFIED;
  std::vector<WindowPart> parts;  ///< per member, as the next
  std::vector<Epochs> epochs;
  std::vector<std::unique_ptr<PostedOperation>> operations;
  std::uint32_t fences_performed = 0;
};

class Windows {
 public:
  /// Forgets all: a new execution begins.
  void clear() { all_.clear(); }
  bool empty() const { return all_.empty(); }
  /// Returns the window of a key, or makes it; returns its number.
  std::uint32_t find_or_make(std::uint64_t key, std::uint32_t comm, std::size_t members);
  Window& at(std::uint32_t number) { return *all_[number]; }

 private:
  std::vector<std::unique_ptr<Window>> all_;
};

/// A window as a call is about it.
class WindowCall {
 public:
  WindowCall(const Call& call, MPI_Win handle);

  const Call& call() const { return call_; }
  Window& window() const { return window_; }
  HeldWindow& held() const { return held_; }
  std::uint32_t self() const { return self_; }
  Epochs& epochs() const { return window_.epochs[self_]; }
  WindowPart& part() const { return window_.parts[self_]; }
  /// Returns a member that the program names.
  std::uint32_t member(int rank) const;
  /// Returns the rank of a member in MPI_COMM_WORLD.
  std::uint32_t world_rank(std::uint32_t member) const {
    return call_.rank_of(window_.comm, static_cast<int>(member));
  }

  /// Asks for an operation; throws CallError where it may not be asked for here and now.
  PostedOperation& ask(RmaOperation operation);
  /// Completes the operations of the caller that `is_meant` picks, by target.
  template <class IsMeant>
  void complete(IsMeant is_meant) {
    std::vector<PostedOperation*> meant;
    for (const std::unique_ptr<PostedOperation>& posted : window_.operations) {
      if (is_own(*posted) && is_meant(static_cast<std::uint32_t>(posted->operation.target)))
        meant.push_back(posted.get());
    }
    complete(meant);
  }
  void complete(const std::vector<PostedOperation*>& operations);
  /// Remembers what the caller's own memory holds, to find what the program stores there.
  void watch_stores();
  /// Takes note of what was stored since; throws CallError where others access it unordered.
  void note_stores();
  /// Tells whether the caller has operations under way.
  bool has_pending() const;
  /// Completes what was asked for between the last two fences. It is complete for all who leave the
  /// fence, so from the step on in which its origin entered it.
  void complete_fence(std::uint32_t entered_by);

 private:
  bool is_own(const PostedOperation& posted) const {
    return posted.done_by == 0 && !posted.is_local &&
           posted.operation.origin == static_cast<int>(self_);
  }
  void require_epoch(PostedOperation& posted) const;
  void require_inside(const RmaOperation& operation) const;
  void require_alone(const PostedOperation& posted) const;
  void use_own_memory(const RmaOperation& operation);
  void finish(PostedOperation& posted, std::uint32_t done_by);
  void forget_stores(const Buffer& buffer) const;
  void require_no_stores(const RmaOperation& operation) const;
  void perform_at_target(RmaOperation& operation) const;
  std::byte* place_of(std::uint32_t member, std::ptrdiff_t offset) const;

  const Call& call_;
  HeldWindow& held_;
  Window& window_;
  std::uint32_t self_;
};

/// Throws CallError where a one-sided operation of the caller that is under way uses a buffer that
/// is about to be read, or to be stored into.
void require_unused(const Call& call, const Buffer& buffer, bool stores);

/// Words an operation: `MPI_Put at ring.c:12 of rank 1`.
std::string operation_text(const WindowCall& of, const RmaOperation& operation);

}  // namespace harrier::mpi
