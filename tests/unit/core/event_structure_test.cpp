// Event structures of small programs that can be drawn by hand.
#include "core/event_structure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/hand_trace.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

/// Adds the execution in which messages are delivered in this order, each event with its message's
/// text.
void add(EventStructure& structure, const HandOrder& order,
         const std::vector<std::string>& messages) {
  const HandTrace run = order.run(messages);
  structure.add(run.trace(), [&](std::size_t event) {
    return EventStructure::Label{"actor " + std::to_string(run.trace()[event].actor.index()),
                                 messages[event]};
  });
}

const HandOrder two_writes{
    .setup = {.actors = {"cell"}, .sends = {{"1", "cell"}, {"2", "cell"}}},
    .steps = {{"1", {.touches = {writes("cell")}}}, {"2", {.touches = {writes("cell")}}}}};

TEST(EventStructures, HaveOneEventForEqualStepsWithEqualHistories) {
  const HandOrder order{
      .setup = {.actors = {"a", "b"}, .sends = {{"go a", "a"}, {"go b", "b"}}},
      .steps = {{"go a", {.touches = {writes("a")}}}, {"go b", {.touches = {writes("b")}}}}};
  EventStructure structure;
  add(structure, order, {"go a", "go b"});
  add(structure, order, {"go b", "go a"});
  structure.close();
  ASSERT_THAT(structure.events(), SizeIs(2));
  EXPECT_EQ(structure.events()[0].text, "go a");
  EXPECT_EQ(structure.events()[1].text, "go b");
  EXPECT_THAT(structure.actors(), ElementsAre("actor 0", "actor 1"));
  EXPECT_THAT(structure.configurations(), ElementsAre(ElementsAre(0U, 1U), ElementsAre(1U, 0U)));
  for (const EventStructure::Event& event : structure.events()) {
    EXPECT_THAT(event.causes, IsEmpty());
    EXPECT_THAT(event.conflicts, IsEmpty());
    EXPECT_EQ(event.depth, 0U);
  }
}

TEST(EventStructures, TwoOrdersOfTwoWritesAreFourEventsInOneConflict) {
  EventStructure structure;
  add(structure, two_writes, {"1", "2"});  // 0, 1
  add(structure, two_writes, {"2", "1"});  // 2, 3
  structure.close();
  ASSERT_THAT(structure.events(), SizeIs(4));
  EXPECT_THAT(structure.events()[1].causes, ElementsAre(0U));
  EXPECT_EQ(structure.events()[1].depth, 1U);
  EXPECT_THAT(structure.events()[3].causes, ElementsAre(2U));
  // Whoever comes first excludes the other as the first; what follows inherits that.
  EXPECT_THAT(structure.events()[0].conflicts, ElementsAre(2U));
  EXPECT_THAT(structure.events()[2].conflicts, ElementsAre(0U));
  EXPECT_THAT(structure.events()[1].conflicts, IsEmpty());
  EXPECT_THAT(structure.events()[3].conflicts, IsEmpty());
}

TEST(EventStructures, CausesAreTheDirectOnes) {
  const HandOrder order{.setup = {.actors = {"cell"}, .sends = {{"1", "cell"}}},
                        .steps = {{"1", {.sends = {{"2", "cell"}}, .touches = {writes("cell")}}},
                                  {"2", {.sends = {{"3", "cell"}}, .touches = {writes("cell")}}},
                                  {"3", {.touches = {reads("cell")}, .causes = {"1"}}}}};
  EventStructure structure;
  add(structure, order, {"1", "2", "3"});
  structure.close();
  EXPECT_THAT(structure.events()[2].causes, ElementsAre(1U));  // and through it 0
  EXPECT_EQ(structure.events()[2].depth, 2U);
}

TEST(EventStructures, ChoicesOfOneStepExcludeEachOther) {
  EventStructure structure;
  for (const std::uint32_t value : {0U, 1U, 2U}) {
    HandTrace run({.actors = {"dice"}, .sends = {{"throw", "dice"}}});
    run.deliver("throw", {.choices = {{value, 3}}});
    structure.add(run.trace(), [](std::size_t) { return EventStructure::Label{"dice", "throw"}; });
  }
  structure.close();
  ASSERT_THAT(structure.events(), SizeIs(3));
  EXPECT_THAT(structure.events()[0].conflicts, UnorderedElementsAre(1U, 2U));
  EXPECT_THAT(structure.events()[1].conflicts, UnorderedElementsAre(0U, 2U));
  EXPECT_THAT(structure.events()[2].conflicts, UnorderedElementsAre(0U, 1U));
}

TEST(EventStructures, ConflictOnAnObjectThatIsMadeOnTheWay) {
  // The object has another number after the other order of the makers, and the same name.
  const HandOrder order{
      .setup = {.actors = {"a", "b"}, .sends = {{"go a", "a"}, {"go b", "b"}}},
      .steps = {
          {"go a",
           {.objects = {"box"}, .sends = {{"put", "a"}, {"take", "b"}}, .touches = {writes("a")}}},
          {"go b", {.objects = {"other"}, .touches = {writes("b")}}},
          {"put", {.touches = {writes("box")}}},
          {"take", {.touches = {writes("box")}}}}};
  EventStructure structure;
  add(structure, order, {"go a", "go b", "put", "take"});  // 0, 1, 2, 3
  add(structure, order, {"go b", "go a", "take", "put"});  // 1, 0, 4, 5
  structure.close();
  ASSERT_THAT(structure.events(), SizeIs(6));
  EXPECT_THAT(structure.configurations()[1], ElementsAre(1U, 0U, 4U, 5U));
  EXPECT_THAT(structure.events()[2].conflicts, ElementsAre(4U));
  EXPECT_THAT(structure.events()[4].conflicts, ElementsAre(2U));
  EXPECT_THAT(structure.events()[0].conflicts, IsEmpty());
  EXPECT_THAT(structure.events()[5].causes, ElementsAre(4U));
}

}  // namespace
}  // namespace harrier::testing
