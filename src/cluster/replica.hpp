// The shared tree and the totals of an exploration that several processes share, as one of them has
// them: made by applying the records of its log, one after the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cluster/store.hpp"
#include "cluster/tally.hpp"
#include "reduction/shared_tree.hpp"

namespace harrier {

/// Says what became of a task. It begins with the token under which the task was given.
std::string record_of(SharedTree::TaskId task, const std::string& token,
                      const Search::Portion& portion, bool split);

/// Puts a checksum before what is kept.
std::string sealed(const std::string& text);

class Replica {
 public:
  explicit Replica(SharedTree::Planning planning) : planning_(planning), tree_(planning) {}

  /// Begins with a snapshot; throws UsageError for what is none.
  void load(const Store::Snapshot& snapshot);
  /// Applies the next record; throws UsageError, and changes nothing, for what is none.
  void apply(std::string_view record);
  Store::Snapshot snapshot() const;

  const Store::Place& place() const { return place_; }
  const SharedTree& tree() const { return tree_; }
  const Tally& tally() const { return tally_; }
  bool is_over() const { return tally_.is_over() || tree_.is_explored(); }

 private:
  SharedTree::Planning planning_;
  Store::Place place_;
  SharedTree tree_;
  Tally tally_;
};

}  // namespace harrier
