// Dynamic partial-order reduction as in dCUTE.
//
// Sen, Agha: Automated Systematic Testing of Open Distributed Programs, FASE 2006, in the form of
// Lauterburg, Systematic Testing for Actor Programs, figure 2.5.
//
// path_c[k].needs_delay -> Node::needs_delay; (a, m), (b, m') -> the messages of an actor, then
// those of the next actor in the order of preference, if that is needed.
//
// Where we differ: with sleep sets (which the paper does not have), an actor whose messages all
// sleep is passed over as if it needed delay: it is not explored, so nothing could ask for it.
//
// Every class, at actor dependence: the last actor taken is one to which nothing concurrent is
// sent, so its messages alone are a persistent set. With sleep sets no class twice. Costs as much
// as persistent.
#pragma once

#include "reduction/backtracking.hpp"

namespace harrier {

class Dcute final : public Backtracking {
 public:
  explicit Dcute(bool sleep) : Backtracking(sleep) {}

  std::optional<Step> next(const State& state) override;

 protected:
  void sent(const State& state, MessageId message) override;
  void open(const State& state) override;
  void close() override { nodes_.pop_back(); }

 private:
  struct Node {
    std::size_t at = 0;       ///< the message being explored, among the enabled ones
    ActorId actor;            ///< its receiver, a in the figure
    bool begun = false;       ///< the message was handed out
    bool fresh = true;        ///< none of the actor's was
    bool needs_delay = true;  ///< false from the first of the actor's messages on
  };

  std::vector<Node> nodes_;
};

}  // namespace harrier
