// The variables of a body, and its parts from outside.
#include "abs/check/body.hpp"

#include <algorithm>

namespace harrier::abs {

Body::Body(Checker& checker, Setting setting)
    : checker_(checker), setting_(std::move(setting)), levels_(1) {}

void Body::declare(Variable* variable, bool parameter) {
  Level& level = levels_.back();
  (parameter ? level.parameters : level.locals).push_back(variable);
  visible_.push_back({variable->name, variable, levels_.size() - 1});
}

// Finds the innermost variable of that name; one from outside a lambda is captured by it.
Variable* Body::find_variable(std::string_view name) {
  for (auto at = visible_.rbegin(); at != visible_.rend(); ++at) {
    if (at->name != name) continue;
    return captured(at->variable, at->level, levels_.size() - 1);
  }
  return nullptr;
}

Variable* Body::captured(Variable* variable, std::size_t from, std::size_t to) {
  if (from == to) return variable;
  const Variable* outer = captured(variable, from, to - 1);
  for (const Lambda::Capture& capture : levels_[to].captures) {
    // The copy in this lambda is its own, so it may be handed out.
    if (capture.outer == outer) return const_cast<Variable*>(capture.inner);
  }
  Variable* inner = checker_.model.arena.make(*variable);
  levels_[to].captures.push_back({outer, inner});
  return inner;
}

const Field* Body::find_field(std::string_view name) const {
  if (setting_.owner == nullptr) return nullptr;
  for (const Field& field : setting_.owner->fields) {
    if (field.variable->name == name) return &field;
  }
  return nullptr;
}

Frame Body::frame_of(Level& level) {
  std::vector<const Variable*> all = level.parameters;
  for (const Lambda::Capture& capture : level.captures) all.push_back(capture.inner);
  all.insert(all.end(), level.locals.begin(), level.locals.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    // Each belongs to this frame alone.
    const_cast<Variable*>(all[i])->slot = static_cast<std::uint32_t>(i);
  }
  Frame frame;
  frame.slot_count = static_cast<std::uint32_t>(all.size());
  frame.variables = checker_.model.arena.copy(all);
  return frame;
}

void Body::want(const Expression* expression, const Type* type) {
  if (fits(expression->type, type)) return;
  error(expression->position,
        "expected type " + text_of(type) + ", but found type " + text_of(expression->type));
}

void Body::check_function(Function* function) {
  for (Variable* parameter : function->parameters) declare(parameter, true);
  check(function->body);
  if (!fits(function->body->type, function->result)) {
    error(function->body->position,
          "cannot return a value of type " + text_of(function->body->type) + " from function " +
              quoted(function->name) + " of type " + text_of(function->result));
  }
  function->frame = finish();
}

Frame Body::check_method() {
  for (Variable* parameter : setting_.method->signature->parameters) declare(parameter, true);
  const std::span<Statement*> body = setting_.method->body;
  if (!body.empty()) last_ = body.back();
  check_statements(body);
  const MethodSignature* signature = setting_.method->signature;
  const Type* result = signature->result_use->type;
  const bool returns = last_ != nullptr && last_->kind == Statement::Kind::give;
  if (!returns && !Types::is_vague(result) && !checker_.types.is(result, "Unit")) {
    error(signature->position, "method " + quoted(signature->name) + " has type " +
                                   text_of(result) + " but no return statement at its end");
  }
  return finish();
}

Frame Body::check_initial() {
  in_fields_ = true;
  for (const Field& field : setting_.owner->fields) {
    const Variable* variable = field.variable;
    field_under_way_ = variable->slot;
    if (field.initial != nullptr) {
      check(field.initial);
      if (!fits(field.initial->type, variable->type)) {
        error(field.initial->position, "cannot assign " + text_of(field.initial->type) +
                                           " to type " + text_of(variable->type));
      }
    } else if (!field.parameter && !checker_.types.is_reference(variable->type) &&
               !checker_.types.is(variable->type, "Fut") &&
               !checker_.types.is(variable->type, "Destiny")) {
      error(variable->position, "field " + quoted(variable->name) +
                                    " must be initialized, since it is not of a reference type");
    }
  }
  in_fields_ = false;
  check_statements(setting_.owner->initial);
  return finish();
}

void Body::check_domain_class(Expression* value) {
  check(value);
  want(value, known("String"));
}

Frame Body::check_recover() {
  for (StatementBranch& branch : setting_.owner->recover) {
    const std::size_t before = mark();
    check_pattern(branch.pattern, known("Exception"), false);
    check_statement(branch.body);
    leave(before);
  }
  return finish();
}

Frame Body::check_block(std::span<Statement*> statements) {
  check_statements(statements);
  return finish();
}

}  // namespace harrier::abs
