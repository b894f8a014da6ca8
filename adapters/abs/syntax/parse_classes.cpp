// Classes and traits.
#include "abs/syntax/parser.hpp"

namespace harrier::abs {

/// What a class has, while it is read.
struct Parser::Members {
  std::vector<Field> fields;
  std::vector<Statement*> initial;
  bool has_initial = false;
  std::vector<StatementBranch> recover;
  bool has_recover = false;
  std::vector<TraitOperation> uses;
  std::vector<Method*> methods;
};

Class* Parser::class_declaration(const Module* module, Annotations annotations) {
  take();
  Class made;
  made.position = here();
  made.name = declared_name("the name of the class");
  made.module = module;
  made.annotations = annotations;
  Members members;
  if (at(TokenKind::open_paren)) {
    for (Variable* variable : parameter_list()) {
      members.fields.push_back({.variable = variable, .parameter = true});
    }
  }
  made.parameter_count = static_cast<std::uint32_t>(members.fields.size());
  std::vector<TypeUse*> implemented;
  if (accept(TokenKind::word_implements)) {
    do {
      implemented.push_back(type_expression({}));
    } while (accept(TokenKind::comma));
  }
  made.implemented_uses = model_.arena.copy(implemented);
  expect(TokenKind::open_brace, " before the members of the class");
  while (!at(TokenKind::close_brace) && !at(TokenKind::end) && !at_start_of_declaration()) {
    const std::size_t first = next_;
    try {
      class_member(members);
    } catch (const SyntaxError&) {
      skip_to_next_member(first);
      if (next_ == first) take();
    }
  }
  expect(TokenKind::close_brace, " or a member of the class");
  for (std::size_t i = 0; i < members.fields.size(); ++i) {
    members.fields[i].variable->slot = static_cast<std::uint32_t>(i);
  }
  made.fields = model_.arena.copy(members.fields);
  made.initial = model_.arena.copy(members.initial);
  made.has_initial = members.has_initial;
  made.recover = model_.arena.copy(members.recover);
  made.uses = model_.arena.copy(members.uses);
  made.methods = model_.arena.copy(members.methods);
  return model_.arena.make(made);
}

// The order is: fields, init block, recover block, traits, methods. What is out of order is read
// all the same.
void Parser::class_member(Members& members) {
  const bool late = !members.methods.empty();
  if (at(TokenKind::open_brace)) {
    if (late) report(here(), "the init block comes before the methods");
    if (members.has_initial) report(here(), "a class has at most one init block");
    members.has_initial = true;
    take();
    const auto statements = statement_list();
    expect(TokenKind::close_brace, " or a statement");
    members.initial.assign(statements.begin(), statements.end());
  } else if (at(TokenKind::word_recover)) {
    if (late) report(here(), "the recover block comes before the methods");
    if (members.has_recover) report(here(), "a class has at most one recover block");
    members.has_recover = true;
    take();
    expect(TokenKind::open_brace, " before the branches");
    const auto branches = statement_branches();
    members.recover.assign(branches.begin(), branches.end());
  } else if (at(TokenKind::word_uses)) {
    if (late) report(here(), "'uses' comes before the methods");
    take();
    trait_expression(members.uses);
    expect_end(TokenKind::semicolon, "the traits");
  } else {
    field_or_method(members);
  }
}

void Parser::field_or_method(Members& members) {
  MethodSignature signature;
  signature.annotations = annotations();
  signature.result_use = type_expression(signature.annotations);
  signature.position = here();
  signature.name = take_name("the name of a field or method").text;
  if (at(TokenKind::open_paren)) {
    signature.parameters = parameter_list();
    members.methods.push_back(method_after(model_.arena.make(signature)));
    return;
  }
  if (!members.methods.empty() || members.has_initial || members.has_recover ||
      !members.uses.empty()) {
    report(signature.position, "fields come before everything else in a class");
  }
  Variable variable;
  variable.position = signature.position;
  variable.name = signature.name;
  variable.type_use = signature.result_use;
  variable.annotations = signature.annotations;
  Field field;
  field.variable = model_.arena.make(variable);
  if (accept(TokenKind::assign)) field.initial = pure_expression();
  members.fields.push_back(field);
  expect_end(TokenKind::semicolon, "the field");
}

Method* Parser::method() { return method_after(method_signature()); }

Method* Parser::method_after(MethodSignature* signature) {
  Method made;
  made.signature = signature;
  expect(TokenKind::open_brace, " before the body of the method");
  made.body = statement_list();
  expect(TokenKind::close_brace, " or a statement");
  return model_.arena.make(made);
}

Trait* Parser::trait_declaration(const Module* module, Annotations annotations) {
  take();
  Trait trait;
  trait.position = here();
  trait.name = declared_name("the name of the trait");
  trait.module = module;
  trait.annotations = annotations;
  expect(TokenKind::assign, " and methods or a trait");
  std::vector<TraitOperation> operations;
  trait_expression(operations);
  trait.operations = model_.arena.copy(operations);
  return model_.arena.make(trait);
}

void Parser::trait_expression(std::vector<TraitOperation>& out) {
  out.push_back(trait_operand(TraitOperation::Kind::adds));
  for (;;) {
    if (accept(TokenKind::word_adds)) {
      out.push_back(trait_operand(TraitOperation::Kind::adds));
    } else if (accept(TokenKind::word_modifies)) {
      out.push_back(trait_operand(TraitOperation::Kind::modifies));
    } else if (accept(TokenKind::word_removes)) {
      out.push_back(trait_operand(TraitOperation::Kind::removes));
    } else {
      return;
    }
  }
}

// Reads the name of a trait, one method, or several in braces; signatures alone if it removes them.
TraitOperation Parser::trait_operand(TraitOperation::Kind kind) {
  TraitOperation operation;
  operation.kind = kind;
  operation.position = here();
  const bool removes = kind == TraitOperation::Kind::removes;
  std::vector<Method*> methods;
  std::vector<MethodSignature*> signatures;
  const auto one = [&] {
    if (!removes) return methods.push_back(method());
    signatures.push_back(method_signature());
    expect_end(TokenKind::semicolon, "the method");
  };
  if (accept(TokenKind::open_brace)) {
    while (!at(TokenKind::close_brace) && !at(TokenKind::end)) one();
    expect(TokenKind::close_brace, " or a method");
  } else if (const std::size_t end = type_end(0);
             !removes && end != 0 && !at(TokenKind::identifier, end)) {
    operation.trait = qualified_name(true, "a trait");
  } else {
    one();
  }
  operation.methods = model_.arena.copy(methods);
  operation.signatures = model_.arena.copy(signatures);
  return operation;
}

}  // namespace harrier::abs
