// Sets of small numbers as bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace harrier {

/// A set of small numbers that somebody else keeps.
class BitSpan {
 public:
  static constexpr std::size_t word_bits = 64;

  constexpr BitSpan() = default;
  constexpr BitSpan(std::span<const std::uint64_t> words) : words_(words) {}

  std::span<const std::uint64_t> words() const { return words_; }
  bool contains(std::size_t number) const {
    const std::size_t word = number / word_bits;
    return word < words_.size() && (words_[word] >> (number % word_bits) & 1U) != 0;
  }
  bool intersects(BitSpan other) const {
    const std::size_t common = std::min(words_.size(), other.words_.size());
    for (std::size_t i = 0; i < common; ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }
  /// Returns the smallest member that is at least `from`, or `none`.
  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t next(std::size_t from) const {
    for (std::size_t word = from / word_bits; word < words_.size(); ++word) {
      std::uint64_t bits = words_[word];
      if (word == from / word_bits) bits &= ~std::uint64_t{0} << (from % word_bits);
      if (bits != 0) {
        return word * word_bits + static_cast<std::size_t>(std::countr_zero(bits));
      }
    }
    return none;
  }

 private:
  std::span<const std::uint64_t> words_;
};

/// A set of small numbers that grows as needed.
class Bits {
 public:
  operator BitSpan() const { return BitSpan(words_); }
  bool contains(std::size_t number) const { return BitSpan(words_).contains(number); }

  void clear() { words_.clear(); }
  /// Empties the set and makes room for numbers below `size`.
  void reset(std::size_t size) { words_.assign(size / BitSpan::word_bits + 1, 0); }
  /// Makes it the set of all numbers below `size`.
  void fill(std::size_t size) {
    words_.assign(size / BitSpan::word_bits + 1, ~std::uint64_t{0});
    words_.back() = (std::uint64_t{1} << (size % BitSpan::word_bits)) - 1;
  }
  void assign(BitSpan other) { words_.assign(other.words().begin(), other.words().end()); }
  void add(std::size_t number) {
    const std::size_t word = number / BitSpan::word_bits;
    if (word >= words_.size()) words_.resize(word + 1, 0);
    words_[word] |= std::uint64_t{1} << (number % BitSpan::word_bits);
  }
  void remove(std::size_t number) {
    const std::size_t word = number / BitSpan::word_bits;
    if (word < words_.size()) {
      words_[word] &= ~(std::uint64_t{1} << (number % BitSpan::word_bits));
    }
  }
  void add_all(BitSpan other) {
    const std::span<const std::uint64_t> from = other.words();
    if (from.size() > words_.size()) words_.resize(from.size(), 0);
    for (std::size_t i = 0; i < from.size(); ++i) words_[i] |= from[i];
  }
  void remove_all(BitSpan other) {
    const std::span<const std::uint64_t> from = other.words();
    const std::size_t common = std::min(from.size(), words_.size());
    for (std::size_t i = 0; i < common; ++i) words_[i] &= ~from[i];
  }
  /// Takes the largest member out and returns it, or `none`.
  std::size_t take_last() {
    for (; !words_.empty(); words_.pop_back()) {
      std::uint64_t& last = words_.back();
      if (last == 0) continue;
      const auto bit = static_cast<std::size_t>(std::bit_width(last) - 1);
      last &= ~(std::uint64_t{1} << bit);
      return (words_.size() - 1) * BitSpan::word_bits + bit;
    }
    return BitSpan::none;
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// A relation "before" on numbered things, kept as they come and go: the n-th row is a set of
/// numbers below n, and a row that gets a member gets all of that member's row.
class PastRows {
 public:
  std::size_t size() const { return size_; }
  void clear() {
    words_.clear();
    size_ = 0;
  }

  /// Adds an empty row.
  void push() {
    ++size_;
    words_.resize(begin_of(size_), 0);
  }
  void pop() {
    --size_;
    words_.resize(begin_of(size_));
  }
  BitSpan operator[](std::size_t row) const {
    return std::span(words_).subspan(begin_of(row), row / BitSpan::word_bits + 1);
  }
  bool contains(std::size_t row, std::size_t number) const {
    return number < row &&
           (words_[begin_of(row) + number / BitSpan::word_bits] >> (number % BitSpan::word_bits) &
            1U) != 0;
  }
  /// Adds what is before a number, and not the number itself, to the last row.
  void include_past(std::size_t number) {
    const std::uint64_t* const from = words_.data() + begin_of(number);
    std::uint64_t* const to = words_.data() + begin_of(size_ - 1);
    for (std::size_t word = 0; word <= number / BitSpan::word_bits; ++word) to[word] |= from[word];
  }
  /// Adds a number alone to the last row.
  void include(std::size_t number) {
    words_[begin_of(size_ - 1) + number / BitSpan::word_bits] |= std::uint64_t{1}
                                                                 << (number % BitSpan::word_bits);
  }
  /// Calls `found` with every row from `from` on that does not have a number, which is below them.
  template <class Found>
  void for_each_without(std::size_t number, std::size_t from, const Found& found) const {
    const std::uint64_t* row = words_.data() + begin_of(from) + number / BitSpan::word_bits;
    for (std::size_t i = from; i < size_; ++i) {
      if ((*row >> (number % BitSpan::word_bits) & 1U) == 0) found(i);
      row += i / BitSpan::word_bits + 1;
    }
  }
  bool last_contains(std::size_t number) const { return contains(size_ - 1, number); }

 private:
  /// Row n has n / 64 + 1 words, so those before it have this many.
  static constexpr std::size_t begin_of(std::size_t row) {
    const std::size_t full = row / BitSpan::word_bits;
    return (full * BitSpan::word_bits / 2 + row % BitSpan::word_bits) * (full + 1);
  }

  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

}  // namespace harrier
