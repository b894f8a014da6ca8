// Reads the library and the files of a model.
#include "abs/syntax/parse.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "abs/library/prelude.hpp"
#include "abs/syntax/lexer.hpp"
#include "abs/syntax/parser.hpp"

namespace harrier::abs {

namespace {

/// Returns the library in which `lookup` gives no Maybe.
std::string with_old_lookup(std::string library) {
  constexpr std::string_view now =
      "def Maybe<B> lookup<A, B>(Map<A, B> map, A key) = lookupMaybe(map, key);";
  constexpr std::string_view once =
      "def B lookup<A, B>(Map<A, B> map, A key) = lookupUnsafe(map, key);";
  const std::size_t at = library.find(now);
  if (at == std::string::npos) throw std::logic_error("the library has another lookup");
  return library.replace(at, now.size(), once);
}

}  // namespace

ParseResult parse(std::vector<SourceFile> files, const ParseOptions& options) {
  ParseResult result;
  result.model = std::make_unique<Model>();
  Model& model = *result.model;
  model.dialect = options.dialect;
  model.files.reserve(files.size() + 1);
  const std::string library(library::prelude());
  model.files.push_back({"<library>", options.old_lookup ? with_old_lookup(library) : library});
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
