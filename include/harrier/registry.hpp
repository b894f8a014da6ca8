// Programs under a name, with typed arguments: what `harrier list` shows and `check` takes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harrier/options.hpp"
#include "harrier/program.hpp"
#include "harrier/system.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

/// One `key=value` a program takes.
struct Parameter {
  std::string name;
  std::string summary;
  std::string default_value;
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::vector<std::string> values;  ///< the words it may be; empty for a number

  bool is_number() const { return values.empty(); }
};

/// Describes a whole-number parameter.
Parameter number(std::string name, std::int64_t default_value, std::int64_t min, std::int64_t max,
                 std::string summary);
/// Describes a parameter that is one of some words; the first is the default.
Parameter word(std::string name, std::vector<std::string> values, std::string summary);

/// The arguments of one run: every parameter has a value in its range.
class Arguments {
 public:
  Arguments() = default;
  /// Takes `key=value` texts; throws UsageError for an unknown key or a value out of range.
  static Arguments parse(const std::vector<Parameter>& parameters,
                         const std::vector<std::string>& texts, std::string_view program);

  int number(const std::string& name) const;
  const std::string& word(const std::string& name) const;
  const std::map<std::string, std::string>& values() const { return values_; }

 private:
  std::map<std::string, std::string> values_;
};

/// A program that can be named on the command line.
struct ProgramDefinition {
  std::string name;
  std::string summary;
  std::vector<Parameter> parameters;
  std::function<std::unique_ptr<Program>(const Arguments&, const ProgramOptions&)> make;
  std::string read_as = {};  ///< how it is read, where that is not the usual way; for reports
  /// What it is made of beside this executable, such as the texts that were read, in a few words
  /// that differ where that does; for files that fit nothing else.
  std::string made_of = {};
  std::string uncertified = {};  ///< why its classes cannot be certified; empty where they can
};

/// Registers programs by existing; meant for namespace scope.
///
///     const harrier::Register server("server", "two reads race with a write", {},
///                                    [](harrier::System& system, const harrier::Arguments&) { …
///                                    });
class Register {
 public:
  using Setup = std::function<void(System&, const Arguments&)>;

  Register(std::string name, std::string summary, std::vector<Parameter> parameters, Setup setup);
  explicit Register(ProgramDefinition definition);
};

/// Returns all registered programs, sorted by name.
std::vector<const ProgramDefinition*> registered_programs();
/// Finds a program by name; throws UsageError with the nearest name when there is none.
const ProgramDefinition& find_program(std::string_view name);

}  // namespace harrier
