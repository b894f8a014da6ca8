// Zeek's Broker: a whole program whose main() waits for pipes.
#include <gtest/gtest.h>

#include "exactness.hpp"
#include "world.hpp"

/// The main() of programs/broker_store.cpp.
int broker_store_main();

namespace harrier::caf_tests {
namespace {

TEST(CafBroker, OptimalExploresEveryClassOnce) {
  // All 11,264 executions are of 8 classes: the first claim is read from its pipe before or after
  // the second is written, and the core and the store end in 4 orders.
  expect_exact(
      [](const ProgramOptions& options) {
        auto world = std::make_unique<caf::World>([](caf::World&) { return broker_store_main(); },
                                                  caf::Options{}, options);
        world->mute(true);
        return world;
      },
      8);
}

}  // namespace
}  // namespace harrier::caf_tests
