// A model in the form that is run: expressions as small trees over slots, bodies as flat lists of
// instructions, so that a task can wait anywhere.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abs/syntax/model.hpp"
#include "abs/values/heap.hpp"

namespace harrier::abs::run {

struct ClassCode;
struct FunctionCode;
struct LambdaCode;
struct Node;

class Evaluator;
/// A function of the library that the interpreter computes itself.
using Builtin = Value (*)(Evaluator& evaluator, std::span<const Value> arguments);

struct PatternNode {
  enum class Kind : std::uint8_t { wildcard, literal, bind, compare, constructor };
  Kind kind = Kind::wildcard;
  std::uint32_t slot = 0;
  Value literal;
  const Node* compared = nullptr;
  const run::Constructor* constructor = nullptr;
  std::span<const PatternNode* const> arguments;
};

/// What is passed for a function parameter of a partial function.
struct FunctionArgumentNode {
  const FunctionCode* function = nullptr;
  const LambdaCode* lambda = nullptr;
  std::uint32_t parameter = 0;  ///< of the enclosing function, where neither is given
};

struct Binding {
  std::uint32_t slot = 0;
  const Node* value = nullptr;
};
struct Branch {
  const PatternNode* pattern = nullptr;
  const Node* result = nullptr;
};

/// An expression without effects.
struct Node {
  enum class Kind : std::uint8_t {
    literal,
    local,  ///< `index`
    field,  ///< `index`
    constant_field,
    self,
    destiny,
    templated,  ///< texts as literals between the others
    unary,
    binary,
    both,
    either,
    construct,
    call,            ///< `function`
    call_builtin,    ///< `builtin`
    call_parameter,  ///< function parameter `index` of the enclosing partial function
    select,          ///< field of a constructor, `function->selected`
    conditional,
    match,
    let,
    implements,
    cast,
    unknown,   ///< nobody knows what it gives: `text`
    resolved,  ///< of a guard: whether the future that a field holds now is resolved
  };
  Kind kind = Kind::literal;
  Operator operation = Operator::none;
  std::uint32_t index = 0;
  Position position;
  Value literal;
  std::span<const Node* const> arguments;
  std::span<const FunctionArgumentNode> functions;
  std::span<const Branch> branches;
  std::span<const Binding> bindings;
  const run::Constructor* constructor = nullptr;
  const FunctionCode* function = nullptr;
  Builtin builtin = nullptr;
  const Interface* interface = nullptr;
  std::string_view text;
};

struct Selected {
  const run::Constructor* constructor = nullptr;
  std::uint32_t argument = 0;
};

struct FunctionCode {
  std::string name;
  std::uint32_t parameter_count = 0;
  std::uint32_t slot_count = 0;
  const Node* body = nullptr;
  Builtin builtin = nullptr;
  std::vector<Selected> selected;
};

struct LambdaCode {
  struct Capture {
    std::uint32_t outer = 0;
    std::uint32_t inner = 0;
  };
  std::uint32_t parameter_count = 0;
  std::uint32_t slot_count = 0;
  std::vector<Capture> captures;
  const Node* body = nullptr;
};

/// What is refilled at each unit of time.
enum class Resourced : std::uint8_t { speed, bandwidth };

/// Where a deployment component keeps one of these: numbers of fields.
struct ResourceFields {
  std::uint32_t total = 0;  ///< of this interval
  std::uint32_t next = 0;   ///< of the next one
  std::uint32_t used = 0;
  std::uint32_t loads = 0;
};

/// One step of a body. What has an effect on others has an instruction of its own.
struct Instruction {
  enum class Kind : std::uint8_t {
    assign,      ///< slot `to` from `value`
    set_field,   ///< field `to` from `value`
    evaluate,    ///< `value`, for what it prints
    call_async,  ///< `method` of `value`
    call_sync,   ///< the same, and waits
    create,      ///< an object of `created`
    get,         ///< of `value`
    await,
    pause,  ///< the cog, for `least` to `most`
    pay,    ///< `value` of `resource`, unless the object `arguments[0]` is on the same component
    suspend,
    give,   ///< returns `value`
    claim,  ///< asserts `value`
    jump,
    jump_unless,  ///< `value` holds
    match,        ///< slot `from` with `pattern`, or jumps
    next,         ///< element of the list in slot `from` to slot `to`, counting in `from + 1`, or
                  ///< jumps
    raise,
    die,
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  Kind kind = Kind::assign;
  bool in_same_group = false;  ///< create
  bool counts = false;         ///< next: slot `to_index` is given the number of the element
  std::uint32_t to = none;
  std::uint32_t to_index = none;
  std::uint32_t from = 0;
  std::uint32_t target = 0;  ///< of a jump
  std::uint32_t method = 0;
  const Node* value = nullptr;
  std::span<const Node* const> arguments;
  const ClassCode* created = nullptr;
  std::span<const Node* const> futures;
  std::span<const Node* const> conditions;
  const Node* least = nullptr;     ///< time to let pass before it goes on
  const Node* most = nullptr;      ///< time to let pass at most
  const Node* deadline = nullptr;  ///< of a call
  const Node* placed = nullptr;    ///< create: the deployment component
  Resourced resource = Resourced::speed;
  const PatternNode* pattern = nullptr;
  std::string_view text;  ///< of an assertion or a guard, as written
  Position position;
};

/// Where an exception that is thrown between two instructions is handled: it is put into `slot`.
struct Handler {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t target = 0;
  std::uint32_t slot = 0;
};

/// A method, an init block, a recover block or the main block.
struct Body {
  std::string name;
  std::uint32_t parameter_count = 0;
  std::uint32_t slot_count = 0;
  std::uint32_t exception_slot = 0;  ///< of a recover block
  std::vector<Instruction> code;
  std::vector<Handler> handlers;  ///< the innermost first
  std::vector<std::string> slot_names;
  Position position;
};

struct ClassCode {
  std::string name;
  const Class* source = nullptr;
  std::uint32_t parameter_count = 0;
  std::vector<std::string> fields;
  std::vector<const Body*> methods;  ///< by number of the name; null where it has none
  Body initial;
  std::unique_ptr<Body> recover;
  const Body* run = nullptr;  ///< of active objects
};

/// A whole model. It refers to the model's tree, which must outlive it.
struct Code {
  Code() = default;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  const Model* model = nullptr;
  Body main;
  std::vector<std::unique_ptr<ClassCode>> classes;  ///< by number
  std::vector<std::string> method_names;
  /// Some await may test a future that others may have resolved meanwhile.
  bool tests_futures = false;
  /// Some guard reads a future from a field, each time somebody looks.
  bool looks_again = false;
  bool chooses = false;             ///< some expression may be random
  bool is_timed = false;            ///< something waits for time to pass
  bool asks_for_destiny = false;    ///< some expression may be destiny
  bool reads_clock = false;         ///< some expression may ask what time it is
  bool asks_for_component = false;  ///< some expression may be thisDC()
  bool asks_for_load = false;
  bool guards_read_clock = false;
  const ClassCode* component = nullptr;  ///< the class, where the model uses it
  ResourceFields resources[2];           ///< by Resourced
  Body clock;                            ///< what the steps of time are of

  // What the above points to.
  Heap literals;
  std::deque<run::Constructor> constructors;
  std::deque<FunctionCode> functions;
  std::deque<LambdaCode> lambdas;
  std::deque<Body> bodies;
  std::deque<Node> nodes;
  std::deque<PatternNode> patterns;
  std::deque<std::vector<const Node*>> node_lists;
  std::deque<std::vector<const PatternNode*>> pattern_lists;
  std::deque<std::vector<FunctionArgumentNode>> function_lists;
  std::deque<std::vector<Branch>> branch_lists;
  std::deque<std::vector<Binding>> binding_lists;
  std::deque<std::string> texts;
};

}  // namespace harrier::abs::run
