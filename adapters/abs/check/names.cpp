// What every module declares, exports, imports and sees.
#include "abs/check/names.hpp"

#include <algorithm>

#include "abs/check/checker.hpp"

namespace harrier::abs {
namespace {

constexpr std::string_view standard_library = "ABS.StdLib";

std::pair<std::string_view, std::string_view> split(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {{}, name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

std::string_view unsupported_feature(Annotations annotations) {
  for (const Annotation& annotation : annotations) {
    if (annotation.name == "Unsupported" && annotation.position.file == 0) {
      return annotation.value->text;
    }
  }
  return {};
}

}  // namespace

std::string_view text_of(NameKind kind) {
  switch (kind) {
    case NameKind::type:
      return "type";
    case NameKind::constructor:
      return "constructor";
    case NameKind::function:
      return "function";
    case NameKind::partial_function:
      return "partial function";
    case NameKind::class_:
      return "class";
    case NameKind::trait:
      return "trait";
  }
  return "name";
}

std::string declared_at(const Model& model, Position position) {
  return position.file == 0 ? " in the library" : " at " + text_of(model, position);
}

Names::Names(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

void Names::error(Position position, std::string text) {
  diagnostics_.push_back({Severity::error, position, std::move(text)});
}

void Names::collect() {
  // Of two modules of one name only the first is looked at: the other would give nothing but more
  // errors.
  const auto is_double = [this](const Module* module) {
    const auto [first, is_new] = modules_.emplace(module->name, module);
    if (is_new) return false;
    error(module->position, "module " + quoted(module->name) + " is already defined" +
                                declared_at(model_, first->second->position));
    return true;
  };
  model_.modules.erase(std::remove_if(model_.modules.begin(), model_.modules.end(), is_double),
                       model_.modules.end());
  for (const Module* module : model_.modules) declare(module);
  for (const Module* module : model_.modules) exports_of(module);
  for (const Module* module : model_.modules) import_all(module);
}

const std::vector<Declared*>& Names::declared(const Module* module) const {
  return scopes_.at(module).declared;
}

void Names::declare(const Module* module) {
  scopes_[module];
  for (DataType* data : module->data_types) {
    const std::string_view unsupported = unsupported_feature(data->annotations);
    add(module, {.kind = NameKind::type,
                 .name = data->name,
                 .position = data->position,
                 .unsupported = unsupported,
                 .data = data});
    for (Constructor* constructor : data->constructors) {
      add(module, {.kind = NameKind::constructor,
                   .name = constructor->name,
                   .position = constructor->position,
                   .unsupported = unsupported,
                   .constructor = constructor});
    }
  }
  for (Constructor* exception : module->exceptions) {
    // Its name is one of type Exception, too.
    for (const NameKind kind : {NameKind::constructor, NameKind::type}) {
      const bool is_new = add(module, {.kind = kind,
                                       .name = exception->name,
                                       .position = exception->position,
                                       .constructor = exception});
      if (!is_new) break;
    }
  }
  for (TypeSynonym* synonym : module->synonyms) {
    add(module, {.kind = NameKind::type,
                 .name = synonym->name,
                 .position = synonym->position,
                 .unsupported = unsupported_feature(synonym->annotations),
                 .synonym = synonym});
  }
  for (Interface* interface : module->interfaces) {
    add(module, {.kind = NameKind::type,
                 .name = interface->name,
                 .position = interface->position,
                 .unsupported = unsupported_feature(interface->annotations),
                 .interface = interface});
  }
  for (Function* function : module->functions) {
    const bool partial = !function->function_parameters.empty();
    add(module, {.kind = partial ? NameKind::partial_function : NameKind::function,
                 .name = function->name,
                 .position = function->position,
                 .unsupported = unsupported_feature(function->annotations),
                 .function = function});
  }
  for (Class* declared : module->classes) {
    add(module, {.kind = NameKind::class_,
                 .name = declared->name,
                 .position = declared->position,
                 .unsupported = unsupported_feature(declared->annotations),
                 .class_declared = declared});
  }
  for (Trait* trait : module->traits) {
    add(module, {.kind = NameKind::trait,
                 .name = trait->name,
                 .position = trait->position,
                 .trait = trait});
  }
}

bool Names::add(const Module* module, Declared declared) {
  declared.module = module;
  Scope& scope = scopes_[module];
  auto& same = scope.own[declared.name];
  for (const Declared* other : same) {
    if (other->kind != declared.kind) continue;
    error(declared.position, std::string(text_of(declared.kind)) + " " + quoted(declared.name) +
                                 " is already defined" + declared_at(model_, other->position));
    return false;
  }
  Declared* made = model_.arena.make(declared);
  scope.declared.push_back(made);
  same.push_back(made);
  return true;
}

const Module* Names::module_of(std::string_view name, Position position, bool report) {
  const auto found = modules_.find(name);
  if (found != modules_.end()) return found->second;
  if (report) {
    error(position, "there is no module " + quoted(name) +
                        "; name its file on the command line too if it is in another one");
  }
  return nullptr;
}

const Names::Table& Names::exports_of(const Module* module) {
  Scope& scope = scopes_.at(module);
  if (scope.exports != Scope::State::open)
    return scope.exported;  // of a cycle: what is known so far
  scope.exports = Scope::State::under_way;
  for (const ModuleClause& clause : module->clauses) {
    if (clause.exports) export_clause(module, scope, clause);
  }
  scope.exports = Scope::State::done;
  return scope.exported;
}

void Names::export_clause(const Module* module, Scope& scope, const ModuleClause& clause) {
  const auto add_to = [&](std::string_view name, const std::vector<const Declared*>& names) {
    auto& exported = scope.exported[name];
    for (const Declared* declared : names) {
      if (std::find(exported.begin(), exported.end(), declared) == exported.end()) {
        exported.push_back(declared);
      }
    }
  };
  if (clause.all) {
    const Module* from =
        clause.from.empty() ? module : module_of(clause.from, clause.from_position);
    if (from == nullptr) return;
    // The table must not be walked while it grows.
    const Table names = from == module ? scope.own : exports_of(from);
    for (const auto& [name, declared] : names) add_to(name, declared);
    return;
  }
  if (!clause.from.empty() && module_of(clause.from, clause.from_position) == nullptr) return;
  for (const ModuleClause::Name& name : clause.names) export_name(module, scope, clause, name);
}

void Names::export_name(const Module* module, Scope& scope, const ModuleClause& clause,
                        const ModuleClause::Name& name) {
  const auto [qualifier, simple] = split(name.name);
  std::vector<const Declared*> names;
  if (!clause.from.empty() && clause.from != module->name) {
    if (!qualifier.empty()) {
      return error(name.position,
                   "qualified name " + quoted(name.name) + " is not allowed in 'export … from'");
    }
    const Table& exported = exports_of(modules_.at(clause.from));
    if (const auto found = exported.find(simple); found != exported.end()) names = found->second;
  } else if (qualifier.empty() || qualifier == module->name) {
    if (const auto found = scope.own.find(simple); found != scope.own.end()) {
      names = found->second;
    } else {
      names = imported(module, simple);
    }
  } else if (const Module* other = module_of(qualifier, name.position)) {
    const Table& exported = exports_of(other);
    if (const auto found = exported.find(simple); found != exported.end()) names = found->second;
  }
  if (names.empty()) {
    return error(name.position, "name " + quoted(name.name) + " cannot be exported: " +
                                    (clause.from.empty() ? "it is neither defined nor imported here"
                                                         : "module " + quoted(clause.from) +
                                                               " does not export it"));
  }
  auto& exported = scope.exported[simple];
  for (const Declared* declared : names) {
    if (std::find(exported.begin(), exported.end(), declared) == exported.end()) {
      exported.push_back(declared);
    }
  }
}

// Finds a name among those that a module imports, while imports are not resolved yet.
std::vector<const Declared*> Names::imported(const Module* module, std::string_view name) {
  for (const ModuleClause& clause : module->clauses) {
    if (clause.exports || clause.from.empty()) continue;
    const bool named =
        clause.all || std::any_of(clause.names.begin(), clause.names.end(),
                                  [&](const auto& listed) { return listed.name == name; });
    const Module* from = named ? module_of(clause.from, clause.from_position, false) : nullptr;
    if (from == nullptr) continue;
    const Table& exported = exports_of(from);
    if (const auto found = exported.find(name); found != exported.end()) return found->second;
  }
  return {};
}

void Names::see(Scope& scope, const std::vector<const Declared*>& names, std::string_view through,
                bool unqualified) {
  for (const Declared* declared : names) {
    auto& seen = scope.seen[declared->name];
    const auto same = std::find_if(seen.begin(), seen.end(), [&](const Seen& other) {
      return other.declared == declared && other.through == through;
    });
    if (same == seen.end()) {
      seen.push_back({declared, through, unqualified, false});
    } else {
      same->unqualified |= unqualified;
    }
  }
}

void Names::import_all(const Module* module) {
  Scope& scope = scopes_.at(module);
  for (const Declared* declared : scope.declared) {
    scope.seen[declared->name].push_back({declared, module->name, true, true});
  }
  bool imports_library = module->name == standard_library;
  for (const ModuleClause& clause : module->clauses) {
    if (clause.exports) continue;
    if (clause.from == standard_library) imports_library = true;
    for (const ModuleClause::Name& name : clause.names) {
      if (clause.from.empty() && split(name.name).first == standard_library) imports_library = true;
    }
    import_clause(module, scope, clause);
  }
  if (!imports_library) {
    if (const Module* library = module_of(standard_library, {}, false)) {
      for (const auto& [name, declared] : exports_of(library)) {
        see(scope, declared, standard_library, true);
      }
    }
  }
  if (model_.dialect == Dialect::standard) report_clashes(module, scope);
}

void Names::import_clause(const Module* /*module*/, Scope& scope, const ModuleClause& clause) {
  if (!clause.from.empty()) {
    const Module* from = module_of(clause.from, clause.from_position);
    if (from == nullptr) return;
    const Table& exported = exports_of(from);
    if (clause.all) {
      for (const auto& [name, declared] : exported) see(scope, declared, clause.from, true);
      return;
    }
    for (const ModuleClause::Name& name : clause.names) {
      if (name.name.find('.') != std::string_view::npos) {
        error(name.position,
              "qualified name " + quoted(name.name) + " is not allowed in 'import … from'");
      } else if (const auto found = exported.find(name.name); found != exported.end()) {
        see(scope, found->second, clause.from, true);
      } else {
        error(name.position,
              "name " + quoted(name.name) + " is not exported by module " + quoted(clause.from));
      }
    }
    return;
  }
  for (const ModuleClause::Name& name : clause.names) {
    const auto [qualifier, simple] = split(name.name);
    if (qualifier.empty()) {
      error(name.position, "name " + quoted(name.name) + " needs 'from' and its module");
      continue;
    }
    const Module* from = module_of(qualifier, name.position);
    if (from == nullptr) continue;
    const Table& exported = exports_of(from);
    if (const auto found = exported.find(simple); found != exported.end()) {
      see(scope, found->second, qualifier, false);
    } else {
      error(name.position,
            "name " + quoted(simple) + " is not exported by module " + quoted(qualifier));
    }
  }
}

// What a module declares must not have the name of something of the same kind that it imports.
void Names::report_clashes(const Module* module, const Scope& scope) {
  for (const Declared* declared : scope.declared) {
    for (const Seen& seen : scope.seen.at(declared->name)) {
      if (seen.own || !seen.unqualified || seen.declared->kind != declared->kind) continue;
      if (module->position.file == 0) continue;
      // Of two exceptions it is said once, about the constructor.
      if (declared->kind == NameKind::type && declared->constructor != nullptr &&
          seen.declared->constructor != nullptr) {
        continue;
      }
      std::string text = std::string(text_of(declared->kind)) + " " + quoted(declared->name) +
                         " is already defined" + declared_at(model_, seen.declared->position);
      if (seen.declared->position.file == 0) {
        text += "; rename it, or read old models with '--dialect legacy'";
      }
      error(declared->position, text);
      break;
    }
  }
}

Found Names::find(const Module* module, NameKind kind, std::string_view name) const {
  const auto [qualifier, simple] = split(name);
  const Scope& scope = scopes_.at(module);
  const auto found = scope.seen.find(simple);
  if (found == scope.seen.end()) return {};
  Found result;
  for (const Seen& seen : found->second) {
    if (seen.declared->kind != kind) continue;
    const bool fits = qualifier.empty()
                          ? seen.unqualified
                          : seen.through == qualifier || seen.declared->module->name == qualifier;
    if (!fits) continue;
    if (seen.own) return {seen.declared, {}};  // what is declared here hides the rest
    auto& known = result.candidates;
    if (std::find(known.begin(), known.end(), seen.declared) == known.end()) {
      known.push_back(seen.declared);
    }
  }
  auto& candidates = result.candidates;
  if (model_.dialect == Dialect::legacy && candidates.size() > 1) {
    // Old models know nothing of what the library got later.
    candidates.erase(
        std::remove_if(candidates.begin(), candidates.end(),
                       [](const Declared* declared) { return declared->position.file == 0; }),
        candidates.end());
  }
  if (candidates.size() == 1) return {candidates.front(), {}};
  return result;
}

std::vector<std::string> Names::visible_names(const Module* module, NameKind kind) const {
  std::vector<std::string> names;
  for (const auto& [name, all] : scopes_.at(module).seen) {
    const bool fits = std::any_of(all.begin(), all.end(), [&](const Seen& seen) {
      return seen.unqualified && seen.declared->kind == kind;
    });
    if (fits) names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace harrier::abs
