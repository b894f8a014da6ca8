// Programs that are large in one way each.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

using harrier::Actor;
using harrier::Arguments;
using harrier::Ref;
using harrier::Register;
using harrier::System;
using harrier::Task;

struct Go {};
struct Count {
  int left;
};

class Member : public Actor<Member> {
 public:
  explicit Member(Ref<Member> next = {}) : next_(next) {}
  void on(Go) {
    check(static_cast<bool>(next_), "somebody is next");
    send(next_, Go{});
  }

 private:
  Ref<Member> next_;
};
const Register crowd("crowd", "a message goes through many actors and fails at the last",
                     {harrier::number("actors", 20'000, 1, 100'000, "number of actors")},
                     [](System& system, const Arguments& arguments) {
                       Ref<Member> next;
                       for (int i = 0; i < arguments.number("actors"); ++i) {
                         next = system.spawn<Member>(next);
                       }
                       system.send(next, Go{});
                     });

class Parent : public Actor<Parent> {
 public:
  void on(Count m) {
    check(m.left > 0, "there is another generation");
    send(spawn<Parent>(), Count{m.left - 1});
  }
};
const Register generations("generations", "each actor creates the next, and the last one fails",
                           {harrier::number("depth", 10'000, 1, 100'000, "of the spawn path")},
                           [](System& system, const Arguments& arguments) {
                             system.send(system.spawn<Parent>(), Count{arguments.number("depth")});
                           });

class Nest : public Actor<Nest> {
 public:
  Task<> on(Count m) { co_await descend(m.left); }
  void on(Go) { open_ = true; }

 private:
  Task<> descend(int left) {
    if (left == 0) {
      co_await until([this] { return open_; });
      check(false, "the bottom is never reached");
    } else {
      co_await descend(left - 1);
    }
  }
  bool open_ = false;
};
const Register nest("nest", "coroutines that wait for each other, deep down",
                    {harrier::number("depth", 1'000, 1, 1'000'000, "of the nest")},
                    [](System& system, const Arguments& arguments) {
                      const auto actor = system.spawn<Nest>();
                      system.send(actor, Count{arguments.number("depth")});
                      system.send(actor, Go{});
                    });

class Heavy : public Actor<Heavy> {
 public:
  explicit Heavy(std::size_t bytes) : bytes_(bytes) {}
  void on(Count m) { bytes_[0] = static_cast<char>(m.left); }

 private:
  std::vector<char> bytes_;
};
const Register heavy("heavy", "an actor with a large state",
                     {harrier::number("bytes", 64'000'000, 1, 1'000'000'000, "of the state"),
                      harrier::number("n", 10, 1, 1'000, "number of messages")},
                     [](System& system, const Arguments& arguments) {
                       const auto actor =
                           system.spawn<Heavy>(static_cast<std::size_t>(arguments.number("bytes")));
                       for (int i = 0; i < arguments.number("n"); ++i) {
                         system.send(actor, Count{i});
                       }
                     });

class Sink : public Actor<Sink> {
 public:
  void on(Count) {}
};
class Source : public Actor<Source> {
 public:
  explicit Source(Ref<Sink> sink) : sink_(sink) {}
  void on(Count m) {
    if (m.left > 0) send(self(), Count{m.left - 1});
    send(sink_, Count{m.left});
  }

 private:
  Ref<Sink> sink_;
};
const Register sources("sources", "many actors, each sends to a sink of its own",
                       {harrier::number("actors", 1'000, 1, 100'000, "number of sources"),
                        harrier::number("rounds", 1, 0, 100, "messages of each, less one")},
                       [](System& system, const Arguments& arguments) {
                         for (int i = 0; i < arguments.number("actors"); ++i) {
                           const auto source = system.spawn<Source>(system.spawn<Sink>());
                           system.send(source, Count{arguments.number("rounds")});
                         }
                       });

}  // namespace
