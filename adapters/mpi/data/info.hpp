// Info objects: hints of the program, kept in order and otherwise ignored.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace harrier::mpi {

class Info {
 public:
  void set(std::string_view key, std::string_view value);
  /// Returns false when there is no such key.
  bool erase(std::string_view key);
  std::optional<std::string_view> get(std::string_view key) const;
  std::size_t size() const { return entries_.size(); }
  const std::string& key(std::size_t index) const { return entries_[index].first; }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

}  // namespace harrier::mpi
