// What persistent, dcute and transdpor share: the path with its receives, and sleep sets on demand.
#pragma once

#include <cstdint>
#include <vector>

#include "core/happens_before.hpp"
#include "core/receives.hpp"
#include "core/sleep_sets.hpp"
#include "reduction/causes.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

/// Explores from each state a set of its enabled messages that grows while what lies behind them is
/// explored: each message that comes up is compared with the earlier receives of its actor, and
/// where the two race, a message is asked for in the state before the receive.
///
/// The k-th event leads from the k-th node to the next. A node's enabled messages are in order of
/// preference, but those of one actor together: it is actors that the papers' orders compare.
class Backtracking : public Reduction {
 public:
  Coverage covers() const final { return Coverage::every_class(); }
  void enter(const State& state) final;
  void leave(const State& state) final;
  /// With sleep sets, each variant of a step that chooses falls asleep on its own.
  bool explores_choices() const final { return sleeps_; }

 protected:
  explicit Backtracking(bool sleep) : sleeps_(sleep) {}
  bool sleeps() const { return sleeps_; }

  struct Enabled {
    MessageId message;
    ActorId receiver;
    std::uint32_t position = 0;  ///< among the enabled messages, by preference
  };

  /// A message became pending: it was sent, or what it waits for was answered.
  virtual void sent(const State& state, MessageId message) = 0;
  /// The last event of the trace delivered its message.
  virtual void received(const State&, const Event&) {}
  /// A state was reached: the last node.
  virtual void open(const State& state) = 0;
  /// The last node is left.
  virtual void close() = 0;

  /// Calls `found(k, j)` for each receive k that races with a message; see Receives::races_of.
  template <class Found>
  void races_of(const State& state, MessageId message, const Found& found) {
    causes_.clear();
    append_causes(state, message, causes_);
    receives_.races_of(state.trace.receiver(message), causes_, Receives::none, found);
  }
  /// The same for the message of the trace's last event.
  template <class Found>
  void races_of_last(const State& state, const Found& found) {
    const auto last = static_cast<std::uint32_t>(state.trace.size() - 1);
    receives_.races_of(state.trace.back().actor, state.trace.causes(last), last, found);
  }

  std::span<const Enabled> enabled(std::size_t node) const {
    const std::size_t end =
        node + 1 < nodes_.size() ? nodes_[node + 1].enabled_begin : enabled_.size();
    return std::span(enabled_).subspan(nodes_[node].enabled_begin,
                                       end - nodes_[node].enabled_begin);
  }
  std::span<const Enabled> enabled() const { return enabled(nodes_.size() - 1); }
  /// Tells whether a message sleeps in a node, whatever it chooses.
  bool asleep(std::size_t node, MessageId message) {
    return sleeps_ && !sleep_.awake(node, message, choices_);
  }
  /// Makes a step of the last node's message, unless all its variants are explored or asleep.
  std::optional<Step> step_of(MessageId message, bool begun) {
    if (!sleeps_) return begun ? std::nullopt : std::optional(Step{message, {}});
    if (!sleep_.awake(nodes_.size() - 1, message, choices_)) return std::nullopt;
    return Step{message, choices_};
  }

 private:
  struct Node {
    std::size_t enabled_begin = 0;
    std::size_t pending_count = 0;
  };

  static void require_own_resources(const State& state);
  void name_touched(const Trace& trace);
  void add_enabled(const State& state);

  const bool sleeps_;
  std::vector<Node> nodes_;
  std::vector<Enabled> enabled_;      ///< of all nodes, one after the other
  std::vector<std::uint64_t> ranks_;  ///< per actor, when it was last seen enabled
  std::uint64_t rank_next_ = 1;
  Receives receives_;
  SleepSets sleep_;
  std::vector<Choice> choices_;  ///< of the step handed out last
  std::vector<EventId> causes_;
  std::vector<NamedAccess> named_;  ///< what the last step touched, with sleep sets
};

}  // namespace harrier
