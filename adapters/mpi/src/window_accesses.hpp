// What a rank itself does with the memory of its windows: loads and stores that it tells of
// (harrier_instrument), and stores that show in what the memory holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpi/data/rma.hpp"
#include "site.hpp"

namespace harrier::mpi {

/// A load or store of a rank.
struct LocalAccess {
  bool stores = false;
  Site site;             ///< of the access, or of the call before which it was found
  bool is_seen = false;  ///< the program has told of it
};

/// Words it: `a store at ring.c:12`, `a store before MPI_Barrier at ring.c:14`.
std::string access_text(const LocalAccess& access);

/// Remembers for every byte of a member's window when that member last loaded it and last stored
/// into it.
class LocalAccesses {
 public:
  void note(const WindowRange& range, const LocalAccess& access, std::uint32_t count);
  /// Returns an access to one of some bytes that somebody does not know of who knows of the
  /// member's moments up to `known`. Loads count for whoever writes.
  struct Found {
    LocalAccess access;
    std::ptrdiff_t at = 0;
  };
  std::optional<Found> unknown(const WindowRange& range, bool writes, std::uint32_t known) const;
  /// Tells whether a store into a byte was noted at a moment of the member.
  bool has_store(std::ptrdiff_t at, std::uint32_t count) const;

 private:
  struct Use {
    std::uint32_t count = 0;
    std::uint32_t access = 0;  ///< which, of all that were noted
  };
  struct Byte {
    Use load;
    Use store;
  };
  static constexpr std::ptrdiff_t page_bytes = 64;
  using Page = std::array<Byte, page_bytes>;

  std::unordered_map<std::ptrdiff_t, std::unique_ptr<Page>> pages_;
  std::vector<LocalAccess> accesses_;
  std::uint32_t newest_ = 0;  ///< when one was noted last
};

/// Larger memory is not compared.
constexpr std::size_t content_bytes_max = std::size_t{1} << 20;

/// Memory that a member has put into a window.
struct WindowMemory {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  std::ptrdiff_t offset = 0;            ///< of its begin in the window
  std::vector<std::byte> content = {};  ///< as far as stores into it were noticed

  /// Its rank has called nothing since it made it a window. Many programs fill it then, and what
  /// they store counts as what it held at first.
  bool is_fresh = true;

  bool contains(const std::byte* address) const {
    return address >= begin && address < begin + bytes;
  }
  /// Takes note of what it holds at first, unless it is too large to be compared again and again.
  void watch();
  /// Lists what was stored into since, and takes note of it.
  std::vector<WindowRange> take_changes();
  /// Takes note that MPI has changed some bytes; `now` is where they lie at the moment.
  void refresh(const std::byte* address, std::size_t changed, const std::byte* now);
};

}  // namespace harrier::mpi
