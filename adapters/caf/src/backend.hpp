// What the program under control needs of one version of the framework; one file implements it.
//
// Handles are actor control blocks and elements are mailbox elements, as that version has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "account.hpp"
#include "harrier/caf.hpp"

namespace harrier::caf::backend {

/// What became of a message that an event-based actor was given.
enum class Outcome : std::uint8_t { consumed, skipped, ended };

/// How a message takes part in requests.
struct Correlation {
  const void* asker = nullptr;
  std::uint64_t request_id = 0;
  std::uint64_t response_id = 0;
};

void retain(void* handle);
void release(void* handle);
/// Says how many references there are to an actor.
std::size_t references(void* handle);
/// Returns the registry in which an actor counts as running, if it does.
const void* registry_of(void* handle);
std::size_t running_in(const void* registry);
void retain_weakly(void* handle);
void release_weakly(void* handle);

/// Gives a message to an event-based actor; the element is destroyed unless it was skipped.
Outcome deliver(void* handle, void* element);
/// Puts a message into the mailbox of a blocking actor.
void push(void* handle, void* element);
bool has_mail(void* handle);
/// Does with a message what the framework does when the receiver has ended.
void reject(void* handle, void* element);
/// Does with a refused message what the framework does when the receiver ends.
void bounce(void* handle, void* element);
/// Calls the receiver's own `enqueue`, for actors that only forward.
void forward(void* handle, void* element);
/// Tells whether an actor's class has an `enqueue` of its own.
bool has_own_enqueue(void* handle);
void enqueue(void* handle, void* element);
void destroy(void* element);

/// Runs the initialisation of an event-based actor, or all of a blocking one.
void initialise(void* handle, Kind kind);
/// Ends an actor that is left over when an execution is taken down.
void kill(void* handle, Kind kind);
/// Says for how many responses an event-based actor waits.
std::size_t awaited_responses(void* handle);

/// Sums up what the framework keeps about an event-based actor: equal if nothing changed.
std::uint64_t internals(void* handle);
/// Returns where the program's own part of an event-based actor lies: its state, or the members of
/// its class.
std::span<const std::byte> own_part(void* handle);

Correlation correlation(const void* element);
/// Shows a message through the framework's inspection.
std::string text(const void* element);

/// One actor system for all executions of a test.
class System {
 public:
  virtual ~System() = default;
  virtual ::caf::actor_system& get() = 0;
  /// Takes back what an execution left in the system besides its actors.
  virtual void clean() = 0;
};
std::unique_ptr<System> make_system(const Options& how);

/// Tells whether a system has our scheduler.
bool is_scheduled_by_us(::caf::actor_system& system);
/// Spawns an actor, asks it something and waits for the response.
void send_and_wait(::caf::actor_system& system);

}  // namespace harrier::caf::backend
