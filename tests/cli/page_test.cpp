// The page: what is in the file, and what a browser shows when somebody clicks through it.
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/cli/browser.hpp"
#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// The data of a page, which is JSON whatever the texts in it.
json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(Page, HoldsTheViolationItsReasonAndBothExecutions) {
  const TemporaryFolder folder;
  const std::string file = folder.path("server.html");
  EXPECT_EQ(harrier_run({"check", "server", "--page", file}).status, 1);
  const json data = data_of(contents_of(file));
  EXPECT_EQ(data["page"], "harrier-page-1");
  EXPECT_EQ(data["verdict"], "violation");
  ASSERT_EQ(data["violations"].size(), 1U);
  const json& violation = data["violations"][0];
  EXPECT_EQ(violation["run"]["steps"].size(), 6U);
  EXPECT_EQ(violation["why"]["pair"]["first"], 3);
  EXPECT_EQ(violation["why"]["pair"]["second"], 5);
  EXPECT_EQ(violation["passing"]["common"], 2);
  // The step that fails is possible because of the reply before it, in both executions.
  EXPECT_EQ(violation["run"]["steps"][5]["causes"].back(), 5);
  EXPECT_EQ(violation["run"]["replay"], "harrier replay server --schedule 0.2.1.3-5");
  EXPECT_GT(data["races"].size(), 0U);
}

TEST(Page, NeedsNothingFromAnywhere) {
  const TemporaryFolder folder;
  const std::string file = folder.path("server.html");
  harrier_run({"check", "server", "--page", file});
  const std::string page = contents_of(file);
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const std::string outside : {"src=", "href=", "@import", "url(h", "fetch(", "XMLHttp"}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
}

TEST(Page, ShowsAnExecutionAndTheTreeWhereNothingIsViolated) {
  const TemporaryFolder folder;
  const std::string file = folder.path("registry.html");
  EXPECT_EQ(harrier_run({"check", "registry", "--page", file}).status, 0);
  const json data = data_of(contents_of(file));
  EXPECT_EQ(data["violations"].size(), 0U);
  EXPECT_EQ(data["classes"], data["executions"]);  // optimal executes each once
  EXPECT_EQ(data["tree"]["executions"], data["executions"]);
  EXPECT_GT(data["example"]["steps"].size(), 0U);
}

TEST(Page, IsMadeOfAResultFileToo) {
  const TemporaryFolder folder;
  const std::string file = folder.path("server.json");
  harrier_run({"check", "server", "--explain", "--save", file});
  const Outcome outcome = harrier_run({"page", file});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "page: " + folder.path("server.html") + "\n");
  const json data = data_of(contents_of(folder.path("server.html")));
  EXPECT_EQ(data["executions"], 2);
  EXPECT_EQ(data["violations"][0]["why"]["pair"]["first"], 3);
  EXPECT_EQ(data["violations"][0]["passing"]["common"], 2);
}

TEST(Page, RefusesWhatIsNoResultAndSaysWhy) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  expect_error(harrier_run({"page"}),
               "'page' needs one result file, which 'check --save FILE' writes");
  expect_error(harrier_run({"page", file}), "there is no file '" + file + "'");
  const auto refused = [&](const std::string& text) {
    write_file(file, text);
    const Outcome outcome = harrier_run({"page", file});
    EXPECT_EQ(outcome.status, 2) << text;
    return outcome.err;
  };
  harrier_run({"check", "server", "--save", file});
  const std::string saved = contents_of(file);
  EXPECT_THAT(refused(saved.substr(0, saved.size() / 2)), HasSubstr("it ends in the middle"));
  EXPECT_THAT(refused("[]"), HasSubstr("it is not a JSON object"));
  const auto changed = [&saved](const std::string& what, const std::string& with) {
    std::string text = saved;
    text.replace(text.find(what), what.size(), with);
    return text;
  };
  EXPECT_THAT(refused(changed("harrier-check-1", "harrier-check-2")),
              HasSubstr("its schema is 'harrier-check-2', not 'harrier-check-1'"));
  EXPECT_THAT(refused(changed("\"program\": \"server\"", "\"program\": \"sorver\"")),
              HasSubstr("sorver"));
  // A schedule of another build: one that does not fit, and one that fails no more.
  EXPECT_THAT(refused(changed("0.2.1.3-5", "0.9")), HasSubstr("9"));
  EXPECT_THAT(refused(changed("0.2.1.3-5", "0.2")), HasSubstr("does not show again"));
  EXPECT_EQ(folder.files(), std::vector<std::string>{"result.json"});
}

/// Lists the places of a value and of all values in it.
void append_places(const json& value, const json::json_pointer& at,
                   std::vector<json::json_pointer>& out) {
  if (!at.empty()) out.push_back(at);
  if (!value.is_structured()) return;
  for (const auto& [name, member] : value.items()) {
    append_places(member, value.is_array() ? at / std::stoul(name) : at / name, out);
  }
}

TEST(Page, AValueOfAnotherTypeIsRefusedOrIgnoredWhateverItIs) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  harrier_run({"check", "registry", "--stats", "--save", file});
  const json saved = json::parse(contents_of(file));
  std::vector<json::json_pointer> places;
  append_places(saved, json::json_pointer(), places);
  const std::set<std::string> told = {"/reduction", "/verdict", "/complete", "/executions",
                                      "/steps",     "/seconds", "/races",    "/program",
                                      "/arguments", "/schema",  "/delivery", "/violations"};
  std::size_t refused = 0;
  for (const json::json_pointer& place : places) {
    for (const json& other : {json(nullptr), json(true), json(-1), json(1.5), json("text"),
                              json::array(), json::object()}) {
      if (std::string(saved[place].type_name()) == other.type_name()) continue;
      json changed = saved;
      changed[place] = other;
      write_file(file, changed.dump());
      const Outcome outcome = harrier_run({"page", file});
      EXPECT_TRUE(outcome.status == 0 || outcome.status == 2)
          << place.to_string() << " = " << other << ": " << outcome.err;
      refused += outcome.status == 2 ? 1 : 0;
      if (told.contains(place.to_string()) && !other.is_null()) {
        EXPECT_EQ(outcome.status, 2) << place.to_string() << " = " << other;
      }
    }
  }
  EXPECT_GT(refused, 100U);
}

TEST(Page, TextsOfAnyBytesStayTexts) {
  const TemporaryFolder folder;
  const std::string file = folder.path("hostile.html");
  EXPECT_EQ(programs_run({"check", "hostile-texts", "--page", file}).status, 1);
  const std::string page = contents_of(file);
  const json data = data_of(page);
  const std::string text = data["violations"][0]["run"]["messages"][0]["text"];
  EXPECT_THAT(text, HasSubstr("</script><img src=x onerror=\"window.broken=1\"><!-- "));
  EXPECT_THAT(text, HasSubstr("\\xff\\xfe"));
  EXPECT_THAT(page, Not(HasSubstr("</script><img")));
  EXPECT_THAT(page, Not(HasSubstr("<!--")));
  EXPECT_THAT(page, Not(HasSubstr("\xe2\x80\xa8")));
}

TEST(Page, OfManyStepsIsSmall) {
  const TemporaryFolder folder;
  const std::string file = folder.path("long.html");
  EXPECT_EQ(programs_run({"check", "long-run", "steps=5000", "--page", file}).status, 1);
  const std::string page = contents_of(file);
  EXPECT_EQ(data_of(page)["violations"][0]["run"]["steps"].size(), 5000U);
  EXPECT_LT(page.size(), 5U << 20U);
}

#ifdef HARRIER_CHROMIUM

TEST(PageInABrowser, ShowsStatesMailboxAndCausesOfTheStepThatIsClicked) {
  const TemporaryFolder folder;
  const std::string file = folder.path("server.html");
  harrier_run({"check", "server", "--page", file});
  EXPECT_EQ(said_in_browser(folder, file, R"js(
    say(one("h1").textContent + " " + one(".badge").textContent);
    say(one(".story .why").textContent);
    say(one("aside.right h2").textContent + "; " + one("aside.right .failure").textContent);
    click(step(3));
    say(one("aside.right h2").textContent);
    say(part("Message"));
    say(all("mark.removed").map((mark) => mark.textContent) + " to " + all("mark.added").map((mark) => mark.textContent));
    say(part("Mailbox"));
    say(part("Causes"));
    say("badges " + all("text.badge").map((badge) => badge.textContent).join(" "));
    press("ArrowUp"); say(one("aside.right h2").textContent);
    press("ArrowRight"); say(one("aside.right h2").textContent);
    press("c"); say(one("aside.right h2").textContent);
    press("End"); say(one("aside.right h2").textContent);
  )js"),
            "server violation\n"
            "Why: Set{5} from client reached server before Get{} from client; in the opposite "
            "order nothing is violated\n"
            "Step 6 of 6: client; check failed: both reads agree\n"
            "Step 3 of 6: server\n"
            "MessageSet{5}from client, in step 1\n"
            "0 to 5\n"
            "Mailbox before the step (1)▸ Set{5} from client, taken now\n"
            "Causesnot possible without step 1reads server.controlwrites server.value, in conflict "
            "with step 22 steps of 2 before it are in its past\n"
            "badges 1 2 2 1\n"
            "Step 2 of 6: server\n"
            "Step 3 of 6: server\n"
            "Step 1 of 6: client\n"
            "Step 6 of 6: client\n");
}

TEST(PageInABrowser, FoldsFiltersComparesAndShowsTheExploration) {
  const TemporaryFolder folder;
  const std::string file = folder.path("server.html");
  harrier_run({"check", "server", "--keep-going", "--page", file});
  EXPECT_EQ(
      said_in_browser(folder, file, R"js(
    const titles = () => all(".pane-title").map((title) => title.textContent).join(", ");
    const rows = () => all(".scroller")[0].querySelectorAll("g.event").length + " events, " + all(".scroller")[0].querySelectorAll("g.fold").length + " folds";
    say(titles());
    click(named("Beside a passing run")); say(titles());
    press("d"); say(titles());
    say(all(".line text").map((line) => line.textContent).join("; "));
    say(rows());
    const box = all(".actors input")[1];
    box.checked = false; box.dispatchEvent(new Event("change")); say("without " + all(".actors .name")[1].textContent + ": " + rows());
    say(all(".lane-names span").map((name) => name.textContent).join(" "));
    click(all("g.fold")[0]); say(one("aside.right h2").textContent);
    press("e");
    say(one("main[aria-label=exploration]").hidden + " " + one("main.execution").hidden);
    say(one(".exploration .verdict").textContent);
    say(all("table[aria-label=races] tbody tr")[0].textContent);
    say(all(".node").length > 1);
    press("t"); say(document.documentElement.dataset.theme);
  )js"),
      "failing run, passing run\n"
      "failing run\n"
      "failing run, passing run\n"
      "the runs part here; no way back: every continuation violates something; the runs part here\n"
      "6 events, 0 folds\n"
      "without client: 3 events, 3 folds\n"
      "server server\n"
      "Step 1 of 6: client\n"
      "false true\n"
      "An execution violates a property.\n"
      "server.valueGet and Set42both\n"
      "true\n"
      "dark\n");
}

TEST(PageInABrowser, RunsNothingThatATextSays) {
  const TemporaryFolder folder;
  const std::string file = folder.path("hostile.html");
  programs_run({"check", "hostile-texts", "--page", file});
  EXPECT_EQ(said_in_browser(folder, file, R"js(
    click(step(1)); click(step(2));
    press("e");
    say(window.broken + " " + all("img").length + " " + all("b").filter((b) => b.textContent === "board").length);
    const shown = one("aside.right pre").textContent;
    say(shown.includes("<\/script><img src=x"));
    say(shown.includes("\\x1b[31m") && shown.includes("\\u2028") && shown.includes("\\u202e") && shown.includes("\\xff"));
    say(one("aside.right h2").textContent);
  )js"),
            "undefined 0 0\ntrue\ntrue\nStep 2 of 2: &lt;b&gt;board&lt;/b&gt;\n");
}

TEST(PageInABrowser, KeepsOnlyWhatIsInViewInTheDocument) {
  const TemporaryFolder folder;
  const std::string file = folder.path("long.html");
  programs_run({"check", "long-run", "steps=5000", "--page", file});
  EXPECT_EQ(said_in_browser(folder, file, R"js(
    const few = () => all("svg *").length < 1500;
    say(few() + " " + (step(5000) !== null) + " " + (step(1) !== null));
    press("Home"); say(few() + " " + (step(5000) !== null) + " " + (step(1) !== null));
    location.hash = ""; for (let i = 0; i < 300; ++i) press("ArrowDown");
    say(one("aside.right h2").textContent + " " + few());
    say(one("aside.right pre[aria-label='state after the step']").textContent);
    one("input[type=search]").value = "left";
    press("End"); say(one("aside.right h2").textContent);
  )js"),
            "true true false\n"
            "true false true\n"
            "Step 301 of 5000: player true\n"
            "index=1, hits=151\n"
            "Step 5000 of 5000: player.2\n");
}

#endif

}  // namespace
}  // namespace harrier::testing_support
