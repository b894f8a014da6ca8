// Where events that do not depend on a given one are looked for.
#include "reduction/latest_causes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Events by their causes alone.
class Caused {
 public:
  void add(const std::vector<std::uint32_t>& causes) {
    std::vector<EventId> ids;
    std::vector<bool> past(past_.size());
    for (const std::uint32_t cause : causes) {
      ids.emplace_back(cause);
      past[cause] = true;
      for (std::size_t i = 0; i < cause; ++i) past[i] = past[i] || past_[cause][i];
    }
    past_.push_back(past);
    latest_causes_.push(ids);
  }
  void take_back() {
    past_.pop_back();
    latest_causes_.pop();
  }
  std::size_t size() const { return past_.size(); }
  bool is_beside(std::size_t first, std::size_t event) const { return !past_[event][first]; }

  /// Lists the events that are looked at.
  std::vector<std::size_t> near(std::size_t first) const {
    std::vector<std::size_t> visited;
    latest_causes_.for_each_near(first, [&](std::size_t event) {
      visited.push_back(event);
      return is_beside(first, event);
    });
    return visited;
  }

 private:
  std::vector<std::vector<bool>> past_;
  LatestCauses latest_causes_;
};

TEST(LatestCauses, NothingIsLookedAtWhereEachEventCausesTheNext) {
  Caused trace;
  trace.add({});
  for (std::uint32_t i = 0; i < 1'000; ++i) trace.add({i});
  EXPECT_THAT(trace.near(0), IsEmpty());
  EXPECT_THAT(trace.near(500), IsEmpty());
}

TEST(LatestCauses, NothingIsLookedAtBehindAMeeting) {
  Caused trace;
  trace.add({});
  trace.add({});
  trace.add({0});
  trace.add({1});
  trace.add({2, 3});  // both go on from here
  for (std::uint32_t i = 4; i < 1'000; ++i) trace.add({i});
  EXPECT_THAT(trace.near(0), ElementsAre(1U, 2U, 3U, 4U));
  EXPECT_THAT(trace.near(2), ElementsAre(3U, 4U));
  EXPECT_THAT(trace.near(3), IsEmpty());
  EXPECT_THAT(trace.near(4), IsEmpty());
}

TEST(LatestCauses, AllThatMayNotDependOnAnEventIsLookedAt) {
  std::uint32_t random = 1;
  const auto next = [&](std::uint32_t below) {
    random = random * 1664525U + 1013904223U;
    return (random >> 16U) % below;
  };
  Caused trace;
  for (const std::size_t size : {120, 60, 130, 5, 110}) {
    while (trace.size() > size) trace.take_back();
    while (trace.size() < size) {
      const auto count = static_cast<std::uint32_t>(trace.size());
      std::vector<std::uint32_t> causes;
      for (std::uint32_t i = next(4); i > 0 && count > 0; --i) {
        causes.push_back(next(8) == 0 ? next(count) : count - 1 - next(std::min(count, 5U)));
      }
      trace.add(causes);
    }
    for (std::size_t first = 0; first < size; ++first) {
      const std::vector<std::size_t> visited = trace.near(first);
      EXPECT_TRUE(std::ranges::is_sorted(visited));
      for (std::size_t event = first + 1; event < size; ++event) {
        if (trace.is_beside(first, event)) {
          ASSERT_TRUE(std::ranges::binary_search(visited, event)) << first << " and " << event;
        }
      }
    }
  }
}

}  // namespace
}  // namespace harrier::testing
