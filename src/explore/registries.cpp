// The reductions and orders there are: one line each.
#include "explore/registries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "explore/state_searches.hpp"
#include "order/eca.hpp"
#include "order/fifo.hpp"
#include "order/hdm.hpp"
#include "order/hms.hpp"
#include "order/lca.hpp"
#include "order/ldm.hpp"
#include "order/lifo.hpp"
#include "order/newest.hpp"
#include "order/newest_object.hpp"
#include "order/random.hpp"
#include "order/sgr.hpp"
#include "order/stable.hpp"
#include "reduction/actor_selection.hpp"
#include "reduction/dcute.hpp"
#include "reduction/exhaustive.hpp"
#include "reduction/optimal.hpp"
#include "reduction/persistent.hpp"
#include "reduction/source.hpp"
#include "reduction/transdpor.hpp"
#include "reduction/udpor.hpp"

namespace harrier {

namespace {

using Planning = SharedTree::Planning;

/// How several walks explore together.
struct Sharing {
  Planning planning = Planning::every_message;
  std::string_view why_not = {};  ///< none where they can
};
struct KnownReduction {
  NamedSummary text;
  ReductionTraits traits;
  std::unique_ptr<Reduction> (*make)(const CheckOptions&);
  Sharing sharing;
  Sharing (*sharing_by)(const CheckOptions&) = nullptr;  ///< where the options decide
};
struct KnownOrder {
  NamedSummary text;
  std::unique_ptr<Order> (*make)(const CheckOptions&);
};

template <class Base, class T>
std::unique_ptr<Base> make_plain(const CheckOptions&) {
  return std::make_unique<T>();
}
template <class T>
std::unique_ptr<Reduction> make_sleeping(const CheckOptions& options) {
  return std::make_unique<T>(options.sleep);
}

/// Tells whether steps of different actors are always independent.
bool actors_are_independent(const CheckOptions& options) {
  return options.delivery != DeliveryModel::mailbox;
}

/// Tells whether persistent sets are sets of actors.
bool takes_whole_actors(const CheckOptions& options) {
  return options.dependence == Dependence::actor && actors_are_independent(options);
}

std::unique_ptr<Reduction> make_persistent(const CheckOptions& options) {
  return takes_whole_actors(options) ? make_sleeping<Persistent>(options)
                                     : make_sleeping<PersistentMessages>(options);
}

Sharing share_persistent(const CheckOptions& options) {
  if (!takes_whole_actors(options)) {
    return {.planning = options.sleep ? Planning::any_step : Planning::any_message};
  }
  if (!options.sleep) return {};
  return {.why_not =
              "persistent by actor with --sleep keeps what sleeps for one walk; without --sleep "
              "several threads can explore it, and so they can with source"};
}

constexpr std::array udpor_parameters{ReductionParameter{
    "k", "compare alternatives by so many events; 0: by all, which abandons no execution"}};

std::unique_ptr<Reduction> make_udpor(const CheckOptions& options) {
  return std::make_unique<Udpor>(options.parameter("k"));
}

constexpr std::array apet_parameters{
    ReductionParameter{"all-tasks", "1 takes all tasks of the chosen actor; 0 passes over some"},
    ReductionParameter{"ties",
                       "of stable actors 1 takes the newest; of equal ones 2 the last "
                       "chosen; 3 both"}};

std::unique_ptr<Reduction> make_apet(const CheckOptions& options) {
  const std::uint64_t all_tasks = options.parameter("all-tasks");
  const std::uint64_t ties = options.parameter("ties");
  if (all_tasks > 1) throw UsageError("--all-tasks is 0 or 1");
  if (ties > 3) throw UsageError("--ties is 0, 1, 2 or 3");
  return std::make_unique<ActorSelection>(
      all_tasks == 0, ActorSelection::Ties{.newest_stable = (ties & 1U) != 0,
                                           .last_among_equals = (ties & 2U) != 0});
}

constexpr std::string_view calm = "calm";

std::unique_ptr<Reduction> make_optimal(const CheckOptions& options) {
  return std::make_unique<Optimal>(options.order == calm ? FreeStep::calm : FreeStep::preferred);
}

constexpr std::array known_reductions{
    KnownReduction{{"exhaustive", "every sequence of steps; no reduction"},
                   {.sleep = SleepUse::never, .every_sequence = true},
                   make_plain<Reduction, Exhaustive>,
                   {.planning = Planning::every_message}},
    KnownReduction{{"persistent", "persistent sets (Flanagan, Godefroid 2005)"},
                   {.sleep = SleepUse::optional},
                   make_persistent,
                   {},
                   share_persistent},
    KnownReduction{{"dcute", "one actor after the other, as far as needed (Sen, Agha 2006)"},
                   {.sleep = SleepUse::optional, .actors_only = true},
                   make_sleeping<Dcute>,
                   {.why_not = "dcute explores one actor after the other, and what it finds "
                               "about one decides about the next"}},
    KnownReduction{{"transdpor", "one message more at a time (Tasharofi et al. 2012)"},
                   {.sleep = SleepUse::optional, .actors_only = true},
                   make_sleeping<TransDpor>,
                   {.why_not = "transdpor adds to a state while one step from there is explored, "
                               "so there is one such step at a time"}},
    KnownReduction{{"source", "every class once, some abandoned (Abdulla et al. 2014)"},
                   {.sleep = SleepUse::always},
                   make_plain<Reduction, Source>,
                   {.planning = Planning::any_step}},
    KnownReduction{{"optimal", "every class exactly once, none abandoned (Abdulla et al. 2014)"},
                   {.sleep = SleepUse::always},
                   make_optimal,
                   {.planning = Planning::sequences}},
    KnownReduction{
        {"udpor", "every class once, by unfolding; --k compares less and may abandon some"},
        {.sleep = SleepUse::always, .parameters = udpor_parameters},
        make_udpor,
        {.why_not = "udpor finds out what is left from what it has unfolded before"}},
    KnownReduction{
        {"apet", "for ABS models, as published: loses executions, never ok (Albert et al. 2014)"},
        {.is_partial = true, .parameters = apet_parameters},
        make_apet,
        {.why_not = "apet chooses one actor at a time, by what it did before"}},
};
constexpr std::array known_orders{
    KnownOrder{{calm, "first what optimal has reversed least, of that the newest; others: as fifo"},
               make_plain<Order, Fifo>},
    KnownOrder{{"fifo", "in order of sending"}, make_plain<Order, Fifo>},
    KnownOrder{{"lifo", "first the actor to which a message was sent last"},
               make_plain<Order, Lifo>},
    KnownOrder{{"eca", "first the earliest created actor; for pipelines"}, make_plain<Order, Eca>},
    KnownOrder{{"lca", "first the latest created actor; for divide and conquer"},
               make_plain<Order, Lca>},
    KnownOrder{{"ldm", "first the actor with the fewest deliverable messages"},
               make_plain<Order, Ldm>},
    KnownOrder{{"hdm", "first the actor with the most deliverable messages"},
               make_plain<Order, Hdm>},
    KnownOrder{{"hms", "first the actor that has sent most per message received"},
               make_plain<Order, Hms>},
    KnownOrder{{"sgr", "first the actor that reaches others which do not reach it"},
               make_plain<Order, Sgr>},
    KnownOrder{{"newest", "the latest message first"}, make_plain<Order, Newest>},
    KnownOrder{{"newest-object", "first the latest created actor, its latest message first"},
               make_plain<Order, NewestObject>},
    KnownOrder{{"stable", "ABS models: first actors that nobody else can call; others: as fifo"},
               make_plain<Order, Stable>},
    KnownOrder{{"random", "any, the same for the same --seed"},
               [](const CheckOptions& options) -> std::unique_ptr<Order> {
                 return std::make_unique<Random>(options.seed);
               }},
};

template <std::size_t size>
constexpr auto texts_of(const auto& known) {
  std::array<NamedSummary, size> texts{};
  for (std::size_t i = 0; i < size; ++i) texts[i] = known[i].text;
  return texts;
}
constexpr auto reduction_texts = texts_of<known_reductions.size()>(known_reductions);
constexpr auto order_texts = texts_of<known_orders.size()>(known_orders);

const auto& find_known(const auto& known, std::string_view name, const char* what) {
  std::vector<std::string> names;
  for (const auto& candidate : known) {
    if (candidate.text.name == name) return candidate;
    names.emplace_back(candidate.text.name);
  }
  throw UsageError(fmt::format("unknown {} '{}'; choose one of: {}{}", what, name,
                               base::join(names), base::did_you_mean(name, names)));
}

Sharing sharing_of(const CheckOptions& options) {
  const KnownReduction& known = find_known(known_reductions, options.reduction, "reduction");
  return known.sharing_by != nullptr ? known.sharing_by(options) : known.sharing;
}

bool has_parameter(const KnownReduction& known, std::string_view name) {
  return std::ranges::find(known.traits.parameters, name, &ReductionParameter::name) !=
         known.traits.parameters.end();
}

void require_parameters(const KnownReduction& known, const CheckOptions& options) {
  for (const auto& [name, value] : options.parameters) {
    if (has_parameter(known, name)) continue;
    std::string owner;
    for (const KnownReduction& other : known_reductions) {
      if (has_parameter(other, name)) owner = fmt::format("; {} has", other.text.name);
    }
    throw UsageError(fmt::format("{} has no parameter '{}'{}", options.reduction, name, owner));
  }
}

}  // namespace

std::span<const NamedSummary> reductions() { return reduction_texts; }
std::span<const NamedSummary> orders() { return order_texts; }

const ReductionTraits& reduction_traits(std::string_view name) {
  return find_known(known_reductions, name, "reduction").traits;
}

bool explores_classes_once(const CheckOptions& options) {
  if (options.states.on || !options.search.empty()) return false;
  const SleepUse sleep = reduction_traits(options.reduction).sleep;
  return sleep == SleepUse::always || (sleep == SleepUse::optional && options.sleep);
}

bool takes_parameter(std::string_view reduction, std::string_view name) {
  return has_parameter(find_known(known_reductions, reduction, "reduction"), name);
}

std::unique_ptr<Reduction> make_reduction(const CheckOptions& options) {
  if (options.states.on) return make_state_search(options);
  const KnownReduction& known = find_known(known_reductions, options.reduction, "reduction");
  if (known.traits.actors_only && options.dependence != Dependence::actor) {
    throw UsageError(options.reduction +
                     " needs --dependence actor: by field, races are not transitive; persistent, "
                     "source and optimal take --dependence field");
  }
  if (known.traits.actors_only && !actors_are_independent(options)) {
    throw UsageError(options.reduction +
                     " does not take --delivery mailbox: there, sends of different actors depend "
                     "on each other; persistent, source and optimal take it");
  }
  if (known.traits.sleep == SleepUse::never && options.sleep) {
    throw UsageError(options.reduction + " has no use for --sleep");
  }
  require_parameters(known, options);
  return known.make(options);
}

SharedTree::Planning planning_of(const CheckOptions& options) {
  return sharing_of(options).planning;
}

std::string_view why_one_walk(const CheckOptions& options) { return sharing_of(options).why_not; }

bool keeps_counts(const CheckOptions& options) {
  const Planning planning = planning_of(options);
  return planning == Planning::sequences || planning == Planning::every_message;
}

std::unique_ptr<Order> make_order(const CheckOptions& options) {
  return find_known(known_orders, options.order, "order").make(options);
}

}  // namespace harrier
