// The page: a result with its executions as one file that a browser opens from disk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/watchdog.hpp"
#include "harrier/explain.hpp"
#include "tools/explored_tree.hpp"
#include "tools/json.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

inline constexpr std::string_view page_schema = "harrier-page-1";

/// A violation with what was found out about it.
struct PageViolation {
  Violation violation;
  std::optional<bool>
      certified;  ///< it is the shortest, or the shortest found; none: nobody looked
  std::optional<Explanation> why;
};

/// Tells whether the execution of a violation comes to an end, so that it can be run again.
bool can_run_again(const Violation& violation);

/// What a page is made of.
struct PageContent {
  Json result;  ///< as check_to_json tells it
  std::vector<PageViolation> violations;
  const ExploredTree* tree = nullptr;  ///< none where nobody watched the exploration
  bool executes = true;                ///< otherwise the program cannot be run any more
};

/// Runs the executions again and collects what the page shows.
Json page_data(const ChosenProgram& program, const CheckOptions& options,
               const ReportOptions& reporting, PageContent content, Watchdog& watchdog);

/// Writes a page that shows the data, whatever bytes its texts have.
std::string page_text(Json data, const std::string& title);

/// Names what is shown: the program and its arguments.
std::string title_of(const ChosenProgram& program);

}  // namespace harrier::tools
