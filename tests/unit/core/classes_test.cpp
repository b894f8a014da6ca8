// Classes of executions: the same for every order of independent steps, and for no other.
#include "core/classes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/hand_trace.hpp"

namespace harrier::testing {
namespace {

ClassName class_after(const HandOrder& order, const std::vector<std::string>& messages) {
  return class_of(order.run(messages).trace());
}

const HandOrder two_makers{
    .setup = {.actors = {"a", "b"}, .sends = {{"go a", "a"}, {"go b", "b"}}},
    .steps = {{"go a", {.actors = {"x"}, .sends = {{"put x", "x"}}, .touches = {writes("a")}}},
              {"go b", {.actors = {"y"}, .sends = {{"put y", "y"}}, .touches = {writes("b")}}}}};

TEST(Classes, AreEqualForOrdersOfIndependentSteps) {
  EXPECT_EQ(class_after(two_makers, {"go a", "go b"}), class_after(two_makers, {"go b", "go a"}));
}

TEST(Classes, DifferForOrdersOfDependentSteps) {
  const HandOrder order{
      .setup = {.actors = {"cell"}, .sends = {{"1", "cell"}, {"2", "cell"}}},
      .steps = {{"1", {.touches = {writes("cell")}}}, {"2", {.touches = {writes("cell")}}}}};
  EXPECT_NE(class_after(order, {"1", "2"}), class_after(order, {"2", "1"}));
}

TEST(Classes, DifferForDifferentChoices) {
  const auto choosing = [](std::vector<Choice> choices) {
    HandTrace run({.actors = {"a"}, .sends = {{"go", "a"}}});
    run.deliver("go", {.choices = std::move(choices)});
    return class_of(run.trace());
  };
  const std::set<ClassName> different{choosing({}), choosing({{0, 2}}), choosing({{1, 2}}),
                                      choosing({{0, 2}, {0, 2}}), choosing({{1, 2}, {1, 2}})};
  EXPECT_EQ(different.size(), 5U);
}

TEST(Classes, DifferForOneMessageOfEachOfTwoSteps) {
  // Both send at position 0, and only what a delivery came of tells the two apart.
  EXPECT_NE(class_after(two_makers, {"go a", "go b", "put x"}),
            class_after(two_makers, {"go a", "go b", "put y"}));
}

TEST(Classes, DifferWhereACauseBeyondTheSenderDoes) {
  const HandStep setup{.actors = {"a", "b", "c"},
                       .sends = {{"go a", "a"}, {"go b", "b"}, {"go on", "c"}}};
  const auto after = [&](std::vector<std::string> causes) {
    HandTrace run(setup);
    run.deliver("go a", {.touches = {writes("a")}});
    run.deliver("go b", {.touches = {writes("b")}});
    run.deliver("go on", {.touches = {writes("c")}, .causes = std::move(causes)});
    return class_of(run.trace());
  };
  const std::set<ClassName> different{after({}), after({"go a"}), after({"go b"}),
                                      after({"go a", "go b"})};
  EXPECT_EQ(different.size(), 4U);
  EXPECT_EQ(after({"go a", "go b"}), after({"go b", "go a"}));
}

/// Runs through all orders in which messages can be delivered once they are sent.
void for_each_execution(const HandOrder& order, const std::function<void(const HandTrace&)>& see) {
  HandTrace run(order.setup);
  std::vector<std::string> pending;
  for (const HandMessage& sent : order.setup.sends) pending.push_back(sent.text);
  const std::function<void()> go_on = [&] {
    if (pending.empty()) return see(run);
    for (std::size_t i = 0; i < pending.size(); ++i) {
      const std::vector<std::string> before = pending;
      const HandStep& step = order.steps.at(pending[i]);
      run.deliver(pending[i], step);
      pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(i));
      for (const HandMessage& sent : step.sends) pending.push_back(sent.text);
      go_on();
      run.take_back();
      pending = before;
    }
  };
  go_on();
}

/// Lists which deliveries come before which, by message: what a class is, in the plainest words.
std::set<std::pair<Name, Name>> order_of(const Trace& trace) {
  std::set<std::pair<Name, Name>> pairs;
  std::vector<std::set<std::size_t>> past(trace.size());
  for (std::size_t second = 0; second < trace.size(); ++second) {
    const std::span<const EventId> causes = trace.causes(second);
    for (std::size_t first = 0; first < second; ++first) {
      if (std::ranges::find(causes, EventId(first)) == causes.end() &&
          !conflict(trace.resources(first), trace.resources(second))) {
        continue;
      }
      past[second].insert(first);
      past[second].insert(past[first].begin(), past[first].end());
    }
    for (const std::size_t first : past[second]) {
      pairs.emplace(trace.name(trace[first].message), trace.name(trace[second].message));
    }
  }
  return pairs;
}

/// Expects as many classes, each for all executions of one partial order and for no other.
void expect_classes(const HandOrder& order, std::size_t executions, std::size_t classes) {
  std::map<std::set<std::pair<Name, Name>>, ClassName> by_order;
  std::set<ClassName> different;
  std::size_t count = 0;
  for_each_execution(order, [&](const HandTrace& run) {
    ++count;
    const ClassName name = class_of(run.trace());
    different.insert(name);
    EXPECT_EQ(by_order.emplace(order_of(run.trace()), name).first->second, name);
  });
  EXPECT_EQ(count, executions);
  EXPECT_EQ(by_order.size(), classes);
  EXPECT_EQ(different.size(), classes);
}

TEST(Classes, AreOneForAllLinearisationsOfAPartialOrder) {
  // Three chains of two steps that have nothing in common: 6! / 2^3 interleavings.
  HandOrder order;
  for (const char* actor : {"a", "b", "c"}) {
    const std::string first = std::string("go ") + actor;
    const std::string second = std::string("on ") + actor;
    order.setup.actors.emplace_back(actor);
    order.setup.sends.push_back({first, actor});
    order.steps[first] = {.sends = {{second, actor}}, .touches = {writes(actor)}};
    order.steps[second] = {.touches = {writes(actor)}};
  }
  expect_classes(order, 90, 1);
}

TEST(Classes, OfReadsUpdatesAndWritesAreTheirPartialOrders) {
  HandOrder order{.setup = {.actors = {"cell"}}};
  const auto add = [&](const std::string& message, HandAccess access) {
    order.setup.sends.push_back({message, "cell"});
    order.steps[message] = {.touches = {std::move(access)}};
  };
  add("read 1", reads("cell"));
  add("read 2", reads("cell"));
  add("update 1", updates("cell"));
  add("update 2", updates("cell"));
  // Each read comes before or after each update, which makes no cycle: 2^4 - 2.
  expect_classes(order, 24, 14);
  add("write", writes("cell"));
  // On each side of the write, r reads and u updates have f(r, u) orders: f(1, 1) = 2,
  // f(2, 1) = f(1, 2) = 4, f(2, 2) = 14 and 1 else. All on one side, all but one, two and two.
  expect_classes(order, 120, 2 * 14 + 4 * 2 * 4 + (2 + 4 * 2 * 2));
}

TEST(Classes, FollowObjectsAndActorsThatAreMadeOnTheWay) {
  const HandOrder order{
      .setup = {.actors = {"a", "b"}, .sends = {{"go a", "a"}, {"go b", "b"}}},
      .steps = {
          {"go a",
           {.objects = {"box"}, .sends = {{"put", "a"}, {"take", "b"}}, .touches = {writes("a")}}},
          {"go b", {.actors = {"c"}, .sends = {{"hello", "c"}}, .touches = {reads("b")}}},
          {"put", {.touches = {reads("a"), writes("box")}}},
          {"take", {.touches = {reads("b"), writes("box")}}},
          {"hello", {.touches = {writes("c"), reads("")}}},
      }};
  // Only the two uses of the box conflict. Two trees, "go a" with both uses and "go b" with
  // "hello", have 5! / (3 * 2) interleavings.
  expect_classes(order, 20, 2);
}

TEST(EventNames, AreEqualForEqualHistoriesAlone) {
  const HandOrder order{.setup = {.actors = {"cell", "other"},
                                  .sends = {{"1", "cell"}, {"2", "cell"}, {"3", "other"}}},
                        .steps = {{"1", {.touches = {writes("cell")}}},
                                  {"2", {.touches = {writes("cell")}}},
                                  {"3", {.touches = {writes("other")}}}}};
  const std::vector<Name> one = event_names(order.run({"1", "2", "3"}).trace());
  const std::vector<Name> other = event_names(order.run({"3", "2", "1"}).trace());
  EXPECT_EQ(one[2], other[0]);  // nothing is before it either way
  EXPECT_NE(one[0], other[2]);
  EXPECT_NE(one[1], other[1]);
  EXPECT_EQ(std::set<Name>(one.begin(), one.end()).size(), 3U);
}

}  // namespace
}  // namespace harrier::testing
