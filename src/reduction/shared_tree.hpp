// What several searches explore together: the states from which more than one of them explores, and
// the tasks that are left.
//
// A state has its steps in the order in which they were planned, and this order never changes. What
// sleeps behind a step is what sleeps in its state and the steps before it, whether they are
// explored already or not; so no class is explored twice, whatever the timing. A sequence is
// planned where no sleeping step and no step of the state could come first in it, and follows the
// first step that could down to the end of its branch: what it would have shown behind that step
// nobody else may find. From the end of a branch everything is explored, so there it is covered.
// Since steps are only added behind others, what is covered stays covered, and old knowledge of a
// state is right as far as it goes.
//
// A task is all that is to be explored behind the end of a branch, or what a search has left of
// that. Only tasks plan steps: when none is left, everything is explored.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reduction/handed_over.hpp"
#include "reduction/wakeup_tree.hpp"
#include "reduction/work.hpp"

namespace harrier {

class SharedTree {
 public:
  using TaskId = std::uint64_t;

  /// What is handed over to a state.
  enum class Planning : std::uint8_t {
    sequences,      ///< one sequence, as by optimal
    any_step,       ///< steps of which one is to be explored, as by source
    any_message,    ///< messages of which one is to be, whatever it chooses; nothing sleeps
    every_message,  ///< messages that are all to be; nothing sleeps
  };
  /// When a sequence that some step of a state could begin is taken to be covered by it. The wrong
  /// rules lose classes or explore some twice; they are here to see that the tests notice.
  enum class Rule : std::uint8_t {
    end_of_branch,  ///< where the step ends its branch
    any_step,       ///< wrong: always
    done,           ///< wrong: also where nothing is left behind it, for now
    any_variant,    ///< wrong: also where the step is the same but for what it chooses
    awake_only,     ///< wrong: not where the step sleeps
    known_ahead,    ///< wrong: races on the way to a task are taken to be known before it is begun
  };

  explicit SharedTree(Planning planning, Rule rule = Rule::end_of_branch);

  /// A task, given to one search.
  struct Lease {
    TaskId task = 0;
    Work work;
  };
  enum class Pick : std::uint8_t { deepest, shallowest };
  /// Of how many steps a task is told what is planned behind them.
  void set_known_max(std::size_t steps) { known_max_ = steps; }
  /// Gives out a task; none where all are given out. Whoever has it asks the tree about the states
  /// above it, where a mutex is given: that must be held while something is put back.
  std::optional<Lease> lease(Pick pick, std::shared_mutex* mutex = nullptr);
  /// Gives out a task and some of those that are nearest to it in the tree, to one search that asks
  /// the tree. Only one where tasks must know more than their paths.
  std::vector<Lease> lease_some(Pick pick, std::size_t count_max, std::shared_mutex& mutex);
  /// Gives out that task; false where it is given out or there is none.
  bool reserve(TaskId task);
  /// Returns a task as it is given out.
  Lease lease_of(TaskId task) const;
  /// Takes a task back as it was given out.
  void give_back(TaskId task);

  /// What a search made of its task.
  struct Outcome {
    std::vector<HandedOver> handed_over;
    std::optional<Work> rest;      ///< what is left of it
    bool split = false;            ///< the rest is to become several tasks
    std::uint64_t executions = 0;  ///< explored
  };
  /// Puts what a search made of a task in the place of that task; false, and nothing changes, where
  /// the task is not given out: somebody else has done it.
  bool commit(TaskId task, Outcome outcome);
  /// Throws UsageError unless an outcome can be that of a task.
  void require_fitting(TaskId task, const Outcome& outcome) const;

  /// Writes it down; tasks that are given out are written as if they were not.
  std::string text() const;
  /// Reads what `text` wrote; throws UsageError for anything else.
  static SharedTree parse(std::string_view text);

  /// Returns the tasks that are not given out, the shallowest first.
  const std::set<std::pair<std::uint32_t, TaskId>>& ready() const { return ready_; }
  std::size_t ready_count() const { return ready_.size(); }
  std::size_t leased_count() const { return tasks_.size() - ready_.size(); }
  bool is_explored() const { return tasks_.empty(); }
  /// How much of it is explored.
  struct Extent {
    double share = 1;       ///< of the branches known so far, each as large as those beside it
    double executions = 0;  ///< there will be in all, if all that is planned from a state and was
                            ///< not begun is as much as one branch that was
  };
  Extent extent() const;

 private:
  using NodeId = WakeupTrees::NodeId;
  static constexpr NodeId none = WakeupTrees::none;

  /// What is known of a tree's node besides its step: it also stands for the state behind it.
  struct Node {
    NodeId parent = none;
    std::uint32_t depth = 0;
    std::uint32_t open = 0;        ///< tasks that begin here or below
    std::uint64_t executions = 0;  ///< explored here and below
    TaskId task = 0;               ///< that begins here, if any
  };
  struct Task {
    NodeId node = none;
    /// What is left from that state on; all where there is nothing.
    std::vector<Work::Onward> path;
    std::vector<StateWork> states;
  };

  /// What sleeps in the states on a path where they are reached: it never changes.
  class Sleepers {
   public:
    Sleepers(const SharedTree& tree, std::vector<NodeId> path)
        : tree_(tree), path_(std::move(path)), asleep_(1) {}
    const std::vector<NodeId>& path() const { return path_; }
    const std::vector<Sleeper>& in(std::size_t state);

   private:
    const SharedTree& tree_;
    std::vector<NodeId> path_;
    std::vector<std::vector<Sleeper>> asleep_;  ///< per state, of the first ones
  };
  class Asked;

  std::vector<NodeId> path_to(NodeId node) const;
  void adopt(NodeId parent, NodeId child);
  void adopt_below(NodeId parent, NodeId child);
  void add_task(Task task);
  Lease asking_lease(TaskId task, std::shared_mutex& mutex);
  void lease_below(NodeId top, NodeId but, std::size_t count_max, std::shared_mutex& mutex,
                   std::vector<Lease>& leases);
  Work bare_work(const Task& task) const;
  void write_list(NodeId first, NodeId end, std::size_t& room, std::vector<WorkStep>& out) const;
  void plan(Sleepers& sleepers, const HandedOver& handed);
  void plan_sequence(NodeId node, const HandedOver& sequence);
  void plan_any(NodeId node, const HandedOver& steps);
  void plan_every(NodeId node, const HandedOver& steps);
  void plan_step(NodeId node, const HandedOver::Step& step);
  /// Tells whether whoever takes a message goes through all that it may choose.
  bool takes_messages() const { return planning_ >= Planning::any_message; }
  bool has_step(NodeId node, const HandedOver::Step& step) const;
  bool is_asleep(const Name& name, std::span<const Choice> choices) const;
  void replace(NodeId node, Work rest, bool split);
  void share_state(NodeId node, const StateWork& state);
  void forget_explored(std::span<const NodeId> path);
  bool is_weak_initial(Sequence& sequence, NodeId node) const;
  std::vector<NodeId> in_preorder() const;

  Planning planning_;
  Rule rule_;
  std::size_t known_max_ = 64;
  WakeupTrees trees_;
  NodeId root_;
  std::vector<Node> nodes_;  ///< by the tree's nodes
  std::map<TaskId, Task> tasks_;
  std::set<std::pair<std::uint32_t, TaskId>> ready_;  ///< by depth
  TaskId next_task_ = 1;
  Sequence sequence_;
  Footprint last_touched_;  ///< by the last step of that
  std::vector<Sleeper> asleep_;
};

}  // namespace harrier
