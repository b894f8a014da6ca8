// The earlier events that an event conflicts with, up to the last write of each resource.
#include "core/access_chains.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Resource x = Resource::of(ActorId(0), Resource::first_field);
constexpr Resource y = Resource::of(ActorId(0), Resource::first_field + 1);

std::vector<std::uint32_t> push(AccessChains& chains, const std::vector<ResourceAccess>& touched) {
  const auto conflicting = chains.push(touched);
  std::vector<std::uint32_t> events(conflicting.begin(), conflicting.end());
  std::ranges::sort(events);
  return events;
}

TEST(AccessChains, GoBackToTheLastWrite) {
  AccessChains chains;
  EXPECT_THAT(push(chains, {{x, Access::write}}), IsEmpty());
  EXPECT_THAT(push(chains, {{x, Access::write}}), ElementsAre(0U));
  EXPECT_THAT(push(chains, {{x, Access::write}}), ElementsAre(1U));
}

TEST(AccessChains, PassOverRunsThatDoNotConflict) {
  AccessChains chains;
  push(chains, {{x, Access::write}});                                             // 0
  EXPECT_THAT(push(chains, {{x, Access::read}}), ElementsAre(0U));                // 1
  EXPECT_THAT(push(chains, {{x, Access::read}}), ElementsAre(0U));                // 2
  EXPECT_THAT(push(chains, {{x, Access::update}}), ElementsAre(0U, 1U, 2U));      // 3
  EXPECT_THAT(push(chains, {{x, Access::update}}), ElementsAre(0U, 1U, 2U));      // 4
  EXPECT_THAT(push(chains, {{x, Access::read}}), ElementsAre(0U, 3U, 4U));        // 5
  EXPECT_THAT(push(chains, {{x, Access::update}}), ElementsAre(0U, 1U, 2U, 5U));  // 6
  EXPECT_THAT(push(chains, {{x, Access::write}}), ElementsAre(0U, 1U, 2U, 3U, 4U, 5U, 6U));
  EXPECT_THAT(push(chains, {{x, Access::read}}), ElementsAre(7U));
}

TEST(AccessChains, KeepResourcesApartAndListAnEventOnce) {
  AccessChains chains;
  push(chains, {{x, Access::write}, {y, Access::write}});
  push(chains, {{y, Access::read}});
  EXPECT_THAT(push(chains, {{x, Access::read}, {y, Access::write}}), ElementsAre(0U, 1U));
  EXPECT_THAT(push(chains, {{Resource::of(ObjectId(0), x.part()), Access::write},
                            {Resource::of(Owner::program(), x.part()), Access::write},
                            {Resource::of(ActorId(1), x.part()), Access::write}}),
              IsEmpty());
}

TEST(AccessChains, AnEventDoesNotConflictWithItself) {
  AccessChains chains;
  EXPECT_THAT(push(chains, {{x, Access::read}, {x, Access::write}}), IsEmpty());
  EXPECT_THAT(push(chains, {{x, Access::read}, {x, Access::update}}), ElementsAre(0U));
}

TEST(AccessChains, ForgetTheLastEvents) {
  AccessChains chains;
  push(chains, {{x, Access::write}});
  push(chains, {{x, Access::read}, {y, Access::read}});
  push(chains, {{x, Access::write}});
  chains.pop();
  EXPECT_THAT(push(chains, {{x, Access::write}}), ElementsAre(0U, 1U));
  chains.pop();
  chains.pop();
  EXPECT_THAT(push(chains, {{x, Access::read}, {y, Access::write}}), ElementsAre(0U));
  chains.clear();
  EXPECT_THAT(push(chains, {{x, Access::write}}), IsEmpty());
}

RC_GTEST_PROP(AccessChains, ListExactlyTheConflictsFromTheLastWriteOn,
              (const std::vector<std::uint8_t>& script)) {
  AccessChains chains;
  std::vector<ResourceAccess> past;
  for (const std::uint8_t byte : script) {
    if (byte >= 250 && !past.empty()) {
      chains.pop();
      past.pop_back();
      continue;
    }
    const ResourceAccess next{byte % 2 == 0 ? x : y, static_cast<Access>(byte / 2 % 3)};
    std::vector<std::uint32_t> expected;
    for (std::size_t i = past.size(); i-- > 0;) {
      if (past[i].resource != next.resource) continue;
      if (conflict(past[i].access, next.access)) {
        expected.insert(expected.begin(), static_cast<std::uint32_t>(i));
      }
      if (past[i].access == Access::write) break;
    }
    RC_ASSERT(push(chains, {next}) == expected);
    past.push_back(next);
  }
}

}  // namespace
}  // namespace harrier
