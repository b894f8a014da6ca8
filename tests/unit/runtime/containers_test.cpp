// Containers in tracked fields, as a handler uses them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <queue>
#include <string>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Look {};
struct Change {};

class Holder : public Actor<Holder> {
 public:
  void on(Look) {
    int sum = 0;
    for (const int item : list_) sum += item;
    for (const auto& [key, value] : ages_) sum += value;
    check(sum == 3 + 40 && list_->size() == 2 && list_->front() == 1, "as they were built");
    check(words_->substr(1) == "ord" && queue_->empty() && ages_->at("ann") == 40, "read by ->");
    int all = 0;
    for (const int item : vector_) all += item;
    for (const auto& [key, value] : map_) all += value;
    check(all == 14, "single elements and the whole");
  }
  void on(Change) {
    list_.edit().push_back(3);
    ages_.edit()["bob"] = 3;
    queue_.edit().push(1);
    words_.edit() += "s";
  }

 private:
  Tracked<std::vector<int>> list_{std::vector{1, 2}};
  Tracked<std::map<std::string, int>> ages_{std::map<std::string, int>{{"ann", 40}}};
  Tracked<std::queue<int>> queue_;
  Tracked<std::string> words_{std::string("word")};
  TrackedVector<int> vector_{2, 7};
  TrackedMap<int, int> map_;
};

TEST(Containers, AreReadByArrowsAndLoopsAndChangedByEdit) {
  Execution execution([](System& system) {
    const auto holder = system.spawn<Holder>();
    system.send(holder, Look{});
    system.send(holder, Change{});
    system.send(holder, Look{});
  });
  execution.deliver("Look{}");
  EXPECT_EQ(execution.failure(), "");
  execution.deliver("Change{}");
  execution.deliver("Look{}");
  EXPECT_EQ(execution.failure(), "as they were built");  // which they are not any more
}

TEST(Containers, ThatAreOnlyReadCommute) {
  const auto setup = [](System& system) {
    const auto holder = system.spawn<Holder>();
    for (int i = 0; i < 3; ++i) system.send(holder, Look{});
  };
  const CheckResult result = check(setup);
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.executions, 1U);
}

struct Get {};

/// Replies with what it holds, by reference.
class Store : public Actor<Store> {
 public:
  const std::string& on(Get) { return value_.get(); }

 private:
  Tracked<std::string> value_{std::string("kept")};
};

class Reader : public Actor<Reader> {
 public:
  explicit Reader(Ref<Store> store) : store_(store) {}
  Task<> on(Look) {
    const std::string value = co_await call(store_, Get{});
    check(value == "kept", "the reply is a copy");
  }

 private:
  Constant<Ref<Store>> store_;
};

TEST(Handlers, MayReplyByReference) {
  const CheckResult result = check(
      [](System& system) { system.send(system.spawn<Reader>(system.spawn<Store>()), Look{}); });
  EXPECT_EQ(result.verdict, Verdict::ok);
}

}  // namespace
}  // namespace harrier::testing
