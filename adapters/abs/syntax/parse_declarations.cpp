// Modules and what is declared in them, classes and traits aside.
#include <map>

#include "abs/syntax/parser.hpp"

namespace harrier::abs {

/// What a module declares, while it is read.
struct Parser::Lists {
  std::vector<ModuleClause> clauses;
  std::vector<DataType*> data_types;
  std::vector<TypeSynonym*> synonyms;
  std::vector<Constructor*> exceptions;
  std::vector<Function*> functions;
  std::vector<Interface*> interfaces;
  std::vector<Class*> classes;
  std::vector<Trait*> traits;

  bool any_declared() const {
    return !(data_types.empty() && synonyms.empty() && exceptions.empty() && functions.empty() &&
             interfaces.empty() && classes.empty() && traits.empty());
  }
};

namespace {

/// Makes the functions that take the fields out of the constructors of a type.
void add_selectors(Arena& arena, const Module* module, std::span<Constructor*> constructors,
                   std::vector<Function*>& functions) {
  std::vector<std::string_view> order;
  std::map<std::string_view, std::vector<Function::Selected>> fields;
  for (const Constructor* constructor : constructors) {
    for (std::size_t i = 0; i < constructor->fields.size(); ++i) {
      const std::string_view name = constructor->fields[i].selector;
      if (name.empty()) continue;
      if (fields[name].empty()) order.push_back(name);
      fields[name].push_back({constructor, static_cast<std::uint32_t>(i)});
    }
  }
  for (const std::string_view name : order) {
    const Function::Selected& first = fields[name].front();
    Function function;
    function.kind = Function::Kind::selector;
    function.name = name;
    function.position = first.constructor->fields[first.field].position;
    function.selected = arena.copy(fields[name]);
    function.module = module;
    functions.push_back(arena.make(function));
  }
}

}  // namespace

void Parser::read_file() {
  while (!at(TokenKind::end)) {
    try {
      if (at(TokenKind::word_module)) {
        module_declaration();
      } else if (at(TokenKind::word_delta) || at(TokenKind::word_productline) ||
                 at(TokenKind::word_product) || at(TokenKind::word_root) ||
                 at(TokenKind::word_extension)) {
        product_line_part();
      } else {
        fail_expected("'module' and the name of a module");
      }
    } catch (const SyntaxError&) {
      while (!at(TokenKind::end) && !at(TokenKind::word_module)) take();
    }
  }
}

// Deltas and product lines are recognised, not read: where no product is asked for, as here, the
// official tools take the core, too.
void Parser::product_line_part() {
  diagnostics_.push_back(
      {Severity::warning, here(), name_of(peek().kind) + " is not applied: the core is explored"});
  while (!at(TokenKind::end) && !at(TokenKind::word_module)) take();
}

void Parser::module_declaration() {
  Module* module = model_.arena.make<Module>();
  Lists lists;
  take();
  module->position = here();
  module->name = qualified_name(true, "the name of the module");
  model_.modules.push_back(module);
  try {
    expect_end(TokenKind::semicolon, "the name of the module");
  } catch (const SyntaxError&) {
    // What follows is read all the same.
  }
  while (!at(TokenKind::end) && !at(TokenKind::word_module) && !at(TokenKind::word_delta) &&
         !at(TokenKind::word_productline) && !at(TokenKind::word_product) &&
         !at(TokenKind::word_root) && !at(TokenKind::word_extension)) {
    const std::size_t first = next_;
    try {
      declaration(module, lists);
    } catch (const SyntaxError&) {
      if (next_ == first) take();
      skip_to_next_declaration();
    }
  }
  module->clauses = model_.arena.copy(lists.clauses);
  module->data_types = model_.arena.copy(lists.data_types);
  module->synonyms = model_.arena.copy(lists.synonyms);
  module->exceptions = model_.arena.copy(lists.exceptions);
  module->functions = model_.arena.copy(lists.functions);
  module->interfaces = model_.arena.copy(lists.interfaces);
  module->classes = model_.arena.copy(lists.classes);
  module->traits = model_.arena.copy(lists.traits);
}

void Parser::declaration(Module* module, Lists& lists) {
  if (module->main != nullptr) {
    report(here(), "nothing follows the main block of a module but another module");
    module->main = nullptr;  // told once
  }
  const Annotations found = annotations();
  switch (peek().kind) {
    case TokenKind::word_export:
    case TokenKind::word_import:
      if (lists.any_declared()) {
        report(here(), "imports and exports come before everything else in a module");
      }
      lists.clauses.push_back(module_clause());
      break;
    case TokenKind::word_data: {
      DataType* data = data_declaration(module, found);
      lists.data_types.push_back(data);
      add_selectors(model_.arena, module, data->constructors, lists.functions);
      break;
    }
    case TokenKind::word_type:
      lists.synonyms.push_back(synonym_declaration(module, found));
      break;
    case TokenKind::word_exception: {
      take();
      Constructor* exception = constructor_declaration(module);
      expect_end(TokenKind::semicolon, "the exception");
      lists.exceptions.push_back(exception);
      add_selectors(model_.arena, module, {&exception, 1}, lists.functions);
      break;
    }
    case TokenKind::word_def:
      lists.functions.push_back(function_declaration(module, found));
      break;
    case TokenKind::word_interface:
      lists.interfaces.push_back(interface_declaration(module, found));
      break;
    case TokenKind::word_class:
      lists.classes.push_back(class_declaration(module, found));
      break;
    case TokenKind::word_trait:
      lists.traits.push_back(trait_declaration(module, found));
      break;
    case TokenKind::open_brace:
      main_block(module, found);
      break;
    default:
      fail_expected("a declaration or a main block");
  }
}

void Parser::main_block(Module* module, Annotations annotations) {
  MainBlock main;
  main.position = here();
  main.annotations = annotations;
  main.module = module;
  take();
  main.body = statement_list();
  expect(TokenKind::close_brace, " or a statement");
  module->main = model_.arena.make(main);
}

ModuleClause Parser::module_clause() {
  ModuleClause clause;
  clause.position = here();
  clause.exports = take().kind == TokenKind::word_export;
  if (accept(TokenKind::times)) {
    clause.all = true;
  } else {
    std::vector<ModuleClause::Name> names;
    do {
      const Position position = here();
      std::size_t last = 0;
      while (at(TokenKind::type_identifier, last) && at(TokenKind::dot, last + 1)) last += 2;
      names.push_back({position, qualified_name(at(TokenKind::type_identifier, last), "a name")});
    } while (accept(TokenKind::comma));
    clause.names = model_.arena.copy(names);
  }
  if (accept(TokenKind::word_from)) {
    clause.from_position = here();
    clause.from = qualified_name(true, "the name of a module");
  } else if (clause.all && !clause.exports) {
    fail_expected("'from' and the name of a module");
  }
  expect_end(TokenKind::semicolon, clause.exports ? "the export" : "the import");
  return clause;
}

// Reads the name of what is declared: it belongs to the module and is not qualified.
std::string_view Parser::declared_name(std::string_view what) {
  const Position position = here();
  const std::string_view name = qualified_name(true, what);
  if (name.find('.') != std::string_view::npos) {
    report(position,
           "qualified names (" + std::string(name) + ") are not allowed as names for declarations");
  }
  return name;
}

DataType* Parser::data_declaration(const Module* module, Annotations annotations) {
  take();
  DataType data;
  data.position = here();
  data.name = declared_name("the name of the data type");
  data.parameters = model_.arena.copy(type_parameters());
  data.module = module;
  data.annotations = annotations;
  std::vector<Constructor*> constructors;
  if (accept(TokenKind::assign)) {
    do {
      Constructor* constructor = constructor_declaration(module);
      constructor->index = static_cast<std::uint32_t>(constructors.size());
      constructors.push_back(constructor);
    } while (accept(TokenKind::bar));
  }
  expect_end(TokenKind::semicolon, "the data type");
  data.constructors = model_.arena.copy(constructors);
  DataType* made = model_.arena.make(data);
  for (Constructor* constructor : constructors) constructor->data = made;
  return made;
}

Constructor* Parser::constructor_declaration(const Module* module) {
  Constructor constructor;
  constructor.position = here();
  constructor.name = declared_name("the name of the constructor");
  constructor.module = module;
  std::vector<ConstructorField> fields;
  if (accept(TokenKind::open_paren)) {
    do {
      ConstructorField field;
      field.type_use = type_use();
      field.position = here();
      if (at_name()) field.selector = take().text;
      fields.push_back(field);
    } while (accept(TokenKind::comma));
    expect(TokenKind::close_paren, " or ',' between arguments");
  }
  constructor.fields = model_.arena.copy(fields);
  return model_.arena.make(constructor);
}

TypeSynonym* Parser::synonym_declaration(const Module* module, Annotations annotations) {
  take();
  TypeSynonym synonym;
  synonym.position = here();
  synonym.name = declared_name("the name of the type");
  expect(TokenKind::assign, " and the type it stands for");
  synonym.target = type_use();
  synonym.module = module;
  synonym.annotations = annotations;
  expect_end(TokenKind::semicolon, "the type");
  return model_.arena.make(synonym);
}

Function* Parser::function_declaration(const Module* module, Annotations annotations) {
  take();
  Function function;
  function.result_use = type_use();
  function.position = here();
  function.name = qualified_name(false, "the name of the function");
  function.type_parameters = model_.arena.copy(type_parameters());
  function.module = module;
  function.annotations = annotations;
  // The first list of a partial function has names only; it may be empty if another list follows.
  const bool partial = at(TokenKind::open_paren) &&
                       (at(TokenKind::identifier, 1) ||
                        (at(TokenKind::close_paren, 1) && at(TokenKind::open_paren, 2)));
  if (partial) {
    std::vector<std::string_view> names;
    take();
    if (!at(TokenKind::close_paren)) {
      do {
        names.push_back(take_name("the name of a function").text);
      } while (accept(TokenKind::comma));
    }
    expect(TokenKind::close_paren, " or ',' between names of functions");
    function.function_parameters = model_.arena.copy(names);
  }
  function.parameters = parameter_list();
  expect(TokenKind::assign, " and what the function computes");
  function_body(&function);
  expect_end(TokenKind::semicolon, "the function");
  return model_.arena.make(function);
}

void Parser::function_body(Function* function) {
  if (!at(TokenKind::word_builtin)) {
    function->body = pure_expression();
    return;
  }
  take();
  function->kind = Function::Kind::builtin;
  if (accept(TokenKind::open_paren)) expression_list(TokenKind::close_paren);
}

Interface* Parser::interface_declaration(const Module* module, Annotations annotations) {
  take();
  Interface interface;
  interface.position = here();
  interface.name = declared_name("the name of the interface");
  interface.module = module;
  interface.annotations = annotations;
  std::vector<TypeUse*> extended;
  if (accept(TokenKind::word_extends)) {
    do {
      extended.push_back(type_expression({}));
    } while (accept(TokenKind::comma));
  }
  interface.extended_uses = model_.arena.copy(extended);
  expect(TokenKind::open_brace, " before the methods");
  std::vector<MethodSignature*> signatures;
  while (!at(TokenKind::close_brace) && !at(TokenKind::end) && !at_start_of_declaration()) {
    const std::size_t first = next_;
    try {
      MethodSignature* signature = method_signature();
      expect_end(TokenKind::semicolon, "the method");
      signatures.push_back(signature);
    } catch (const SyntaxError&) {
      skip_to_next_member(first);
      if (next_ == first) take();
    }
  }
  expect(TokenKind::close_brace, " or a method");
  interface.signatures = model_.arena.copy(signatures);
  return model_.arena.make(interface);
}

// Reads all of a method but what follows its parameters.
MethodSignature* Parser::method_signature() {
  MethodSignature signature;
  signature.annotations = annotations();
  signature.result_use = type_expression(signature.annotations);
  signature.position = here();
  signature.name = take_name("the name of the method").text;
  signature.parameters = parameter_list();
  return model_.arena.make(signature);
}

}  // namespace harrier::abs
