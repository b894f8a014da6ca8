// From files to code that can be run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abs/lower/code.hpp"
#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// A model that was read, checked and lowered, and what was remarked on the way.
struct Loaded {
  std::unique_ptr<Model> model;
  std::unique_ptr<const run::Code> code;  ///< none where the model was refused
  Diagnostics remarks;                    ///< errors and warnings
};

/// Reads these texts as one model.
Loaded load(std::vector<SourceFile> files, Dialect dialect,
            PlainNew plain_new = PlainNew::by_model);
/// Reads files. Throws UsageError where one cannot be read.
Loaded load_files(const std::vector<std::string>& names, Dialect dialect, PlainNew plain_new);

}  // namespace harrier::abs
