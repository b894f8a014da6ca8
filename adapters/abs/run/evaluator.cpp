// Evaluates expressions: walks their trees; calls at the end of functions take no stack.
#include "abs/run/evaluator.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>

#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"

namespace harrier::abs::run {

namespace {

/// Half of the stack there is: the search that asks needs some too.
std::size_t stack_limit() {
  constexpr std::size_t most = std::size_t{64} << 20;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return most / 2;
  return std::min<std::size_t>(limit.rlim_cur, most) / 2;
}

bool is_string(Value value) { return value.is(CellKind::string); }

[[noreturn]] void throw_no_match() { throw Thrown{Value::constant(known::pattern_match_fail)}; }

}  // namespace

/// Slots for one activation of a function, given back when it ends, however it ends.
class Evaluator::Room {
 public:
  Room(Evaluator& evaluator, std::size_t count) : evaluator_(evaluator), before_(evaluator.used_) {
    if (count > room_size - before_) throw Refusal("a recursion is too deep: its variables");
    evaluator_.used_ += count;
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() { evaluator_.used_ = before_; }

  Value* slots() const { return evaluator_.slot_at(before_); }

 private:
  Evaluator& evaluator_;
  std::size_t before_;
};

Evaluator::Evaluator(Heap& heap, Surroundings& surroundings)
    : heap_(heap),
      surroundings_(surroundings),
      room_(std::make_unique_for_overwrite<std::uint64_t[]>(room_size)),
      stack_max_(stack_limit()) {}

void Evaluator::begin() {
  stack_begin_ = static_cast<const char*>(__builtin_frame_address(0));
  used_ = 0;
}

void Evaluator::require_stack(const Position& position) {
  const auto* here = static_cast<const char*>(__builtin_frame_address(0));
  if (here > stack_begin_ || static_cast<std::size_t>(stack_begin_ - here) < stack_max_) return;
  throw Refusal("a recursion is too deep, with the call in line " + std::to_string(position.line));
}

Value Evaluator::evaluate(const Node& node, const Environment& environment) {
  using Kind = Node::Kind;
  switch (node.kind) {
    case Kind::literal:
      return node.literal;
    case Kind::local:
      return environment.slots[node.index];
    case Kind::field:
      surroundings_.read_field(*environment.self, node.index);
      return environment.self->fields()[node.index];
    case Kind::constant_field:
      return environment.self->fields()[node.index];
    case Kind::self:
      return Value::of(environment.self);
    case Kind::destiny:
      return environment.destiny;
    case Kind::templated:
      return templated(node, environment);
    case Kind::unary:
      return evaluate_unary(node, environment);
    case Kind::binary:
      return evaluate_binary(node, environment);
    case Kind::both:
      if (!holds(evaluate(*node.arguments[0], environment))) return truth(false);
      return evaluate(*node.arguments[1], environment);
    case Kind::either:
      if (holds(evaluate(*node.arguments[0], environment))) return truth(true);
      return evaluate(*node.arguments[1], environment);
    case Kind::construct:
      return construct(node, environment);
    case Kind::call:
      return call(node, environment);
    case Kind::call_builtin:
      return call_builtin(node, environment);
    case Kind::call_parameter:
      return call_closure(environment.functions[node.index], node.arguments, environment);
    case Kind::select:
      return select(node, evaluate(*node.arguments[0], environment));
    case Kind::conditional:
      return evaluate(*node.arguments[holds(evaluate(*node.arguments[0], environment)) ? 1 : 2],
                      environment);
    case Kind::match: {
      const Value value = evaluate(*node.arguments[0], environment);
      for (const Branch& branch : node.branches) {
        if (match(*branch.pattern, value, environment)) {
          return evaluate(*branch.result, environment);
        }
      }
      throw_no_match();
    }
    case Kind::let:
      for (const Binding& binding : node.bindings) {
        environment.slots[binding.slot] = evaluate(*binding.value, environment);
      }
      return evaluate(*node.arguments[0], environment);
    case Kind::implements:
    case Kind::cast: {
      const Value value = evaluate(*node.arguments[0], environment);
      bool fits = false;
      if (value.is(CellKind::object)) {
        const auto* object = static_cast<const ObjectCell*>(value.cell());
        fits = std::ranges::count(object->code->source->implemented, node.interface) != 0;
      }
      if (node.kind == Kind::implements) return truth(fits);
      return fits ? value : Value::null();
    }
    case Kind::unknown:
      throw Unknown(std::string(node.text));
    case Kind::resolved:
      return truth(surroundings_.is_resolved(future_of(evaluate(*node.arguments[0], environment))));
  }
  throw Refusal("an expression that the interpreter does not know");
}

Value Evaluator::evaluate_unary(const Node& node, const Environment& environment) {
  const Value value = evaluate(*node.arguments[0], environment);
  if (node.operation == Operator::no) return truth(!holds(value));
  return negate(heap_, value);
}

Value Evaluator::evaluate_binary(const Node& node, const Environment& environment) {
  const Value a = evaluate(*node.arguments[0], environment);
  const Value b = evaluate(*node.arguments[1], environment);
  switch (node.operation) {
    case Operator::multiply:
      return multiply(heap_, a, b);
    case Operator::divide:
      return divide(heap_, a, b);
    case Operator::divide_integers:
      return quotient(heap_, a, b);
    case Operator::modulo:
      return remainder(heap_, a, b);
    case Operator::add:
      return add_or_join(a, b);
    case Operator::subtract:
      return subtract(heap_, a, b);
    case Operator::less:
      return truth(compare(a, b) < 0);
    case Operator::greater:
      return truth(compare(a, b) > 0);
    case Operator::less_equal:
      return truth(compare(a, b) <= 0);
    case Operator::greater_equal:
      return truth(compare(a, b) >= 0);
    case Operator::equal:
      return truth(equal(a, b));
    case Operator::unequal:
      return truth(!equal(a, b));
    default:
      throw Refusal("an operator that the interpreter does not know");
  }
}

Value Evaluator::add_or_join(Value a, Value b) {
  if (!is_string(a) && !is_string(b)) return add(heap_, a, b);
  const References& references = surroundings_.references();
  return heap_.string(plain_text_of(a, references) + plain_text_of(b, references));
}

Value Evaluator::templated(const Node& node, const Environment& environment) {
  std::string text;
  for (const Node* part : node.arguments) {
    text += plain_text_of(evaluate(*part, environment), surroundings_.references());
  }
  return heap_.string(text);
}

Value Evaluator::construct(const Node& node, const Environment& environment) {
  constexpr std::size_t few = 8;
  const std::size_t count = node.arguments.size();
  if (count <= few) {
    std::array<Value, few> arguments;
    for (std::size_t i = 0; i < count; ++i) {
      arguments[i] = evaluate(*node.arguments[i], environment);
    }
    return heap_.data(*node.constructor, std::span(arguments).first(count));
  }
  std::vector<Value> arguments;
  for (const Node* argument : node.arguments) arguments.push_back(evaluate(*argument, environment));
  return heap_.data(*node.constructor, arguments);
}

Value Evaluator::select(const Node& node, Value value) {
  for (const Selected& one : node.function->selected) {
    if (one.constructor == &value.constructor()) return value.arguments()[one.argument];
  }
  throw_no_match();
}

Value Evaluator::call_builtin(const Node& node, const Environment& environment) {
  constexpr std::size_t few = 4;
  std::array<Value, few> arguments;
  for (std::size_t i = 0; i < node.arguments.size() && i < few; ++i) {
    arguments[i] = evaluate(*node.arguments[i], environment);
  }
  return node.builtin(*this, std::span(arguments).first(std::min(few, node.arguments.size())));
}

Value Evaluator::call(const Node& node, const Environment& environment) {
  require_stack(node.position);
  const FunctionCode& function = *node.function;
  const Room room(*this, function.slot_count);
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const Value argument = evaluate(*node.arguments[i], environment);
    room.slots()[i] = argument;
  }
  std::vector<Closure> closures;
  for (const FunctionArgumentNode& one : node.functions) {
    if (one.function == nullptr && one.lambda == nullptr) {
      closures.push_back(environment.functions[one.parameter]);
    } else {
      closures.push_back({one.function, one.lambda, &environment});
    }
  }
  // A partial function that calls itself without functions passes its own on.
  const Closure* functions = closures.empty() ? environment.functions : closures.data();
  Environment inner{room.slots(), nullptr, {}, functions};
  return run_function(function, inner);
}

Value Evaluator::call_closure(const Closure& closure, std::span<const Node* const> arguments,
                              const Environment& environment) {
  require_stack(arguments.empty() ? Position{} : arguments[0]->position);
  const std::uint32_t count =
      closure.lambda != nullptr
          ? closure.lambda->slot_count
          : std::max(closure.function->slot_count, closure.function->parameter_count);
  const Room room(*this, count);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value argument = evaluate(*arguments[i], environment);
    room.slots()[i] = argument;
  }
  if (closure.lambda != nullptr) {
    for (const LambdaCode::Capture& capture : closure.lambda->captures) {
      room.slots()[capture.inner] = closure.outer->slots[capture.outer];
    }
    const Environment inner{room.slots(), closure.outer->self, closure.outer->destiny,
                            closure.outer->functions};
    return evaluate(*closure.lambda->body, inner);
  }
  const std::span<const Value> given(room.slots(), arguments.size());
  if (closure.function->builtin != nullptr) return closure.function->builtin(*this, given);
  if (!closure.function->selected.empty()) {
    Node selection;
    selection.function = closure.function;
    return select(selection, given[0]);
  }
  Environment inner{room.slots(), nullptr, {}, nullptr};
  return run_function(*closure.function, inner);
}

/// Evaluates the body of a function; what it calls last takes its place.
Value Evaluator::run_function(const FunctionCode& function, Environment& environment) {
  using Kind = Node::Kind;
  const Node* node = function.body;
  while (true) {
    switch (node->kind) {
      case Kind::conditional:
        node = node->arguments[holds(evaluate(*node->arguments[0], environment)) ? 1 : 2];
        continue;
      case Kind::let:
        for (const Binding& binding : node->bindings) {
          environment.slots[binding.slot] = evaluate(*binding.value, environment);
        }
        node = node->arguments[0];
        continue;
      case Kind::match: {
        const Value value = evaluate(*node->arguments[0], environment);
        const auto branch = std::ranges::find_if(node->branches, [&](const Branch& one) {
          return match(*one.pattern, value, environment);
        });
        if (branch == node->branches.end()) throw_no_match();
        node = branch->result;
        continue;
      }
      case Kind::call: {
        constexpr std::size_t few = 8;
        const std::size_t count = node->arguments.size();
        if (!node->functions.empty() || count > few) return evaluate(*node, environment);
        std::array<Value, few> arguments;
        for (std::size_t i = 0; i < count; ++i) {
          arguments[i] = evaluate(*node->arguments[i], environment);
        }
        // The slots of this activation lie last: the next one may need more of them.
        const auto first = static_cast<std::size_t>(environment.slots - slot_at(0));
        if (node->function->slot_count > room_size - first) {
          throw Refusal("a recursion is too deep: its variables");
        }
        used_ = std::max(used_, first + node->function->slot_count);
        std::copy_n(arguments.begin(), count, environment.slots);
        node = node->function->body;
        continue;
      }
      default:
        return evaluate(*node, environment);
    }
  }
}

bool Evaluator::match(const PatternNode& pattern, Value value, const Environment& environment) {
  using Kind = PatternNode::Kind;
  switch (pattern.kind) {
    case Kind::wildcard:
      return true;
    case Kind::literal:
      return equal(pattern.literal, value);
    case Kind::bind:
      environment.slots[pattern.slot] = value;
      return true;
    case Kind::compare:
      return equal(evaluate(*pattern.compared, environment), value);
    case Kind::constructor: {
      if (value.is_constant()) {
        return pattern.arguments.empty() && pattern.constructor == &value.constructor();
      }
      if (!value.is(CellKind::data) || pattern.constructor != &value.constructor()) return false;
      const std::span<const Value> arguments = value.arguments();
      for (std::size_t i = 0; i < pattern.arguments.size(); ++i) {
        if (!match(*pattern.arguments[i], arguments[i], environment)) return false;
      }
      return true;
    }
  }
  return false;
}

}  // namespace harrier::abs::run
