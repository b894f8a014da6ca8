// Reads the library and the files of a model.
#include "abs/syntax/parse.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "abs/library/prelude.hpp"
#include "abs/syntax/bodies.hpp"
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

/// Tells whether some file says `new cog`, and none `new local`: then plain `new` is the third way.
bool says_new_cog(std::span<const std::vector<Token>> files) {
  bool says_cog = false;
  for (const std::vector<Token>& tokens : files) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (tokens[i].kind != TokenKind::word_new) continue;
      if (tokens[i + 1].kind == TokenKind::word_local) return false;
      says_cog |= tokens[i + 1].kind == TokenKind::identifier && tokens[i + 1].text == "cog";
    }
  }
  return says_cog;
}

bool plain_new_stays(const ParseOptions& options, std::span<const std::vector<Token>> files) {
  if (options.plain_new != PlainNew::by_model) return options.plain_new == PlainNew::local;
  return options.dialect == Dialect::legacy && says_new_cog(files);
}

}  // namespace

ParseResult parse(std::vector<SourceFile> files, const ParseOptions& options) {
  ParseResult result;
  result.model = std::make_unique<Model>();
  Model& model = *result.model;
  model.dialect = options.dialect;
  const std::size_t files_count = files.size();
  model.files.reserve(files_count + 1);
  const std::string library(library::prelude());
  model.files.push_back({"<library>", options.old_lookup ? with_old_lookup(library) : library});
  std::move(files.begin(), files.end(), std::back_inserter(model.files));
  std::vector<std::vector<Token>> tokens;
  for (std::uint32_t file = 0; file < model.files.size(); ++file) {
    tokens.push_back(tokens_of(model.files[file].text, file, result.diagnostics));
  }
  std::optional<std::size_t> first_body;
  const bool stays = plain_new_stays(options, std::span(tokens).subspan(1));
  for (std::uint32_t file = 0; file < model.files.size(); ++file) {
    // The library is written in the language of today.
    model.dialect = file == 0 ? Dialect::standard : options.dialect;
    if (file == options.bodies.value_or(files_count) + 1) first_body = model.modules.size();
    Parser(model, file, std::move(tokens[file]), result.diagnostics, stays).read_file();
  }
  model.dialect = options.dialect;
  if (first_body) result.bodies_given = give_bodies(model, *first_body, result.diagnostics);
  std::stable_sort(
      result.diagnostics.begin(), result.diagnostics.end(),
      [](const Diagnostic& a, const Diagnostic& b) { return a.position < b.position; });
  return result;
}

}  // namespace harrier::abs
