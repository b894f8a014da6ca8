// What a large buffer holds, kept to see whether the program changes it: of what it has touched,
// and not more than some of that.
#pragma once

#include <cstddef>
#include <vector>

namespace harrier::mpi {

/// Programs post receives into far more memory than they touch. A page that was not there is taken
/// as untouched: it is changed if it is there later and holds something.
class KeptPages {
 public:
  /// Keeps what is there now. Tells whether all of it is memory of the program.
  bool keep(const std::byte* begin, std::size_t bytes);
  /// Tells whether what was kept is still there, and nothing else where there was nothing.
  bool hold() const;

 private:
  struct Part {
    const std::byte* begin = nullptr;
    std::size_t bytes = 0;
    bool was_there = false;
  };

  std::vector<Part> parts_;
  std::vector<std::byte> content_;  ///< of those that were there
};

}  // namespace harrier::mpi
