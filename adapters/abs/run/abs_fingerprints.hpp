// Which states of a model are one.
#pragma once

#include "abs/run/content.hpp"
#include "abs/run/machine.hpp"
#include "harrier/program.hpp"

namespace harrier::abs::run {

/// The objects, the tasks that have not ended, and which of them keep their cogs blocked. Cogs and
/// objects go by which child of which cog they are, tasks by content, futures by who makes them.
class AbsFingerprints final : public Fingerprints {
 public:
  explicit AbsFingerprints(const Machine& machine);

  Fingerprint state() override;
  std::uint64_t content(MessageId message) override;
  std::uint64_t name(ActorId actor) override { return machine_.cog(actor).path; }

 private:
  Fingerprint of_time(const Futures& told_apart, Futures& resolved) const;
  Fingerprint state_with(const Futures& told_apart, Futures& resolved) const;

  const Machine& machine_;
};

}  // namespace harrier::abs::run
