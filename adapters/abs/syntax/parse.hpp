// Reads files into the tree of a model.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "abs/syntax/model.hpp"

namespace harrier::abs {

struct ParseOptions {
  Dialect dialect = Dialect::standard;
  PlainNew plain_new = PlainNew::by_model;
  std::optional<std::size_t> bodies = std::nullopt;  ///< files from this one on give bodies
  bool old_lookup = false;  ///< `lookup` gives the value itself, as once upon a time
};

/// There is always a model, of what could be read; it can be run only if nothing was refused.
struct ParseResult {
  std::unique_ptr<Model> model;
  Diagnostics diagnostics;
  std::size_t bodies_given = 0;  ///< to foreign functions and classes
};

/// Reads the library and these files as one model. Goes on after errors.
ParseResult parse(std::vector<SourceFile> files, const ParseOptions& options = {});

}  // namespace harrier::abs
