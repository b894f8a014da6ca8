// The reductions and orders there are: one line each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "harrier/check.hpp"
#include "order/order.hpp"
#include "reduction/reduction.hpp"
#include "reduction/shared_tree.hpp"

namespace harrier {

struct NamedSummary {
  std::string_view name;
  std::string_view summary;
};

/// Whether a reduction uses sleep sets, with which none explores a class twice.
enum class SleepUse : std::uint8_t { never, optional, always };

/// A number that a reduction takes.
struct ReductionParameter {
  std::string_view name;
  std::string_view summary;
};

/// What a reduction can be asked for.
struct ReductionTraits {
  SleepUse sleep = SleepUse::never;
  bool is_partial = false;      ///< loses executions, as published
  bool actors_only = false;     ///< valid only where all steps of one actor, and no others, depend
  bool every_sequence = false;  ///< leaves nothing out, so that the order changes no number
  std::span<const ReductionParameter> parameters = {};
};

std::span<const NamedSummary> reductions();
std::span<const NamedSummary> orders();

/// Tells what a reduction can be asked for; throws UsageError for unknown ones.
const ReductionTraits& reduction_traits(std::string_view name);
/// Tells whether the options have executions explored of which no two are of one class.
bool explores_classes_once(const CheckOptions& options);
/// Tells whether a reduction takes a parameter of this name.
bool takes_parameter(std::string_view reduction, std::string_view name);
/// Makes the reduction and the order that the options name; throws UsageError for unknown ones and
/// for what does not fit together.
std::unique_ptr<Reduction> make_reduction(const CheckOptions& options);
std::unique_ptr<Order> make_order(const CheckOptions& options);
/// Says what the reduction hands over to states from which others explore, too.
SharedTree::Planning planning_of(const CheckOptions& options);
/// Says why only one walk can explore with this reduction; nothing where several can.
std::string_view why_one_walk(const CheckOptions& options);
/// Tells whether several walks complete and abandon as many executions together as one alone.
bool keeps_counts(const CheckOptions& options);
/// Returns how a program is to be made for these options.
ProgramOptions program_options(const CheckOptions& options, Backtrack backtrack);

}  // namespace harrier
