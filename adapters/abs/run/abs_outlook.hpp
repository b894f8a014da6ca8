// What the tasks of a model may lead to: who can still call whom.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "abs/lower/prospects.hpp"
#include "abs/run/machine.hpp"
#include "harrier/outlook.hpp"

namespace harrier::abs::run {

/// Finds out from the code that is left of every task, and from who refers to whom.
///
/// A cog is stable where none of its tasks waits for what others are to resolve, and no task of
/// another one, begun or not, can come to call it: together with those that it may ever share an
/// object or a future with, it either holds no reference to the cog or calls nothing that the cog's
/// classes have. References are followed through fields, variables, data and futures.
class AbsOutlook final : public Outlook {
 public:
  AbsOutlook(const Machine& machine, bool tests_futures)
      : machine_(machine), tests_futures_(tests_futures) {}

  void look() override;
  bool is_stable(ActorId actor) override;
  Stability published_stability(ActorId actor) override;
  bool names_different_fields(MessageId first, MessageId second) override;

 private:
  enum class Refers : std::uint8_t { no, inside, itself };

  void connect(std::uint32_t task, Value value, const Cog& cog);
  void connect_cell(std::uint32_t task, const Cell& cell, const Cog& cog);
  void connect_all(std::uint32_t task, const Cog& cog);
  std::uint32_t group_of(std::uint32_t task);
  bool waits_for_others(const TaskRecord& task) const;
  bool may_call(const TaskRecord& task, const Cog& cog);
  Refers refers(Value value, const Cog& cog);
  Refers refers(std::span<const Value> values, const Cog& cog);
  void add_named(const TaskRecord& task, NumberSet& reads, NumberSet& writes);

  const Machine& machine_;
  const bool tests_futures_;
  std::optional<Prospects> prospects_;  ///< once somebody looks
  std::vector<MessageId> live_;         ///< tasks that have not ended

  // Of one question.
  std::vector<std::uint32_t> groups_;  ///< per live task, another one of its group
  std::vector<bool> refer_;            ///< per group, some reference to the cog was found
  std::unordered_map<const Cell*, std::uint32_t> met_;  ///< objects and futures, by a task
  std::vector<const Cell*> left_;
  std::uint32_t budget_ = 0;           ///< how many more values are looked at
  std::vector<Refers> object_refers_;  ///< per object
};

}  // namespace harrier::abs::run
