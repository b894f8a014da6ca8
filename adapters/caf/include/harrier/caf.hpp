// Exploring programs of the C++ Actor Framework: the call a test makes, and its options.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "harrier/check.hpp"

namespace caf {
class actor_system;
class actor_system_config;
}  // namespace caf

namespace harrier::caf {

/// In which order messages may arrive.
enum class Order : std::uint8_t {
  mailbox,  ///< as in one process: a send puts the message into the receiver's mailbox at once
  fifo,     ///< as over a network: in order for each pair of sender and receiver
  bag,      ///< any order
};

/// When delayed messages and timeouts may fire.
enum class Timers : std::uint8_t {
  quiescent,  ///< only when nothing else can happen, the earliest first
  any,        ///< at any moment, the earliest first: finds races with timeouts
};

/// What is particular to CAF in an exploration.
struct Options {
  Order order = Order::mailbox;
  Timers timers = Timers::quiescent;
  /// Reports an actor that is left waiting for a response that never comes.
  bool lost_responses = true;
  /// Which random numbers std::random_device gives; those of one seed are explored.
  std::uint64_t random = 0;
  /// Prepares the configuration of the actor system, for instance with message types.
  std::function<void(::caf::actor_system_config&)> configure = nullptr;
};

/// What is explored: it spawns actors, sends, waits, and may use `scoped_actor` and all else.
using Test = std::function<void(::caf::actor_system&)>;

/// Explores a test. All executions share one actor system, whose actors are ended in between.
CheckResult check(const Test& test, const CheckOptions& options = {}, const Options& how = {});

/// Makes what `harrier::check` and `harrier::replay` take of a test.
ProgramFactory program(Test test, Options how = {});

/// Runs exactly one schedule of a test.
ReplayResult replay(const Test& test, const Schedule& schedule, const CheckOptions& options = {},
                    const Options& how = {});

/// Fails the running step unless the condition holds.
void expect(bool condition, std::string_view text);

/// Chooses one of 0 … count - 1; every value is explored. Returns 0 outside an exploration.
std::uint32_t choose(std::uint32_t count);

/// Tells whether the caller runs under Harrier's control.
bool exploring();

}  // namespace harrier::caf
