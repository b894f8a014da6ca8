// Diagrams, logs and results for continuous integration: their texts, and what their readers make
// of them.
#include <nlohmann/json.hpp>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Explores and returns what an option made it write.
std::string written(const std::vector<std::string>& explored, const std::string& option) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"check"};
  arguments.insert(arguments.end(), explored.begin(), explored.end());
  arguments.push_back(option);
  arguments.push_back(folder.path("file"));
  const bool own = explored.front() == "hostile-texts";
  EXPECT_EQ((own ? programs_run(arguments) : harrier_run(arguments)).status, 1);
  return contents_of(folder.path("file"));
}

Outcome read_with(const std::string& binary, const std::vector<std::string>& arguments) {
  return run({.binary = binary,
              .arguments = arguments,
              .invoked_as = {},
              .environment = {},
              .folder = {}});
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Outputs, MermaidHasAnArrowForEveryStep) {
  EXPECT_EQ(written({"server"}, "--mermaid"),
            "sequenceDiagram\n"
            "  accTitle: server#58; check failed#58; both reads agree (client on reply 5, step 6)\n"
            "  participant p0 as set-up\n"
            "  participant p1 as client\n"
            "  participant p2 as server\n"
            "  p0->>p1: 1. Start#123;#125;\n"
            "  p1->>p2: 2. Get#123;#125;\n"
            "  p1->>p2: 3. Set#123;5#125;\n"
            "  p2->>p1: 4. reply 0\n"
            "  p1->>p2: 5. Get#123;#125;\n"
            "  p2-xp1: 6. reply 5\n"
            "  Note over p1: check failed#58; both reads agree\n");
}

TEST(Outputs, MermaidTakesNoTextForSyntax) {
  const std::string diagram = written({"hostile-texts"}, "--mermaid");
  EXPECT_THAT(diagram, Not(HasSubstr("<")));
  EXPECT_EQ(count_of(diagram, "\n"), 7U);  // two steps with a note, two who take part
}

#ifdef HARRIER_PLANTUML
TEST(Outputs, PlantUmlDrawsTheSequence) {
  const TemporaryFolder folder;
  for (const std::string program : {"server", "hostile-texts"}) {
    write_file(folder.path("run.puml"), written({program}, "--plantuml"));
    const Outcome outcome =
        read_with(HARRIER_PLANTUML, {"-tsvg", "-failfast2", folder.path("run.puml")});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    const std::string drawing = contents_of(folder.path("run.svg"));
    EXPECT_THAT(drawing, HasSubstr("<svg"));
    EXPECT_THAT(drawing, HasSubstr("check failed"));
  }
}
#endif

TEST(Outputs, ShivizGetsBothRunsWithClocksThatGrow) {
  EXPECT_THAT(written({"server", "--explain"}, "--shiviz"),
              StartsWith("=== failing run ===\n"
                         "starts\n"
                         "set-up {\"set-up\":1}\n"
                         "1. Start{} from set-up\n"
                         "client {\"client\":1,\"set-up\":1}\n"
                         "2. Get{} from client\n"
                         "server {\"client\":1,\"server\":1,\"set-up\":1}\n"));
}

TEST(Outputs, JunitFailsWithTheReportOfTheViolation) {
  const std::string junit = written({"server"}, "--junit");
  EXPECT_THAT(junit, HasSubstr("<testcase classname=\"harrier.server\" name=\"server\""));
  EXPECT_THAT(junit, HasSubstr("<failure type=\"check\" message=\"check failed: both reads agree "
                               "(client on reply 5, step 6)\">"));
  EXPECT_THAT(junit, HasSubstr("replay: harrier replay server --schedule 0.2.1.3-5"));
}

TEST(Outputs, JunitPassesAndErrsWithTheExploration) {
  const TemporaryFolder folder;
  const std::string file = folder.path("junit.xml");
  harrier_run({"check", "registry", "--junit", file});
  EXPECT_THAT(contents_of(file), HasSubstr("failures=\"0\" errors=\"0\""));
  harrier_run({"check", "registry", "--executions-max", "2", "--junit", file});
  EXPECT_THAT(contents_of(file), HasSubstr("failures=\"0\" errors=\"1\""));
  EXPECT_THAT(contents_of(file), HasSubstr("<error type=\"incomplete\""));
}

#ifdef HARRIER_JUNITPARSER
TEST(Outputs, JunitIsReadByAParser) {
  const TemporaryFolder folder;
  for (const std::string program : {"server", "hostile-texts"}) {
    write_file(folder.path("one.xml"), written({program}, "--junit"));
    const Outcome outcome = read_with(HARRIER_JUNITPARSER,
                                      {"merge", folder.path("one.xml"), folder.path("merged.xml")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::string merged = contents_of(folder.path("merged.xml"));
    EXPECT_THAT(merged, HasSubstr("failures=\"1\""));
    EXPECT_THAT(merged, HasSubstr("type=\"check\""));
  }
}
#endif

TEST(Outputs, SarifHasAResultForEveryViolationAndItsStepsAsAFlow) {
  const json sarif = json::parse(written({"server", "--keep-going"}, "--sarif"));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const json& results = sarif["runs"][0]["results"];
  ASSERT_GE(results.size(), 1U);
  EXPECT_EQ(results[0]["ruleId"], "check");
  EXPECT_EQ(sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"], "check");
  const json& flow = results[0]["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(flow.size(), 6U);
  EXPECT_EQ(flow[2]["location"]["message"]["text"], "server receives Set{5} from client");
  EXPECT_EQ(flow[2]["location"]["logicalLocations"][0]["fullyQualifiedName"], "server");
}

#ifdef HARRIER_DOT
TEST(Outputs, GraphvizDrawsTheExploredTree) {
  const TemporaryFolder folder;
  const std::string file = folder.path("tree.dot");
  EXPECT_EQ(harrier_run({"check", "server", "--keep-going", "--tree", file}).status, 1);
  const Outcome drawn = read_with(HARRIER_DOT, {"-Tsvg", file});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_EQ(count_of(drawn.out, "class=\"node\""),
            count_of(contents_of(file), "[label=") - count_of(contents_of(file), "->"));
  EXPECT_THAT(drawn.out, HasSubstr("server: Set{5} from client"));
}
#endif

TEST(Outputs, RefuseOneFileForTwoThings) {
  const TemporaryFolder folder;
  const std::string file = folder.path("x");
  expect_error(harrier_run({"check", "server", "--page", file, "--mermaid", file}),
               "cannot save to '" + file + "': something else is saved there");
  EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

}  // namespace
}  // namespace harrier::testing_support
