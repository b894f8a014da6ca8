// The words that options' values and JSON use for the library's enumerations.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/options.hpp"

namespace harrier::tools {

template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

inline constexpr std::array<Word<Dependence>, 2> dependence_words = {
    {{"actor", Dependence::actor}, {"field", Dependence::field}}};
inline constexpr std::array<Word<DeliveryModel>, 4> delivery_words = {
    {{"bag", DeliveryModel::bag},
     {"fifo", DeliveryModel::fifo},
     {"causal", DeliveryModel::causal},
     {"mailbox", DeliveryModel::mailbox}}};
/// In place of a word for a delivery model: each of them in turn.
inline constexpr std::string_view all_deliveries = "all";
inline constexpr std::array<Word<Environment>, 3> environment_words = {
    {{"total", Environment::total},
     {"empty", Environment::empty},
     {"custom", Environment::custom}}};
inline constexpr std::array<Word<Undelivered>, 3> undelivered_words = {
    {{"ignore", Undelivered::ignore}, {"warn", Undelivered::warn}, {"error", Undelivered::error}}};
inline constexpr std::array<Word<Backtrack>, 3> backtrack_words = {
    {{"undo", Backtrack::undo}, {"local", Backtrack::local}, {"replay", Backtrack::replay}}};

inline constexpr std::array<Word<StateComparison>, 3> comparison_words = {
    {{"actors", StateComparison::actors},
     {"exact", StateComparison::exact},
     {"symmetric", StateComparison::symmetric}}};

/// Returns the word for a value.
template <class Words, class Value>
std::string word_of(const Words& words, Value value) {
  for (const auto& word : words) {
    if (word.value == value) return std::string(word.text);
  }
  return {};
}

/// Sets the value that a word stands for; the word has been checked before.
template <class Words, class Value>
void set_from_word(const Words& words, std::string_view text, Value& value) {
  for (const auto& word : words) {
    if (word.text == text) value = word.value;
  }
}

template <class Words>
std::vector<std::string> texts_of(const Words& words) {
  std::vector<std::string> texts;
  for (const auto& word : words) texts.emplace_back(word.text);
  return texts;
}

}  // namespace harrier::tools
