// Compares whole outputs with recorded ones, apart from the time they took.
//
// HARRIER_UPDATE_GOLDEN=1 records them anew; read the difference before you commit it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace harrier::testing_support {
namespace {

struct Golden {
  std::string name;
  std::vector<std::string> arguments;
  int status = 0;
};

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

class GoldenOutput : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenOutput, IsAsRecorded) {
  const Outcome outcome = run({.binary = HARRIER_BINARY,
                               .arguments = GetParam().arguments,
                               .invoked_as = "harrier",
                               .environment = {{"COLUMNS", "100"}},
                               .folder = {}});
  EXPECT_EQ(outcome.status, GetParam().status);
  EXPECT_EQ(outcome.err, "");
  const std::string text = without_clock(outcome.out);
  const std::string file = HARRIER_SOURCE_DIR "/tests/golden/expected/" + GetParam().name + ".txt";
  if (std::getenv("HARRIER_UPDATE_GOLDEN") != nullptr) write_file(file, text);
  EXPECT_EQ(text, contents_of(file)) << "HARRIER_UPDATE_GOLDEN=1 records it anew";
}

INSTANTIATE_TEST_SUITE_P(
    Harrier, GoldenOutput,
    ::testing::Values(
        Golden{"help", {"--help"}}, Golden{"check_help", {"check", "--help"}},
        Golden{"replay_help", {"help", "replay"}}, Golden{"list", {"list"}},
        Golden{"version", {"version"}}, Golden{"check_server", {"check", "server"}, 1},
        Golden{"check_server_ascii", {"check", "server", "--ascii"}, 1},
        Golden{"check_server_color", {"check", "server", "--color", "always"}, 1},
        Golden{"check_server_json", {"check", "server", "--json"}, 1},
        Golden{"check_server_keep_going",
               {"check", "server", "--keep-going", "--reduction", "exhaustive"},
               1},
        Golden{"check_server_all_deliveries", {"check", "server", "--delivery", "all"}, 1},
        Golden{"check_server_names", {"check", "server", "--names"}, 1},
        Golden{"check_server_as_met", {"check", "server", "--no-minimise", "--no-explain"}, 1},
        Golden{"minimise_help", {"minimise", "--help"}},
        Golden{"check_stats", {"check", "regsim-forte", "--stats"}},
        Golden{"check_ok", {"check", "registry", "--reduction", "exhaustive"}},
        Golden{"check_incomplete",
               {"check", "registry", "--reduction", "exhaustive", "--executions-max", "10"},
               3},
        Golden{"replay_server", {"replay", "server", "--schedule", "0.2.1.3-5"}, 1},
        Golden{"replay_part", {"replay", "server", "--schedule", "0.2"}},
        Golden{"replay_json", {"replay", "server", "--schedule", "0.2", "--json"}},
        Golden{"completion_bash", {"completion", "bash"}}),
    [](const auto& golden) { return golden.param.name; });

}  // namespace
}  // namespace harrier::testing_support
