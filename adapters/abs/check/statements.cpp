// Statements, and what may not stand in some places.
#include <algorithm>

#include "abs/check/body.hpp"

namespace harrier::abs {

void Body::forbid(Position position, std::string_view what, std::string_view one) {
  const auto say = [&](std::string_view where) {
    error(position, std::string(what) + " are not allowed in " + std::string(where));
  };
  if (setting_.place == Place::initial) return say("an init block or field");
  if (setting_.place == Place::recover) return say("a recover block");
  if (finally_depth_ > 0) return say("a 'finally' block");
  if (setting_.method != nullptr && setting_.method->signature->atomic && !one.empty()) {
    error(position, std::string(one) + " is not allowed in the [Atomic] method " +
                        quoted(setting_.method->name()));
  }
}

void Body::check_statements(std::span<Statement*> statements) {
  const std::size_t before = mark();
  for (Statement* statement : statements) check_statement(statement);
  leave(before);
}

void Body::check_statement(Statement* statement) {
  check_annotations(statement);
  switch (statement->kind) {
    case Statement::Kind::error:
    case Statement::Kind::skip:
      return;
    case Statement::Kind::declare:
      return check_declaration(statement);
    case Statement::Kind::assign:
      return check_assignment(statement);
    case Statement::Kind::give:
      return check_return(statement);
    case Statement::Kind::claim:
      check(statement->expression);
      return want(statement->expression, known("Bool"));
    case Statement::Kind::block:
      return check_statements(statement->statements);
    case Statement::Kind::conditional:
    case Statement::Kind::loop: {
      check(statement->expression);
      want(statement->expression, known("Bool"));
      const std::size_t before = mark();
      check_statement(statement->first);
      leave(before);
      if (statement->second != nullptr) check_statement(statement->second);
      return leave(before);
    }
    case Statement::Kind::choose:
      return check_choice(statement);
    case Statement::Kind::iterate:
      return check_iteration(statement);
    case Statement::Kind::attempt:
      return check_attempt(statement);
    case Statement::Kind::await:
      return check_await(statement);
    case Statement::Kind::pause:
      return check_pause(statement);
    case Statement::Kind::suspend:
      return forbid(statement->position, "suspend statements", "a suspend");
    case Statement::Kind::raise:
    case Statement::Kind::die:
      forbid(statement->position,
             statement->kind == Statement::Kind::die ? "die statements" : "throw statements", {});
      check(statement->expression);
      return want(statement->expression, known("Exception"));
    case Statement::Kind::evaluate:
      check(statement->expression);
      return;
  }
}

void Body::check_declaration(Statement* statement) {
  Variable* variable = statement->variable;
  const Type* type = checker_.resolve(variable->type_use, setting_.module, {});
  if (statement->expression != nullptr) {
    check(statement->expression);
    check_value(statement, variable->name, type);
  } else if (!checker_.types.is_reference(type) && !checker_.types.is(type, "Fut") &&
             !checker_.types.is(type, "Destiny")) {
    error(variable->position, "variable " + quoted(variable->name) +
                                  " must be initialized, since it is not of a reference type");
  }
  for (const Visible& other : visible_) {
    if (other.name != variable->name) continue;
    error(variable->position, "variable " + quoted(variable->name) + " is already declared" +
                                  declared_at(checker_.model, other.variable->position));
    break;
  }
  variable->type = type;
  declare(variable);
}

// Checks what is assigned to a variable or field.
void Body::check_value(const Statement* statement, std::string_view name, const Type* wanted) {
  const Expression* value = statement->expression;
  if (value->kind == Expression::Kind::get &&
      checker_.types.is(value->arguments[0]->type, "Destiny")) {
    error(value->position,
          "a get on type Destiny has no value, so it cannot be assigned to " + quoted(name));
  } else if (!fits(value->type, wanted)) {
    error(value->position, "cannot assign " + text_of(value->type) + " to type " + text_of(wanted));
  }
}

void Body::check_assignment(Statement* statement) {
  check(statement->expression);
  Expression* target = statement->target;
  check(target);
  const std::string_view name = target->text;
  if (target->kind == Expression::Kind::field) {
    Field& field = setting_.owner->fields[target->field];
    if (setting_.place != Place::initial) field.assigned = true;
    if (has_annotation(field.variable->annotations, "Final")) {
      error(statement->position, "field " + quoted(name) + " is [Final] and cannot be assigned");
    }
    if (setting_.method != nullptr && setting_.method->signature->readonly) {
      error(statement->position, "field " + quoted(name) +
                                     " is assigned in the [Readonly] method " +
                                     quoted(setting_.method->name()));
    }
  } else if (target->kind == Expression::Kind::local &&
             has_annotation(target->variable->annotations, "Final")) {
    error(statement->position, "variable " + quoted(name) + " is [Final] and cannot be assigned");
  }
  check_value(statement, name, target->type);
}

void Body::check_return(Statement* statement) {
  check(statement->expression);
  if (setting_.place == Place::main) {
    return error(statement->position, "the main block cannot return anything");
  }
  if (setting_.place != Place::method || finally_depth_ > 0) {
    return forbid(statement->position, "return statements", {});
  }
  if (statement != last_) {
    error(statement->position, "'return' can only be the last statement of a method");
  }
  const MethodSignature* signature = setting_.method->signature;
  if (!fits(statement->expression->type, signature->result_use->type)) {
    error(statement->expression->position, "cannot return a value of type " +
                                               text_of(statement->expression->type) +
                                               " from method " + quoted(signature->name) +
                                               " of type " + text_of(signature->result_use->type));
  }
}

void Body::check_choice(Statement* statement) {
  const Type* subject = check(statement->expression);
  if (checker_.types.is_reference(subject) && !Types::is_vague(subject)) {
    error(statement->expression->position,
          "'switch' looks at values of data types, but found type " + text_of(subject));
    subject = unknown();
  }
  for (StatementBranch& branch : statement->branches) {
    const std::size_t before = mark();
    check_pattern(branch.pattern, subject, true);
    check_statement(branch.body);
    leave(before);
  }
}

void Body::check_iteration(Statement* statement) {
  const Type* list = check(statement->expression);
  const Type* element = unknown();
  if (checker_.types.is(list, "List")) {
    element = list->arguments[0];
  } else if (!Types::is_vague(list)) {
    error(statement->expression->position, "expected a list, but found type " + text_of(list));
  }
  const std::size_t before = mark();
  statement->variable->type = element;
  declare(statement->variable);
  if (statement->index != nullptr) {
    if (statement->index->name == statement->variable->name) {
      error(statement->index->position,
            "the index " + quoted(statement->index->name) + " has the name of the variable");
    }
    statement->index->type = known("Int");
    declare(statement->index);
  }
  check_statement(statement->first);
  leave(before);
}

void Body::check_attempt(Statement* statement) {
  const std::size_t before = mark();
  check_statement(statement->first);
  leave(before);
  for (StatementBranch& branch : statement->branches) {
    check_pattern(branch.pattern, known("Exception"), false);
    check_statement(branch.body);
    leave(before);
  }
  if (statement->second == nullptr) return;
  ++finally_depth_;
  check_statement(statement->second);
  --finally_depth_;
  leave(before);
}

void Body::check_await(const Statement* statement) {
  forbid(statement->position, "await statements", "an await");
  bool can_change = false;
  for (const Guard& guard : statement->guards) {
    if (guard.kind == Guard::Kind::duration) {
      can_change = true;
      check_interval(guard.expression, guard.most);
      continue;
    }
    const Type* type = check(guard.expression);
    if (guard.kind == Guard::Kind::condition) {
      want(guard.expression, known("Bool"));
      can_change |= reads_field(guard.expression);
      continue;
    }
    can_change = true;
    if (Types::is_vague(type) || checker_.types.is(type, "Fut") ||
        checker_.types.is(type, "Destiny")) {
      continue;
    }
    error(guard.expression->position, "expected a future, but found type " + text_of(type));
  }
  if (!can_change && !statement->guards.empty()) {
    checker_.warn(statement->position,
                  "this condition never changes while the task waits: it reads no field");
  }
}

void Body::check_pause(const Statement* statement) {
  forbid(statement->position, "duration statements", "a duration");
  check_interval(statement->expression, statement->target);
}

void Body::check_interval(Expression* least, Expression* most) {
  check(least);
  want(least, known("Rat"));
  if (most == least) return;
  check(most);
  want(most, known("Rat"));
}

void Body::check_deadline(const Annotation& annotation, const Statement* statement) {
  const Type* type = check(annotation.value);
  if (!Types::is_vague(type) && !checker_.types.is(type, "Duration")) {
    error(annotation.value->position, "expected type Duration, but found type " + text_of(type));
  }
  const Expression* call = statement->expression;
  const bool waits = call != nullptr && call->kind == Expression::Kind::call_sync;
  if (waits)
    checker_.warn(annotation.position, "'[Deadline: …]' has no effect on a call that waits");
}

bool Body::reads_field(const Expression* expression) const {
  if (expression->kind == Expression::Kind::field || Types::is_vague(expression->type)) return true;
  const Function* called = expression->function;
  if (called != nullptr && called->position.file == 0 &&
      (called->name == "now" || called->name == "currentms" || called->name == "deadline")) {
    return true;
  }
  const auto reads = [this](const Expression* part) { return reads_field(part); };
  return std::any_of(expression->arguments.begin(), expression->arguments.end(), reads) ||
         std::any_of(expression->branches.begin(), expression->branches.end(),
                     [&](const CaseBranch& branch) { return reads(branch.result); }) ||
         std::any_of(expression->bindings.begin(), expression->bindings.end(),
                     [&](const LetBinding& binding) { return reads(binding.value); });
}

// Most annotations are remarks of the author; some change what a statement does.
void Body::check_annotations(const Statement* statement) {
  for (const Annotation& annotation : statement->annotations) {
    const auto check_number = [&] {
      if (setting_.place == Place::initial)
        return forbid(annotation.position, "cost annotations", {});
      check(annotation.value);
      want(annotation.value, known("Rat"));
    };
    if (annotation.name == "DC") check_placement(annotation, statement);
    if (annotation.name == "Deadline") check_deadline(annotation, statement);
    if (annotation.name == "Scheduler") checker_.warn_of_scheduler(annotation.position);
    if (annotation.name == "HTTPName") {
      check(annotation.value);
      want(annotation.value, known("String"));
      checker_.warn(annotation.position, "'[HTTPName: …]' is ignored: nobody calls from outside");
    }
    if (annotation.name == "Cost" || annotation.name == "DataSize") check_number();
  }
}

void Body::check_placement(const Annotation& annotation, const Statement* statement) {
  const Type* type = check(annotation.value);
  const bool is_component =
      Types::is_vague(type) || type->kind == Type::Kind::null ||
      (type->kind == Type::Kind::interface && type->interface->module->name == "ABS.DC");
  if (!is_component) {
    error(annotation.value->position,
          "expected a deployment component, but found type " + text_of(type));
  }
  const Expression* created = statement->expression;
  if (created != nullptr && created->kind == Expression::Kind::create && created->in_same_group) {
    checker_.warn(annotation.position, "'[DC: …]' has no effect on 'new local'");
  }
}

}  // namespace harrier::abs
