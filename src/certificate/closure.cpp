// Which other orders of a class are asked for.
#include "certificate/closure.hpp"

#include <algorithm>

namespace harrier::certificate {

std::vector<std::size_t> LeanClosure::chosen(const ListedClass& listed,
                                             std::vector<std::size_t> deciders) const {
  std::vector<std::size_t> nearest;
  for (const std::size_t decider : deciders) {
    const bool has_later = std::ranges::any_of(
        deciders, [&](std::size_t other) { return listed[other].past.contains(decider); });
    if (!has_later) nearest.push_back(decider);
  }
  return nearest;
}

}  // namespace harrier::certificate
