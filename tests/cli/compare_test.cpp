// `harrier compare`: its table, its other forms, and what it refuses.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns the lines without their last column, the time.
std::vector<std::string> lines_without_time(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t time = line.rfind("  ");
    std::string kept = line.substr(0, time);
    kept.erase(kept.find_last_not_of(' ') + 1);
    lines.push_back(kept);
  }
  return lines;
}

TEST(Compare, LeavesOutTheReductionsThatDoNotTakeTheProgramAndSaysWhy) {
  const Outcome outcome = harrier_run({"compare", "wait-deadlock"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("\noptimal     fifo            1"));
  EXPECT_THAT(outcome.out,
              HasSubstr("\nnot compared: persistent, dcute, transdpor: this reduction takes"));
  const json result = json::parse(harrier_run({"compare", "wait-deadlock", "--json"}).out);
  EXPECT_TRUE(result["refused"].contains("dcute"));
  EXPECT_EQ(harrier_run({"compare", "wait-deadlock", "--reductions", "dcute"}).status, 2);
}

TEST(Compare, ShowsReductionsAndOrdersAsATable) {
  const Outcome outcome = harrier_run({"compare", "registry"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  // 30 orders, 24 by DPOR, 10 by TransDPOR, 6 classes: FORTE'12, figure 1.
  EXPECT_THAT(outcome.out, HasSubstr("registry, dependence by actor\n\n"
                                     "reduction         order  executions  blocked  steps    time\n"
                                     "exhaustive        fifo           30        0     90"));
  EXPECT_THAT(lines_without_time(outcome.out),
              ::testing::IsSupersetOf({"persistent        fifo           24        0     72",
                                       "transdpor         fifo           10        0     31",
                                       "transdpor+sleep   fifo            6        0     22"}));
}

TEST(Compare, TakesReductionsAndOrdersByName) {
  const Outcome outcome = harrier_run(
      {"compare", "fib", "n=5", "--reductions", "transdpor", "--orders=lca,eca", "--csv"});
  EXPECT_EQ(outcome.status, 0);
  std::vector<std::string> lines;
  std::istringstream stream(outcome.out);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line.substr(0, line.rfind(',')));
  }
  EXPECT_THAT(lines, ElementsAre("reduction,sleep,order,complete,executions,blocked,steps",  //
                                 "transdpor,no,lca,yes,16,0,91",                             //
                                 "transdpor,no,eca,yes,203,0,1051",                          //
                                 "transdpor,yes,lca,yes,16,0,91",                            //
                                 "transdpor,yes,eca,yes,16,0,139"));
}

TEST(Compare, PrintsJson) {
  const json result = json::parse(harrier_run({"compare", "pi", "workers=3",
                                               "--reductions=persistent", "--orders=all", "--json"})
                                      .out);
  EXPECT_EQ(result["schema"], "harrier-compare-1");
  EXPECT_EQ(result["program"], "pi");
  EXPECT_EQ(result["arguments"]["workers"], 3);
  EXPECT_EQ(result["dependence"], "actor");
  ASSERT_EQ(result["cells"].size(), 26U);  // thirteen orders, without and with sleep sets
  EXPECT_EQ(result["cells"][0]["order"], "calm");
  EXPECT_EQ(result["cells"][0]["executions"], 6);
  EXPECT_FALSE(result.contains("executions"));
}

TEST(Compare, SaysWhatWasStopped) {
  const Outcome outcome = harrier_run(
      {"compare", "pi", "workers=5", "--reductions=exhaustive", "--executions-max=1000"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("> 1,000"));
  EXPECT_THAT(outcome.out, HasSubstr("stopped\n"));
}

TEST(Compare, LeavesOutWhatIsNotValidByField) {
  const Outcome outcome = harrier_run({"compare", "registry", "--dependence=field"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, Not(HasSubstr("transdpor")));
  EXPECT_THAT(outcome.out, HasSubstr("persistent+sleep"));
  expect_error(
      harrier_run({"compare", "registry", "--dependence=field", "--reductions=transdpor"}),
      "transdpor needs --dependence actor: by field, races are not transitive; persistent, source "
      "and optimal take --dependence field");
}

TEST(Compare, RefusesWhatItDoesNotKnow) {
  expect_error(harrier_run({"compare", "registry", "--orders", "fifo,first"}),
               "unknown orders 'first'; choose one of: calm, fifo, lifo, eca, lca, ldm, hdm, hms, "
               "sgr, newest, newest-object, stable, random, all");
  expect_error(harrier_run({"compare", "registry", "--json", "--csv"}),
               "choose one of --json and --csv");
  expect_error(
      harrier_run({"compare", "registry", "--reductions", "apet"}),
      "apet needs to know what messages may lead to, which only ABS models can tell: it is "
      "for harrier abs");
}

TEST(Compare, DrawsBars) {
  const std::string file = ::testing::TempDir() + "harrier_compare.svg";
  const Outcome outcome = harrier_run({"compare", "registry", "--plot", file});
  EXPECT_EQ(outcome.status, 0);
  const std::string svg = contents_of(file);
  EXPECT_THAT(svg, HasSubstr("<svg xmlns="));
  EXPECT_THAT(svg, HasSubstr("<title>transdpor, fifo: 10 executions</title>"));
  EXPECT_THAT(svg, HasSubstr("registry, dependence by actor"));
}

TEST(Check, TakesActorsOnlyReductionsByActor) {
  const json result =
      json::parse(harrier_run({"check", "registry", "--reduction", "transdpor", "--json"}).out);
  EXPECT_EQ(result["dependence"], "actor");
  EXPECT_EQ(result["executions"], 10);
  expect_error(harrier_run({"check", "registry", "--reduction=dcute", "--dependence=field"}),
               "dcute needs --dependence actor: by field, races are not transitive; persistent, "
               "source and optimal take --dependence field");
  expect_error(harrier_run({"check", "registry", "--reduction=exhaustive", "--sleep"}),
               "exhaustive has no use for --sleep");
}

}  // namespace
}  // namespace harrier::testing_support
