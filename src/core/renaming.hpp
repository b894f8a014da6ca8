// Names for interchangeable things, such that what differs only in who is who becomes the same.
//
// A state is a bag of terms, each of which mentions some things. Colours are refined until they are
// stable: the next colour of a thing is made of its own and of the hashes of all terms that mention
// it, in which the thing is marked and the others go by their colours. Things of one colour that
// can be swapped without a difference (twins) may come in any order; of others each is tried as the
// first, as long as there are few attempts. Whatever comes out is the state with its things
// renamed, one by one: a tie that is not resolved costs states that are not taken for one, never
// the opposite. Cost: terms times what they mention, a few times; never all permutations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harrier/fingerprint.hpp"

namespace harrier {

/// What a state consists of, as far as it mentions interchangeable things.
class Terms {
 public:
  virtual std::size_t term_count() const = 0;
  /// Returns a bit for each thing that a term mentions.
  virtual std::uint64_t mentions(std::size_t term) const = 0;
  /// Hashes a term, in which things go by these names.
  virtual Fingerprint hash(std::size_t term, std::span<const Fingerprint> names) const = 0;

 protected:
  ~Terms() = default;
};

class Renaming {
 public:
  static constexpr std::size_t things_max = 64;

  /// Things that are interchangeable with each other have numbers in a row.
  struct Group {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  /// For each thing, whose name it takes.
  using Places = std::vector<std::uint32_t>;

  Renaming() = default;
  /// Each thing has a name to begin with.
  Renaming(std::vector<Group> groups, std::vector<Fingerprint> names)
      : groups_(std::move(groups)), names_(std::move(names)) {}

  std::span<const Group> groups() const { return groups_; }
  std::span<const Fingerprint> names() const { return names_; }

  /// Sums the terms that mention anything, under names that states have in common which differ only
  /// in who is who.
  Fingerprint canonical_sum(const Terms& terms);
  /// Sums the terms that mention anything, in which things have changed places.
  Fingerprint sum(const Terms& terms, std::span<const std::uint32_t> places) const;
  /// Returns the names of things that have changed places.
  std::vector<Fingerprint> names_in(std::span<const std::uint32_t> places) const;
  /// Tells whether two things of a group can be swapped without a difference.
  bool are_twins(const Terms& terms, std::uint32_t first, std::uint32_t second) const;
  /// Lists places that lead to different sums, without the one that is there; none where there are
  /// more than `count_max`.
  std::optional<std::vector<Places>> others(const Terms& terms, std::size_t count_max) const;

 private:
  using Colours = std::vector<Fingerprint>;

  void refine(const Terms& terms, Colours& colours);
  void find_twins(const Terms& terms, const Colours& colours);
  std::vector<std::uint32_t> undecided_class(const Colours& colours) const;
  void try_all(const Terms& terms, const Colours& colours);
  void finish(const Terms& terms, const Colours& colours);
  std::vector<std::uint32_t> twin_classes(const Terms& terms) const;

  std::vector<Group> groups_;
  std::vector<Fingerprint> names_;

  // Of the state that is looked at.
  std::vector<std::size_t> mentioning_;  ///< terms that mention anything
  std::vector<std::uint32_t> twins_;     ///< per thing, the first of its twins
  std::size_t attempts_ = 0;
  std::optional<Fingerprint> least_;
  Colours sums_;  ///< scratch
};

}  // namespace harrier
