// The tree of the executions of a small exploration: what they have in common, where they part.
#include "tools/explored_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/text.hpp"
#include "report/unfolding.hpp"

namespace harrier::tools {

namespace {

using Node = ExploredTree::Node;

// What somebody may want to look at, and what is run again in a moment.
constexpr std::size_t schedules_max = 200;
constexpr std::size_t steps_max = 20'000;
constexpr std::size_t classes_max = 1'000'000;

/// An execution with the words for its steps.
struct Labelled {
  const Schedule* schedule = nullptr;
  std::vector<std::string> steps;
  std::string violation;
};

std::string label_of(const StepText& step) {
  std::string label = fmt::format("{}: {} from {}", step.to, step.text, step.from);
  for (const std::uint32_t choice : step.choices) label += fmt::format(", chooses {}", choice);
  return label;
}

/// Makes the tree of executions that have their first `depth` steps in common.
Node node_of(std::span<const Labelled> executions, std::size_t depth) {
  Node node;
  node.executions = executions.size();
  const Labelled& first = executions.front();
  const auto same_step = [&](const Labelled& other) {
    return other.schedule->steps.size() > depth &&
           other.schedule->steps[depth] == first.schedule->steps[depth];
  };
  while (depth < first.schedule->steps.size() && std::ranges::all_of(executions, same_step)) {
    node.steps.push_back(depth < first.steps.size() ? first.steps[depth] : std::string());
    ++depth;
  }
  std::vector<std::vector<Labelled>> groups;
  for (const Labelled& execution : executions) {
    if (execution.schedule->steps.size() == depth) {
      node.violation = execution.violation;
      continue;
    }
    const auto group = std::ranges::find_if(groups, [&](const std::vector<Labelled>& others) {
      return others.front().schedule->steps[depth] == execution.schedule->steps[depth];
    });
    if (group != groups.end()) {
      group->push_back(execution);
    } else {
      groups.push_back({execution});
    }
  }
  for (const std::vector<Labelled>& group : groups) node.children.push_back(node_of(group, depth));
  return node;
}

/// Draws a node and what is below it; returns its number.
std::size_t draw(const Node& node, std::string& out, std::size_t& count) {
  const std::size_t number = ++count;
  std::vector<std::string> lines = node.steps;
  if (!node.violation.empty()) lines.push_back(node.violation);
  if (lines.empty()) lines.emplace_back("start");
  std::string label;  // Graphviz joins texts with +, and \l ends a line
  for (const std::string& text : lines) {
    label += fmt::format("{}{} + \"\\l\"", label.empty() ? "" : " + ", dot_quoted(text));
  }
  out += fmt::format("  n{} [label={}{}];\n", number, label,
                     !node.violation.empty() ? ", color=red, penwidth=2"
                     : node.children.empty() ? ", color=darkgreen"
                                             : "");
  for (const Node& child : node.children) {
    const std::size_t below = draw(child, out, count);
    out += fmt::format("  n{} -> n{} [label=\"{}\"];\n", number, below, child.executions);
  }
  return number;
}

}  // namespace

void ExploredTree::add(const Execution& execution) {
  if (execution.class_name == 0) {
    // It was not followed to its end, so nobody knows its class.
  } else if (classes_.size() < classes_max) {
    classes_.insert(execution.class_name);
  } else if (!classes_.contains(execution.class_name)) {
    counted_all_ = false;
  }
  const bool has_room = is_whole() && schedules_.size() < schedules_max &&
                        steps_ + execution.schedule.steps.size() <= steps_max;
  ++added_;
  if (!has_room) return;
  steps_ += execution.schedule.steps.size();
  schedules_.push_back(execution.schedule);
}

ExploredTree::Node ExploredTree::labelled(const ProgramFactory& make,
                                          const CheckOptions& options) const {
  std::vector<Labelled> executions;
  for (const Schedule& schedule : schedules_) {
    const ReplayResult result = replay(make, schedule, options);
    Labelled& one = executions.emplace_back();
    one.schedule = &schedule;
    for (const StepText& step : result.steps) one.steps.push_back(label_of(step));
    if (!result.violations.empty()) one.violation = result.violations.front().message();
  }
  return executions.empty() ? Node() : node_of(executions, 0);
}

std::string tree_dot(const Node& root, const std::string& title) {
  std::string dot = fmt::format(
      "digraph {} {{\n  node [shape=box, fontname=monospace];\n  label={};\n", dot_quoted(title),
      dot_quoted(fmt::format("{}: {}", title, base::counted(root.executions, "execution"))));
  std::size_t count = 0;
  draw(root, dot, count);
  return dot + "}\n";
}

}  // namespace harrier::tools
