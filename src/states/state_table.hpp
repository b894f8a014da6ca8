// The states that were seen, as a table of fingerprints, and what is kept of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "harrier/fingerprint.hpp"
#include "states/table_memory.hpp"

namespace harrier {

/// Thrown where a table would need more memory than it may have.
class TableFull : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the table of states is full"; }
};

/// Keeps a number for each fingerprint. Open addressing; what is in the slots is in the order of
/// fingerprints, so that a table that grows is read and written from its beginning to its end, and
/// a look for what is not there ends at the first that is larger. A slot is 13 bytes of the
/// fingerprint and then the number: with one of three bytes four slots are a cache line.
class FingerprintTable {
 public:
  /// So much of a fingerprint is kept; the last bits are not.
  static constexpr int key_bits = 104;
  static constexpr std::size_t value_bytes_max = 4;

  struct Options {
    std::uint64_t bytes_max = 0;  ///< 0: no bound
    std::size_t slots = 1'024;    ///< to begin with, and a few more
    std::size_t value_bytes = 0;  ///< of each number; 0: there are none
  };
  explicit FingerprintTable(const Options& options);

  std::size_t size() const { return size_; }
  /// Forgets all states, and keeps the room for them.
  void clear();
  std::size_t slots() const { return slots_; }
  std::size_t bytes() const { return slots_ * slot_bytes_; }
  std::size_t bytes_taken() const { return size_ * slot_bytes_; }
  /// Returns the share of the slots that is taken.
  double load() const { return static_cast<double>(size_) / static_cast<double>(slots_); }

  /// Where a state is, until the next one is added.
  using Slot = std::size_t;
  /// Finds a state, or adds it with the number 0; tells which in `second`.
  std::pair<Slot, bool> insert(const Fingerprint& state);
  /// Begins to bring what `insert` is going to look at nearer.
  void prefetch(const Fingerprint& state) const {
    __builtin_prefetch(at(home(state.high, homes_)), 1);
  }

  std::uint32_t value(Slot slot) const {
    return static_cast<std::uint32_t>(word(at(slot) + key_bytes) & value_mask_);
  }
  void set_value(Slot slot, std::uint32_t value) {
    std::byte* const place = at(slot) + key_bytes;
    const std::uint64_t both = (word(place) & ~value_mask_) | (value & value_mask_);
    std::memcpy(place, &both, sizeof both);
  }

 private:
  /// What is kept of a fingerprint; all zero stands for a free slot.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    friend bool operator==(const Key&, const Key&) = default;
    friend bool operator<(const Key& one, const Key& other) {
      return one.first != other.first ? one.first < other.first : one.second < other.second;
    }
  };
  static constexpr std::size_t key_bytes = key_bits / 8;
  static constexpr std::uint64_t second_mask = (std::uint64_t{1} << (key_bits - 64)) - 1;

  static Key key_of(const Fingerprint& state);
  /// Words are read and written whole, also those that reach into the next slot.
  static std::uint64_t word(const std::byte* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof word);
    return word;
  }
  std::byte* at(Slot slot) const { return memory_.data() + slot * slot_bytes_; }
  static Key read_key(const std::byte* from) {
    return {word(from), word(from + sizeof(std::uint64_t)) & second_mask};
  }
  /// Returns the slot before which what begins like this never is.
  static Slot home(std::uint64_t first, std::size_t homes) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<Slot>((static_cast<Wide>(first) * homes) >> 64U);
  }
  Slot first_not_before(const Key& key) const;
  bool make_room(Slot slot);
  void grow();
  void resize(std::size_t homes, std::size_t behind);
  bool copy_to(const TableMemory& memory, std::size_t homes, std::size_t slots) const;

  const std::uint64_t bytes_max_;
  const std::size_t slot_bytes_;
  const std::uint64_t value_mask_;
  TableMemory memory_;
  std::size_t slots_ = 0;  ///< the homes and those behind them
  std::size_t homes_ = 0;
  std::size_t behind_ = 0;  ///< for what finds no room in the last homes
  std::size_t size_ = 0;
};

}  // namespace harrier
