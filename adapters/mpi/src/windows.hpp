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
#include "clocks.hpp"
#include "intervals.hpp"
#include "mpi/data/rma.hpp"
#include "window_accesses.hpp"

namespace harrier::mpi {

/// What one member has made of its memory.
struct WindowPart {
  std::byte* base = nullptr;
  MPI_Aint size = 0;
  int unit = 1;
  bool is_allocated = false;                ///< by MPI, which frees it
  std::vector<WindowMemory> memories = {};  ///< one, or of a dynamic window what is attached
  /// Of the member itself, by where they lie in its part, or in the block that all parts share.
  LocalAccesses accesses = {};
};

/// A lock that a member holds.
struct HeldLock {
  std::uint32_t target = 0;  ///< a member
  bool exclusive = false;
  Condition condition;
  Site site;
};

/// Operations on the window of one member under locks, since the last fence.
struct LockedUse {
  std::uint32_t target = 0;     ///< a member
  std::optional<Moment> ended;  ///< when the lock was returned
};

/// The epochs that a member has open.
struct Epochs {
  std::uint32_t fences = 0;   ///< how many it has called
  Moment fence_entered = {};  ///< the last one
  bool fence_opens = false;   ///< the last one said that operations may follow
  bool closes_fence = false;  ///< it is in a fence that ends the epoch of the one before
  std::vector<LockedUse> locked_uses;
  bool locks_all = false;
  std::vector<HeldLock> locks;
  bool starts = false;
  std::vector<std::uint32_t> targets;  ///< of MPI_Win_start, members
  bool posts = false;
  std::vector<std::uint32_t> origins;  ///< of MPI_Win_post, members
  std::vector<Condition> end_conditions;
  std::uint32_t syncs = 0;  ///< of MPI_Win_sync in a row
  std::uint32_t synced_at = 0;
};

/// An operation that was asked for. It stays to be compared with later ones.
struct PostedOperation {
  RmaOperation operation;
  std::uint64_t number = 0;      ///< the older, the lower
  std::uint32_t fence = 0;       ///< the number of the fence before it, where that is its epoch
  bool exclusive = false;        ///< it was asked for under an exclusive lock
  bool is_performed = false;     ///< its effect is there, its result perhaps not stored
  bool is_locally_done = false;  ///< its origin may use its buffers again
  bool is_done = false;          ///< and has done all that it has to do for it
  std::optional<Moment> ended;   ///< of its origin: for who knows of it, its effect is there
  std::uint32_t stamp = 0;       ///< what its origin knew then, of an atomic operation
  bool is_use = false;           ///< of the origin's own memory, by another operation
  std::vector<PostedOperation*> uses = {};  ///< the other way round, until it is done there
};

struct Window {
  std::uint64_t key = 0;
  std::uint32_t comm = 0;  ///< hidden, for its synchronisation
  int flavor = MPI_WIN_FLAVOR_CREATE;
  int model = MPI_WIN_UNIFIED;
  std::vector<WindowPart> parts;  ///< per member, as the next
  /// Of MPI_Win_allocate_shared: the memory of all parts, which every member may load and store.
  std::optional<WindowMemory> block;
  bool is_noncontiguous = false;  ///< parts need not lie next to each other
  std::vector<Epochs> epochs;
  std::vector<std::shared_ptr<PostedOperation>> operations;
  std::uint64_t operation_count = 0;  ///< that were asked for
  /// Per member, those that it has asked for and that are not done, the oldest first.
  std::vector<std::vector<PostedOperation*>> under_way;
  /// The operations by the bytes of their targets, and, as long as these are in use, by the memory
  /// of their origins: per member.
  std::vector<Intervals<PostedOperation*>> by_target;
  std::vector<Intervals<PostedOperation*>> by_origin;
  std::size_t operations_max = 64;  ///< how many there are before it is looked which can go
  std::uint32_t fences_performed = 0;
  std::size_t freed = 0;  ///< by how many members
};

/// Where a byte lies that all members of a window share.
struct SharedPlace {
  std::uint32_t member = 0;  ///< whose part it is in
  std::ptrdiff_t offset = 0;
};
/// Returns where a byte of a window's block lies. What lies between parts counts to the one before.
SharedPlace place_of(const Window& window, std::ptrdiff_t at);

class Windows {
 public:
  /// Forgets all: a new execution begins.
  void clear() {
    all_.clear();
    shared_bytes_max_ = 0;
  }
  bool empty() const { return all_.empty(); }
  /// Returns the window of a key, or makes it; returns its number.
  std::uint32_t find_or_make(std::uint64_t key, std::uint32_t comm, std::size_t members);
  Window& at(std::uint32_t number) { return *all_[number]; }
  /// Forgets a member's part of a window, and the window with the last one.
  void release(std::uint32_t number, std::uint32_t member);
  /// Takes note that MPI has changed bytes of a rank's memory: nobody has stored into them.
  void refresh(const Posts& posts, std::uint32_t rank, std::byte* address, std::size_t bytes);
  /// The same of memory that ranks share.
  void refresh_shared(const MemoryRange& range);
  /// Gives the parts of a shared window memory in one block, unless another member has done so.
  void lay_out(const Call& call, Window& window);
  /// Tells whether memory lies where ranks share it.
  bool are_shared(const std::byte* begin, std::size_t bytes) const;
  /// Returns how large the largest block was that ranks have shared in this execution.
  std::size_t shared_bytes_max() const { return shared_bytes_max_; }

 private:
  std::size_t shared_bytes_max_ = 0;
  std::vector<std::unique_ptr<Window>> all_;  ///< null where it was freed
};

/// A window as a call is about it.
class WindowCall {
 public:
  /// Whether the call is about the window, whose error handler it then has, or only finds its
  /// memory there.
  enum class Role : std::uint8_t { subject, bystander };
  WindowCall(const Call& call, MPI_Win handle, Role role = Role::subject);

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
  std::shared_ptr<PostedOperation> ask(RmaOperation operation);
  enum class Extent : std::uint8_t { local, full };
  /// Completes the operations of the caller that `is_meant` picks, by target.
  template <class IsMeant>
  void complete(Extent extent, IsMeant is_meant) {
    std::vector<PostedOperation*> meant;
    for (PostedOperation* const posted : under_way()) {
      if (is_meant(static_cast<std::uint32_t>(posted->operation.target))) meant.push_back(posted);
    }
    complete(extent, meant);
  }
  void complete(Extent extent, const std::vector<PostedOperation*>& operations);
  /// Lists the operations of the caller that are under way, the oldest first.
  std::vector<PostedOperation*>& under_way() const { return window_.under_way[self_]; }
  bool has_pending() const { return !under_way().empty(); }
  /// Completes what was asked for between the last two fences. It is complete for all who leave the
  /// fence, so from the moment on in which its origin entered it.
  void complete_fence();
  /// Takes note of what the caller itself does with some bytes of its part, or of the block that
  /// all parts share; reports it where others access them and nothing orders the two.
  void note_access(const WindowRange& range, const LocalAccess& access) const;
  /// Finds what the caller has stored into its window since its last call.
  void note_stores() const;
  /// Takes note that a call reads some memory of a shared window, or stores into it.
  void note_shared_use(const MemoryRange& range, bool stores) const;

 private:
  bool is_known(const PostedOperation& posted) const {
    return posted.ended && call_.world().clocks().knows(call_.rank(), *posted.ended);
  }
  void require_epoch(PostedOperation& posted) const;
  void note_locked_use(std::uint32_t target) const;
  void require_inside(const RmaOperation& operation) const;
  void require_alone(const PostedOperation& posted) const;
  void require_known_operations(std::uint32_t member, const WindowRange& range,
                                const LocalAccess& access) const;
  void require_known_accesses(const RmaOperation& operation) const;
  void note_shared_access(const WindowRange& range, const LocalAccess& access) const;
  void note_shared_stores() const;
  void use_own_memory(PostedOperation& posted) const;
  std::vector<Condition> memory_of(const std::vector<PostedOperation*>& operations) const;
  void learn_of(const PostedOperation& posted) const;
  void finish_locally(PostedOperation& posted) const;
  void set_done(PostedOperation& posted) const;
  void forget_done() const;
  void perform_at_target(RmaOperation& operation) const;
  std::byte* address_at(std::uint32_t member, std::ptrdiff_t offset) const;
  void forget_old();
  void add(std::shared_ptr<PostedOperation> posted) const;
  void add_to_indexes(PostedOperation& posted) const;
  void leave_origin_memory(PostedOperation& posted) const;
  std::vector<PostedOperation*> near(std::size_t target, std::ptrdiff_t begin,
                                     std::ptrdiff_t end) const;
  std::vector<PostedOperation*> near(const RmaOperation& operation) const;

  const Call& call_;
  HeldWindow& held_;
  Window& window_;
  std::uint32_t self_;
};

/// Takes note that a call reads some memory of the caller, or stores into it: reports it where an
/// operation under way uses it, or where others access it in a window.
void note_use(const Call& call, const Buffer& buffer, bool stores);
/// Takes note that a call reads or stores into memory that may be that of a shared window.
void note_shared_buffer(const Call& call, const Buffer& buffer, bool stores);
/// Takes note that a call has just stored into such memory.
void note_filled(const Call& call, const Buffer& buffer);
/// Finds what the caller has stored into its windows since its last call.
void note_stores(const Call& call);

/// Words that an access meets another one, and nothing orders the two.
std::string meeting_text(std::ptrdiff_t at, std::uint32_t rank, const std::string& other);
/// Words an operation: `MPI_Put at ring.c:12 of rank 1`.
std::string operation_text(const WindowCall& of, const RmaOperation& operation);

}  // namespace harrier::mpi
