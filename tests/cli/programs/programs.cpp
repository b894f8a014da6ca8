// Programs that fail in every way a user's program can, as a user's own binary: it links
// harrier::main.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "harrier/harrier.hpp"

namespace {

using harrier::Actor;
using harrier::Arguments;
using harrier::Ref;
using harrier::Register;
using harrier::System;
using harrier::Task;

struct Go {};

class ThrowingConstructor : public Actor<ThrowingConstructor> {
 public:
  ThrowingConstructor() { throw std::runtime_error("no room for another one"); }
  void on(Go) {}
};
const Register constructor("throwing-constructor", "the set-up creates an actor that throws", {},
                           [](System& system, const Arguments&) {
                             system.send(system.spawn<ThrowingConstructor>(), Go{});
                           });

class Parent : public Actor<Parent> {
 public:
  void on(Go) { spawn<ThrowingConstructor>(); }
};
const Register later("throwing-constructor-later", "a handler creates an actor that throws", {},
                     [](System& system, const Arguments&) {
                       system.send(system.spawn<Parent>(), Go{});
                     });

class ThrowingHandler : public Actor<ThrowingHandler> {
 public:
  void on(Go) { throw std::out_of_range("index 7 of 3"); }
};
const Register handler("throwing-handler", "a handler throws", {},
                       [](System& system, const Arguments&) {
                         system.send(system.spawn<ThrowingHandler>(), Go{});
                       });

class ThrowingDestructor : public Actor<ThrowingDestructor> {
 public:
  ThrowingDestructor() = default;
  ThrowingDestructor(const ThrowingDestructor&) = default;
  ~ThrowingDestructor() noexcept(false) { throw std::runtime_error("cannot go"); }
  void on(Go) {}
};
const Register destructor("throwing-destructor", "a destructor throws, and may", {},
                          [](System& system, const Arguments&) {
                            system.send(system.spawn<ThrowingDestructor>(), Go{});
                          });

// Out of the compiler's sight, which warns of what is wanted here.
[[gnu::noinline]] void throw_quoted() { throw std::runtime_error("a \"quoted\" reason"); }

class TerminatingHandler : public Actor<TerminatingHandler> {
 public:
  void on(Go) noexcept { throw_quoted(); }
};
const Register terminating("terminating-handler", "a handler throws although it is noexcept", {},
                           [](System& system, const Arguments&) {
                             system.send(system.spawn<TerminatingHandler>(), Go{});
                           });

class ThrowingGuard : public Actor<ThrowingGuard> {
 public:
  bool accepts(const Go&) const { throw std::runtime_error("cannot decide"); }
  void on(Go) {}
};
const Register guard("throwing-guard", "a constraint throws", {},
                     [](System& system, const Arguments&) {
                       system.send(system.spawn<ThrowingGuard>(), Go{});
                     });

const Register end("throwing-end", "the check of the end state throws", {},
                   [](System& system, const Arguments&) {
                     system.spawn<ThrowingHandler>();
                     system.at_end(
                         [](const harrier::End&) { throw std::runtime_error("cannot look"); });
                   });

const Register setup("throwing-setup", "the set-up throws", {},
                     [](System&, const Arguments&) { throw std::runtime_error("cannot begin"); });

const Register undeclared("undeclared-parameter", "the set-up reads what it does not declare", {},
                          [](System& system, const Arguments& arguments) {
                            system.spawn<ThrowingHandler>();
                            arguments.number("n");
                          });

const Register no_actors("no-actors", "the set-up creates nothing", {},
                         [](System&, const Arguments&) {});

class Idle : public Actor<Idle> {
 public:
  void on(Go) {}
};
const Register silent("silent", "one actor and no message", {},
                      [](System& system, const Arguments&) { system.spawn<Idle>(); });

// An endless loop that the compiler must keep; clang sees that nobody would write to an atomic.
void run_forever() {
  static const volatile bool forever = true;
  while (forever) {
  }
}

class Worker : public Actor<Worker> {
 public:
  void on(Go) { run_forever(); }
};
class Boss : public Actor<Boss> {
 public:
  explicit Boss(Ref<Worker> worker) : worker_(worker) {}
  void on(Go) { send(worker_, Go{}); }

 private:
  Ref<Worker> worker_;
};
const Register endless("endless-handler", "a handler does not return", {},
                       [](System& system, const Arguments&) {
                         system.send(system.spawn<Boss>(system.spawn<Worker>()), Go{});
                       });
const Register endless_setup("endless-setup", "the set-up does not return", {},
                             [](System&, const Arguments&) { run_forever(); });

// What happens depends on how often it happened before.
class Forgetful : public Actor<Forgetful> {
 public:
  explicit Forgetful(Ref<Idle> other) : other_(other) {}
  void on(Go) {
    static int count = 0;
    if (++count % 2 == 0) send(other_, Go{});
  }

 private:
  Ref<Idle> other_;
};
const Register nondeterministic("nondeterministic", "a handler counts its runs in a global", {},
                                [](System& system, const Arguments&) {
                                  system.send(system.spawn<Forgetful>(system.spawn<Idle>()), Go{});
                                });

class Ending : public Actor<Ending> {
 public:
  void on(Go) { stop(); }
};
const Register ended("ended", "two messages to an actor that ends with the first", {},
                     [](System& system, const Arguments&) {
                       const auto actor = system.spawn<Ending>();
                       system.send(actor, Go{});
                       system.send(actor, Go{});
                     });

class Receiver : public Actor<Receiver> {
 public:
  void on(Go) { ++count_; }

 private:
  int count_ = 0;
};
const Register many("many", "messages to one actor: n! orders",
                    {harrier::number("n", 12, 1, 20, "number of messages")},
                    [](System& system, const Arguments& arguments) {
                      const auto receiver = system.spawn<Receiver>();
                      for (int i = 0; i < arguments.number("n"); ++i) system.send(receiver, Go{});
                    });

class Pointer : public Actor<Pointer> {
 public:
  void on(Go) {
    // Null would be noticed by a sanitizer before anything crashes.
    volatile int* volatile nowhere = reinterpret_cast<int*>(alignof(int));
    *nowhere = 1;  // NOLINT: that it crashes is the point
  }
};
class Caller : public Actor<Caller> {
 public:
  explicit Caller(Ref<Pointer> pointer) : pointer_(pointer) {}
  void on(Go) { send(pointer_, Go{}); }

 private:
  Ref<Pointer> pointer_;
};
const Register crash("crash", "a handler writes to nowhere", {},
                     [](System& system, const Arguments&) {
                       system.send(system.spawn<Caller>(system.spawn<Pointer>()), Go{});
                     });

// Calls itself until the stack is full.
class Overflowing : public Actor<Overflowing> {
 public:
  void on(Go) { deepen(1); }

 private:
  static int deepen(int depth) {
    volatile char room[4096] = {};
    room[depth % 4096] = 1;
    return depth < 0 ? 0 : deepen(depth + 1) + room[0];
  }
};
const Register overflowing("overflowing", "a handler calls itself forever", {},
                           [](System& system, const Arguments&) {
                             system.send(system.spawn<Overflowing>(), Go{});
                           });

class Aborting : public Actor<Aborting> {
 public:
  void on(Go) { std::abort(); }
};
const Register aborting("aborting", "a handler aborts", {}, [](System& system, const Arguments&) {
  system.send(system.spawn<Aborting>(), Go{});
});

struct Ask {};
class Stubborn : public Actor<Stubborn> {
 public:
  void meet(Ref<Stubborn> other) { other_ = other; }
  Task<int> on(Ask) { co_return 1; }
  Task<> on(Ref<Stubborn> other) { co_await call(other, Ask{}); }

 private:
  Ref<Stubborn> other_;
};
const Register deadlock("deadlock", "two actors call each other", {},
                        [](System& system, const Arguments&) {
                          const auto first = system.spawn_as<Stubborn>("left");
                          const auto second = system.spawn_as<Stubborn>("right");
                          system.send(first, second);
                          system.send(second, first);
                        });

class Gambler : public Actor<Gambler> {
 public:
  void on(Go) { check(choose(3) != 2, "the gambler never draws a two"); }
};
const Register choices("choices", "a handler chooses", {}, [](System& system, const Arguments&) {
  system.send(system.spawn<Gambler>(), Go{});
});

struct Letter {
  std::string text;
};
class Reader : public Actor<Reader> {
 public:
  void on(const Letter& m) { check(m.text.empty(), "nothing is written: " + m.text); }
};
const Register text("text", "a message with control characters and broken UTF-8", {},
                    [](System& system, const Arguments&) {
                      system.send(system.spawn<Reader>(), Letter{"a\nb\x1b[31m\xff\"q\" \xc3\xa9"});
                    });

struct Count {
  int left;
};
class Player : public Actor<Player> {
 public:
  explicit Player(Ref<Player> other = {}) : other_(other) {}
  void on(Count m) {
    check(m.left > 0, "the game goes on forever");
    if (other_) {
      send(other_, Count{m.left - 1});
    } else {
      send(self(), Count{m.left - 1});
    }
  }

 private:
  Ref<Player> other_;
};
const Register deep("deep", "an execution of many steps that fails at its end",
                    {harrier::number("steps", 100, 1, 1000, "number of steps")},
                    [](System& system, const Arguments& arguments) {
                      const auto player = system.spawn<Player>();
                      system.send(system.spawn<Player>(player),
                                  Count{arguments.number("steps") - 1});
                    });

class Link : public Actor<Link> {
 public:
  explicit Link(Ref<Link> next) : next_(next) {}
  void on(Go) {
    check(static_cast<bool>(next_), "somebody is left to tell");
    send(next_, Go{});
  }

 private:
  Ref<Link> next_;
};
const Register chain("chain", "a message passes through many actors and fails at the last",
                     {harrier::number("actors", 12, 1, 100, "number of actors"),
                      harrier::word("end", {"open", "closed"}, "whether anything is sent")},
                     [](System& system, const Arguments& arguments) {
                       Ref<Link> next;
                       for (int i = 0; i < arguments.number("actors"); ++i) {
                         next = system.spawn<Link>(next);
                       }
                       if (arguments.word("end") == "open") system.send(next, Go{});
                     });

// Registered only on request: it makes the whole binary unusable, which is what is tested.
const bool twice = [] {
  if (std::getenv("HARRIER_TEST_TWICE") == nullptr) return false;
  static const Register again("silent", "a second program of that name", {},
                              [](System&, const Arguments&) {});
  return true;
}();

}  // namespace
