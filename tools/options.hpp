// The option table: every option once. It feeds the parser, the help, the docs and the completion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/check.hpp"

namespace harrier::tools {

/// The sub-commands that an option belongs to, as bits.
enum class Use : std::uint16_t {
  none = 0,
  list = 1,
  check = 2,
  replay = 4,
  help = 8,
  compare = 16,
  outcomes = 32,
  estimate = 64,
  minimise = 128,
  page = 256,
  work = 512,
  status = 1024,
  verify = 2048,
  every = 0xffff,
};
constexpr Use operator|(Use first, Use second) {
  return static_cast<Use>(static_cast<unsigned>(first) | static_cast<unsigned>(second));
}
constexpr bool shares(Use first, Use second) {
  return (static_cast<unsigned>(first) & static_cast<unsigned>(second)) != 0;
}

/// What may follow an option.
enum class ValueKind : std::uint8_t {
  flag,      ///< nothing
  toggle,    ///< nothing; also as --no-…
  count,     ///< a whole number from `min` on
  counts,    ///< whole numbers from `min` on, with commas between them
  seconds,   ///< a number that is not negative
  word,      ///< one of `values`
  words,     ///< some of `values`, with commas between them
  count_or,  ///< a whole number, or one of `values`
  schedule,
  file,
};

struct Option {
  std::string_view name = {};        ///< without the dashes
  std::string_view value_name = {};  ///< what the help calls the value; empty where there is none
  ValueKind kind = ValueKind::flag;
  Use use = Use::none;
  std::string help = {};                 ///< one line
  std::string default_value = {};        ///< empty where there is none worth telling
  std::string default_in_compare = {};   ///< where it differs there
  std::vector<std::string> values = {};  ///< the words it may be
  std::uint64_t min = 0;
  /// The replay of a violation needs it as well, so the replay line repeats it.
  bool shapes_replay = false;
  /// Puts a checked value into the options of an exploration; null for options of the tool itself.
  std::function<void(CheckOptions& options, const std::string& value)> apply = nullptr;

  bool takes_value() const { return kind != ValueKind::flag && kind != ValueKind::toggle; }
  /// Tells whether the word behind it belongs to it: one that it needs, or one that it may have.
  bool takes(std::string_view next) const {
    return takes_value() || std::ranges::find(values, next) != values.end();
  }
};

/// Returns all options, in the order in which help shows them.
const std::vector<Option>& option_table();

/// Adds the options about single executions.
void add_repeat_options(std::vector<Option>& table);

/// Adds the options of explorations that compare states.
void add_state_options(std::vector<Option>& table);

/// Finds an option by name; null when there is none.
const Option* find_option(std::string_view name);

/// Splits a value at its commas.
std::vector<std::string> words_of(const std::string& value);

/// Reads a number of seconds that was checked before.
double seconds_of(const std::string& value);

/// Throws UsageError, saying what is possible, unless the value fits the option.
void require_value_fits(const Option& option, const std::string& value);

}  // namespace harrier::tools
