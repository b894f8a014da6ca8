// `harrier unfold`: the event structure as a graph and as a page.
#include "tests/cli/browser.hpp"
#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Unfold, DrawsCausesAndConflictsAsAGraph) {
  const TemporaryFolder folder;
  const std::string file = folder.path("pi.dot");
  const Outcome outcome = harrier_run({"unfold", "mutex-pi", "threads=2", "-o", file});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "12 events, 2 maximal configurations: " + file + "\n");
  const std::string graph = contents_of(file);
  EXPECT_THAT(graph, HasSubstr("e1 [label=\"1 thread.1: async_lock(sum)\"];"));
  EXPECT_EQ(count_of(graph, "[label="), 12U);  // two orders of three steps by two threads
  EXPECT_EQ(count_of(graph, " -> "), 13U);
  EXPECT_EQ(count_of(graph, "style=dashed"), 1U);  // who asks first
  EXPECT_THAT(graph, HasSubstr("// configuration 2: e7 e8 e9 e10 e11 e12\n}"));
}

TEST(Unfold, ListsTheConfigurationsOnAPageOfItsOwn) {
  const TemporaryFolder folder;
  const std::string file = folder.path("pi.html");
  EXPECT_EQ(harrier_run({"unfold", "mutex-pi", "threads=2", "-o", file}).status, 0);
  const std::string page = contents_of(file);
  EXPECT_EQ(count_of(page, "\"causes\":"), 12U);
  EXPECT_THAT(page, HasSubstr("\"configurations\":[[1,2,3,4,5,6],[7,8,9,10,11,12]]"));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
}

TEST(Unfold, SaysWhatItCannotWrite) {
  expect_error(harrier_run({"unfold", "mutex-pi"}),
               "'unfold' needs -o FILE, whose name ends in .html or .dot");
  expect_error(harrier_run({"unfold", "mutex-pi", "-o", "x.png"}),
               "'x.png' is neither a page (.html) nor a graph (.dot)");
}

#ifdef HARRIER_DOT
TEST(Unfold, WritesWhatGraphvizReads) {
  const TemporaryFolder folder;
  const std::string file = folder.path("rmq.dot");
  EXPECT_EQ(harrier_run({"unfold", "rmq-receiving", "processes=3", "-o", file}).status, 0);
  const Outcome drawn = run({.binary = HARRIER_DOT,
                             .arguments = {"-Tsvg", file},
                             .invoked_as = {},
                             .environment = {},
                             .folder = {}});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_EQ(count_of(drawn.out, "class=\"node\""), count_of(contents_of(file), "[label="));
}
#endif

#ifdef HARRIER_CHROMIUM
TEST(Unfold, ThePageShowsTheConfigurationThatIsClicked) {
  const TemporaryFolder folder;
  const std::string file = folder.path("rmq.html");
  EXPECT_EQ(harrier_run({"unfold", "rmq-receiving", "processes=3", "-o", file}).status, 0);
  // 15 events, 8 of them in the first configuration.
  EXPECT_EQ(said_in_browser(folder, file, R"js(
    const counts = () => all("g.event").length + " events, " + all("g.event.dim").length + " of them dim";
    say(counts());
    click(named("configuration 1: 8 events")); say(counts());
    say(all("[role=radio][aria-checked=true]").map((button) => button.textContent).join());
    click(named("all events")); say(counts());
    click(step(3)); say(one("aside.right h2").textContent);
  )js"),
            "15 events, 0 of them dim\n15 events, 7 of them dim\nconfiguration 1: 8 events\n"
            "15 events, 0 of them dim\nEvent 3: sender.2\n");
}
#endif

}  // namespace
}  // namespace harrier::testing_support
