// Executions drawn by a sampler, as something that a walk can follow.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/classes.hpp"
#include "reduction/reduction.hpp"
#include "sampling/class_table.hpp"
#include "sampling/class_weight.hpp"
#include "sampling/count_estimate.hpp"
#include "sampling/sampler.hpp"

namespace harrier {

/// From every state but the first one step is explored, the one that the sampler picks; from the
/// first as many as there are executions. It never ends by itself, except where the program has
/// nothing to draw: then there is one execution, and it stands for all.
class Sampled final : public Reduction {
 public:
  /// Executions are cut there unless the user says where.
  static constexpr std::uint64_t steps_max = 10'000;

  Sampled(std::unique_ptr<Sampler> sampler, std::uint64_t seed, std::shared_ptr<ClassTable> classes)
      : sampler_(std::move(sampler)), seed_(seed), classes_(std::move(classes)) {}

  Coverage covers() const override;
  void enter(const State&) override {}
  std::optional<Step> next(const State& state) override;
  void finish(const State& state) override;
  void leave(const State&) override {}
  bool explores_choices() const override { return true; }
  bool draws_choices() const override { return true; }
  std::uint32_t draw_choice(std::uint32_t count) override;
  std::uint64_t length_max() const override { return steps_max; }
  bool is_endless() const override { return true; }
  ReductionStatistics statistics() const override;

  /// What was drawn by one that was forked off.
  struct Drawn {
    std::uint64_t knowledge = 0;  ///< what its sampler knew before
    std::vector<ClassName> classes;
    std::vector<double> log_weights;
    bool weighs = true;
    std::unique_ptr<Sampler> sampler;
  };
  /// Tells whether others can draw for it: not where every execution decides about the next one.
  bool can_fork() const { return sampler_->fork(0) != nullptr; }
  /// Makes one that draws the executions from that number on, and keeps what it draws for `join`.
  std::unique_ptr<Sampled> fork(std::uint64_t number) const;
  /// Takes out what it has drawn, after which it must not draw any more.
  Drawn take_drawn();
  /// Tells whether another one knew what this one knows when it began to draw.
  bool knows_what(const Drawn& drawn) const { return drawn.knowledge == sampler_->knowledge(); }
  /// Goes on as if it had drawn what another one has that knew the same.
  void join(Drawn drawn);

 private:
  /// Products are kept above this, far from what a double can be.
  static constexpr double product_min = 1e-200;

  void weigh(double probability);
  bool has_one_execution() const { return number_ <= 1 && !drew_; }

  std::unique_ptr<Sampler> sampler_;
  const std::uint64_t seed_;
  const std::shared_ptr<ClassTable> classes_;
  Draw draw_;
  std::uint64_t number_ = 0;    ///< of executions begun
  bool ended_ = false;          ///< the execution has, and the walk goes back
  bool drew_ = false;           ///< in some state there was something to draw
  double log_probability_ = 0;  ///< of the execution so far
  double product_ = 1;          ///< of some probabilities that are not in there yet
  bool weighs_ = true;          ///< the probability is known
  ClassNames names_;
  ClassWeight weight_;
  CountEstimate estimate_;
  std::optional<Drawn> drawn_;  ///< where it was forked off
};

}  // namespace harrier
