// Fingerprints of the states of processes, kept up to date action by action.
#pragma once

#include <cstdint>
#include <vector>

#include "harrier/detail/processes.hpp"
#include "harrier/hash.hpp"

namespace harrier::detail {

/// A process goes by its own past: what its actions returned, what it has read and chosen. Its
/// variables cannot be looked at, but nothing else decides about them. That says what lies in
/// mailboxes as well, since a send returns its place. Beside it count the queues of mutexes and the
/// values of shared variables.
class ProcessFingerprints final : public Fingerprints, private Hasher::Names {
 public:
  explicit ProcessFingerprints(const Processes& processes) : processes_(processes) {}

  /// Begins anew with what a set-up made.
  void start();
  /// Takes note of an action. Where actions are taken back nothing needs to be said.
  void after_step();

  Fingerprint state() override;
  std::uint64_t content(MessageId message) override;
  std::uint64_t name(ActorId process) override { return actor(process).low; }
  bool is_let_go_by_its_receiver() const override { return false; }

 private:
  /// Processes first, then mailboxes and mutexes, then variables.
  using Part = std::size_t;
  struct Change {
    Part part = 0;
    Fingerprint before;
  };

  Fingerprint actor(ActorId process) const override;
  Fingerprint request(MessageId request) const override;

  Fingerprint hash(const ValueType& type, const void* value) const;
  Fingerprint hash_queue(std::uint32_t mutex) const;
  Part part_of_object(std::uint32_t object) const { return processes_.processes_.size() + object; }
  Part part_of_variable(std::uint32_t variable) const {
    return part_of_object(0) + processes_.objects_.size() + variable;
  }
  static Fingerprint term(Part part, const Fingerprint& value);
  void set(Part part, const Fingerprint& value);
  void keep(std::size_t steps);

  const Processes& processes_;
  std::vector<Fingerprint> parts_;
  Fingerprint sum_;  ///< of their terms
  std::vector<Change> changes_;
  std::vector<std::size_t> changes_before_;  ///< per step
};

}  // namespace harrier::detail
