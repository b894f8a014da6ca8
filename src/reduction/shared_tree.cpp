// What several searches explore together.
#include "reduction/shared_tree.hpp"

#include <algorithm>

namespace harrier {

namespace {

/// Tells whether a step is to be executed again with other choices by whoever executed it.
bool has_variants(const Work::Onward& step) {
  std::vector<Choice> choices = step.choices;
  return !choices.empty() && next_variant(choices);
}

}  // namespace

SharedTree::SharedTree(Planning planning, Rule rule)
    : planning_(planning), rule_(rule), root_(trees_.make()) {
  trees_.cover(root_);
  adopt(none, root_);
  add_task({.node = root_, .path = {}, .states = {}});
}

void SharedTree::adopt(NodeId parent, NodeId child) {
  if (child >= nodes_.size()) nodes_.resize(child + 1);
  nodes_[child] = {.parent = parent, .depth = parent == none ? 0 : nodes_[parent].depth + 1};
}

/// Takes note of a branch that was added to the tree. Its ends become tasks, unless the step that
/// leads there was found to be impossible: there is nothing behind it.
void SharedTree::adopt_below(NodeId parent, NodeId child) {
  adopt(parent, child);
  std::vector<NodeId> path{child};
  while (!path.empty()) {
    NodeId at = trees_.first_child(path.back());
    if (at == none) {
      trees_.cover(path.back());
      if (trees_.step(path.back()).touched.possible()) {
        add_task({.node = path.back(), .path = {}, .states = {}});
      }
    }
    while (at == none && !path.empty()) {
      if (path.back() != child) at = trees_.next(path.back());
      path.pop_back();
    }
    if (at == none) return;
    adopt(path.back(), at);
    path.push_back(at);
  }
}

void SharedTree::add_task(Task task) {
  for (NodeId at = task.node; at != none; at = nodes_[at].parent) ++nodes_[at].open;
  nodes_[task.node].task = next_task_;
  ready_.emplace(nodes_[task.node].depth, next_task_);
  tasks_.emplace(next_task_++, std::move(task));
}

std::vector<SharedTree::NodeId> SharedTree::path_to(NodeId node) const {
  std::vector<NodeId> path(nodes_[node].depth + 1);
  for (std::size_t i = path.size(); i-- > 0; node = nodes_[node].parent) path[i] = node;
  return path;
}

/// Writes steps of one state with what is planned below them, up to the ends of branches, as long
/// as there is room for that. Whoever does not know it hands more over; nothing else changes.
void SharedTree::write_list(NodeId first, NodeId end, std::size_t& room,
                            std::vector<WorkStep>& out) const {
  std::vector<NodeId> path;
  for (NodeId at = first; at != end;) {
    const TreeStep& step = trees_.step(at);
    const bool goes_on = !trees_.covers(at) && trees_.first_child(at) != none;
    out.push_back(
        {step.name, step.choices, step.touched, static_cast<std::uint32_t>(path.size()), goes_on});
    if (goes_on && room > 0) {
      --room;
      path.push_back(at);
      at = trees_.first_child(at);
      continue;
    }
    at = trees_.next(at);
    while (at == none && !path.empty()) {
      at = trees_.next(path.back());
      path.pop_back();
    }
  }
}

bool SharedTree::reserve(TaskId task) {
  const auto found = tasks_.find(task);
  return found != tasks_.end() && ready_.erase({nodes_[found->second.node].depth, task}) != 0;
}

/// Returns what is to be done, without what is planned from the states above it.
Work SharedTree::bare_work(const Task& task) const {
  Work work;
  const std::vector<NodeId> path = path_to(task.node);
  work.path.reserve(path.size() + task.path.size());
  work.states.reserve(path.size() + task.states.size());
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    StateWork& state = work.states.emplace_back();
    state.shared = true;
    state.begun = true;
    const TreeStep& step = trees_.step(path[i + 1]);
    Work::Onward& onward = work.path.emplace_back();
    onward.name = step.name;
    onward.choices = step.choices;
  }
  work.path.insert(work.path.end(), task.path.begin(), task.path.end());
  work.states.insert(work.states.end(), task.states.begin(), task.states.end());
  if (task.states.empty()) work.states.emplace_back();
  return work;
}

SharedTree::Lease SharedTree::lease_of(TaskId id) const {
  const Task& task = tasks_.at(id);
  Lease lease{id, bare_work(task)};
  const std::vector<NodeId> path = path_to(task.node);
  std::size_t room = known_max_;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    StateWork& state = lease.work.states[i];
    write_list(trees_.first_child(path[i]), path[i + 1], room, state.asleep);
    write_list(trees_.next(path[i + 1]), none, room, state.branches);
  }
  return lease;
}

void SharedTree::give_back(TaskId task) {
  ready_.emplace(nodes_[tasks_.at(task).node].depth, task);
}

bool SharedTree::commit(TaskId id, Outcome outcome) {
  const auto found = tasks_.find(id);
  if (found == tasks_.end() || ready_.contains({nodes_[found->second.node].depth, id}))
    return false;
  const NodeId node = found->second.node;
  tasks_.erase(found);
  const std::vector<NodeId> path = path_to(node);
  Sleepers sleepers(*this, path);
  for (const HandedOver& handed : outcome.handed_over) plan(sleepers, handed);
  if (outcome.rest) replace(node, std::move(*outcome.rest), outcome.split);
  for (const NodeId at : path) {
    --nodes_[at].open;
    nodes_[at].executions += outcome.executions;
  }
  forget_explored(path);
  return true;
}

const std::vector<Sleeper>& SharedTree::Sleepers::in(std::size_t state) {
  while (asleep_.size() <= state) {
    const std::size_t last = asleep_.size() - 1;
    const TreeStep& taken = tree_.trees_.step(path_[last + 1]);
    std::vector<Sleeper> next;
    next.reserve(asleep_[last].size());
    const auto add = [&](const Sleeper& sleeping) {
      if (sleeping.name == taken.name || conflict(sleeping.touched, taken.touched.known())) return;
      next.push_back(sleeping);
    };
    for (const Sleeper& sleeping : asleep_[last]) add(sleeping);
    for (NodeId at = tree_.trees_.first_child(path_[last]); at != path_[last + 1];
         at = tree_.trees_.next(at)) {
      const TreeStep& step = tree_.trees_.step(at);
      if (!step.touched.possible()) continue;
      add({step.name, MessageId(), step.choices, step.touched.known()});
    }
    asleep_.push_back(std::move(next));
  }
  return asleep_[state];
}

/// Answers whoever has a task.
class SharedTree::Asked final : public KnownElsewhere {
 public:
  Asked(SharedTree& tree, std::shared_mutex& mutex, std::vector<NodeId> path)
      : tree_(tree), mutex_(mutex), sleepers_(tree, std::move(path)) {}

  bool covers(std::size_t state, Sequence& sequence) override {
    const std::shared_lock lock(mutex_);
    asleep_ = sleepers_.in(state);
    for (const Sleeper& sleeping : asleep_) {
      if (sequence.weak_initial(sleeping.name, sleeping.choices, sleeping.touched)) return true;
    }
    const std::vector<NodeId>& path = sleepers_.path();
    return tree_.trees_.find(path[state], path[state + 1], sequence, asleep_).kind ==
           Insertion::Kind::covered;
  }

 private:
  SharedTree& tree_;
  std::shared_mutex& mutex_;
  Sleepers sleepers_;
  std::vector<Sleeper> asleep_;
};

/// Returns a task whose search asks the tree. Nothing sleeps behind the end of a branch, so it need
/// not know what sleeps above it.
SharedTree::Lease SharedTree::asking_lease(TaskId task, std::shared_mutex& mutex) {
  Lease lease{task, bare_work(tasks_.at(task))};
  std::vector<NodeId> path = path_to(tasks_.at(task).node);
  std::size_t& known = lease.work.steps_known;
  while (known + 1 < path.size() &&
         (rule_ == Rule::known_ahead || nodes_[path[known + 1]].executions != 0)) {
    ++known;
  }
  lease.work.elsewhere = std::make_shared<Asked>(*this, mutex, std::move(path));
  return lease;
}

std::optional<SharedTree::Lease> SharedTree::lease(Pick pick, std::shared_mutex* mutex) {
  if (ready_.empty()) return std::nullopt;
  const auto picked = pick == Pick::deepest ? std::prev(ready_.end()) : ready_.begin();
  const TaskId id = picked->second;
  ready_.erase(picked);
  const bool asks = mutex != nullptr && planning_ == Planning::sequences;
  return asks ? asking_lease(id, *mutex) : lease_of(id);
}

std::vector<SharedTree::Lease> SharedTree::lease_some(Pick pick, std::size_t count_max,
                                                      std::shared_mutex& mutex) {
  std::vector<Lease> leases;
  std::optional<Lease> first = lease(pick, &mutex);
  if (!first) return leases;
  leases.push_back(std::move(*first));
  if (planning_ != Planning::sequences) return leases;
  NodeId at = tasks_.at(leases.front().task).node;
  while (at != root_ && leases.size() < count_max && !ready_.empty()) {
    const NodeId but = std::exchange(at, nodes_[at].parent);
    lease_below(at, but, count_max, mutex, leases);
  }
  return leases;
}

/// Gives out tasks below a node, but for those below one of its steps.
void SharedTree::lease_below(NodeId top, NodeId but, std::size_t count_max,
                             std::shared_mutex& mutex, std::vector<Lease>& leases) {
  std::vector<NodeId> path{top};
  NodeId at = trees_.first_child(top);
  while (leases.size() < count_max) {
    while (at != none && (at == but || nodes_[at].open == 0)) at = trees_.next(at);
    if (at == none) {
      at = trees_.next(path.back());
      if (path.back() == top) return;
      path.pop_back();
      continue;
    }
    const TaskId task = nodes_[at].task;
    if (task != 0 && reserve(task)) leases.push_back(asking_lease(task, mutex));
    path.push_back(at);
    at = trees_.first_child(at);
  }
}

bool SharedTree::is_weak_initial(Sequence& sequence, NodeId node) const {
  const TreeStep& step = trees_.step(node);
  return static_cast<bool>(sequence.weak_initial(step.name, step.choices, step.touched.known()));
}

void SharedTree::plan(Sleepers& sleepers, const HandedOver& handed) {
  const NodeId node = sleepers.path()[handed.state()];
  if (planning_ == Planning::every_message) return plan_every(node, handed);
  if (planning_ == Planning::any_message) return plan_any(node, handed);
  asleep_ = sleepers.in(handed.state());
  if (planning_ != Planning::sequences) return plan_any(node, handed);
  plan_sequence(node, handed);
}

/// Tells whether a step is explored from a state or planned there.
bool SharedTree::has_step(NodeId node, const HandedOver::Step& step) const {
  for (NodeId at = trees_.first_child(node); at != none; at = trees_.next(at)) {
    const TreeStep& planned = trees_.step(at);
    if (planned.name != step.name) continue;
    if (takes_messages() || rule_ == Rule::any_variant) return true;
    if (same_variant(planned.choices, step.choices)) return true;
  }
  return false;
}

bool SharedTree::is_asleep(const Name& name, std::span<const Choice> choices) const {
  if (takes_messages() || rule_ == Rule::awake_only) return false;
  return std::ranges::any_of(asleep_, [&](const Sleeper& sleeping) {
    return sleeping.name == name && same_variant(sleeping.choices, choices);
  });
}

void SharedTree::plan_any(NodeId node, const HandedOver& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const HandedOver::Step step = steps[i];
    if (is_asleep(step.name, step.choices) || has_step(node, step)) return;
  }
  plan_step(node, steps[0]);
}

void SharedTree::plan_every(NodeId node, const HandedOver& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!has_step(node, steps[i])) plan_step(node, steps[i]);
  }
}

namespace {

void assign(Footprint& footprint, const HandedOver::Step& step) {
  if (step.possible) {
    footprint.assign(step.touched);
  } else {
    footprint.assign_impossible(step.touched);
  }
}

}  // namespace

void SharedTree::plan_step(NodeId node, const HandedOver::Step& step) {
  const NodeId child =
      trees_.append(node, step.name, takes_messages() ? step.choices.first(0) : step.choices);
  assign(trees_.step(child).touched, step);
  adopt_below(node, child);
}

void SharedTree::plan_sequence(NodeId node, const HandedOver& handed) {
  sequence_.clear();
  for (std::size_t i = 0; i < handed.size(); ++i) {
    const HandedOver::Step step = handed[i];
    const SequenceStep one{step.name,    MessageId(),  step.event,
                           step.choices, step.touched, step.past};
    if (i + 1 < handed.size()) {
      sequence_.append(one);
    } else {
      assign(last_touched_, step);
      sequence_.append_last(one, last_touched_);
    }
  }
  for (const Sleeper& sleeping : asleep_) {
    if (sequence_.weak_initial(sleeping.name, sleeping.choices, sleeping.touched)) return;
  }
  if (rule_ == Rule::any_step) {
    for (NodeId at = trees_.first_child(node); at != none; at = trees_.next(at)) {
      if (is_weak_initial(sequence_, at)) return;
    }
  }
  // What could begin with the step on the task's own path was not handed over.
  const Insertion inserted = trees_.insert(node, none, sequence_, asleep_);
  if (inserted.kind != Insertion::Kind::planned) return;
  adopt_below(inserted.parent, trees_.last_child(inserted.parent));
}

/// Makes a state that one search has explored from one from which several do.
void SharedTree::share_state(NodeId node, const StateWork& state) {
  for (const WorkStep& done : state.asleep) {
    const NodeId child = trees_.append(node, done.name, done.choices);
    trees_.step(child).touched = done.touched;
    trees_.cover(child);
    adopt(node, child);
  }
}

/// Puts what is left of a task in its place: as it is, or with the topmost states that have more
/// than one step left shared.
void SharedTree::replace(NodeId node, Work rest, bool split) {
  std::size_t depth = nodes_[node].depth;
  if (rest.states.size() <= depth) {
    // Nothing is left behind the task's own step; maybe that is to be executed with other choices.
    if (rest.path.size() < depth) return;
    trees_.step(node).choices = std::move(rest.path[depth - 1].choices);
    return add_task({.node = node, .path = {}, .states = {}});
  }
  if (takes_messages() && depth > 0) {
    // The task may have come to other choices of its own step; those that are left stay with it.
    trees_.step(node).choices = rest.path[depth - 1].choices;
    if (has_variants(rest.path[depth - 1])) split = false;
  }
  const std::size_t tasks_before = tasks_.size();
  while (split) {
    StateWork& state = rest.states[depth];
    const bool goes_on = depth + 1 < rest.states.size();
    if (state.free) {
      const bool stays =
          planning_ != Planning::sequences && goes_on && has_variants(rest.path[depth]);
      if (stays || !goes_on || tasks_.size() > tasks_before) break;
    }
    share_state(node, state);
    NodeId current = none;
    if (goes_on) {
      const Work::Onward& onward = rest.path[depth];
      current = trees_.append(node, onward.name, onward.choices);
      trees_.step(current).touched.assign(onward.touched);
      adopt(node, current);
      if (rest.states[depth + 1].free) trees_.cover(current);
    }
    const NodeId last = trees_.last_child(node);
    if (planning_ != Planning::sequences) {
      // The step under way may still be among the branches, and so may be what sleeps.
      asleep_.clear();
      if (!takes_messages()) asleep_ = Sleepers(*this, path_to(node)).in(nodes_[node].depth);
      std::erase_if(state.branches, [&](const WorkStep& branch) {
        return (goes_on && branch.name == rest.path[depth].name) ||
               is_asleep(branch.name, branch.choices);
      });
    }
    trees_.read_below(node, state.branches);
    for (NodeId at = last == none ? trees_.first_child(node) : trees_.next(last); at != none;
         at = trees_.next(at)) {
      adopt_below(node, at);
    }
    if (!goes_on) return;
    node = current;
    ++depth;
  }
  Task task;
  task.node = node;
  const auto from = static_cast<std::ptrdiff_t>(depth);
  task.path.assign(std::make_move_iterator(rest.path.begin() + from),
                   std::make_move_iterator(rest.path.end()));
  task.states.assign(std::make_move_iterator(rest.states.begin() + from),
                     std::make_move_iterator(rest.states.end()));
  add_task(std::move(task));
}

/// Forgets what is below the ends of branches that are explored, all but their steps.
void SharedTree::forget_explored(std::span<const NodeId> path) {
  for (const NodeId at : path) {
    if (nodes_[at].open != 0) continue;
    if (rule_ == Rule::done) trees_.cover(at);
    if (!trees_.covers(at)) continue;
    while (trees_.first_child(at) != none) trees_.remove(at, trees_.first_child(at));
    return;
  }
}

/// Lists each node before those below it, those of one state in their order.
std::vector<SharedTree::NodeId> SharedTree::in_preorder() const {
  std::vector<NodeId> order;
  std::vector<NodeId> waiting{root_};
  while (!waiting.empty()) {
    const NodeId at = waiting.back();
    waiting.pop_back();
    order.push_back(at);
    const auto begin = static_cast<std::ptrdiff_t>(waiting.size());
    for (NodeId child = trees_.first_child(at); child != none; child = trees_.next(child)) {
      waiting.push_back(child);
    }
    std::reverse(waiting.begin() + begin, waiting.end());
  }
  return order;
}

SharedTree::Extent SharedTree::extent() const {
  std::vector<Extent> extents(nodes_.size());
  const std::vector<NodeId> order = in_preorder();
  for (std::size_t i = order.size(); i-- > 0;) {
    const NodeId at = order[i];
    const Node& node = nodes_[at];
    Extent& extent = extents[at];
    extent.executions = static_cast<double>(node.executions);
    if (node.open == 0) continue;
    double share = 0;
    double steps = 0;
    double begun = 0;
    double begun_executions = 0;
    for (NodeId child = trees_.first_child(at); child != none; child = trees_.next(child)) {
      const Extent& below = extents[child];
      share += below.share;
      ++steps;
      if (below.executions == 0) continue;
      ++begun;
      begun_executions += below.executions;
      extent.executions += below.executions - static_cast<double>(nodes_[child].executions);
    }
    extent.share = steps == 0 ? 0 : share / steps;
    if (begun != 0 && begun < steps) extent.executions += begun_executions / begun;
  }
  return extents[root_];
}

}  // namespace harrier
