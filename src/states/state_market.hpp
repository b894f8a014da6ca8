// Where searches that explore states together leave each other something to do.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "harrier/program.hpp"
#include "states/todo.hpp"

namespace harrier {

/// Steps that one search leaves to another, and the way to the states that they start from. All
/// numbers are those of an execution that goes this way.
struct GivenSteps {
  struct Onward {
    MessageId message;
    std::vector<Choice> choices;
  };
  struct Sleeper {
    std::uint64_t content = 0;
    std::vector<ResourceAccess> touched;
  };
  struct From {
    std::size_t depth = 0;
    std::uint32_t uncompared = 0;  ///< how many states before it were not compared
    std::vector<Todo> todo;
    std::vector<Sleeper> asleep;
  };
  std::vector<Onward> path;  ///< to the last of the states
  std::vector<From> states;  ///< by depth, at least one
  Fingerprint end;           ///< of the last of them; zero where it was not compared
};

/// Searches that have nothing to do wait here; the others look now and then whether somebody waits.
class StateMarket {
 public:
  /// `is_eager`: steps are asked for whether somebody waits or not, for tests.
  explicit StateMarket(std::size_t searches, bool is_eager = false)
      : searches_(searches), is_eager_(is_eager), wanted_(is_eager ? 1 : 0) {}

  /// Tells whether somebody waits for whom nothing was left.
  bool wants_steps() const { return wanted_.load(std::memory_order_relaxed) > 0; }
  void give(GivenSteps steps);
  /// Waits for something to do; none once all wait, or have to stop.
  std::optional<GivenSteps> take();
  void stop();

 private:
  void count_wanted();

  const std::size_t searches_;
  const bool is_eager_;
  std::atomic<std::int64_t> wanted_;
  std::mutex mutex_;  ///< of all that follows
  std::condition_variable given_or_over_;
  std::deque<GivenSteps> given_;
  std::size_t waiting_ = 0;
  bool is_over_ = false;
};

}  // namespace harrier
