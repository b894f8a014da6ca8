// The memory of a model, and its words for places and remarks.
#include "abs/syntax/model.hpp"

#include <algorithm>

namespace harrier::abs {

std::string_view Arena::copy(std::string_view text) {
  if (text.empty()) return {};
  auto* first = static_cast<char*>(memory_.allocate(text.size(), 1));
  std::copy(text.begin(), text.end(), first);
  return {first, text.size()};
}

std::string text_of(const Model& model, const Position& position) {
  return model.files.at(position.file).name + ":" + std::to_string(position.line);
}

std::string text_of(const Model& model, const Diagnostic& diagnostic) {
  std::string text =
      text_of(model, diagnostic.position) + ":" + std::to_string(diagnostic.position.column) + ": ";
  if (diagnostic.severity == Severity::warning) text += "warning: ";
  if (diagnostic.severity == Severity::unsupported) text += "unsupported: ";
  return text + diagnostic.text;
}

}  // namespace harrier::abs
