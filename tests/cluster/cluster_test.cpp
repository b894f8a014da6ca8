// Explorations that several processes share through a real Redis server, whatever happens to them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <random>
#include <regex>

#include "tests/cluster/redis_server.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;

Command harrier_command(std::vector<std::string> arguments) {
  return {.binary = HARRIER_BINARY,
          .arguments = std::move(arguments),
          .invoked_as = {},
          .environment = {},
          .folder = {}};
}

Outcome harrier_run(std::vector<std::string> arguments) {
  return run(harrier_command(std::move(arguments)));
}

std::vector<std::string> check(const std::string& url, const std::string& size = "n=12") {
  return {"check", "last-zero", size, "--cluster", url};
}
// 15,360 classes: (n + 3) 2^(n - 2), the same as one process explores.
const std::string all_of_it = "explored, in 15,360 executions";

/// Some processes that work for a run.
class Workers {
 public:
  explicit Workers(std::string url) : url_(std::move(url)) {}

  void start() { running_.emplace_back(harrier_command({"work", url_})); }
  void send_to_first(int signal) { running_.front().send_signal(signal); }
  void kill_first() {
    running_.front().send_signal(SIGKILL);
    running_.front().finish();
    running_.pop_front();
  }
  /// Waits for all of them, which must come to a good end.
  void finish() {
    for (Running& one : running_) {
      const Outcome outcome = one.finish();
      EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
      EXPECT_THAT(outcome.out, HasSubstr("done: 15,360 executions in all"));
    }
    running_.clear();
  }

 private:
  const std::string url_;
  std::list<Running> running_;
};

void wait(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// Waits until somebody has begun a run.
void wait_for_run(const std::string& url) {
  const StoreUrl place = StoreUrl::parse(url);
  RedisClient client(place);
  for (int i = 0; i < 1'000; ++i) {
    if (client.ask({"EXISTS", "harrier:{" + place.run + "}:run"}).number == 1) return;
    wait(10);
  }
  FAIL() << "nobody begins " << url;
}

/// A run that one process has begun and that a worker takes part in.
class SharedRun {
 public:
  explicit SharedRun(const std::string& url) : first_(harrier_command(check(url))), workers_(url) {
    wait_for_run(url);
    workers_.start();
  }

  Workers& workers() { return workers_; }
  /// Waits for the end of it, at which everything must be explored.
  void finish() {
    const Outcome outcome = first_.finish();
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(all_of_it)) << outcome.err;
  }

 private:
  Running first_;
  Workers workers_;
};

TEST(Cluster, HasTheTotalsOfOneProcess) {
  const RedisServer server;
  const std::string url = server.url("a");
  SharedRun run(url);
  run.workers().start();
  run.finish();
  run.workers().finish();
  // Whoever comes later is told the same.
  EXPECT_THAT(harrier_run(check(url)).out, HasSubstr(all_of_it));
  const Outcome status = harrier_run({"status", url});
  EXPECT_THAT(status.out, HasSubstr("last-zero n=12 by optimal: complete"));
  EXPECT_THAT(status.out, HasSubstr("15,360 executions, 0 blocked"));
}

TEST(Cluster, ExploresProgramsWithSeveralArguments) {
  const RedisServer server;
  const std::string url = server.url("arguments");
  const Outcome outcome =
      harrier_run({"check", "dispatcher", "servers=2", "requests=2", "--cluster", url});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Outcome other =
      harrier_run({"check", "dispatcher", "servers=2", "requests=3", "--cluster", url});
  EXPECT_THAT(other.err, HasSubstr("arguments servers=2 requests=2, not servers=2 requests=3"));
  const Outcome worker = harrier_run({"work", url});
  EXPECT_EQ(worker.status, 0) << worker.err;
}

TEST(Cluster, IsExactThoughWorkersAreKilled) {
  const RedisServer server;
  SharedRun run(server.url("killed", "lease=0.2"));
  for (int i = 0; i < 6; ++i) {
    run.workers().start();
    wait(60);
    run.workers().kill_first();
  }
  run.finish();
  run.workers().finish();
}

TEST(Cluster, IsExactThoughAWorkerSleeps) {
  const RedisServer server;
  SharedRun run(server.url("slow", "lease=0.2"));
  wait(150);
  run.workers().send_to_first(SIGSTOP);
  run.finish();
  run.workers().send_to_first(SIGCONT);
  run.workers().finish();
}

TEST(Cluster, IsExactThoughTheServerIsKilledAndForgets) {
  RedisServer server;
  SharedRun run(server.url("restarted"));
  const std::uintmax_t begun = server.bytes_on_disk();  // a run that is lost itself is an error
  std::minstd_rand random(7);
  for (int i = 0; i < 4; ++i) {
    wait(150);
    server.kill();
    if (i > 0) server.lose(0.3 * static_cast<double>(random() % 100) / 100, begun);
    server.start();
  }
  run.finish();
  run.workers().finish();
}

TEST(Cluster, GoesOnWhereEverybodyHasLeft) {
  const RedisServer server;
  const std::string url = server.url("left");
  std::vector<std::string> briefly = check(url, "n=13");
  briefly.insert(briefly.end(), {"--seconds-max", "0.1"});
  const Outcome begun = harrier_run(briefly);
  EXPECT_EQ(begun.status, 3) << begun.out << begun.err;
  EXPECT_THAT(harrier_run({"status", url}).out, HasSubstr("goes on"));
  EXPECT_THAT(harrier_run(check(url, "n=13")).out, HasSubstr("explored, in 32,768 executions"));
}

TEST(Cluster, FindsTheSameViolationsAsOneProcess) {
  const RedisServer server;
  const std::vector<std::string> alone{"check", "le-erlang",    "n=4",   "--order",
                                       "fifo",  "--keep-going", "--json"};
  std::vector<std::string> together = alone;
  together.insert(together.end(), {"--cluster", server.url("violations"), "--jobs", "2"});
  const Outcome expected = harrier_run(alone);
  const Outcome outcome = harrier_run(together);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  const auto counts = [](const Outcome& of) {
    std::string text;
    const std::regex count("\"(executions|blocked|depth_max|kind|count)\": [^,\\n]*");
    for (std::sregex_iterator at(of.out.begin(), of.out.end(), count), end; at != end; ++at) {
      text += at->str() + "\n";
    }
    return text;
  };
  EXPECT_EQ(counts(outcome), counts(expected));
}

TEST(Cluster, RefusesAnotherExploration) {
  const RedisServer server;
  const std::string url = server.url("mine");
  harrier_run({"check", "last-zero", "n=4", "--cluster", url});
  const Outcome other = harrier_run({"check", "last-zero", "n=5", "--cluster", url});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("is another exploration: arguments n=4, not n=5"));
  const Outcome nothing = harrier_run({"work", server.url("nothing")});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("there is no run 'nothing'"));
}

TEST(Cluster, RefusesWhatIsNoneOfItsRecords) {
  const RedisServer server;
  const std::string url = server.url("broken");
  std::vector<std::string> briefly = check(url);
  briefly.insert(briefly.end(), {"--seconds-max", "0.1"});
  harrier_run(briefly);
  RedisClient client(StoreUrl::parse(url));
  const ServerReply last = client.ask({"LINDEX", "harrier:{broken}:log", "-1"});
  std::string changed = last.text;
  changed[changed.size() / 2] = changed[changed.size() / 2] == '1' ? '2' : '1';
  client.ask({"LSET", "harrier:{broken}:log", "-1", changed});
  const Outcome outcome = harrier_run(check(url));
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr("what is kept of the shared exploration is damaged"));
}

TEST(Cluster, AsksForThePassword) {
  const RedisServer server({"--requirepass", "se:cret"});
  const std::string place = "127.0.0.1:" + std::to_string(server.port()) + "/locked";
  const Outcome wrong = harrier_run(check("redis://:other@" + place));
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("refuses the password"));
  EXPECT_THAT(wrong.err, Not(HasSubstr("other@")));
  const Outcome right = harrier_run(check("redis://:se%3Acret@" + place));
  EXPECT_THAT(right.out, HasSubstr(all_of_it)) << right.err;
}

TEST(Cluster, TellsTheServerAScriptAgainThatItHasForgotten) {
  const RedisServer server;
  RedisClient client(StoreUrl::parse(server.url("scripts")));
  const std::vector<std::string> keys{"key"};
  const std::vector<std::string> arguments{"value"};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(client.run("return ARGV[1]", keys, arguments).text, "value");
    client.ask({"SCRIPT", "FLUSH"});
  }
}

/// Runs the script that starts a server and workers.
Outcome cluster_script(std::vector<std::string> arguments) {
  return run({.binary = HARRIER_SOURCE_DIR "/scripts/cluster",
              .arguments = std::move(arguments),
              .invoked_as = {},
              .environment = {},
              .folder = {}});
}

TEST(Cluster, IsTriedOnOneMachineByAScript) {
  const Outcome explored = cluster_script({"2", HARRIER_BINARY, "check", "last-zero", "n=12"});
  EXPECT_EQ(explored.status, 0) << explored.err;
  EXPECT_THAT(explored.out, HasSubstr(all_of_it));
  EXPECT_THAT(explored.out, HasSubstr("last-zero n=12 by optimal: complete"));
  const Outcome violated = cluster_script({"1", HARRIER_BINARY, "check", "server"});
  EXPECT_EQ(violated.status, 1) << violated.err;
  EXPECT_THAT(violated.out, HasSubstr("violation: "));
  const Outcome alone = cluster_script({"0", HARRIER_BINARY, "check", "last-zero", "n=4"});
  EXPECT_EQ(alone.status, 0) << alone.err;
  EXPECT_THAT(alone.out, HasSubstr("last-zero n=4 by optimal: complete"));
}

TEST(Cluster, IsNotTriedByAScriptThatLacksSomething) {
  const Outcome nothing = cluster_script({"2", "/nowhere/harrier", "check", "fanin"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("error: there is no executable /nowhere/harrier"));
  const Outcome unknown = cluster_script({"2", HARRIER_BINARY, "check", "nothing"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("error: unknown program 'nothing'"));
  EXPECT_EQ(unknown.out, "");
}

TEST(Cluster, SaysThatNobodyIsThere) {
  const std::string url = "redis://127.0.0.1:" + std::to_string(free_port()) + "/x?patience=0.2";
  const Outcome outcome = harrier_run(check(url));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cannot be reached: Connection refused"));
}

}  // namespace
}  // namespace harrier::testing_support
