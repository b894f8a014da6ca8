// A random walk that is even among classes, as far as it knows them.
//
// The estimate of the number of classes (ClassWeight) holds for what lies behind every state, too:
// of the executions that went through it, the mean of their shares divided by the probability of
// their steps from there on. So each execution says, for the first states it went through, how many
// classes lie behind them, and later ones take each step with a probability proportional to that.
// Zhao et al., Selectively Uniform Concurrency Testing, ASPLOS 2025, do so for threads of known
// lengths.
//
// A quarter of every draw is even among the enabled steps, so that everything stays in reach. The
// table of states is bounded; where it ends, draws are even among actors and then among their
// messages. The probability of every pick is known, so the estimate is unbiased, and its variance
// falls as the table learns. Costs a look into the table per enabled step in the first states.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sampling/actor_walk.hpp"

namespace harrier {

class UniformWalk final : public Sampler {
 public:
  UniformWalk() : table_(slots) {}

  void begin(const Trace& trace, Draw& draw) override;
  Pick pick(const Trace& trace, std::span<const MessageId> enabled) override;
  void end(const Trace& trace, double log_share) override;

 private:
  static constexpr std::size_t slots = std::size_t{1} << 16U;
  /// Where what goes on from a path may lie, from its place on.
  static constexpr std::size_t places = 32;
  static constexpr std::size_t depth_max = 64;
  /// How often a state is visited before what lies behind it is looked at apart.
  static constexpr std::uint32_t visits_min = 8;
  static constexpr double even_part = 0.25;

  /// What is known of the state behind a path.
  struct Known {
    std::uint64_t path = 0;  ///< 0: none
    std::uint32_t visits = 0;
    double mean = 0;  ///< of the weights of its visits, scaled
  };

  Known* find(std::uint64_t from, std::uint64_t path);
  void add(std::uint64_t from, std::uint64_t path, double log_weight);
  Pick pick_known(std::span<const MessageId> enabled);

  std::vector<Known> table_;
  std::size_t used_ = 0;
  Draw* draw_ = nullptr;
  ActorWalk beyond_;                   ///< draws where nothing is known
  bool is_known_ = true;               ///< the state where the execution stands
  std::vector<std::uint64_t> paths_;   ///< of the known states on the way, and the one behind them
  std::vector<double> probabilities_;  ///< of the picks in known states
  double log_beyond_ = 0;              ///< of the probability of the picks behind those
  double product_ = 1;                 ///< of some probabilities that are not in there yet
  std::optional<double> log_scale_;    ///< of the weights: about that of the first execution
  std::vector<double> masses_;         ///< of the enabled steps
};

}  // namespace harrier
