// Which findings are about one property at one place.
#include "property/groups.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace harrier {

namespace {

bool is_digit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }
bool is_of_word(char letter) {
  return std::isalpha(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Replaces the numbers that stand for themselves; `p2` is a name, and the first of several actors
/// has no number.
std::string without_numbers(std::string_view text) {
  std::string shape;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool in_word =
        (i > 0 && is_of_word(text[i - 1])) || (end < text.size() && is_of_word(text[end]));
    if (end == i) {
      shape += text[i++];
      continue;
    }
    const bool of_actor = shape.size() > 1 && shape.back() == '.' && is_of_word(shape.end()[-2]);
    if (in_word) {
      shape += text.substr(i, end - i);
    } else if (of_actor) {
      shape.pop_back();
    } else {
      shape += '#';
    }
    i = end;
  }
  return shape;
}

/// Returns the type of a message.
std::string_view type_of(std::string_view message) { return message.substr(0, message.find('{')); }

/// Joins parts so that they cannot be taken for others.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string all;
  ((all += without_numbers(parts), all += '\0'), ...);
  return all;
}

/// Two checks may differ in nothing but numbers; where their places are known, these tell.
std::string property(const Failure& failure) { return joined(failure.text) + failure.place; }

struct GroupOf {
  std::string operator()(const FailedStep& found) const {
    return property(found.failure) + joined("", found.actor, type_of(found.message));
  }
  std::string operator()(const FailedProgram& found) const { return property(found.failure); }
  std::string operator()(const FailedEndCheck& found) const { return property(found.failure); }
  std::string operator()(const WaitingCycle& found) const {
    // The same cycle whoever is named first.
    std::vector<std::string> roles;
    for (const std::string& actor : found.actors) roles.push_back(without_numbers(actor));
    std::ranges::sort(roles);
    std::string all;
    for (const std::string& role : roles) all += joined(role);
    return all;
  }
  std::string operator()(const WaitingActor& found) const {
    return joined(found.actor, type_of(found.waits_for), found.for_ended ? "ended" : "");
  }
  std::string operator()(const LeftActor& found) const {
    return joined(found.actor, type_of(found.waits_for));
  }
  std::string operator()(const UndeliveredMessage& found) const {
    return joined(type_of(found.message), found.from, found.to,
                  std::to_string(static_cast<int>(found.hold)) + "h");
  }
  std::string operator()(const Unreturned& found) const {
    return joined(found.actor, type_of(found.message));
  }
  std::string operator()(const CrashedProgram& found) const { return joined(found.cause); }
  std::string operator()(const EndlessRun& found) const { return joined(found.property); }
};

}  // namespace

std::string group_of(const Finding& finding) {
  return static_cast<char>('a' + finding.index()) + std::visit(GroupOf{}, finding);
}

}  // namespace harrier
