// The searches for spaces that are too large: samplers and bounded searches, one line each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "explore/registries.hpp"
#include "plan/plan.hpp"
#include "sampling/class_table.hpp"
#include "sampling/sampled.hpp"

namespace harrier {

/// What a search is.
enum class SearchKind : std::uint8_t {
  sampler,    ///< draws executions for as long as it may
  bounded,    ///< explores all within a bound, one bound after the other
  portfolio,  ///< several of them
};

std::span<const NamedSummary> searches();
/// Tells what a search is; throws UsageError for unknown ones.
SearchKind search_kind(std::string_view name);
/// Returns the bounds that a bounded search takes where none are given.
std::span<const std::uint64_t> default_bounds(std::string_view search);
/// Tells whether what a search bounds is the depth, so that CheckOptions::depth_max is its bound.
bool bounds_depth(std::string_view search);

/// Makes what explores as a sampler or a bounded search does; `bound` is for the latter. What a
/// sampler sees goes to `classes`.
std::unique_ptr<Reduction> make_search(const CheckOptions& options, std::string_view name,
                                       std::uint64_t bound, std::shared_ptr<ClassTable> classes);
/// The same for what must be a sampler.
std::unique_ptr<Sampled> make_sampled(const CheckOptions& options, std::string_view name,
                                      std::shared_ptr<ClassTable> classes);

/// Returns what goes together with the search and the order that options name depends on.
SearchFacts search_facts(const CheckOptions& options);
/// Throws UsageError for options that do not go together, and for bounds that mean nothing.
void require_fitting(const CheckOptions& options);

}  // namespace harrier
