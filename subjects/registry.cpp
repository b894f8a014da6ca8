// Registers a master and its two workers in any order: the running example of TransDPOR (FORTE'12,
// figure 1).
#include <array>

#include "harrier/harrier.hpp"

namespace {

struct Start {};
struct Enter {
  harrier::ActorId name;
};
struct Work {
  harrier::To<Enter> registry;
};

class Registry : public harrier::Actor<Registry> {
 public:
  void on(Enter m) { names_.edit()[count_++] = m.name; }

 private:
  harrier::Tracked<std::array<harrier::ActorId, 3>> names_;
  harrier::Tracked<std::size_t> count_ = 0;
};

class Worker : public harrier::Actor<Worker> {
 public:
  void on(Work m) { send(m.registry, Enter{self().id()}); }
};

class Master : public harrier::Actor<Master> {
 public:
  void on(Start) {
    const auto registry = spawn<Registry>();
    send(registry, Enter{self().id()});
    for (int i = 0; i < 2; ++i) send(spawn<Worker>(), Work{registry});
  }
};

const harrier::Register registry("registry", "a master and two workers register in any order", {},
                                 [](harrier::System& system, const harrier::Arguments&) {
                                   system.send(system.spawn<Master>(), Start{});
                                 });

}  // namespace
