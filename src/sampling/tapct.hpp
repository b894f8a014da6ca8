// Trace-aware probabilistic concurrency testing.
//
// Ozkan, Majumdar, Oraee: Trace Aware Random Testing for Distributed Systems (taPCT), OOPSLA 2019.
// Only messages that race with another one are worth a change point: the order of the others
// changes nothing. The paper is told which messages are independent; here they are learnt from what
// the steps of earlier executions touched.
//
// Of four executions one takes change points among all messages, so that races which nobody has met
// yet are not out of reach. The chance is that of pct with the number of messages that race in
// place of n, for three executions of four, once all of these are known.
#pragma once

#include <unordered_set>

#include "core/unordered_conflicts.hpp"
#include "sampling/pct.hpp"

namespace harrier {

class TraceAwarePct final : public ChainPriorities {
 public:
  using ChainPriorities::ChainPriorities;
  TraceAwarePct(const TraceAwarePct& other, std::uint64_t number)
      : ChainPriorities(other, number), racing_(other.racing_), execution_(number) {}

  std::unique_ptr<Sampler> fork(std::uint64_t number) const override;
  std::uint64_t knowledge() const override;
  void join(const Sampler& forked) override;

 protected:
  bool takes_all() override {
    return execution_++ % 4 == 3 || racing_.empty() || racing_.size() >= racing_max;
  }
  bool is_candidate(const Trace& trace, MessageId message) override {
    return racing_.contains(trace.name(message));
  }
  void learn(const Trace& trace) override;

 private:
  /// So many races are kept; where there are more, all messages are taken to race.
  static constexpr std::size_t racing_max = 65'536;

  std::unordered_set<Name> racing_;
  UnorderedConflicts conflicts_;
  std::uint64_t execution_ = 0;
};

}  // namespace harrier
