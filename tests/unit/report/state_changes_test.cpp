// What changes between two states, and how it is written.
#include "report/state_changes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace harrier {
namespace {

using Parts = std::vector<ChangedPart>;

TEST(ChangedParts, NameTheWordsThatDiffer) {
  EXPECT_EQ(changed_parts("value=0, log=[]", "value=5, log=[]"),
            (Parts{{"value=", "value=", true}, {"0", "5", false}, {", log=[]", ", log=[]", true}}));
  EXPECT_EQ(changed_parts("", "new"), (Parts{{"", "new", false}}));
  EXPECT_EQ(changed_parts("same", "same"), (Parts{{"same", "same", true}}));
}

RC_GTEST_PROP(ChangedParts, JoinToBothTexts, ()) {
  const auto text = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab1, =[]")));
  const std::string before = *text;
  const std::string after = *text;
  std::string old_text;
  std::string new_text;
  for (const ChangedPart& part : changed_parts(before, after)) {
    RC_ASSERT(!part.same || part.before == part.after);
    old_text += part.before;
    new_text += part.after;
  }
  RC_ASSERT(old_text == before);
  RC_ASSERT(new_text == after);
}

TEST(StateChanges, HaveALineForEveryStepThatChangesAState) {
  const ReportOptions options;
  StateChanges changes(options);
  RecordedStep step;
  step.text.number = 3;
  step.text.to = "server";
  step.before = "value=0";
  step.after = "value=5";
  changes.add(step, {});
  step.text.number = 4;
  step.before = step.after;
  changes.add(step, {});
  EXPECT_EQ(changes.text(), "  3  server  value=(0 → 5)\n");
}

}  // namespace
}  // namespace harrier
