// The contract of a sampler: which of the enabled steps an execution drawn at random goes on with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/trace.hpp"
#include "sampling/draw.hpp"

namespace harrier {

/// Draws executions one after the other, each from the start of the program.
///
/// `begin`, then `pick` in every state in which something is enabled, then `end`. All that is drawn
/// comes from the Draw that `begin` is given, so an execution is a function of its number, the seed
/// and what was learnt from those before it.
class Sampler {
 public:
  Sampler() = default;
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;
  virtual ~Sampler() = default;

  /// Begins an execution. The trace has no steps yet; the draw stays valid until the next one.
  virtual void begin(const Trace& trace, Draw& draw) = 0;

  struct Pick {
    std::size_t index = 0;   ///< among the enabled ones
    double probability = 0;  ///< with which it was picked here; 0 where nobody knows
  };
  /// Picks one of the enabled messages, which are in order of sending. There is at least one.
  virtual Pick pick(const Trace& trace, std::span<const MessageId> enabled) = 0;

  /// Learns from an execution that has ended, or was cut. `log_share` is the logarithm of the share
  /// that it has in its class (ClassWeight), where the probability of every pick is known.
  virtual void end(const Trace& trace, double log_share) {
    static_cast<void>(trace);
    static_cast<void>(log_share);
  }

  /// Makes one that knows what this one does and begins with the execution of that number; null
  /// where every execution decides about what the next one draws.
  virtual std::unique_ptr<Sampler> fork(std::uint64_t number) const {
    static_cast<void>(number);
    return nullptr;
  }
  /// Stands for what of its knowledge decides about what it draws: as long as that is the same, an
  /// execution is a function of its number and the seed.
  virtual std::uint64_t knowledge() const { return 0; }
  /// Learns what one has learnt that was forked off when this one knew what it knows now.
  virtual void join(const Sampler& forked) { static_cast<void>(forked); }

  /// Says what is known of its chances to find a violation, in words; empty where nothing is.
  virtual std::string guarantee() const { return {}; }
};

}  // namespace harrier
