// What an exploration has come to, as far as that can be added up without running its program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/search.hpp"
#include "harrier/check.hpp"
#include "reduction/work_text.hpp"

namespace harrier {

struct Tally {
  /// A group of findings, and the execution that shows it best: of those with the fewest steps the
  /// one whose text is smallest.
  struct Found {
    std::string group;
    std::string schedule;
    std::uint64_t count = 0;  ///< executions that show it to their end
    bool count_stopped = false;
  };

  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t infeasible = 0;
  std::uint64_t steps = 0;
  std::uint64_t steps_replayed = 0;
  std::uint64_t depth_max = 0;
  std::uint64_t cut = 0;
  Coverage coverage = Coverage::every_class();
  std::vector<Found> violations;  ///< by their groups' names
  std::vector<Found> warnings;
  /// Why nothing more is to be explored, though something is left; not where the exploration goes
  /// on elsewhere.
  Incomplete over;
  bool differs = false;  ///< a step did not do again what it did before

  static Tally of(const Search::Portion& portion);

  bool is_over() const { return over.why != Incomplete::Why::none || differs; }
  void add(const Tally& other);

  /// Writes it as `Totals` does, but for what has ended it.
  void write(WorkWriter& writer) const;
  static Tally read(WorkReader& reader);
  void write_over(WorkWriter& writer) const;
  void read_over(WorkReader& reader);
};

}  // namespace harrier
