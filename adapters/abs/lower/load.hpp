// From files to code that can be run.
#pragma once

#include <cstddef>
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
  std::size_t bodies_given = 0;           ///< to foreign functions and classes
};

/// Reads these texts as one model; `bodies` says what foreign functions and classes do.
Loaded load(std::vector<SourceFile> files, Dialect dialect, PlainNew plain_new = PlainNew::by_model,
            std::vector<SourceFile> bodies = {});
/// Reads files. Throws UsageError where one cannot be read.
Loaded load_files(const std::vector<std::string>& names, Dialect dialect, PlainNew plain_new,
                  const std::vector<std::string>& bodies);

}  // namespace harrier::abs
