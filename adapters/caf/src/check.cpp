// The public calls: explore a test that is given an actor system.
#include <utility>

#include "backend.hpp"
#include "harrier/caf.hpp"
#include "self_test.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

/// Runs a test in a system that lasts for many executions.
class Harness {
 public:
  Harness(Test test, Options how) : test_(std::move(test)), how_(std::move(how)) {}

  int operator()(World& world) {
    if (world.lost_last_execution()) static_cast<void>(system_->release());
    if (*system_ == nullptr) {
      *system_ = backend::make_system(how_);
    } else {
      (*system_)->clean();
    }
    test_((*system_)->get());
    return 0;
  }

 private:
  Test test_;
  Options how_;
  // std::function copies what it calls, and the system must outlast the world that uses it.
  std::shared_ptr<std::unique_ptr<backend::System>> system_ =
      std::make_shared<std::unique_ptr<backend::System>>();
};

}  // namespace

ProgramFactory program(Test test, Options how) {
  static const std::string problem = self_test();
  if (!problem.empty()) throw UsageError(problem);
  return [test = std::move(test), how = std::move(how)](const ProgramOptions& options) {
    return std::make_unique<World>(Harness(test, how), how, options);
  };
}

namespace {

/// Tells the explorer in which order messages arrive, as not every reduction takes every order.
CheckOptions in_order(CheckOptions options, Order order) {
  options.delivery = order == Order::mailbox ? DeliveryModel::mailbox
                     : order == Order::fifo  ? DeliveryModel::fifo
                                             : DeliveryModel::bag;
  return options;
}

}  // namespace

CheckResult check(const Test& test, const CheckOptions& options, const Options& how) {
  return harrier::check(program(test, how), in_order(options, how.order));
}

ReplayResult replay(const Test& test, const Schedule& schedule, const CheckOptions& options,
                    const Options& how) {
  return harrier::replay(program(test, how), schedule, in_order(options, how.order));
}

void expect(bool condition, std::string_view text) {
  World* world = World::current();
  if (!condition && world != nullptr && !world->tearing_down()) {
    world->fail(FailureKind::check, std::string(text));
  }
}

std::uint32_t choose(std::uint32_t count) {
  World* world = World::current();
  return world != nullptr ? world->choose(count) : 0;
}

bool exploring() { return World::current() != nullptr; }

}  // namespace harrier::caf
