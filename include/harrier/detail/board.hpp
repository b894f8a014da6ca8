// Mailboxes and mutexes of processes as far as they decide what an action does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harrier/detail/types.hpp"
#include "harrier/resource.hpp"

namespace harrier {

/// One half of a communication: the index-th send into a mailbox, or the index-th receive from it.
/// The two halves of one index meet, since both ends of a mailbox are queues.
struct Communication {
  std::uint32_t mailbox = 0;
  std::uint32_t index = 0;
  bool sends = false;
  friend bool operator==(const Communication&, const Communication&) = default;
};

}  // namespace harrier

namespace harrier::detail {

enum class ActionKind : std::uint8_t {
  local,
  async_send,
  async_receive,
  test_any,
  wait_any,
  async_lock,
  unlock,
  test_mutex,
  wait_mutex,
};

/// What a process asks for next. What it points to lives until the step that asked is undone.
struct Action {
  ActionKind kind = ActionKind::local;
  std::uint32_t object = 0;         ///< the mailbox or mutex; none for tests, waits and local steps
  const ValueType* type = nullptr;  ///< of what is sent
  void* payload = nullptr;
  std::span<const Communication> communications = {};
  std::span<const std::uint32_t> mutexes = {};
};

/// The result of a test that found nothing.
inline constexpr std::uint32_t nothing_found = ~std::uint32_t{0};

/// Knows how many sends and receives each mailbox has seen, and who stands in each mutex's queue.
class Board {
 public:
  struct Object {
    std::uint32_t sends = 0;
    std::uint32_t receives = 0;
    std::vector<std::uint32_t> queue;  ///< processes; the first owns the mutex
  };
  // The parts of a mailbox and of a mutex as resources.
  static constexpr std::uint32_t send_end = 0;
  static constexpr std::uint32_t receive_end = 1;
  static constexpr std::uint32_t first_pair = 2;
  static constexpr std::uint32_t lock_order = 0;
  static constexpr std::uint32_t ownership = 1;
  static constexpr std::uint32_t waiters = 2;
  static constexpr std::uint32_t unlock_order = 3;

  void reset(std::size_t object_count);
  void add() { objects_.emplace_back(); }
  std::size_t size() const { return objects_.size(); }
  Object& operator[](std::uint32_t object) { return objects_[object]; }
  const Object& operator[](std::uint32_t object) const { return objects_[object]; }

  bool done(const Communication& communication) const {
    const Object& mailbox = objects_[communication.mailbox];
    return communication.index < mailbox.sends && communication.index < mailbox.receives;
  }
  bool owns(std::uint32_t process, std::uint32_t mutex) const {
    const auto& queue = objects_[mutex].queue;
    return !queue.empty() && queue.front() == process;
  }
  /// Finds the first communication that is done, or the first mutex that the process owns.
  std::uint32_t find(std::uint32_t process, const Action& action) const;
  bool enabled(std::uint32_t process, const Action& action) const;
  /// Appends what the action touches in this state.
  void touches(std::uint32_t process, const Action& action, std::vector<ResourceAccess>& out) const;
  /// Changes the state as the action does.
  void apply(std::uint32_t process, const Action& action);

 private:
  std::vector<Object> objects_;
};

}  // namespace harrier::detail
