// What every module declares, exports, imports and sees.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// The kinds of names; names of different kinds do not get in each other's way.
enum class NameKind : std::uint8_t { type, constructor, function, partial_function, class_, trait };

/// Something that a module declares.
struct Declared {
  NameKind kind = NameKind::type;
  std::string_view name;
  const Module* module = nullptr;
  Position position;
  std::string_view unsupported = {};  ///< the feature it needs that Harrier has not; empty: none
  // One of these; the type of an exception has its constructor.
  DataType* data = nullptr;
  Interface* interface = nullptr;
  TypeSynonym* synonym = nullptr;
  Constructor* constructor = nullptr;
  Function* function = nullptr;
  Class* class_declared = nullptr;
  Trait* trait = nullptr;
};

/// What a look-up found.
struct Found {
  const Declared* declared = nullptr;       ///< null: nothing, or several
  std::vector<const Declared*> candidates;  ///< several
};

class Names {
 public:
  Names(Model& model, Diagnostics& diagnostics);

  /// Collects the names of all modules and resolves exports and imports.
  void collect();

  /// Finds what a possibly qualified name means in a module.
  Found find(const Module* module, NameKind kind, std::string_view name) const;
  /// Lists the names of a kind that can be used without a qualifier, for suggestions.
  std::vector<std::string> visible_names(const Module* module, NameKind kind) const;
  /// Lists what a module declares.
  const std::vector<Declared*>& declared(const Module* module) const;

 private:
  using Table = std::unordered_map<std::string_view, std::vector<const Declared*>>;

  struct Seen {
    const Declared* declared = nullptr;
    std::string_view through;  ///< the module it was imported from, or this one
    bool unqualified = false;
    bool own = false;
  };

  struct Scope {
    std::vector<Declared*> declared;
    Table own;
    Table exported;
    enum class State : std::uint8_t { open, under_way, done } exports = State::open;
    std::unordered_map<std::string_view, std::vector<Seen>> seen;
  };

  void declare(const Module* module);
  /// Says, and reports if not, whether there is nothing of that kind and name yet.
  bool add(const Module* module, Declared declared);
  const Table& exports_of(const Module* module);
  void export_clause(const Module* module, Scope& scope, const ModuleClause& clause);
  void export_name(const Module* module, Scope& scope, const ModuleClause& clause,
                   const ModuleClause::Name& name);
  std::vector<const Declared*> imported(const Module* module, std::string_view name);
  void import_all(const Module* module);
  void import_clause(const Module* module, Scope& scope, const ModuleClause& clause);
  static void see(Scope& scope, const std::vector<const Declared*>& names, std::string_view through,
                  bool unqualified);
  void report_clashes(const Module* module, const Scope& scope);
  const Module* module_of(std::string_view name, Position position, bool report = true);
  void error(Position position, std::string text);

  Model& model_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, const Module*> modules_;
  std::unordered_map<const Module*, Scope> scopes_;
};

/// Names a kind for messages: `type`, `function`.
std::string_view text_of(NameKind kind);
/// Returns ` (file:line)`, or nothing for what the library declares.
std::string declared_at(const Model& model, Position position);

}  // namespace harrier::abs
