// TransDPOR: one more message at a time, because races between actors' messages are transitive.
//
// Tasharofi, Karmani, Lauterburg, Legay, Marinov, Agha: TransDPOR: A Novel Dynamic Partial-Order
// Reduction Technique for Testing Actor Programs, FORTE 2012, figure 2.
//
// backtrack(pre(S, i)) -> Node::backtrack; freeze(pre(S, i)) -> Node::freeze; S_i in the race with
// m, i not before m -> races_of(); E = {m'} -> the message of event j, or m itself.
//
// Where we differ, as Basset (public sources) does, which gave the papers' figures:
// - A message is examined when it is sent and when it is received, not in every state in between,
//   and with every receive it races with, not only the last.
// - On a send, a frozen node takes the message that causes the send instead of the one it was
//   waiting for; on a receive, as in line 4', it takes nothing.
// - With sleep sets, a message that sleeps is neither added nor does it freeze: it would never be
//   explored, and the flag would never be taken back. The paper does not say so; without it classes
//   are lost, on its own example too.
// And as neither does:
// - What is left undelivered at the end of an execution, also of one that sleep sets end, is
// examined
//   there. A message whose receiver ended, or whose guard stayed false, would otherwise be in no
//   race at all.
//
// Every class, at actor dependence only: by field, races are not transitive. With sleep sets no
// class twice. Costs as much as persistent.
#pragma once

#include "reduction/backtracking.hpp"

namespace harrier {

class TransDpor final : public Backtracking {
 public:
  explicit TransDpor(bool sleep) : Backtracking(sleep) {}

  std::optional<Step> next(const State& state) override;
  void finish(const State& state) override { examine_undelivered(state); }

 protected:
  void sent(const State& state, MessageId message) override;
  void received(const State& state, const Event& event) override;
  void open(const State& state) override;
  void close() override { --size_; }

 private:
  struct Node {
    std::vector<MessageId> backtrack;
    std::size_t at = 0;   ///< the message being explored
    bool begun = false;   ///< it was handed out
    bool freeze = false;  ///< the last message was added while that one was explored
  };
  enum class WhenFrozen : std::uint8_t { ignore, replace };

  void add(std::size_t node, MessageId message, WhenFrozen frozen);
  void examine_undelivered(const State& state);
  bool is_enabled(std::size_t node, MessageId message) const;

  std::vector<Node> nodes_;  ///< the first size_ are in use
  std::size_t size_ = 0;
};

}  // namespace harrier
