// What a rank itself does with the memory of its windows.
#include "window_accesses.hpp"

#include <algorithm>
#include <cstring>

#include "texts.hpp"

namespace harrier::mpi {

namespace {

std::ptrdiff_t page_of(std::ptrdiff_t offset, std::ptrdiff_t bytes) {
  return offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
}

/// Calls `visit(number, begin, end)` for the pages of so many bytes that a range lies in, until it
/// says so; `begin` and `end` count from the begin of the page.
template <class Visit>
void for_pages(const WindowRange& range, std::ptrdiff_t bytes, Visit visit) {
  for (std::ptrdiff_t at = range.begin; at < range.end();) {
    const std::ptrdiff_t number = page_of(at, bytes);
    const std::ptrdiff_t page_begin = number * bytes;
    const std::ptrdiff_t end = std::min(range.end(), page_begin + bytes);
    if (visit(number, static_cast<std::size_t>(at - page_begin),
              static_cast<std::size_t>(end - page_begin)))
      return;
    at = end;
  }
}

}  // namespace

std::string access_text(const LocalAccess& access) {
  const std::string what = access.stores ? "a store" : "a load";
  if (!access.is_seen) return what + " before " + call_text(access.site);
  const std::string line = line_of(access.site.from);
  return line.empty() ? what : what + " at " + line;
}

void LocalAccesses::note(const WindowRange& range, const LocalAccess& access, std::uint32_t count) {
  const auto is_same = [&](const LocalAccess& last) {
    return last.stores == access.stores && last.is_seen == access.is_seen &&
           last.site.from == access.site.from && last.site.function == access.site.function;
  };
  if (accesses_.empty() || !is_same(accesses_.back())) accesses_.push_back(access);
  const Use use{count, static_cast<std::uint32_t>(accesses_.size() - 1)};
  newest_ = std::max(newest_, count);
  for_pages(range, page_bytes, [&](std::ptrdiff_t number, std::size_t begin, std::size_t end) {
    std::unique_ptr<Page>& page = pages_[number];
    if (page == nullptr) page = std::make_unique<Page>();
    for (std::size_t i = begin; i < end; ++i)
      (access.stores ? (*page)[i].store : (*page)[i].load) = use;
    return false;
  });
}

std::optional<LocalAccesses::Found> LocalAccesses::unknown(const WindowRange& range, bool writes,
                                                           std::uint32_t known) const {
  std::optional<Found> found;
  if (newest_ <= known) return found;
  for_pages(range, page_bytes, [&](std::ptrdiff_t number, std::size_t begin, std::size_t end) {
    const auto page = pages_.find(number);
    if (page == pages_.end()) return false;
    for (std::size_t i = begin; i < end && !found; ++i) {
      const Byte& byte = (*page->second)[i];
      const bool is_load = writes && byte.store.count <= known;
      const Use& use = is_load ? byte.load : byte.store;
      if (use.count > known)
        found = {accesses_[use.access], number * page_bytes + static_cast<std::ptrdiff_t>(i)};
    }
    return found.has_value();
  });
  return found;
}

bool LocalAccesses::has_store(std::ptrdiff_t at, std::uint32_t count) const {
  const std::ptrdiff_t number = page_of(at, page_bytes);
  const auto page = pages_.find(number);
  return page != pages_.end() &&
         (*page->second)[static_cast<std::size_t>(at - number * page_bytes)].store.count == count;
}

void WindowMemory::watch() {
  content.clear();
  if (bytes <= content_bytes_max) content.assign(begin, begin + bytes);
}

std::vector<WindowRange> WindowMemory::take_changes() {
  std::vector<WindowRange> changes;
  if (content.empty() || std::memcmp(content.data(), begin, bytes) == 0) return changes;
  for (std::size_t at = 0; at < bytes; ++at) {
    if (content[at] == begin[at]) continue;
    std::size_t end = at + 1;
    while (end < bytes && content[end] != begin[end]) ++end;
    changes.push_back({offset + static_cast<std::ptrdiff_t>(at), end - at});
    at = end;
  }
  content.assign(begin, begin + bytes);
  return changes;
}

void WindowMemory::refresh(const std::byte* address, std::size_t changed, const std::byte* now) {
  if (content.empty()) return;
  const std::byte* const first = std::max<const std::byte*>(address, begin);
  const std::byte* const last = std::min<const std::byte*>(address + changed, begin + bytes);
  if (first < last)
    std::copy(now + (first - address), now + (last - address), content.begin() + (first - begin));
}

}  // namespace harrier::mpi
