// The states that were seen, as a table of fingerprints, and what is kept of each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "harrier/fingerprint.hpp"

namespace harrier {

/// Thrown where a table would need more memory than it may have.
class TableFull : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the table of states is full"; }
};

/// Keeps a value for each fingerprint. Open addressing: the slots are in the order of fingerprints,
/// so that a table that grows is read and written from its beginning to its end.
template <class Value>
class FingerprintTable {
 public:
  /// `bytes_max` 0: no bound. `has_values` false: all values are null.
  explicit FingerprintTable(std::uint64_t bytes_max = 0, std::size_t slots = 1024,
                            bool has_values = !std::is_empty_v<Value>)
      : bytes_max_(bytes_max), has_values_(has_values) {
    allocate(slots);
  }

  std::size_t size() const { return size_; }
  /// Forgets all states, and keeps the room for them.
  void clear() {
    std::ranges::fill(keys_, Fingerprint{});
    std::ranges::fill(values_, Value{});
    size_ = 0;
  }
  std::size_t slots() const { return keys_.size(); }
  std::size_t bytes() const { return keys_.size() * slot_bytes(); }
  /// Returns the share of the slots that is taken.
  double load() const { return static_cast<double>(size_) / static_cast<double>(keys_.size()); }

  /// Finds the value of a state, or adds it with a default one; tells which in `second`. The value
  /// stays where it is until the next call; an empty one is null.
  std::pair<Value*, bool> insert(Fingerprint state) {
    if (state == Fingerprint{}) state.low = 1;  // which stands for a free slot
    std::size_t at = slot_of(state);
    if (keys_[at] == state) return {value_at(at), false};
    if (size_ + 1 > keys_.size() / 20 * 17) {
      grow();
      at = slot_of(state);
    }
    keys_[at] = state;
    ++size_;
    return {value_at(at), true};
  }

 private:
  std::size_t slot_bytes() const { return sizeof(Fingerprint) + (has_values_ ? sizeof(Value) : 0); }

  Value* value_at(std::size_t slot) { return has_values_ ? &values_[slot] : nullptr; }

  std::size_t slot_of(const Fingerprint& state) const {
    __extension__ using Wide = unsigned __int128;
    auto at = static_cast<std::size_t>((static_cast<Wide>(state.high) * keys_.size()) >> 64U);
    while (keys_[at] != state && keys_[at] != Fingerprint{}) {
      if (++at == keys_.size()) at = 0;
    }
    return at;
  }

  void allocate(std::size_t slots) {
    if (bytes_max_ != 0 && slots * slot_bytes() > bytes_max_) throw TableFull();
    keys_.assign(slots, Fingerprint{});
    if (has_values_) values_.assign(slots, Value{});
  }

  void grow() {
    const std::size_t wanted = keys_.size() / 5 * 6;
    const std::size_t allowed =
        bytes_max_ == 0 ? wanted : std::min<std::size_t>(wanted, bytes_max_ / slot_bytes());
    if (allowed <= keys_.size() + keys_.size() / 20) throw TableFull();
    const std::vector<Fingerprint> keys = std::move(keys_);
    const std::vector<Value> values = std::move(values_);
    allocate(allowed);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == Fingerprint{}) continue;
      const std::size_t at = slot_of(keys[i]);
      keys_[at] = keys[i];
      if (has_values_) values_[at] = values[i];
    }
  }

  const std::uint64_t bytes_max_;
  const bool has_values_;
  std::vector<Fingerprint> keys_;
  std::vector<Value> values_;
  std::size_t size_ = 0;
};

}  // namespace harrier
