// A shared exploration kept in memory by processes that one has forked off.
//
// All of them are there from the beginning, so each reads the whole log once, and what all have
// read is given back. A task is given to a process until it commits or ends: nobody can be slow
// without the others seeing that it is there.
#pragma once

#include <cstdint>
#include <string>

#include "cluster/store.hpp"

namespace harrier {

class ForkStore final : public Store {
 public:
  /// Makes room for so many processes, before they are forked off; this is the first of them.
  explicit ForkStore(unsigned processes);
  ForkStore(const ForkStore&) = delete;
  ForkStore& operator=(const ForkStore&) = delete;
  ~ForkStore() override;

  /// Says which of the processes this is.
  void join(unsigned index) { self_ = index; }
  /// Takes note that a process has ended, and gives its task to others.
  void leave(unsigned index);

  Snapshot load() override { return {}; }
  Answer lease(const Request& request) override;
  void renew(TaskId, const std::string&) override {}
  bool commit(const Finished& finished) override;
  void keep(const Snapshot&) override {}
  double lease_seconds() const override { return 3'600; }

 private:
  struct Process;
  struct Shared;
  class Lock;

  std::span<Process> processes() const;
  bool append(const Finished& finished);
  std::vector<std::string> read_on();
  void give_back_memory();

  const unsigned count_;
  unsigned self_ = 0;
  Shared* shared_ = nullptr;
  int log_ = -1;
};

}  // namespace harrier
