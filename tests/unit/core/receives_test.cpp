// Which receives race with a message, on small executions.
#include "core/receives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

struct Note {
  int number;
};

class Sink : public Actor<Sink> {
 public:
  void on(Note) {}
};

/// Passes on what it gets.
class Relay : public Actor<Relay> {
 public:
  explicit Relay(To<Note> next) : next_(next) {}
  void on(Note m) { send(next_, m); }

 private:
  Constant<To<Note>> next_;
};

/// An execution with its receives.
class Received {
 public:
  explicit Received(Setup setup) : execution_(std::move(setup)) {}

  void deliver(const std::string& text) {
    execution_.deliver(text);
    receives_.push(execution_.program(), execution_.trace());
  }
  void undo() {
    receives_.pop();
    execution_.undo();
  }
  /// Returns the races of a pending message as pairs of k and j.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> races_of(const std::string& text) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> races;
    receives_.races_of(execution_.program(), execution_.pending_message(text), Receives::none,
                       [&](std::uint32_t k, std::uint32_t j) { races.emplace_back(k, j); });
    return races;
  }

 private:
  Execution execution_;
  Receives receives_;
};

void sink_and_relays(System& system) {
  const auto sink = system.spawn<Sink>();
  const auto near = system.spawn_as<Relay>("near", sink);
  const auto far = system.spawn_as<Relay>("far", near);
  system.send(sink, Note{1});
  system.send(sink, Note{2});
  system.send(far, Note{3});
}

TEST(Receives, WhatWasPendingRacesWithEveryLaterReceive) {
  Received received(sink_and_relays);
  EXPECT_THAT(received.races_of("Note{1} to sink"), IsEmpty());
  received.deliver("Note{2} to sink");
  EXPECT_THAT(received.races_of("Note{1} to sink"), ElementsAre(Pair(0, Receives::none)));
}

TEST(Receives, WhatWasSentSinceRacesThroughTheFirstReceiveBeforeIt) {
  Received received(sink_and_relays);
  received.deliver("Note{1} to sink");  // 0
  received.deliver("Note{3} to far");   // 1
  received.deliver("Note{2} to sink");  // 2
  received.deliver("Note{3} to near");  // 3
  EXPECT_THAT(received.races_of("Note{3} to sink"), ElementsAre(Pair(0, 1), Pair(2, 3)));
  received.undo();
  received.undo();
  received.deliver("Note{3} to near");  // 2
  EXPECT_THAT(received.races_of("Note{3} to sink"), ElementsAre(Pair(0, 1)));
  EXPECT_THAT(received.races_of("Note{2} to sink"), ElementsAre(Pair(0, Receives::none)));
}

TEST(Receives, WhatAReceiveSendsDoesNotRaceWithIt) {
  Received received([](System& system) {
    const auto sink = system.spawn<Sink>();
    const auto relay = system.spawn<Relay>(system.spawn_as<Relay>("second", sink));
    system.send(relay, Note{1});
  });
  received.deliver("Note{1} to relay");
  received.deliver("Note{1} to second");
  EXPECT_THAT(received.races_of("Note{1} to sink"), IsEmpty());
}

}  // namespace
}  // namespace harrier::testing
