// Where several processes keep an exploration that they share.
//
// What is kept is a log of commits: what became of a task, one record each. The shared tree and the
// totals are a function of that log, and everybody who takes part has them by applying it from its
// beginning, or from a snapshot, to its end. So a store need not know what a tree is. It does two
// things that nobody else may come between: it gives a task to whoever knows the whole log, and it
// appends what became of the task if it is still given to the same one. Tasks are given for a time,
// and each time under another token.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reduction/shared_tree.hpp"

namespace harrier {

class Store {
 public:
  using TaskId = SharedTree::TaskId;

  /// A place in the log. Its token tells whether a log is the same up to there: one that has lost
  /// its end and grown again has others.
  struct Place {
    std::uint64_t position = 0;  ///< records before it
    std::string token = {};      ///< of the last one
  };
  struct Snapshot {
    Place place;
    std::string text;  ///< empty: nothing was explored yet
  };
  struct Answer {
    enum class Kind : std::uint8_t {
      leased,   ///< one of the tasks, under the token that was offered
      news,     ///< the log goes on with these records
      nothing,  ///< all of the tasks are given to others
      stale,    ///< the log is another one, or does not reach back so far: begin with the snapshot
    };
    Kind kind = Kind::nothing;
    TaskId task = 0;
    std::vector<std::string> records = {};
    std::uint64_t leased_count = 0;  ///< tasks that are given to somebody now
    bool committed = false;          ///< what was finished is in the log
  };
  /// What became of a task that was given under a token.
  struct Finished {
    TaskId task = 0;
    std::string token;
    std::string record;
  };
  /// Who asks, and what others may know of it.
  struct Worker {
    std::string name;
    std::string about;
  };

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  virtual Snapshot load() = 0;
  /// What somebody wants who knows the log up to a place.
  struct Request {
    Place known = {};
    std::vector<TaskId> wanted = {};  ///< one of these, the first that is free
    std::string token = {};           ///< under which it is to be given
    Worker worker = {};
    /// To be committed first, if there is something. Who asks knows that record, too: where no
    /// other lies behind the known place, a task may be given at once.
    const Finished* finished = nullptr;
  };
  virtual Answer lease(const Request& request) = 0;
  /// Says that a task is still being worked at.
  virtual void renew(TaskId task, const std::string& token) = 0;
  /// Appends the record of a task and gives the task up, unless somebody else has it by now.
  virtual bool commit(const Finished& finished) = 0;
  /// Keeps a snapshot; the records before it need not be kept any more.
  virtual void keep(const Snapshot& snapshot) = 0;
  /// Returns for how long tasks are given.
  virtual double lease_seconds() const = 0;
};

}  // namespace harrier
