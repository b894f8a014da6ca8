// Turns a checked model into what is run: bodies as flat lists of instructions.
#include "abs/lower/lower.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "abs/check/checker.hpp"
#include "abs/lower/certain_futures.hpp"
#include "abs/lower/expressions.hpp"
#include "abs/run/builtins.hpp"

namespace harrier::abs::run {

namespace {

/// Numbers what is used through all bodies.
struct Shared {
  const Model& model;
  Code& code;
  ExpressionLowering expressions;
  std::map<std::string_view, std::uint32_t> methods;
  std::vector<const Class*> used;  ///< of the library, to be lowered

  /// Takes note that objects of a class are made: of the library's classes only such are lowered.
  void use(const Class& made) {
    if (made.position.file != 0 || std::ranges::find(used, &made) != used.end()) return;
    used.push_back(&made);
  }

  std::uint32_t method(std::string_view name) {
    const auto [at, added] =
        methods.emplace(name, static_cast<std::uint32_t>(code.method_names.size()));
    if (added) code.method_names.emplace_back(name);
    return at->second;
  }
};

/// Lowers one body.
class BodyLowering {
 public:
  BodyLowering(Shared& shared, Body& body, const Frame& frame) : shared_(shared), body_(body) {
    body_.slot_count = frame.slot_count;
    for (const Variable* variable : frame.variables) {
      body_.slot_names.emplace_back(variable != nullptr ? variable->name : std::string_view());
    }
  }

  void lower(std::span<Statement* const> statements) {
    for (const Statement* statement : statements) lower(*statement);
  }
  /// Puts an expression, with or without effect, into a field.
  void initialise(std::uint32_t field, const Expression& expression) {
    set_field(field, value_of(expression), expression.position);
  }
  /// Tries the branches on a slot; what none of them matches is thrown again.
  void lower_branches_or_rethrow(std::span<StatementBranch> branches, std::uint32_t slot,
                                 const Position& position) {
    lower_branches(branches, slot, position, Unmatched::rethrown);
  }
  /// Nothing is known of what comes from here on.
  void end_in_the_unknown(const std::string& what) {
    add(Kind::evaluate, body_.position).value = expressions().unknown(what, body_.position);
  }
  void finish() {
    Instruction& end = add(Instruction::Kind::give, body_.position);
    end.value = nullptr;
  }

 private:
  using Kind = Instruction::Kind;
  enum class Unmatched : std::uint8_t { is_failure, rethrown };

  ExpressionLowering& expressions() { return shared_.expressions; }

  Instruction& add(Kind kind, const Position& position) {
    Instruction& instruction = body_.code.emplace_back();
    instruction.kind = kind;
    instruction.position = position;
    return instruction;
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(body_.code.size()); }
  std::uint32_t temporary(std::uint32_t count = 1) {
    const std::uint32_t slot = body_.slot_count;
    body_.slot_count += count;
    return slot;
  }
  void set_field(std::uint32_t field, const Node* value, const Position& position) {
    Instruction& instruction = add(Kind::set_field, position);
    instruction.to = field;
    instruction.value = value;
  }
  void assign(std::uint32_t slot, const Node* value, const Position& position) {
    Instruction& instruction = add(Kind::assign, position);
    instruction.to = slot;
    instruction.value = value;
  }

  /// Returns what an expression gives: where it has an effect, through a slot of its own.
  const Node* value_of(const Expression& expression) {
    if (!expression.has_effect()) return expressions().lower(expression);
    const std::uint32_t slot = temporary();
    lower_effect(expression, slot);
    return expressions().local(slot, expression.position);
  }

  void lower_into(const Expression& expression, std::uint32_t slot) {
    if (expression.has_effect()) {
      lower_effect(expression, slot);
    } else {
      assign(slot, expressions().lower(expression), expression.position);
    }
  }

  /// Lowers an expression with effect; `to` may be none.
  void lower_effect(const Expression& expression, std::uint32_t to) {
    const Position& position = expression.position;
    switch (expression.kind) {
      case Expression::Kind::create: {
        const auto arguments = expressions().lower_all(expression.arguments);
        const Node* placed = placed_ != nullptr ? expressions().lower(*placed_) : nullptr;
        Instruction& made = add(Kind::create, position);
        made.to = to;
        made.arguments = arguments;
        made.created = shared_.code.classes[expression.created->number].get();
        made.placed = placed;
        shared_.use(*expression.created);
        made.in_same_group = expression.in_same_group;
        return;
      }
      case Expression::Kind::get: {
        const Node* future = expressions().lower(*expression.arguments[0]);
        Instruction& made = add(Kind::get, position);
        made.to = to;
        made.value = future;
        return;
      }
      case Expression::Kind::call_async:
        lower_call(Kind::call_async, expression, to);
        return;
      case Expression::Kind::call_sync:
        lower_call(Kind::call_sync, expression, to);
        return;
      case Expression::Kind::call_await: {
        const std::uint32_t future = temporary();
        lower_call(Kind::call_async, expression, future);
        add_await(position, {expressions().local(future, position)}, {}, expression.text);
        if (to == Instruction::none) return;
        Instruction& made = add(Kind::get, position);
        made.to = to;
        made.value = expressions().local(future, position);
        return;
      }
      default:
        expressions().refuse(position, "an expression that the interpreter does not know here");
    }
  }

  void lower_call(Kind kind, const Expression& expression, std::uint32_t to) {
    const Node* receiver = expressions().lower(*expression.receiver);
    const auto arguments = expressions().lower_all(expression.arguments);
    const Node* deadline = deadline_ != nullptr ? expressions().lower(*deadline_) : nullptr;
    Instruction& made = add(kind, expression.position);
    made.to = to;
    made.value = receiver;
    made.arguments = arguments;
    made.method = shared_.method(expression.text);
    const bool is_own = expression.position.file != 0;
    shared_.code.asks_for_load |= is_own && expression.text == "load";
    if (kind == Kind::call_async) made.deadline = deadline;
  }

  Instruction& add_await(const Position& position, std::vector<const Node*> futures,
                         std::vector<const Node*> conditions, std::string_view text) {
    Instruction& made = add(Kind::await, position);
    made.futures = shared_.code.node_lists.emplace_back(std::move(futures));
    made.conditions = shared_.code.node_lists.emplace_back(std::move(conditions));
    made.text = text;
    return made;
  }

  void lower_annotations(const Statement& statement) {
    deadline_ = placed_ = nullptr;
    const Expression* size = nullptr;
    for (const Annotation& annotation : statement.annotations) {
      if (annotation.name == "Deadline") deadline_ = annotation.value;
      if (annotation.name == "DC") placed_ = annotation.value;
      if (annotation.name == "Cost") lower_payment(Resourced::speed, *annotation.value, nullptr);
      if (annotation.name == "DataSize") size = annotation.value;
    }
    if (size == nullptr) return;
    const Expression* call = statement.expression;
    if (statement.kind == Statement::Kind::give) {
      lower_payment(Resourced::bandwidth, *size, nullptr);
    } else if (call != nullptr && call->kind == Expression::Kind::call_async) {
      lower_payment(Resourced::bandwidth, *size, call->receiver);
    }
  }

  void lower_payment(Resourced resource, const Expression& cost, const Expression* receiver) {
    const Node* value = expressions().lower(cost);
    std::vector<const Node*> to;
    if (receiver != nullptr) to.push_back(expressions().lower(*receiver));
    Instruction& made = add(Kind::pay, cost.position);
    made.value = value;
    made.resource = resource;
    made.arguments = shared_.code.node_lists.emplace_back(std::move(to));
  }

  void lower(const Statement& statement) {
    const Position& position = statement.position;
    lower_annotations(statement);
    switch (statement.kind) {
      case Statement::Kind::declare:
        if (statement.expression != nullptr) {
          lower_into(*statement.expression, statement.variable->slot);
        } else {
          Node& null = shared_.code.nodes.emplace_back();
          null.literal = Value::null();
          assign(statement.variable->slot, &null, position);
        }
        return;
      case Statement::Kind::assign:
        if (statement.target->kind == Expression::Kind::local) {
          lower_into(*statement.expression, statement.target->variable->slot);
        } else {
          set_field(statement.target->field, value_of(*statement.expression), position);
        }
        return;
      case Statement::Kind::skip:
        return;
      case Statement::Kind::give:
        lower_give(statement);
        return;
      case Statement::Kind::claim: {
        const Node* value = expressions().lower(*statement.expression);
        Instruction& made = add(Kind::claim, position);
        made.value = value;
        return;
      }
      case Statement::Kind::block:
        lower(statement.statements);
        return;
      case Statement::Kind::conditional:
        lower_conditional(statement);
        return;
      case Statement::Kind::choose: {
        const std::uint32_t slot = temporary();
        lower_into(*statement.expression, slot);
        lower_branches(statement.branches, slot, position, Unmatched::is_failure);
        return;
      }
      case Statement::Kind::loop:
        lower_loop(statement);
        return;
      case Statement::Kind::iterate:
        lower_iteration(statement);
        return;
      case Statement::Kind::attempt:
        lower_attempt(statement);
        return;
      case Statement::Kind::await:
        lower_await(statement);
        return;
      case Statement::Kind::pause:
        return lower_pause(statement);
      case Statement::Kind::suspend:
        add(Kind::suspend, position);
        return;
      case Statement::Kind::raise:
      case Statement::Kind::die: {
        const Node* value = expressions().lower(*statement.expression);
        add(statement.kind == Statement::Kind::die ? Kind::die : Kind::raise, position).value =
            value;
        return;
      }
      case Statement::Kind::evaluate:
        if (statement.expression->has_effect()) {
          lower_effect(*statement.expression, Instruction::none);
        } else {
          const Node* value = expressions().lower(*statement.expression);
          add(Kind::evaluate, position).value = value;
        }
        return;
      case Statement::Kind::error:
        expressions().refuse(position, "a statement that was not understood");
    }
  }

  /// What has to be done last around a return is done before it.
  void lower_give(const Statement& statement) {
    const Node* value = statement.expression != nullptr ? value_of(*statement.expression) : nullptr;
    if (!last_.empty() && value != nullptr) {
      const std::uint32_t slot = temporary();
      assign(slot, value, statement.position);
      value = expressions().local(slot, statement.position);
    }
    const std::vector<const Statement*> last = std::exchange(last_, {});
    for (std::size_t i = last.size(); i-- > 0;) lower(*last[i]);
    last_ = last;
    add(Kind::give, statement.position).value = value;
  }

  void lower_conditional(const Statement& statement) {
    const Node* condition = expressions().lower(*statement.expression);
    const std::uint32_t test = here();
    add(Kind::jump_unless, statement.position).value = condition;
    lower(*statement.first);
    if (statement.second == nullptr) {
      body_.code[test].target = here();
      return;
    }
    const std::uint32_t over = here();
    add(Kind::jump, statement.position);
    body_.code[test].target = here();
    lower(*statement.second);
    body_.code[over].target = here();
  }

  void lower_loop(const Statement& statement) {
    const std::uint32_t begin = here();
    const Node* condition = expressions().lower(*statement.expression);
    add(Kind::jump_unless, statement.position).value = condition;
    lower(*statement.first);
    add(Kind::jump, statement.position).target = begin;
    body_.code[begin].target = here();
  }

  void lower_iteration(const Statement& statement) {
    const std::uint32_t slot = temporary(2);
    lower_into(*statement.expression, slot);
    Node& zero = shared_.code.nodes.emplace_back();
    zero.literal = Value::small(0);
    assign(slot + 1, &zero, statement.position);
    const std::uint32_t begin = here();
    Instruction& next = add(Kind::next, statement.position);
    next.from = slot;
    next.to = statement.variable->slot;
    next.counts = statement.index != nullptr;
    if (next.counts) next.to_index = statement.index->slot;
    lower(*statement.first);
    add(Kind::jump, statement.position).target = begin;
    body_.code[begin].target = here();
  }

  void lower_await(const Statement& statement) {
    std::vector<const Node*> futures;
    std::vector<const Node*> conditions;
    const Node* least = nullptr;
    const Node* most = nullptr;
    for (const Guard& guard : statement.guards) {
      if (guard.kind == Guard::Kind::duration) {
        least = latest(least, *guard.expression);
        most = latest(most, *guard.most);
        continue;
      }
      const Node* node = expressions().lower(*guard.expression);
      if (guard.kind == Guard::Kind::condition) {
        conditions.push_back(node);
      } else if (node->kind == Node::Kind::field) {
        // The future may be another one whenever somebody looks.
        conditions.push_back(expressions().resolved(node));
        shared_.code.looks_again = true;
      } else {
        futures.push_back(node);
      }
    }
    Instruction& made =
        add_await(statement.position, std::move(futures), std::move(conditions), {});
    made.least = least;
    made.most = most;
    shared_.code.is_timed |= least != nullptr;
  }

  /// Of two times to wait the longer one counts.
  const Node* latest(const Node* before, const Expression& added) {
    const Node* one = expressions().lower(added);
    return before == nullptr ? one : expressions().larger(before, one);
  }

  void lower_pause(const Statement& statement) {
    const Node* least = expressions().lower(*statement.expression);
    const Node* most = expressions().lower(*statement.target);
    Instruction& made = add(Kind::pause, statement.position);
    made.least = least;
    made.most = most;
    shared_.code.is_timed = true;
  }

  void lower_branches(std::span<StatementBranch> branches, std::uint32_t slot,
                      const Position& position, Unmatched unmatched) {
    std::vector<std::uint32_t> ends;
    for (const StatementBranch& branch : branches) {
      const PatternNode* pattern = expressions().lower(*branch.pattern);
      const std::uint32_t test = here();
      Instruction& match = add(Kind::match, branch.position);
      match.from = slot;
      match.pattern = pattern;
      lower(*branch.body);
      ends.push_back(here());
      add(Kind::jump, branch.position);
      body_.code[test].target = here();
    }
    Instruction& none = add(Kind::raise, position);
    if (unmatched == Unmatched::rethrown) {
      none.value = expressions().local(slot, position);
    } else {
      Node& failure = shared_.code.nodes.emplace_back();
      failure.position = position;
      failure.literal = Value::constant(known::pattern_match_fail);
      none.value = &failure;
    }
    for (const std::uint32_t end : ends) body_.code[end].target = here();
  }

  /// try, catch, finally: the last part is there twice, behind what ends well and behind what
  /// throws.
  void lower_attempt(const Statement& statement) {
    const std::uint32_t caught = temporary();
    const std::uint32_t begin = here();
    if (statement.second != nullptr) last_.push_back(statement.second);
    lower(*statement.first);
    const std::uint32_t over = here();
    add(Kind::jump, statement.position);
    const std::uint32_t catching = here();
    body_.handlers.push_back({begin, over, catching, caught});
    lower_branches(statement.branches, caught, statement.position, Unmatched::rethrown);
    const std::uint32_t end = here();
    body_.code[over].target = end;
    if (statement.second == nullptr) return;
    last_.pop_back();
    add(Kind::jump, statement.position);
    const std::uint32_t thrown = temporary();
    const std::uint32_t last = here();
    body_.handlers.push_back({begin, end, last, thrown});
    lower(*statement.second);
    add(Kind::raise, statement.position).value = expressions().local(thrown, statement.position);
    body_.code[end].target = here();
    lower(*statement.second);
  }

  Shared& shared_;
  Body& body_;
  const Expression* deadline_ = nullptr;  ///< of the call in this statement
  const Expression* placed_ = nullptr;    ///< where the object of this statement is made
  std::vector<const Statement*> last_;    ///< `finally` around what is lowered, the outermost first
};

void lower_class(Shared& shared, const Class& source, ClassCode& code) {
  code.initial.name = code.name;
  code.initial.position = source.position;
  BodyLowering initial(shared, code.initial, source.initial_frame);
  for (const Field& field : source.fields) {
    if (!field.parameter && field.initial != nullptr) {
      initial.initialise(field.variable->slot, *field.initial);
    }
  }
  initial.lower(source.initial);
  initial.finish();

  if (!source.recover.empty()) {
    code.recover = std::make_unique<Body>();
    code.recover->name = "recover";
    code.recover->position = source.position;
    BodyLowering recover(shared, *code.recover, source.recover_frame);
    const std::uint32_t slot = code.recover->slot_count++;
    code.recover->exception_slot = slot;
    recover.lower_branches_or_rethrow(source.recover, slot, source.position);
    recover.finish();
  }

  for (const Method* method : source.methods) {
    Body& body = shared.code.bodies.emplace_back();
    body.name = method->name();
    body.parameter_count = static_cast<std::uint32_t>(method->signature->parameters.size());
    body.position = method->signature->position;
    BodyLowering lowering(shared, body, method->frame);
    if (has_annotation(source.annotations, "Foreign")) {
      lowering.end_in_the_unknown("the foreign method '" + body.name + "'");
    }
    lowering.lower(method->body);
    lowering.finish();
    const std::uint32_t number = shared.method(method->name());
    if (code.methods.size() <= number) code.methods.resize(number + 1, nullptr);
    code.methods[number] = &body;
    if (body.name == "run" && body.parameter_count == 0) code.run = &body;
  }
}

}  // namespace

/// Tells whether a part of a guard may depend on what time it is.
bool may_read_clock(const Node* node) {
  static const Builtin clock = find_builtin("currentms");
  if (node->kind == Node::Kind::call || node->builtin == clock) return true;
  return std::ranges::any_of(node->arguments, may_read_clock) ||
         std::ranges::any_of(node->branches,
                             [](const Branch& one) { return may_read_clock(one.result); }) ||
         std::ranges::any_of(node->bindings,
                             [](const Binding& one) { return may_read_clock(one.value); });
}

constexpr std::string_view component_name = "DeploymentComponent";

const Class* component_class(const Model& model) {
  return *std::ranges::find_if(model.classes, [](const Class* one) {
    return one->position.file == 0 && one->name == component_name;
  });
}

/// Finds the fields that payments change. Whoever waits for a resource waits for time to pass.
void find_resources(Code& code, const ClassCode& component) {
  const auto field = [&](std::string_view name) {
    const auto at = std::ranges::find(component.fields, name);
    return static_cast<std::uint32_t>(at - component.fields.begin());
  };
  code.component = &component;
  code.is_timed = true;
  code.resources[0] = {field("speed"), field("nextSpeed"), field("usedSpeed"), field("speedLoads")};
  code.resources[1] = {field("bandwidth"), field("nextBandwidth"), field("usedBandwidth"),
                       field("bandwidthLoads")};
}

std::unique_ptr<const Code> lower(const Model& model) {
  auto code = std::make_unique<Code>();
  code->model = &model;
  Shared shared{model, *code, ExpressionLowering(model, *code), {}, {}};
  for (const Class* source : model.classes) {
    auto& made = code->classes.emplace_back(std::make_unique<ClassCode>());
    made->name = source->name;
    made->source = source;
    made->parameter_count = source->parameter_count;
    for (const Field& field : source->fields) made->fields.emplace_back(field.variable->name);
  }
  for (std::size_t i = 0; i < model.classes.size(); ++i) {
    if (model.classes[i]->position.file != 0) {
      lower_class(shared, *model.classes[i], *code->classes[i]);
    }
  }
  if (model.main != nullptr) {
    code->main.name = "main";
    code->main.position = model.main->position;
    BodyLowering main(shared, code->main, model.main->frame);
    main.lower(model.main->body);
    main.finish();
  }
  shared.expressions.lower_met_functions();
  if (code->asks_for_component) shared.use(*component_class(model));
  for (std::size_t i = 0; i < shared.used.size(); ++i) {
    const Class& source = *shared.used[i];
    lower_class(shared, source, *code->classes[source.number]);
    shared.expressions.lower_met_functions();
    if (source.name == component_name) find_resources(*code, *code->classes[source.number]);
  }
  code->clock.name = "time";
  for (const auto& one : code->classes) one->methods.resize(code->method_names.size(), nullptr);

  code->guards_read_clock = std::ranges::any_of(code->bodies, [](const Body& body) {
    return std::ranges::any_of(body.code, [](const Instruction& one) {
      return std::ranges::any_of(one.conditions, may_read_clock);
    });
  });
  const auto tests = [](const Body& body) { return tests_uncertain_future(body); };
  code->tests_futures =
      code->looks_again || tests(code->main) || std::ranges::any_of(code->bodies, tests);
  for (const auto& one : code->classes) {
    code->tests_futures |= one->recover && tests(*one->recover);
  }
  return code;
}

}  // namespace harrier::abs::run
