// The searches for spaces that are too large: samplers and bounded searches, one line each.
#include "explore/searches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "reduction/delay_bounded.hpp"
#include "reduction/depth_bounded.hpp"
#include "reduction/reversal_bounded.hpp"
#include "sampling/actor_walk.hpp"
#include "sampling/pct.hpp"
#include "sampling/pos.hpp"
#include "sampling/random_walk.hpp"
#include "sampling/sampled.hpp"
#include "sampling/tapct.hpp"
#include "sampling/urw.hpp"

namespace harrier {

namespace {

struct KnownSearch {
  NamedSummary text;
  SearchKind kind = SearchKind::sampler;
  std::unique_ptr<Sampler> (*make_sampler)(const CheckOptions&) = nullptr;
  std::unique_ptr<Reduction> (*make_bounded)(std::uint64_t bound) = nullptr;
  std::span<const std::uint64_t> default_bounds = {};
  bool bounds_depth = false;  ///< the bound is CheckOptions::depth_max
};

constexpr std::array<std::uint64_t, 4> few{0, 1, 2, 3};
constexpr std::array<std::uint64_t, 4> depths{10, 20, 40, 80};

template <class T>
std::unique_ptr<Sampler> make_plain(const CheckOptions&) {
  return std::make_unique<T>();
}
template <class T>
std::unique_ptr<Sampler> make_deep(const CheckOptions& options) {
  return std::make_unique<T>(options.bug_depth);
}

constexpr std::array known_searches{
    KnownSearch{{"random", "draws every step evenly among the enabled ones"},
                SearchKind::sampler,
                make_plain<RandomWalk>},
    KnownSearch{{"actors", "draws an actor first, then one of its messages; what estimates are of"},
                SearchKind::sampler,
                make_plain<ActorWalk>},
    KnownSearch{{"pos", "partial order sampling: draws priorities anew after races (Yuan 2018)"},
                SearchKind::sampler,
                make_plain<PartialOrderSampling>},
    KnownSearch{{"pct", "priorities of chains, few changes; with a guarantee (Ozkan 2018, PCTCP)"},
                SearchKind::sampler,
                make_deep<Pct>},
    KnownSearch{{"tapct", "the same, with changes at messages that race (Ozkan 2019, taPCT)"},
                SearchKind::sampler,
                make_deep<TraceAwarePct>},
    KnownSearch{{"urw", "evenly among the classes, as far as they are known"},
                SearchKind::sampler,
                make_plain<UniformWalk>},
    KnownSearch{{"delay", "all that deviates from the order at most --bound times"},
                SearchKind::bounded,
                nullptr,
                [](std::uint64_t bound) -> std::unique_ptr<Reduction> {
                  return std::make_unique<DelayBounded>(bound);
                },
                few},
    KnownSearch{{"reversal", "all classes that at most --bound reversals of races lead to"},
                SearchKind::bounded,
                nullptr,
                [](std::uint64_t bound) -> std::unique_ptr<Reduction> {
                  return std::make_unique<ReversalBounded>(bound);
                },
                few},
    KnownSearch{{"depth", "all that the first --bound steps can be"},
                SearchKind::bounded,
                nullptr,
                [](std::uint64_t) -> std::unique_ptr<Reduction> {
                  return std::make_unique<DepthBounded>();
                },
                depths,
                true},
    KnownSearch{{"portfolio", "several of these share the time of --seconds-max"},
                SearchKind::portfolio},
};

constexpr auto search_texts = [] {
  std::array<NamedSummary, known_searches.size()> texts{};
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = known_searches[i].text;
  return texts;
}();

const KnownSearch& find_search(std::string_view name) {
  std::vector<std::string> names;
  for (const KnownSearch& known : known_searches) {
    if (known.text.name == name) return known;
    names.emplace_back(known.text.name);
  }
  throw UsageError(fmt::format("unknown search '{}'; choose one of: {}{}", name, base::join(names),
                               base::did_you_mean(name, names)));
}

}  // namespace

std::span<const NamedSummary> searches() { return search_texts; }

SearchKind search_kind(std::string_view name) { return find_search(name).kind; }

std::span<const std::uint64_t> default_bounds(std::string_view search) {
  return find_search(search).default_bounds;
}

bool bounds_depth(std::string_view search) { return find_search(search).bounds_depth; }

std::unique_ptr<Reduction> make_search(const CheckOptions& options, std::string_view name,
                                       std::uint64_t bound, std::shared_ptr<ClassTable> classes) {
  const KnownSearch& known = find_search(name);
  if (known.kind == SearchKind::bounded) return known.make_bounded(bound);
  return make_sampled(options, name, std::move(classes));
}

std::unique_ptr<Sampled> make_sampled(const CheckOptions& options, std::string_view name,
                                      std::shared_ptr<ClassTable> classes) {
  return std::make_unique<Sampled>(find_search(name).make_sampler(options), options.seed,
                                   std::move(classes));
}

SearchFacts search_facts(const CheckOptions& options) {
  SearchFacts facts;
  if (options.search.empty()) return facts;
  const KnownSearch& known = find_search(options.search);
  facts.draws = known.kind != SearchKind::bounded;
  facts.is_portfolio = known.kind == SearchKind::portfolio;
  facts.bounds_depth = known.bounds_depth;
  facts.order_learns = make_order(options)->learns();
  return facts;
}

void require_fitting(const CheckOptions& options) {
  const std::string why_not = refusal(Asked(options, search_facts(options)), Door::fields);
  if (!why_not.empty()) throw UsageError(why_not);
  if (options.search.empty()) return;
  if (bounds_depth(options.search) &&
      std::ranges::find(options.bounds, 0U) != options.bounds.end()) {
    throw UsageError("a depth of 0 explores nothing: --bound 1 and more does");
  }
  if (options.bug_depth == 0) {
    throw UsageError("a violation has a depth of at least 1: --bug-depth 0 looks for nothing");
  }
}

}  // namespace harrier
