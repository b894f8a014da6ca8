// What several searches explore together, as a value that can be written down.
#include <algorithm>
#include <map>
#include <utility>

#include "reduction/shared_tree.hpp"
#include "reduction/work_text.hpp"

namespace harrier {

namespace {

constexpr std::uint64_t format = 1;

}  // namespace

std::string SharedTree::text() const {
  WorkWriter writer;
  writer.number(format);
  writer.number(static_cast<std::uint64_t>(planning_));
  // Each node before those below it, those of one state in their order.
  std::map<NodeId, std::uint64_t> numbers;
  std::vector<NodeId> order;
  std::vector<NodeId> waiting{root_};
  while (!waiting.empty()) {
    const NodeId at = waiting.back();
    waiting.pop_back();
    numbers.emplace(at, order.size());
    order.push_back(at);
    const std::size_t begin = waiting.size();
    for (NodeId child = trees_.first_child(at); child != none; child = trees_.next(child)) {
      waiting.push_back(child);
    }
    std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(begin), waiting.end());
  }
  writer.list(order, [&](NodeId at) {
    const TreeStep& step = trees_.step(at);
    writer.number(at == root_ ? 0 : numbers.at(nodes_[at].parent));
    writer.number(trees_.covers(at) ? 1 : 0);
    writer.step({step.name, step.choices, step.touched, 0});
  });
  writer.list(tasks_, [&](const auto& task) {
    writer.number(numbers.at(task.second.node));
    writer.path(task.second.path, task.second.states);
  });
  return writer.take();
}

SharedTree SharedTree::parse(std::string_view text) {
  WorkReader reader(text);
  if (reader.number() != format) {
    throw UsageError("this is what is left of an exploration in another format");
  }
  SharedTree tree(static_cast<Planning>(reader.number(1)));
  tree.tasks_.clear();
  tree.ready_.clear();
  tree.nodes_[tree.root_].open = 0;
  std::vector<NodeId> order;
  reader.list<int>([&] {
    const std::uint64_t parent = reader.number(order.empty() ? 0 : order.size() - 1);
    const bool covers = reader.number(1) != 0;
    const WorkStep step = reader.step();
    if (order.empty()) {
      order.push_back(tree.root_);
      return 0;
    }
    const NodeId node = tree.trees_.append(order[parent], step.name, step.choices);
    tree.trees_.step(node).touched = step.touched;
    if (covers) tree.trees_.cover(node);
    tree.adopt(order[parent], node);
    order.push_back(node);
    return 0;
  });
  if (order.empty()) throw UsageError("this is not what is left of an exploration: no states");
  reader.list<int>([&] {
    Task task;
    task.node = order[reader.number(order.size() - 1)];
    reader.path(task.path, task.states);
    tree.add_task(std::move(task));
    return 0;
  });
  reader.end();
  return tree;
}

}  // namespace harrier
