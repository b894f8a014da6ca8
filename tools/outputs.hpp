// The files beside the report that a command line asks for: the page, diagrams, what CI reads.
#pragma once

#include "tools/page.hpp"

namespace harrier::tools {

/// Throws UsageError if one of the files cannot be written, or is named twice; asked before a long
/// exploration.
void require_outputs_savable(const CommandLine& line);
/// Tells whether any file is asked for.
bool has_outputs(const CommandLine& line);
/// Tells whether one of the files shows the tree of the executions.
bool watches_tree(const CommandLine& line);

/// What the files are about.
struct Outputs {
  const ChosenProgram& program;
  const CheckOptions& options;
  const ReportOptions& reporting;
  PageContent content;
};

/// Writes the files.
void write_outputs(const CommandLine& line, Outputs outputs);

}  // namespace harrier::tools
