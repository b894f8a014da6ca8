// A language of three verbs: processes open boxes, put tokens into them and take tokens out. A box
// is opened once.
//
//     table: open left, put left
//     alice: take left, put left
#pragma once

#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harrier/usage_error.hpp"

namespace harrier::extending {

enum class Verb : std::uint8_t { open, put, take };

struct Action {
  Verb verb = Verb::open;
  std::string box;
};

struct Process {
  std::string name;
  std::vector<Action> actions;
};

/// A line per process, in the order in which they are written.
using BoxScript = std::vector<Process>;

inline const char* to_string(Verb verb) {
  return verb == Verb::open ? "open" : verb == Verb::put ? "put" : "take";
}

/// Reads a script; throws UsageError for a word that is no verb and for a box that is opened twice.
inline BoxScript parse_boxes(const std::string& text) {
  BoxScript script;
  std::set<std::string> opened;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.back() == ':') {
      script.push_back({word.substr(0, word.size() - 1), {}});
      continue;
    }
    std::string box;
    words >> box;
    if (!box.empty() && box.back() == ',') box.pop_back();
    const bool known = word == "open" || word == "put" || word == "take";
    if (!known || box.empty() || script.empty()) throw UsageError("what is '" + word + "'?");
    const Verb verb = word == "open" ? Verb::open : word == "put" ? Verb::put : Verb::take;
    if (verb == Verb::open && !opened.insert(box).second) {
      throw UsageError("'" + box + "' is opened twice");
    }
    script.back().actions.push_back({verb, box});
  }
  return script;
}

}  // namespace harrier::extending
