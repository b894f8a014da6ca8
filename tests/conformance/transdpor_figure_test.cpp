// TransDPOR word for word as figure 2 of the paper has it, which is not what is shipped: with sleep
// sets added to it, it loses classes on the paper's own example.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "core/classes.hpp"
#include "explore/search.hpp"
#include "reduction/backtracking.hpp"
#include "tests/support/subjects.hpp"

namespace harrier::testing {
namespace {

/// Tasharofi et al., FORTE 2012, figure 2. With `sleep`, a message that sleeps is passed over when
/// its turn comes, as sleep sets are added to any search; nothing else is changed.
class FigureTwo final : public Backtracking {
 public:
  explicit FigureTwo(bool sleep) : Backtracking(sleep) {}

  std::optional<Step> next(const State&) override {
    Node& node = nodes_.back();
    for (; node.at < node.backtrack.size(); ++node.at, node.begun = false) {  // line 13
      const std::optional<Step> step = step_of(node.backtrack[node.at], node.begun);
      if (!step) continue;
      node.begun = true;
      node.freeze = false;  // line 14'
      return step;
    }
    return std::nullopt;
  }

 protected:
  void sent(const State&, MessageId) override {}

  void received(const State& state, const Event&) override {
    for (const MessageId message : state.program.pending()) {  // line 3
      std::uint32_t i = Receives::none;
      std::uint32_t j = Receives::none;
      races_of(state, message, [&](std::uint32_t k, std::uint32_t first) {
        i = k;  // line 4: the last one
        j = first;
      });
      if (i != Receives::none) {
        add(i, j == Receives::none ? message : state.trace[j].message);
      }
    }
  }

  void open(const State&) override {
    Node& node = nodes_.emplace_back();
    for (const Enabled& candidate : enabled()) {
      if (asleep(nodes_.size() - 1, candidate.message)) continue;
      node.backtrack.push_back(candidate.message);  // line 11
      break;
    }
  }
  void close() override { nodes_.pop_back(); }

 private:
  struct Node {
    std::vector<MessageId> backtrack;
    std::size_t at = 0;
    bool begun = false;
    bool freeze = false;
  };

  void add(std::size_t index, MessageId message) {
    Node& node = nodes_[index];
    if (node.freeze) return;  // line 4'
    const bool is_enabled = std::ranges::any_of(
        enabled(index), [&](const Enabled& one) { return one.message == message; });
    if (!is_enabled || std::ranges::find(node.backtrack, message) != node.backtrack.end()) return;
    node.backtrack.push_back(message);  // line 6
    node.freeze = true;
  }

  std::vector<Node> nodes_;
};

struct Found {
  std::uint64_t executions = 0;
  std::set<ClassName> classes;
};

Found explore_registry(std::unique_ptr<Reduction> reduction) {
  const ProgramFactory make = subject("registry");
  CheckOptions options;
  options.dependence = Dependence::actor;
  Search search(make, options, std::move(reduction));
  Found found;
  search.observe([&](const State& state) {
    ++found.executions;
    found.classes.insert(class_of(state.trace));
  });
  EXPECT_TRUE(search.run().complete);
  return found;
}

TEST(TransDporFigure2, FindsAllClassesOfTheRegistryWithoutSleepSets) {
  const Found found = explore_registry(std::make_unique<FigureTwo>(false));
  EXPECT_EQ(found.classes.size(), 6U);
  // Not the 10 of figure 1: word for word, line 3 sees r1 pending right behind r0 and adds it in
  // configuration 8, where the text says that w2 is added.
  EXPECT_EQ(found.executions, 13U);
}

TEST(TransDporFigure2, LosesClassesOfTheRegistryWithSleepSets) {
  const Found found = explore_registry(std::make_unique<FigureTwo>(true));
  EXPECT_EQ(found.classes.size(), 4U);  // of 6
}

}  // namespace
}  // namespace harrier::testing
