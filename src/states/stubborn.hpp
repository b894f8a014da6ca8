// Explores as few states as come to every end and every failure.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "harrier/options.hpp"
#include "reduction/reduction.hpp"
#include "states/learned_steps.hpp"
#include "states/state_table.hpp"

namespace harrier {

/// The rules that nothing is missed by; tests leave one out to see that something is.
struct StubbornRules {
  bool learns_until_nothing_is_new = true;
  bool takes_what_cycles_ignore = true;
  bool asks_who_lets_held_messages_go = true;
  bool held_messages_read = true;  ///< what their receiver holds them back by
};

/// Stubborn sets (Valmari) over kinds of steps, from tables that are learned while states are
/// explored. In each state it takes a set of steps that no sequence of others can interfere with.
///
/// What the tables do not know yet may interfere, so it goes through the states again, from the
/// first one, until a round adds nothing to them. And a message that can be delivered all along a
/// cycle may be put off for ever: in a strongly connected component of the explored states that
/// nothing leads out of, every message that can be delivered somewhere is delivered somewhere.
class Stubborn final : public Reduction {
 public:
  explicit Stubborn(const StateOptions& options, const StubbornRules& rules = {});

  Coverage covers() const override { return Coverage::every_end(); }
  std::uint64_t length_max() const override;
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State& state) override;
  ReductionStatistics statistics() const override;

 private:
  using Kind = LearnedSteps::Kind;
  using Number = std::uint32_t;

  /// A pending message in a state on the path.
  struct Present {
    MessageId message;
    Kind kind = 0;
    Presence presence = Presence::held;
    bool is_fresh = false;  ///< the step to that state sent it
  };
  struct Planned {
    MessageId message;
    Kind kind = 0;
  };
  enum class Met : std::uint8_t { first, again, failed };
  /// A state on the path. What its parts begin with ends where those of the next one begin.
  struct Node {
    Met met = Met::first;
    bool is_left = false;  ///< some step leads out of its component
    Number number = 0;     ///< in the order in which states were met in this round
    Number low = 0;        ///< the smallest number in its component, as far as known (Tarjan 1972)
    Kind step = 0;         ///< that was asked for last
    std::size_t pending = 0;
    std::size_t present_begin = 0;
    std::size_t todo_begin = 0;
    std::size_t next = 0;  ///< of todo_
    std::size_t open_begin = 0;
    std::size_t enabled_begin = 0;
    std::size_t taken_begin = 0;
  };
  /// A state whose component is not known yet.
  struct Open {
    Number number = 0;
    Fingerprint state;
  };
  struct Enabled {
    Kind kind = 0;
    std::size_t open = 0;  ///< the state, in open_
  };

  void learn(const State& state);
  static std::uint64_t name_of(Fingerprints& fingerprints, Resource resource);
  void note_present(const State& state);
  void open(Node& node, Fingerprint state);
  void plan(Node& node);
  void choose_smallest(std::span<const Present> present);
  void add_closed(Node& node, std::span<const Present> present, std::span<const Kind> closed);
  void mark(std::span<const Present> present, bool is_here);
  bool takes_ignored(Node& node);
  bool begins_round();
  void close_component(const Node& root);
  std::span<const Present> present(const Node& node) const {
    return std::span(present_).subspan(node.present_begin);
  }

  const StubbornRules rules_;
  FingerprintTable table_;
  LearnedSteps learned_;
  /// Steps to be taken from states besides those that are planned.
  std::map<Fingerprint, std::vector<Kind>> further_;
  bool has_further_ = false;  ///< since this round began
  std::uint64_t facts_before_ = 0;
  Fingerprint first_state_;

  std::vector<Node> nodes_;
  std::vector<Present> present_;
  std::vector<Planned> todo_;
  std::vector<Open> open_;
  std::vector<Enabled> enabled_;    ///< in states that are open
  std::vector<Kind> taken_;         ///< from states that are open
  std::vector<bool> closed_;        ///< per state: its component is known
  std::vector<Presence> presence_;  ///< scratch: per kind, in one state
  std::vector<Kind> closure_;       ///< scratch
  std::vector<Kind> smallest_;      ///< scratch
  std::uint64_t met_again_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace harrier
