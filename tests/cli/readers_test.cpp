// What readers that others wrote make of the page and of other outputs.
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/browser.hpp"
#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// Explores a program and writes what an option makes of it; returns the name of the file.
std::string write_output(const TemporaryFolder& folder, std::vector<std::string> arguments,
                         const std::string& option) {
  const std::string file = folder.path("file");
  arguments.insert(arguments.begin(), "check");
  arguments.push_back(option);
  arguments.push_back(file);
  const bool own = arguments[1] == "hostile-texts";
  EXPECT_NE((own ? programs_run(arguments) : harrier_run(arguments)).status, 2);
  return file;
}

Outcome read_with(const std::string& binary, const std::vector<std::string>& arguments) {
  return run({.binary = binary,
              .arguments = arguments,
              .invoked_as = {},
              .environment = {},
              .folder = {}});
}

/// Explorations with every kind of result: a violation, several, none, an end before the end, texts
/// of any bytes.
std::vector<std::vector<std::string>> explorations() {
  return {{"server"},
          {"server", "--keep-going"},
          {"db-protocol", "workers=2"},
          {"registry"},
          {"registry", "--executions-max", "2"},
          {"hostile-texts"}};
}

#if defined(HARRIER_CHROMIUM) && defined(HARRIER_MERMAID)

/// Lets Mermaid draw a diagram; returns the texts of the drawing, a line each.
std::string drawn_by_mermaid(const std::string& diagram) {
  const TemporaryFolder folder;
  const std::string page = R"(<!DOCTYPE html><meta charset="utf-8"><body>
<script src="file://)" HARRIER_MERMAID
                           R"("></script>
<script>
(async () => {
  const said = Object.assign(document.createElement("pre"), { id: "said" });
  try {
    const { svg } = await mermaid.render("drawn", )" +
                           json(diagram).dump() + R"();
    const box = document.createElement("div");
    box.innerHTML = svg;
    for (const what of ["title", ".messageText", ".noteText"]) {
      for (const one of box.querySelectorAll(what)) said.textContent += one.textContent + "\n";
    }
  } catch (error) {
    said.textContent = "error: " + error;
  }
  document.body.replaceChildren(said);
})();
</script>)";
  write_file(folder.path("page.html"), page);
  return said_by_page(folder, folder.path("page.html"));
}

TEST(Readers, MermaidDrawsTheSequence) {
  const TemporaryFolder folder;
  EXPECT_EQ(drawn_by_mermaid(contents_of(write_output(folder, {"server"}, "--mermaid"))),
            "server: check failed: both reads agree (client on reply 5, step 6)\n"
            "1. Start{}\n"
            "2. Get{}\n"
            "3. Set{5}\n"
            "4. reply 0\n"
            "5. Get{}\n"
            "6. reply 5\n"
            "check failed: both reads agree\n");
}

TEST(Readers, MermaidDrawsTextsOfAnyBytesAsTexts) {
  const TemporaryFolder folder;
  const std::string drawn =
      drawn_by_mermaid(contents_of(write_output(folder, {"hostile-texts"}, "--mermaid")));
  EXPECT_THAT(drawn, HasSubstr("1. Note{\"&lt;/script&gt;&lt;img src=x onerror="));
}

#endif

#ifdef HARRIER_JSONSCHEMA
TEST(Readers, SarifIsAsTheStandardSays) {
  for (const std::vector<std::string>& explored : explorations()) {
    const TemporaryFolder folder;
    const Outcome outcome =
        read_with(HARRIER_JSONSCHEMA, {"-i", write_output(folder, explored, "--sarif"),
                                       HARRIER_SOURCE_DIR "/tests/cli/sarif.schema.json"});
    EXPECT_EQ(outcome.status, 0) << explored.front() << outcome.out << outcome.err;
  }
}
#endif

#ifdef HARRIER_XMLLINT
TEST(Readers, JunitIsWhatItsReadersAgreeOn) {
  for (const std::vector<std::string>& explored : explorations()) {
    const TemporaryFolder folder;
    const Outcome outcome = read_with(HARRIER_XMLLINT, {"--noout", "--nonet", "--schema",
                                                        HARRIER_SOURCE_DIR "/tests/cli/junit.xsd",
                                                        write_output(folder, explored, "--junit")});
    EXPECT_EQ(outcome.status, 0) << explored.front() << outcome.err;
  }
}
#endif

/// Reads a log as ShiViz does, with the expressions that docs/page.md gives for it, and holds it to
/// what ShiViz asks for: the clock of a host counts its events, and knows only of events that
/// exist.
void expect_shiviz_log(const std::string& log) {
  const std::regex delimiter("=== (.*) ===\n");
  const std::regex event(R"((.*)\n(\S*) (\{.*\})\n)");
  std::map<std::string, int> events;
  std::vector<json> clocks;
  const auto finish_trace = [&] {
    for (const json& clock : clocks) {
      for (const auto& [host, time] : clock.items()) {
        ASSERT_TRUE(events.contains(host)) << host;
        EXPECT_LE(time, events[host]) << clock;
      }
    }
    events.clear();
    clocks.clear();
  };
  std::size_t traces = 0;
  for (auto at = log.cbegin(); at != log.cend();) {
    std::smatch found;
    const auto here = std::regex_constants::match_continuous;
    if (std::regex_search(at, log.cend(), found, delimiter, here)) {
      finish_trace();
      ++traces;
    } else {
      ASSERT_TRUE(std::regex_search(at, log.cend(), found, event, here))
          << std::string(at, log.cend());
      clocks.push_back(json::parse(found[3].str()));
      EXPECT_EQ(clocks.back()[found[2].str()], ++events[found[2].str()]) << found[0];
    }
    at = found[0].second;
  }
  finish_trace();
  EXPECT_EQ(traces, 2U);
}

TEST(Readers, ShivizFindsTheEventsOfBothRuns) {
  for (const std::string program : {"server", "mutex-philosophers", "minesweeper"}) {
    const TemporaryFolder folder;
    std::vector<std::string> explored = {program};
    if (program == "mutex-philosophers") explored.emplace_back("waiter=0");
    SCOPED_TRACE(program);
    expect_shiviz_log(contents_of(write_output(folder, explored, "--shiviz")));
  }
}

#if defined(HARRIER_CHROMIUM) && defined(HARRIER_PDFTOTEXT)
TEST(Readers, APrintedPageHasTheStoryAndEveryStep) {
  const TemporaryFolder folder;
  const std::string page = folder.path("long.html");
  programs_run({"check", "long-run", "steps=200", "--page", page});
  const std::string pdf = folder.path("long.pdf");
  const Outcome printed = browser_run(folder, page, {"--print-to-pdf=" + pdf});
  ASSERT_EQ(printed.status, 0) << printed.err;
  const std::string text = read_with(HARRIER_PDFTOTEXT, {"-layout", pdf, "-"}).out;
  EXPECT_THAT(text, HasSubstr("the ball is never lost"));
  std::size_t at = 0;
  for (int left = 199; left >= 0; --left) {
    at = text.find("Ball{" + std::to_string(left) + "}", at);
    ASSERT_NE(at, std::string::npos) << left << text;
  }
}
#endif

}  // namespace
}  // namespace harrier::testing_support
