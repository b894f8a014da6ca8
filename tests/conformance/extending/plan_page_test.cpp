// The table of what goes together, as docs/command-line.md shows it.
#include <gtest/gtest.h>

#include <string>

#include "plan/plan.hpp"
#include "tests/conformance/extending/page.hpp"

namespace harrier::testing {
namespace {

/// Returns the table of the page.
std::string table() {
  std::string text = "| | | why |\n|---|---|---|\n";
  for (const PlanRule& rule : plan_rules()) {
    text += "| `" + std::string(name_of(rule.one, Door::options)) + "` | " +
            (rule.needs_other ? "needs" : "not with") + " `" +
            std::string(name_of(rule.other, Door::options)) + "` | " +
            text_of(rule, Door::options) + " |\n";
  }
  return text;
}

TEST(Plan, IsWhatThePageSays) {
  EXPECT_NE(text_of("docs/command-line.md").find(table()), std::string::npos) << table();
}

}  // namespace
}  // namespace harrier::testing
