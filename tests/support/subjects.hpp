// Explores the papers' programs by name, for tests that hold algorithms to published figures.
#pragma once

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/registry.hpp"

namespace harrier::testing {

/// Makes the factory of a subject from its name and arguments: `pi workers=5`.
inline ProgramFactory subject(const std::string& text) {
  std::istringstream words(text);
  std::string name;
  words >> name;
  std::vector<std::string> given;
  for (std::string word; words >> word;) given.push_back(word);
  const ProgramDefinition& definition = find_program(name);
  const Arguments arguments = Arguments::parse(definition.parameters, given, name);
  return [&definition, arguments](const ProgramOptions& how) {
    return definition.make(arguments, how);
  };
}

/// Explores a subject to the end, whatever it violates.
inline CheckResult explore_subject(const std::string& text, const std::string& reduction,
                                   const std::string& order, bool sleep,
                                   Dependence dependence = Dependence::actor) {
  CheckOptions options;
  options.reduction = reduction;
  options.order = order;
  options.sleep = sleep;
  options.dependence = dependence;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  return check(subject(text), options);
}

/// Makes a test name of any text.
inline std::string as_test_name(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return text;
}

}  // namespace harrier::testing
