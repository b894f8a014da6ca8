// Random CAF programs: actors that do what a table says, and a log of what each of them saw.
#pragma once

#include <array>
#include <caf/all.hpp>
#include <random>
#include <vector>

#include "random_log.hpp"

namespace harrier::caf_tests {

/// One thing an actor does when a message arrives. `target` is one of the actors made before it.
struct Deed {
  enum Kind : unsigned {
    send,
    request,
    await,
    reply,
    delegate,
    quit,
    monitor,
    link,
    send_exit,
    delayed,
    forget,  ///< gives up its handle to the target
    spawn,   ///< a child that sends to the target
    become,
    skip_more,  ///< skips messages of the last type from now on
    kinds,
    // With fields of the actor's own.
    set = kinds,
    choose,  ///< a value of two
    add,
    test,    ///< goes on with the next deed only if the field is set
    follow,  ///< sets the field whose number it reads
    tell,    ///< sends what it reads
    all_kinds
  };
  Kind kind = send;
  unsigned target = 0;
  int type = 0;
  unsigned field = 0;
};

/// What the deeds of a random program are.
enum class Deeds { with_messages, with_fields };

/// What a program does: for each actor and each type of message a list of deeds.
struct Script {
  static constexpr int types = 3;
  static constexpr unsigned fields = 3;
  struct Actor {
    enum Kind : unsigned { event, blocking, kinds } kind = event;
    std::array<std::vector<Deed>, types> rules;
  };
  struct First {
    unsigned target = 0;
    int type = 0;
    bool from_main = false;
  };
  std::vector<Actor> actors;
  std::vector<First> first;  ///< what main, or an actor made for it, sends in the beginning
  int fuel = 1;              ///< how many messages may follow from one another
  bool main_waits = false;   ///< for the last actor to end
  bool answers = true;       ///< whatever is sent, not only requests
};

Script random_script(unsigned seed, Deeds deeds = Deeds::with_messages);

/// Runs a script; every actor appends what it sees to its line in the log.
void run_script(::caf::actor_system& system, const Script& script, Log& log);

}  // namespace harrier::caf_tests
