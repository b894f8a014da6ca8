// Loops that ask MPI again and again: what they find, against all interleavings with any number of
// failures, which a simulation of its own goes through.
#include <gtest/gtest.h>
#include <mpi.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

constexpr std::size_t messages_max = 5;

/// A loop on messages that are to come. It logs which it finds, and in which round where it counts.
struct Loop {
  enum class Kind : std::uint8_t { asks, counts, counts_and_asks };
  Kind kind = Kind::asks;
  bool is_any = false;  ///< one MPI_Testany for all
  int rounds = 0;       ///< that are counted
  std::vector<std::size_t> messages = {};
};

struct Message {
  std::size_t from = 0;
  std::size_t to = 0;
  bool is_probed = false;
};

/// What a rank does: it sends a message, or loops.
struct Item {
  bool is_send = false;
  std::size_t message = 0;
  Loop loop = {};
};

struct Polling {
  std::vector<Message> messages = {};
  std::vector<std::vector<Item>> ranks = {};
};

/// What the ranks have found, in memory that is not theirs.
struct Log {
  std::array<std::array<char, 128>, 3> text;

  void add(std::size_t rank, std::size_t message, int round) {
    char* end = text[rank].data() + std::strlen(text[rank].data());
    *end++ = static_cast<char>('a' + message);
    *end++ = static_cast<char>('0' + round);
    *end = '\0';
  }
};

class Logs {
 public:
  Logs()
      : log_(static_cast<Log*>(mmap(nullptr, sizeof(Log), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~Logs() { munmap(log_, sizeof(Log)); }
  Logs(const Logs&) = delete;
  Logs& operator=(const Logs&) = delete;
  Log* log() const { return log_; }
  std::string text(std::size_t ranks) const {
    std::string all;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      all += log_->text[rank].data();
      all += '|';
    }
    return all;
  }

 private:
  Log* log_;
};

/// What each rank runs.
void run(const Polling& program, Log* log) {
  const auto me = static_cast<std::size_t>(my_rank());
  log->text[me][0] = '\0';
  std::array<MPI_Request, messages_max> requests;
  std::array<int, messages_max> values = {};
  std::array<bool, messages_max> done = {};
  requests.fill(MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < program.messages.size(); ++i) {
    const Message& message = program.messages[i];
    if (message.to != me || message.is_probed) continue;
    MPI_Irecv(&values[i], 1, MPI_INT, static_cast<int>(message.from), static_cast<int>(i),
              MPI_COMM_WORLD, &requests[i]);
  }
  for (const Item& item : program.ranks[me]) {
    if (item.is_send) {
      send_to(static_cast<int>(program.messages[item.message].to), 0,
              static_cast<int>(item.message));
      continue;
    }
    const Loop& loop = item.loop;
    int round = 0;
    const auto is_open = [&](std::size_t i) { return !done[i]; };
    while (std::ranges::any_of(loop.messages, is_open)) {
      if (loop.kind == Loop::Kind::counts && round == loop.rounds) break;
      int flag = 0;
      if (loop.is_any) {
        int index = 0;
        MPI_Testany(messages_max, requests.data(), &index, &flag, MPI_STATUS_IGNORE);
        if (flag != 0) {
          done[static_cast<std::size_t>(index)] = true;
          log->add(me, static_cast<std::size_t>(index), round);
        }
      } else {
        for (const std::size_t i : loop.messages) {
          if (done[i]) continue;
          const Message& message = program.messages[i];
          if (message.is_probed) {
            MPI_Iprobe(static_cast<int>(message.from), static_cast<int>(i), MPI_COMM_WORLD, &flag,
                       MPI_STATUS_IGNORE);
          } else {
            MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
          }
          if (flag == 0) continue;
          done[i] = true;
          log->add(me, i, round);
        }
      }
      if (loop.kind != Loop::Kind::asks && round < loop.rounds) ++round;
    }
  }
  for (std::size_t i = 0; i < program.messages.size(); ++i) {
    const Message& message = program.messages[i];
    if (message.to != me) continue;
    if (message.is_probed) {
      receive_from(static_cast<int>(message.from), static_cast<int>(i));
    } else {
      MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
  }
}

/// All interleavings of a program, with any number of failures of a question in a row, or with so
/// many at most where a loop counts.
class Simulation {
 public:
  Simulation(const Polling& program, int failures_max)
      : program_(program), failures_max_(failures_max) {}

  std::set<std::string> outcomes;  ///< what was found
  bool deadlocks = false;
  bool is_large = false;

  void run() {
    State state;
    state.ranks.resize(program_.ranks.size());
    visit(state);
    // What can no more come to its end goes round in vain for ever.
    std::vector<bool> ends(before_.size(), false);
    std::vector<std::size_t> open = ends_;
    while (!open.empty()) {
      const std::size_t now = open.back();
      open.pop_back();
      if (ends[now]) continue;
      ends[now] = true;
      open.insert(open.end(), before_[now].begin(), before_[now].end());
    }
    deadlocks = std::ranges::find(ends, false) != ends.end();
  }

 private:
  struct Rank {
    bool begun = false;
    std::size_t item = 0;
    std::size_t next = 0;  ///< in the loop
    int round = 0;
    std::array<int, messages_max> failures = {};
    std::string log = {};
  };
  struct State {
    std::vector<Rank> ranks = {};
    std::array<bool, messages_max> sent = {};
    std::array<bool, messages_max> met = {};
    std::array<bool, messages_max> done = {};

    std::string key() const {
      std::string all;
      for (const Rank& rank : ranks) {
        all += rank.begun ? 'b' : '-';
        all += static_cast<char>(rank.item);
        all += static_cast<char>(rank.next);
        all += static_cast<char>(rank.round);
        for (const int failures : rank.failures) all += static_cast<char>(failures);
        all += rank.log + '|';
      }
      for (const auto* flags : {&sent, &met, &done}) {
        for (const bool flag : *flags) all += flag ? '1' : '0';
      }
      return all;
    }
  };

  bool is_over(const State& state, const Loop& loop, int round) const {
    if (loop.kind == Loop::Kind::counts && round == loop.rounds) return true;
    return std::ranges::all_of(loop.messages, [&](std::size_t i) { return state.done[i]; });
  }

  /// Goes on to the next question of a rank, or to where it waits for the rest.
  void advance(State& state, std::size_t number) const {
    Rank& rank = state.ranks[number];
    const std::vector<Item>& items = program_.ranks[number];
    while (rank.item < items.size()) {
      const Item& item = items[rank.item];
      if (item.is_send) {
        state.sent[item.message] = true;
        rank.failures.fill(0);
        ++rank.item;
        continue;
      }
      const Loop& loop = item.loop;
      while (!loop.is_any && rank.next < loop.messages.size() &&
             state.done[loop.messages[rank.next]]) {
        ++rank.next;
      }
      const bool is_round_over = loop.is_any ? rank.next != 0 : rank.next == loop.messages.size();
      if (is_round_over) {
        rank.next = 0;
        if (loop.kind != Loop::Kind::asks && rank.round < loop.rounds) ++rank.round;
      }
      if (rank.next == 0 && is_over(state, loop, rank.round)) {
        rank.round = 0;
        ++rank.item;
        continue;
      }
      if (!is_round_over || loop.is_any || !state.done[loop.messages[0]]) return;
    }
  }

  void found(State state, std::size_t number, std::size_t message) {
    Rank& rank = state.ranks[number];
    state.done[message] = true;
    rank.log += static_cast<char>('a' + message);
    rank.log += static_cast<char>('0' + rank.round);
    rank.failures.fill(0);
    ++rank.next;
    advance(state, number);
    visit(state);
  }

  void failed(State state, std::size_t number, const Loop& loop, std::size_t question) {
    Rank& rank = state.ranks[number];
    const bool is_progress = loop.kind == Loop::Kind::counts ||
                             (loop.kind == Loop::Kind::counts_and_asks && rank.round < loop.rounds);
    if (failures_max_ != 0 && is_progress && ++rank.failures[question] > failures_max_) return;
    ++rank.next;
    advance(state, number);
    visit(state);
  }

  bool is_there(const State& state, std::size_t message) const {
    return program_.messages[message].is_probed ? state.sent[message] : state.met[message];
  }

  /// Goes to a state from the one that is being looked at.
  void visit(const State& state) {
    if (numbers_.size() > 60'000) is_large = true;
    if (is_large) return;
    const auto [known, is_new] = numbers_.try_emplace(state.key(), before_.size());
    if (is_new) before_.emplace_back();
    const std::size_t number = known->second;
    before_[number].push_back(now_);
    if (!is_new) return;
    const std::size_t outer = std::exchange(now_, number);
    look_at(state);
    now_ = outer;
  }

  void look_at(const State& state) {
    bool all_over = true;
    for (std::size_t i = 0; i < program_.messages.size(); ++i) {
      const Message& message = program_.messages[i];
      if (!state.sent[i]) all_over = false;
      if (message.is_probed || !state.sent[i] || state.met[i] || !state.ranks[message.to].begun)
        continue;
      State next = state;
      next.met[i] = true;
      visit(next);
    }
    for (std::size_t number = 0; number < state.ranks.size(); ++number) {
      const Rank& rank = state.ranks[number];
      if (!rank.begun) {
        State next = state;
        next.ranks[number].begun = true;
        advance(next, number);
        visit(next);
      }
      if (rank.begun && rank.item == program_.ranks[number].size()) continue;
      all_over = false;
      if (rank.begun) ask(state, number);
    }
    if (!all_over) return;
    ends_.push_back(now_);
    std::string outcome;
    for (const Rank& rank : state.ranks) outcome += rank.log + '|';
    outcomes.insert(outcome);
  }

  void ask(const State& state, std::size_t number) {
    const Rank& rank = state.ranks[number];
    const Loop& loop = program_.ranks[number][rank.item].loop;
    if (loop.is_any) {
      bool any = false;
      for (const std::size_t i : loop.messages) {
        if (state.done[i] || !is_there(state, i)) continue;
        found(state, number, i);
        any = true;
      }
      if (!any) failed(state, number, loop, loop.messages[0]);
      return;
    }
    const std::size_t asked = loop.messages[rank.next];
    if (is_there(state, asked)) {
      found(state, number, asked);
    } else {
      failed(state, number, loop, asked);
    }
  }

  const Polling& program_;
  const int failures_max_;
  std::map<std::string, std::size_t> numbers_;    ///< of states
  std::vector<std::vector<std::size_t>> before_;  ///< per state, those that lead to it
  std::vector<std::size_t> ends_;
  std::size_t now_ = 0;
};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : numbers_(seed) {}
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(numbers_() % end); }

  Polling program(bool asks_only) {
    Polling made;
    const std::size_t ranks = 2 + below(2);
    made.ranks.resize(ranks);
    const std::size_t count = 1 + below(ranks == 2 ? 4 : 3);
    for (std::size_t i = 0; i < count; ++i) {
      Message message;
      message.from = below(ranks);
      message.to = (message.from + 1 + below(ranks - 1)) % ranks;
      message.is_probed = below(4) == 0;
      made.messages.push_back(message);
    }
    for (std::size_t rank = 0; rank < ranks; ++rank)
      made.ranks[rank] = items(made, rank, asks_only);
    return made;
  }

 private:
  std::vector<Item> items(const Polling& made, std::size_t rank, bool asks_only) {
    std::vector<Item> items;
    std::vector<Loop> loops(1 + below(2));
    for (std::size_t i = 0; i < made.messages.size(); ++i) {
      if (made.messages[i].from == rank) items.push_back({.is_send = true, .message = i});
      if (made.messages[i].to == rank && below(5) != 0)
        loops[below(loops.size())].messages.push_back(i);
    }
    for (Loop& loop : loops) {
      if (loop.messages.empty()) continue;
      loop.kind = asks_only ? Loop::Kind::asks : static_cast<Loop::Kind>(below(3));
      loop.rounds = 1 + static_cast<int>(below(3));
      // One for all asks about all that the rank waits for, so it must be the rank's only one.
      const bool all_tested = std::ranges::none_of(
          loop.messages, [&](std::size_t i) { return made.messages[i].is_probed; });
      const auto mine = std::ranges::count_if(made.messages, [&](const Message& message) {
        return message.to == rank && !message.is_probed;
      });
      loop.is_any =
          all_tested && static_cast<std::size_t>(mine) == loop.messages.size() && below(2) == 0;
      items.insert(items.begin() + static_cast<std::ptrdiff_t>(below(items.size() + 1)),
                   {.loop = loop});
    }
    return items;
  }

  std::mt19937_64 numbers_;
};

/// What an exploration has found.
struct Found {
  CheckResult result;
  std::set<std::string> outcomes;
};

Found explore_polling(const Polling& program, std::uint32_t polls,
                      const std::string& reduction = "optimal") {
  const Logs logs;
  Log* const log = logs.log();
  Found found;
  CheckOptions options;
  options.reduction = reduction;
  options.keep_going = true;
  options.on_execution = [&](const Execution&) {
    found.outcomes.insert(logs.text(program.ranks.size()));
  };
  found.result = explore(
      static_cast<std::uint32_t>(program.ranks.size()), Buffering::lax,
      [&program, log] { run(program, log); }, options, polls);
  return found;
}

std::string lines(const std::set<std::string>& outcomes) {
  std::string all;
  for (const std::string& one : outcomes) all += one + '\n';
  return all;
}

std::string text_of(const Polling& program) {
  std::string text;
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    text += "\nrank " + std::to_string(rank) + ":";
    for (const Item& item : program.ranks[rank]) {
      if (item.is_send) {
        text += " send ";
        text += static_cast<char>('a' + item.message);
        continue;
      }
      const std::array<const char*, 3> kinds = {"ask", "count", "count and ask"};
      text += std::string(" (") + kinds[static_cast<std::size_t>(item.loop.kind)] + ' ' +
              std::to_string(item.loop.rounds) + (item.loop.is_any ? " any" : "");
      for (const std::size_t i : item.loop.messages) {
        text += program.messages[i].is_probed ? " probe " : " test ";
        text += static_cast<char>('a' + i);
      }
      text += ')';
    }
  }
  return text;
}

/// So many random programs are looked at, beginning with a seed (HARRIER_SEED).
constexpr std::uint64_t programs_max = 150;

TEST(MpiPolls, RandomLoopsFindWhatAllInterleavingsFind) {
  const char* const given = std::getenv("HARRIER_SEED");
  const std::uint64_t first = given != nullptr ? std::strtoull(given, nullptr, 10) : 1;
  const char* const wanted = std::getenv("HARRIER_POLLING_PROGRAMS");
  const std::uint64_t count = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : programs_max;
  std::uint64_t compared = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t bounded = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE("HARRIER_SEED=" + std::to_string(seed) + " HARRIER_POLLING_PROGRAMS=1");
    const Polling program = Draw(seed).program(seed % 4 == 0);
    SCOPED_TRACE(text_of(program));
    Simulation all(program, 0);
    all.run();
    if (all.is_large) continue;
    const Found found = explore_polling(program, 0);
    if (all.deadlocks) {
      ++deadlocks;
      ASSERT_EQ(found.result.verdict, Verdict::violation);
      ASSERT_NE(found.result.violations.front().message().find("deadlock"), std::string::npos);
      continue;
    }
    ASSERT_EQ(found.result.verdict, Verdict::ok) << outcome(found.result);
    ASSERT_EQ(lines(found.outcomes), lines(all.outcomes));
    ++compared;
    if (seed % 5 == 0 && found.result.executions < 10) {
      for (const char* const reduction : {"exhaustive", "source"}) {
        const Found other = explore_polling(program, 0, reduction);
        ASSERT_EQ(other.result.verdict, Verdict::ok) << reduction << outcome(other.result);
        ASSERT_EQ(lines(other.outcomes), lines(all.outcomes)) << reduction;
      }
    }
    // What is left out is said, and it is nothing with fewer failures.
    const Found some = explore_polling(program, 1);
    if (some.result.verdict == Verdict::ok) {
      ASSERT_EQ(lines(some.outcomes), lines(all.outcomes));
      continue;
    }
    ++bounded;
    ASSERT_EQ(some.result.verdict, Verdict::incomplete) << outcome(some.result);
    ASSERT_FALSE(some.result.complete);
    Simulation few(program, 1);
    few.run();
    for (const std::string& one : few.outcomes) ASSERT_TRUE(some.outcomes.contains(one)) << one;
    for (const std::string& one : some.outcomes) ASSERT_TRUE(all.outcomes.contains(one)) << one;
  }
  if (given != nullptr) return;
  EXPECT_GT(compared, count / 2);
  EXPECT_GT(deadlocks, 0U);
  EXPECT_GT(bounded, count / 20);
}

/// Each rank receives from the other, tests for it so many times while it counts, and then sends.
/// `finder` is a rank whose first test must not find anything.
void test_and_send(int rounds, int finder) {
  const int rank = my_rank();
  int value = 0;
  int have = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, &request);
  for (int i = 0; i < rounds; ++i) {
    if (have != 0) continue;
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) continue;
    have = 1;
    assert(!(rank == finder && i == 0));
  }
  send_to(1 - rank, rank, 7);
  if (have == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// One rank sends after all its tests, and the other finds that in any of its own, or in none: n
// ways each, and one more where neither finds anything.
TEST(MpiPolls, LoopsThatCountAreNoDeadlockHoweverLongTheyAre) {
  for (int rounds = 1; rounds <= 20; ++rounds) {
    const auto program = [rounds] { test_and_send(rounds, -1); };
    EXPECT_EQ(outcome(explore(2, Buffering::lax, program, {}, 0)), std::to_string(2 * rounds + 1));
  }
  for (const int rounds : {203, 512, 5000}) {
    const auto program = [rounds] { test_and_send(rounds, -1); };
    const CheckResult result = explore(2, Buffering::lax, program);
    EXPECT_EQ(result.verdict, Verdict::incomplete) << rounds;
    EXPECT_FALSE(result.complete);
    EXPECT_NE(outcome(result).find("explored are only the classes with up to 2 failures of a test "
                                   "in a row; MPI_Test at polls_test.cpp:"),
              std::string::npos)
        << outcome(result);
    EXPECT_NE(outcome(result).find(" failed " + std::to_string(rounds) + " times"),
              std::string::npos)
        << outcome(result);
  }
}

TEST(MpiPolls, AFirstTestThatFindsSomethingIsFound) {
  for (const int finder : {0, 1}) {
    for (const int rounds : {1, 2, 3, 20, 203, 512}) {
      for (const std::uint32_t polls : {0U, 1U, 2U}) {
        if (polls == 0 && rounds > 20) continue;
        const auto program = [rounds, finder] { test_and_send(rounds, finder); };
        const CheckResult result = explore(2, Buffering::lax, program, {}, polls);
        ASSERT_EQ(result.verdict, Verdict::violation) << rounds;
        EXPECT_NE(result.violations.front().message().find("!(rank == finder && i == 0)"),
                  std::string::npos);
      }
    }
  }
}

// A test in vain is no step, so all numbers of them are one class.
TEST(MpiPolls, MessagesAwaitedByLoopsThatOnlyAskAreOneClass) {
  for (int count = 1; count <= 10; ++count) {
    const auto program = [count] {
      for (int i = 0; i < count; ++i) {
        if (my_rank() == 1) {
          send_to(0, i, i);
          continue;
        }
        int value = 0;
        int done = 0;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request);
        while (done == 0) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      }
    };
    for (const Buffering buffering : {Buffering::lax, Buffering::strict}) {
      EXPECT_EQ(outcome(explore(2, buffering, program)), "1") << count;
      EXPECT_EQ(outcome(explore(2, buffering, program, {}, 0)), "1") << count;
    }
  }
}

TEST(MpiPolls, AProbeAndATestInOneLoopWaitForEither) {
  const auto program = [] {
    if (my_rank() != 0) {
      send_to(0, 0, my_rank());
      return;
    }
    int value = 0;
    int tested = 0;
    int probed = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    while (tested == 0 && probed == 0) {
      MPI_Test(&request, &tested, MPI_STATUS_IGNORE);
      if (tested == 0) MPI_Iprobe(2, 2, MPI_COMM_WORLD, &probed, MPI_STATUS_IGNORE);
    }
    if (tested == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    receive_from(2, 2);
  };
  // Where the rank is in its round when something comes is part of the order.
  EXPECT_EQ(outcome(explore(3, Buffering::lax, program)), "8");
  EXPECT_EQ(outcome(explore(3, Buffering::lax, program, {}, 0)), "8");
}

TEST(MpiPolls, AClockInTheLoopIsProgress) {
  const auto program = [] {
    if (my_rank() == 1) {
      send_to(0);
      return;
    }
    int found = 0;
    const double begin = MPI_Wtime();
    while (found == 0 && MPI_Wtime() - begin < 4e-6) {
      MPI_Iprobe(1, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    receive_from(1);
  };
  const CheckResult all = explore(2, Buffering::lax, program, {}, 0);
  EXPECT_EQ(all.verdict, Verdict::ok) << outcome(all);
  EXPECT_GT(all.executions, 3U);
  EXPECT_EQ(explore(2, Buffering::lax, program).verdict, Verdict::incomplete);
}

TEST(MpiPolls, ALoopThatNobodyAnswersIsADeadlockAtOnce) {
  const auto program = [] {
    if (my_rank() == 1) return;
    int value = 0;
    int done = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (done == 0) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  };
  const CheckResult result = explore(2, Buffering::lax, program);
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_NE(outcome(result).find("deadlock"), std::string::npos) << outcome(result);
  EXPECT_LT(result.depth_max, 10U);
}

// The rank computes something else in each round, so it can never be said to wait.
TEST(MpiPolls, ALoopThatCountsForEverIsNoDeadlock) {
  const auto program = [] {
    if (my_rank() == 1) return;
    int found = 0;
    volatile int failures = 0;
    while (found == 0) {
      failures = failures + 1;
      MPI_Iprobe(1, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
  };
  CheckOptions options;
  options.depth_max = 1'000;
  const CheckResult result = explore(2, Buffering::lax, program, options);
  EXPECT_EQ(result.verdict, Verdict::incomplete) << outcome(result);
}

// The program goes round in vain after ten tests that differ: only looking back shows it.
TEST(MpiPolls, ALongRoundIsSeenInHindsight) {
  const auto program = [] {
    if (my_rank() == 1) return;
    int value = 0;
    int done = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (done == 0) {
      for (int i = 0; i < 10 && done == 0; ++i) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
  };
  const CheckResult result = explore(2, Buffering::lax, program);
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_NE(outcome(result).find("deadlock"), std::string::npos) << outcome(result);
  EXPECT_LT(result.depth_max, 40U);
}

// Two failures are explored, and nothing is said of a third.
TEST(MpiPolls, ABoundIsNoProof) {
  const auto program = [] {
    if (my_rank() == 1) {
      send_to(0);
      return;
    }
    int found = 0;
    for (int failures = 0; found == 0; ++failures) {
      assert(failures <= 2);
      MPI_Iprobe(1, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    receive_from(1);
  };
  EXPECT_EQ(explore(2, Buffering::lax, program).verdict, Verdict::incomplete);
  EXPECT_EQ(explore(2, Buffering::lax, program, {}, 4).verdict, Verdict::violation);
}

}  // namespace
}  // namespace harrier::mpi
