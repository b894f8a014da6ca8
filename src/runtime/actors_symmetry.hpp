// States of native actors that differ only in who of interchangeable actors is who.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/renaming.hpp"
#include "harrier/system.hpp"
#include "runtime/actors_execution.hpp"
#include "runtime/actors_standing.hpp"

namespace harrier::detail {

class ActorFingerprints;

/// Renames interchangeable actors, and with them those that they made. Sound where the set-up does
/// not tell them apart, which is looked at, and handlers do not: references are all that they know
/// of each other, and what hides references is refused when it is hashed.
class ActorSymmetry final : public Arrangements {
 public:
  /// `terms` are those of `fingerprints`.
  ActorSymmetry(ActorFingerprints& fingerprints, const Terms& terms, const Execution& execution,
                const Declarations& declared, const ActorStanding& standing)
      : fingerprints_(fingerprints),
        terms_(terms),
        execution_(execution),
        declared_(declared),
        standing_(standing) {}

  /// Tells the actors of a set-up whether they are interchangeable, or come from one who is.
  void name_members();
  /// Throws UsageError where swapping two of them changes the state that the set-up leads to; that
  /// is looked at once, since it is always the same.
  void require_symmetric_start();

  Fingerprint canonical_state();

  std::vector<Arrangement> swaps() override;
  std::optional<std::vector<Arrangement>> others(std::size_t count_max) override;
  bool were_looked_at() override;
  Fingerprint state(const Arrangement& arrangement) override;
  std::uint64_t content(MessageId message, const Arrangement& arrangement) override;

 private:
  void require_members(const std::vector<ActorId>& group) const;
  Fingerprint unmoved_sum() const;
  std::string difference(std::uint32_t first, std::uint32_t second) const;
  Renaming::Places places_of(const Arrangement& arrangement) const;
  Arrangement arrangement_of(const Renaming::Places& places) const;

  ActorFingerprints& fingerprints_;
  const Terms& terms_;
  const Execution& execution_;
  const Declarations& declared_;
  const ActorStanding& standing_;
  std::vector<ActorId> members_;  ///< their places are those of the bits
  Renaming renaming_;
  bool is_start_checked_ = false;
};

}  // namespace harrier::detail
