// Programs in which something does not return that is no handler.
#include "harrier/harrier.hpp"

namespace {

using harrier::Actor;
using harrier::Arguments;
using harrier::End;
using harrier::Ref;
using harrier::Register;
using harrier::System;
using harrier::Task;
using harrier::Text;

struct Go {};

// An endless loop that the compiler must keep.
bool run_forever() {
  static const volatile bool forever = true;
  while (forever) {
  }
  return true;
}

class EndlessGuard : public Actor<EndlessGuard> {
 public:
  bool accepts(const Go&) const { return run_forever(); }
  void on(Go) {}
};
class Starter : public Actor<Starter> {
 public:
  explicit Starter(Ref<EndlessGuard> guarded) : guarded_(guarded) {}
  void on(Go) { send(guarded_, Go{}); }

 private:
  Ref<EndlessGuard> guarded_;
};
const Register guard("endless-guard", "a constraint does not return", {},
                     [](System& system, const Arguments&) {
                       system.send(system.spawn<Starter>(system.spawn<EndlessGuard>()), Go{});
                     });

struct Wake {};
class EndlessCondition : public Actor<EndlessCondition> {
 public:
  Task<> on(Go) {
    co_await until([this] { return woken_ && run_forever(); });
  }
  void on(Wake) { woken_ = true; }

 private:
  bool woken_ = false;
};
const Register condition("endless-condition", "an awaited condition does not return", {},
                         [](System& system, const Arguments&) {
                           const auto actor = system.spawn<EndlessCondition>();
                           system.send(actor, Go{});
                           system.send(actor, Wake{});
                         });

class Idle : public Actor<Idle> {
 public:
  void on(Go) {}
};
const Register end("endless-end", "the check of the end state does not return", {},
                   [](System& system, const Arguments&) {
                     system.send(system.spawn<Idle>(), Go{});
                     system.at_end([](const End&) { run_forever(); });
                   });

class EndlessState : public Actor<EndlessState> {
 public:
  void on(Go) { check(false, "nothing arrives"); }
  void describe(Text&) const { run_forever(); }
};
const Register shown("endless-describe", "the state of an actor cannot be shown in finite time", {},
                     [](System& system, const Arguments&) {
                       system.spawn<EndlessState>();
                       system.send(system.spawn<EndlessState>(), Go{});
                     });

class EndlessCopy : public Actor<EndlessCopy> {
 public:
  EndlessCopy() = default;
  EndlessCopy(const EndlessCopy&) : Actor() { run_forever(); }
  void on(Go) {}
};
const Register copied("endless-copy", "an actor is copied forever", {},
                      [](System& system, const Arguments&) {
                        system.send(system.spawn<EndlessCopy>(), Go{});
                      });

class EndlessHandler : public Actor<EndlessHandler> {
 public:
  void on(Go) { run_forever(); }
};
const Register handler("endless-handler", "a handler does not return", {},
                       [](System& system, const Arguments&) {
                         system.send(system.spawn<EndlessHandler>(), Go{});
                       });

}  // namespace
