// Reads files into the tree of a model.
#pragma once

#include <memory>
#include <vector>

#include "abs/syntax/model.hpp"

namespace harrier::abs {

struct ParseOptions {
  Dialect dialect = Dialect::standard;
  PlainNew plain_new = PlainNew::by_model;
  bool old_lookup = false;  ///< `lookup` gives the value itself, as once upon a time
};

/// There is always a model, of what could be read; it can be run only if nothing was refused.
struct ParseResult {
  std::unique_ptr<Model> model;
  Diagnostics diagnostics;
};

/// Reads the library and these files as one model. Goes on after errors.
ParseResult parse(std::vector<SourceFile> files, const ParseOptions& options = {});

}  // namespace harrier::abs
