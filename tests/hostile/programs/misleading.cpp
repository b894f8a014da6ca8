// Programs whose violations are easily misreported.
#include <string>

#include "harrier/harrier.hpp"

namespace {

using harrier::Actor;
using harrier::Arguments;
using harrier::Constant;
using harrier::Ref;
using harrier::Register;
using harrier::System;
using harrier::Task;
using harrier::Text;
using harrier::Tracked;

struct Go {};
struct Ask {};

// Once its check has failed nobody answers the client any more.
class Server : public Actor<Server> {
 public:
  int on(Ask) {
    check(false, "the server can answer");
    return 0;
  }
  void on(Go) {}
};
class Client : public Actor<Client> {
 public:
  explicit Client(Ref<Server> server) : server_(server) {}
  Task<> on(Go) {
    send(server_, Go{});
    co_await call(server_, Ask{});
    stop();
  }

 private:
  Ref<Server> server_;
};
const Register consequences("consequences", "a failed check leaves a client waiting", {},
                            [](System& system, const Arguments&) {
                              const auto server = system.spawn<Server>();
                              system.send(system.spawn<Client>(server), Go{});
                              system.at_end([server](const harrier::End& end) {
                                end.check(!end.ended(server.id()), "the server is there");
                              });
                            });

struct Put {
  int value;
};
class Sum : public Actor<Sum> {
 public:
  void on(Put m) {
    sum_ = sum_ * 10 + m.value;
    check(sum_ % 7 != 0, "the sum " + std::to_string(sum_) + " is no multiple of 7");
  }

 private:
  Tracked<int> sum_;
};
const Register sums("sums", "one check that fails with many numbers, at many steps",
                    {harrier::number("n", 5, 1, 8, "number of messages")},
                    [](System& system, const Arguments& arguments) {
                      const auto sum = system.spawn<Sum>();
                      for (int i = 1; i <= arguments.number("n"); ++i) system.send(sum, Put{i});
                    });

class Ending : public Actor<Ending> {
 public:
  void on(Go) { stop(); }
};
const Register undelivered("undelivered", "one of many messages is delivered",
                           {harrier::number("n", 8, 1, 10, "number of messages")},
                           [](System& system, const Arguments& arguments) {
                             const auto actor = system.spawn<Ending>();
                             for (int i = 0; i < arguments.number("n"); ++i) {
                               system.send(system.spawn<Ending>(), Go{});
                             }
                             system.send(actor, Go{});
                             system.send(actor, Go{});
                           });

class Left : public Actor<Left> {
 public:
  explicit Left(Ref<Ending> other) : other_(other) {}
  void on(Go) { send(other_, Go{}); }

 private:
  Ref<Ending> other_;
};
const Register left("left", "an actor is left, and a message too", {},
                    [](System& system, const Arguments&) {
                      const auto other = system.spawn<Ending>();
                      system.send(other, Go{});
                      system.send(system.spawn<Left>(other), Go{});
                      system.send(system.spawn<Left>(other), Go{});
                    });

int runs = 0;
class Global : public Actor<Global> {
 public:
  explicit Global(Ref<Ending> other) : other_(other) {}
  void on(Go) {
    const bool first = runs++ == 0;
    if (first) send(other_, Go{});
    if (first) send(self(), Put{1});
  }
  void on(Put) { check(false, "nothing is put"); }

 private:
  Ref<Ending> other_;
};
const Register global("global", "a handler does something else when it runs again", {},
                      [](System& system, const Arguments&) {
                        system.send(system.spawn<Global>(system.spawn<Ending>()), Go{});
                      });

class Forever : public Actor<Forever> {
 public:
  void on(Put m) {
    check(m.value != limit_, "the end is never reached");
    send(self(), Put{m.value + 1});
  }
  explicit Forever(int limit) : limit_(limit) {}

 private:
  int limit_;
};
const Register forever("forever", "an actor sends to itself forever",
                       {harrier::number("limit", 0, 0, 2'000'000, "fails there; 0: never")},
                       [](System& system, const Arguments& arguments) {
                         system.send(system.spawn<Forever>(arguments.number("limit")), Put{1});
                       });

class Counter : public Actor<Counter> {
 public:
  void on(Put m) {
    total_ += m.value;
    check(total_ < 3, "the total stays small");
  }
  void describe(Text& text) const { text.add(total_); }

 private:
  int total_ = 0;
};
const Register named("named", "actors whose roles are made on the spot", {},
                     [](System& system, const Arguments&) {
                       for (int i = 1; i <= 2; ++i) {
                         const std::string role =
                             "an actor with a long role, number " + std::to_string(i);
                         const auto counter = system.spawn_as<Counter>(role);
                         system.send(counter, Put{i});
                         system.send(counter, Put{1});
                       }
                     });

struct Letter {
  std::string text;
};
class Reader : public Actor<Reader> {
 public:
  void on(const Letter& letter) { check(letter.text.empty(), "nothing is written"); }
};
const Register letter("letter", "a message of a certain length",
                      {harrier::number("length", 200, 0, 20'000'000, "of the text"),
                       harrier::number("bytes", 0, 0, 1, "1: with a NUL and broken UTF-8")},
                      [](System& system, const Arguments& arguments) {
                        std::string text(static_cast<std::size_t>(arguments.number("length")), 'x');
                        if (arguments.number("bytes") == 1) text = std::string("a\0b\xff", 4);
                        system.send(system.spawn<Reader>(), Letter{text + "END"});
                      });

/// A member that nobody tracks and that the constructor leaves as it is, where padding could be.
class Padded : public Actor<Padded> {
 public:
  void on(Put m) { value_ = m.value; }
  void on(Go) {
    if (value_ == 7) seen_ = 1;
  }

 private:
  Constant<int> number_{1};
  int value_;
  Constant<double> last_{1};
  Tracked<int> seen_{"seen", 0};
};
const Register padded("padded", "a member that is taken for padding until it changes", {},
                      [](System& system, const Arguments&) {
                        const auto it = system.spawn<Padded>();
                        system.send(it, Put{7});
                        system.send(it, Go{});
                      });

class Rules : public Actor<Rules> {
 public:
  void on(Put m) {
    check(m.value != 1 || last_ != 2, "rule 1 holds");
    check(m.value != 2 || last_ != 1, "rule 2 holds");
    last_ = m.value;
  }

 private:
  Tracked<int> last_{"last", 0};
};
const Register rules("rules", "two checks whose texts differ in a number", {},
                     [](System& system, const Arguments&) {
                       const auto it = system.spawn<Rules>();
                       system.send(it, Put{1});
                       system.send(it, Put{2});
                     });

}  // namespace
