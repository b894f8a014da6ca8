// Zeek's Broker: a whole program, with threads and pipes of a library nobody here wrote.
#include <gtest/gtest.h>

#include "exactness.hpp"
#include "world.hpp"

/// The main() of programs/broker_store.cpp.
int broker_store_main();

namespace harrier::caf_tests {
namespace {

TEST(CafBroker, OptimalExploresEveryClassOnce) {
  // The store handles six messages of three senders; what their order leaves open is the order of
  // the two claims and of the answers to them among the increments.
  expect_exact(
      [](const ProgramOptions& options) {
        auto world = std::make_unique<caf::World>([](caf::World&) { return broker_store_main(); },
                                                  caf::Options{}, options);
        world->mute(true);
        return world;
      },
      6);
}

}  // namespace
}  // namespace harrier::caf_tests
