// Names for interchangeable things, such that what differs only in who is who becomes the same.
#include "core/renaming.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <utility>

namespace harrier {

namespace {

constexpr std::size_t attempts_max = 64;
constexpr std::uint64_t marked = 0x6D61'726B;
constexpr std::uint64_t put_first = 0x6669'7273;

constexpr std::uint64_t bit_of(std::uint32_t thing) { return std::uint64_t{1} << thing; }

std::size_t count_different(std::vector<Fingerprint> colours) {
  std::ranges::sort(colours);
  return static_cast<std::size_t>(std::ranges::unique(colours).begin() - colours.begin());
}

}  // namespace

Fingerprint Renaming::canonical_sum(const Terms& terms) {
  mentioning_.clear();
  for (std::size_t i = 0; i < terms.term_count(); ++i) {
    if (terms.mentions(i) != 0) mentioning_.push_back(i);
  }
  Colours colours(names_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (std::uint32_t thing = groups_[i].begin; thing < groups_[i].end; ++thing) {
      colours[thing].add(i + 1);
    }
  }
  refine(terms, colours);
  find_twins(terms, colours);
  attempts_ = 0;
  least_.reset();
  try_all(terms, colours);
  return *least_;
}

void Renaming::refine(const Terms& terms, Colours& colours) {
  std::size_t different = count_different(colours);
  while (different < colours.size()) {
    sums_.assign(colours.size(), {});
    for (const std::size_t term : mentioning_) {
      for (std::uint64_t rest = terms.mentions(term); rest != 0; rest &= rest - 1) {
        const auto thing = static_cast<std::size_t>(std::countr_zero(rest));
        const Fingerprint own = colours[thing];
        colours[thing].add(marked);
        sums_[thing] += terms.hash(term, colours);
        colours[thing] = own;
      }
    }
    for (std::size_t i = 0; i < colours.size(); ++i) colours[i].add(sums_[i]);
    const std::size_t now = count_different(colours);
    if (now == different) return;
    different = now;
  }
}

bool Renaming::are_twins(const Terms& terms, std::uint32_t first, std::uint32_t second) const {
  Colours swapped = names_;
  std::swap(swapped[first], swapped[second]);
  Fingerprint before;
  Fingerprint after;
  for (std::size_t i = 0; i < terms.term_count(); ++i) {
    if ((terms.mentions(i) & (bit_of(first) | bit_of(second))) == 0) continue;
    before += terms.hash(i, names_);
    after += terms.hash(i, swapped);
  }
  return before == after;
}

/// Looks which things of one colour are twins.
void Renaming::find_twins(const Terms& terms, const Colours& colours) {
  twins_.resize(colours.size());
  std::iota(twins_.begin(), twins_.end(), 0U);
  for (std::uint32_t thing = 0; thing < colours.size(); ++thing) {
    for (std::uint32_t other = 0; other < thing; ++other) {
      const bool is_first = twins_[other] == other;
      if (!is_first || colours[other] != colours[thing]) continue;
      if (!are_twins(terms, other, thing)) continue;
      twins_[thing] = other;
      break;
    }
  }
}

/// Returns the smallest class of things of one colour of whom not all are twins; empty where there
/// is none.
std::vector<std::uint32_t> Renaming::undecided_class(const Colours& colours) const {
  std::vector<std::uint32_t> things(colours.size());
  std::iota(things.begin(), things.end(), 0U);
  std::ranges::sort(things, {},
                    [&](std::uint32_t thing) { return std::pair(colours[thing], thing); });
  std::vector<std::uint32_t> smallest;
  for (auto begin = things.begin(); begin != things.end();) {
    const auto end = std::find_if(begin, things.end(), [&](std::uint32_t thing) {
      return colours[thing] != colours[*begin];
    });
    const bool is_decided = std::all_of(
        begin, end, [&](std::uint32_t thing) { return twins_[thing] == twins_[*begin]; });
    const auto size = static_cast<std::size_t>(end - begin);
    if (!is_decided && (smallest.empty() || size < smallest.size())) smallest.assign(begin, end);
    begin = end;
  }
  return smallest;
}

void Renaming::try_all(const Terms& terms, const Colours& colours) {
  const std::vector<std::uint32_t> undecided = undecided_class(colours);
  if (undecided.empty()) return finish(terms, colours);
  for (std::size_t i = 0; i < undecided.size(); ++i) {
    const std::uint32_t first = undecided[i];
    const bool has_twin =
        std::any_of(undecided.begin(), undecided.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](std::uint32_t other) { return twins_[other] == twins_[first]; });
    if (has_twin) continue;  // it would lead to the same
    if (least_ && attempts_ >= attempts_max) return;
    Colours with_first = colours;
    with_first[first].add(put_first);
    refine(terms, with_first);
    try_all(terms, with_first);
  }
}

/// Gives things names by the order of their colours.
void Renaming::finish(const Terms& terms, const Colours& colours) {
  ++attempts_;
  Places places(colours.size());
  std::vector<std::uint32_t> things;
  for (const Group& group : groups_) {
    things.resize(group.end - group.begin);
    std::iota(things.begin(), things.end(), group.begin);
    std::ranges::sort(things, {},
                      [&](std::uint32_t thing) { return std::pair(colours[thing], thing); });
    for (std::uint32_t i = 0; i < things.size(); ++i) places[things[i]] = group.begin + i;
  }
  const Fingerprint here = sum(terms, places);
  if (!least_ || here < *least_) least_ = here;
}

std::vector<Fingerprint> Renaming::names_in(std::span<const std::uint32_t> places) const {
  std::vector<Fingerprint> names(names_.size());
  for (std::size_t i = 0; i < places.size(); ++i) names[i] = names_[places[i]];
  return names;
}

Fingerprint Renaming::sum(const Terms& terms, std::span<const std::uint32_t> places) const {
  const Colours names = names_in(places);
  Fingerprint all;
  for (std::size_t i = 0; i < terms.term_count(); ++i) {
    if (terms.mentions(i) != 0) all += terms.hash(i, names);
  }
  return all;
}

/// Returns the first twin of each thing.
std::vector<std::uint32_t> Renaming::twin_classes(const Terms& terms) const {
  std::vector<std::uint32_t> first(names_.size());
  for (const Group& group : groups_) {
    for (std::uint32_t thing = group.begin; thing < group.end; ++thing) {
      first[thing] = thing;
      for (std::uint32_t other = group.begin; other < thing; ++other) {
        if (first[other] != other || !are_twins(terms, other, thing)) continue;
        first[thing] = other;
        break;
      }
    }
  }
  return first;
}

std::optional<std::vector<Renaming::Places>> Renaming::others(const Terms& terms,
                                                              std::size_t count_max) const {
  const std::vector<std::uint32_t> classes = twin_classes(terms);
  // Which class of twins is where; within a class the order does not count.
  std::vector<std::uint32_t> at = classes;
  for (const Group& group : groups_) {
    std::sort(at.begin() + group.begin, at.begin() + group.end);
  }
  const auto next = [&] {
    return std::ranges::any_of(groups_, [&](const Group& group) {
      return std::next_permutation(at.begin() + group.begin, at.begin() + group.end);
    });
  };
  Places identity(names_.size());
  std::iota(identity.begin(), identity.end(), 0U);
  std::set<Fingerprint> known{sum(terms, identity)};
  std::vector<Places> found;
  std::size_t looked_at = 0;
  do {
    if (++looked_at > 8 * count_max) return std::nullopt;
    Places places(names_.size());
    std::vector<bool> is_placed(names_.size());
    for (std::uint32_t place = 0; place < at.size(); ++place) {
      std::uint32_t thing = at[place];
      while (classes[thing] != at[place] || is_placed[thing]) ++thing;
      is_placed[thing] = true;
      places[thing] = place;
    }
    if (!known.insert(sum(terms, places)).second) continue;
    if (found.size() == count_max) return std::nullopt;
    found.push_back(std::move(places));
  } while (next());
  return found;
}

}  // namespace harrier
