// A set of fingerprints that several threads fill.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "harrier/fingerprint.hpp"

namespace harrier::certificate {

class Digests {
 public:
  explicit Digests(std::uint64_t bytes_max = std::numeric_limits<std::uint64_t>::max())
      : slots_max_(bytes_max / sizeof(Fingerprint)) {}

  /// Adds one; tells whether it was not there. Where there is no more room nothing is added.
  bool insert(const Fingerprint& digest) {
    Shard& shard = shard_of(digest);
    const std::scoped_lock lock(shard.mutex);
    if (4 * (shard.count + 1) > 3 * shard.slots.size() && !grow(shard)) {
      return shard.slots.empty() || shard.slots[place(shard, digest)] != digest;
    }
    Fingerprint& slot = shard.slots[place(shard, digest)];
    if (slot == digest) return false;
    slot = digest;
    ++shard.count;
    return true;
  }
  bool contains(const Fingerprint& digest) const {
    Shard& shard = shard_of(digest);
    const std::scoped_lock lock(shard.mutex);
    return !shard.slots.empty() && shard.slots[place(shard, digest)] == digest;
  }
  /// Returns how many there are; nobody is to add any meanwhile.
  std::size_t size() const {
    std::size_t sum = 0;
    for (const Shard& shard : shards_) sum += shard.count;
    return sum;
  }

 private:
  static constexpr std::size_t shard_count = 64;
  static constexpr std::size_t first_slots = 16;
  /// An empty slot has the fingerprint of nothing, which is the sum over no events: nobody asks for
  /// that one.
  struct Shard {
    std::mutex mutex;
    std::vector<Fingerprint> slots;
    std::size_t count = 0;
  };

  Shard& shard_of(const Fingerprint& digest) const { return shards_[digest.high % shard_count]; }
  /// Returns where it is or belongs.
  static std::size_t place(const Shard& shard, const Fingerprint& digest) {
    const std::size_t mask = shard.slots.size() - 1;
    std::size_t at = digest.low & mask;
    while (shard.slots[at] != digest && shard.slots[at] != Fingerprint{}) at = (at + 1) & mask;
    return at;
  }
  bool grow(Shard& shard) const {
    const std::size_t size = shard.slots.empty() ? first_slots : 2 * shard.slots.size();
    if (size * shard_count > slots_max_) return false;
    std::vector<Fingerprint> before(size);
    before.swap(shard.slots);
    for (const Fingerprint& digest : before) {
      if (digest != Fingerprint{}) shard.slots[place(shard, digest)] = digest;
    }
    return true;
  }

  mutable std::array<Shard, shard_count> shards_;
  const std::uint64_t slots_max_;
};

}  // namespace harrier::certificate
