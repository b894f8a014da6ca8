// Programs that fail in ways that also get in the way of the report about them.
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "harrier/harrier.hpp"

namespace {

using harrier::Actor;
using harrier::Arguments;
using harrier::Ref;
using harrier::Register;
using harrier::System;
using harrier::Text;

struct Go {};

class Unspoken : public std::exception {
 public:
  const char* what() const noexcept override { return nullptr; }
};
class ThrowsUnspoken : public Actor<ThrowsUnspoken> {
 public:
  void on(Go) { throw Unspoken(); }
};
const Register unspoken("null-what", "a handler throws an exception whose what() is null", {},
                        [](System& system, const Arguments&) {
                          system.send(system.spawn<ThrowsUnspoken>(), Go{});
                        });

struct Unshowable {
  void describe(Text&) const { throw std::runtime_error("cannot be shown"); }
};
class TakesUnshowable : public Actor<TakesUnshowable> {
 public:
  void on(const Unshowable&) { check(false, "nothing arrives"); }
};
const Register message("throwing-message", "a message throws when it is to be shown", {},
                       [](System& system, const Arguments&) {
                         system.send(system.spawn<TakesUnshowable>(), Unshowable{});
                       });

class UnshowableState : public Actor<UnshowableState> {
 public:
  void on(Go) { check(false, "nothing arrives"); }
  void describe(Text&) const { throw std::bad_alloc(); }
};
const Register state("throwing-state", "the state of an actor throws when it is to be shown", {},
                     [](System& system, const Arguments&) {
                       const auto first = system.spawn<UnshowableState>();
                       system.spawn<UnshowableState>();
                       system.send(first, Go{});
                     });

class Raising : public Actor<Raising> {
 public:
  explicit Raising(int number) : number_(number) {}
  void on(Go) { std::raise(number_); }

 private:
  int number_;
};
const Register raising("raising", "a handler raises a signal",
                       {harrier::number("signal", SIGALRM, 1, 64, "the number of the signal")},
                       [](System& system, const Arguments& arguments) {
                         system.send(system.spawn<Raising>(arguments.number("signal")), Go{});
                       });

/// Ignores a signal, and then does what raises it.
class Deaf : public Actor<Deaf> {
 public:
  explicit Deaf(bool aborts) : aborts_(aborts) {}
  void on(Go) {
    if (aborts_) {
      std::signal(SIGABRT, SIG_IGN);
      std::abort();
    }
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    sigaction(SIGSEGV, &ignored, nullptr);
    *static_cast<volatile int*>(nullptr) = 1;
  }

 private:
  bool aborts_;
};
const Register deaf("deaf", "a handler ignores the signal of its own error",
                    {harrier::word("error", {"abort", "null"}, "what it does")},
                    [](System& system, const Arguments& arguments) {
                      system.send(system.spawn<Deaf>(arguments.word("error") == "abort"), Go{});
                    });

/// Lets nobody write files any more, and then fails.
class Limiting : public Actor<Limiting> {
 public:
  explicit Limiting(bool crashes) : crashes_(crashes) {}
  void on(Go) {
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &limit);
    if (crashes_) std::abort();
    check(false, "nothing arrives");
  }

 private:
  bool crashes_;
};
const Register limiting("limits-files", "a handler limits the size of files, and fails",
                        {harrier::word("how", {"check", "crash"}, "how it fails")},
                        [](System& system, const Arguments& arguments) {
                          system.send(system.spawn<Limiting>(arguments.word("how") == "crash"),
                                      Go{});
                        });

class Threaded : public Actor<Threaded> {
 public:
  void on(Go) {
    std::thread([] { std::exit(0); }).join();
  }
};
const Register exit_in_thread("exit-in-thread", "a handler's thread calls exit(0)", {},
                              [](System& system, const Arguments&) {
                                system.send(system.spawn<Threaded>(), Go{});
                              });

struct Part {
  int number = 0;
};

/// Fails in one order of thousands, so late that one of several threads meets it.
class FailsLate : public Actor<FailsLate> {
 public:
  static constexpr int parts = 7;

  explicit FailsLate(bool hangs) : hangs_(hangs) {}
  void on(Part part) {
    falls_ = falls_ && part.number == --expected_;
    if (!falls_ || expected_ != 0) return;
    while (hangs_) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::raise(SIGSEGV);
  }

 private:
  bool hangs_;
  int expected_ = parts;
  bool falls_ = true;
};
const Register late("late-failure", "in one order of many a handler fails",
                    {harrier::word("how", {"crash", "hang"}, "how it fails")},
                    [](System& system, const Arguments& arguments) {
                      const auto fails = system.spawn<FailsLate>(arguments.word("how") == "hang");
                      for (int i = 0; i < FailsLate::parts; ++i) system.send(fails, Part{i});
                    });

}  // namespace
