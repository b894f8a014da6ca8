// The reductions and orders there are: one line each.
#include "explore/registries.hpp"

#include <array>
#include <string>

#include "base/text.hpp"
#include "order/fifo.hpp"
#include "reduction/exhaustive.hpp"
#include "reduction/optimal.hpp"

namespace harrier {

namespace {

struct KnownReduction {
  NamedSummary text;
  std::unique_ptr<Reduction> (*make)(const CheckOptions&);
};
struct KnownOrder {
  NamedSummary text;
  std::unique_ptr<Order> (*make)(const CheckOptions&);
};

template <class Base, class T>
std::unique_ptr<Base> make_plain(const CheckOptions&) {
  return std::make_unique<T>();
}

constexpr std::array known_reductions{
    KnownReduction{{"exhaustive", "every sequence of steps; no reduction"},
                   make_plain<Reduction, Exhaustive>},
    KnownReduction{{"optimal", "every class exactly once, none abandoned (Abdulla et al. 2014)"},
                   make_plain<Reduction, Optimal>},
};
constexpr std::array known_orders{
    KnownOrder{{"fifo", "in order of sending"}, make_plain<Order, Fifo>},
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
  throw UsageError("unknown " + std::string(what) + " '" + std::string(name) +
                   "'; choose one of: " + base::join(names) + base::did_you_mean(name, names));
}

}  // namespace

std::span<const NamedSummary> reductions() { return reduction_texts; }
std::span<const NamedSummary> orders() { return order_texts; }

std::unique_ptr<Reduction> make_reduction(const CheckOptions& options) {
  return find_known(known_reductions, options.reduction, "reduction").make(options);
}
std::unique_ptr<Order> make_order(const CheckOptions& options) {
  return find_known(known_orders, options.order, "order").make(options);
}

}  // namespace harrier
