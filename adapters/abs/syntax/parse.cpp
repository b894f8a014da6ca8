// Reads the library and the files of a model.
#include "abs/syntax/parse.hpp"

#include <algorithm>
#include <utility>

#include "abs/library/prelude.hpp"
#include "abs/syntax/lexer.hpp"
#include "abs/syntax/parser.hpp"

namespace harrier::abs {

ParseResult parse(std::vector<SourceFile> files, const ParseOptions& options) {
  ParseResult result;
  result.model = std::make_unique<Model>();
  Model& model = *result.model;
  model.dialect = options.dialect;
  model.files.reserve(files.size() + 1);
  model.files.push_back({"<library>", std::string(library::prelude())});
  std::move(files.begin(), files.end(), std::back_inserter(model.files));
  for (std::uint32_t file = 0; file < model.files.size(); ++file) {
    std::vector<Token> tokens = tokens_of(model.files[file].text, file, result.diagnostics);
    // The library is written in the language of today.
    model.dialect = file == 0 ? Dialect::standard : options.dialect;
    Parser(model, file, std::move(tokens), result.diagnostics).read_file();
  }
  model.dialect = options.dialect;
  std::stable_sort(
      result.diagnostics.begin(), result.diagnostics.end(),
      [](const Diagnostic& a, const Diagnostic& b) { return a.position < b.position; });
  return result;
}

}  // namespace harrier::abs
