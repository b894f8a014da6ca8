// The tree of an ABS model: first as it is written, then, by the checker, with every name resolved
// and every expression typed.
//
// All nodes lie in the model's arena and are trivially destructible: lists are spans, names are
// views of the source text. Members marked "checker" are empty until `check` has accepted the
// model.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "abs/syntax/source.hpp"

namespace harrier::abs {

struct Class;
struct Constructor;
struct DataType;
struct Expression;
struct Function;
struct Interface;
struct Lambda;
struct Method;
struct Module;
struct Statement;
struct Trait;
struct TypeSynonym;

/// A type. Equal types are the same node, so they are compared by address.
struct Type {
  enum class Kind : std::uint8_t {
    unknown,    ///< of what is in error; fits everything, so that one mistake is told once
    data,       ///< with its arguments, all builtin types included: Int, Fut<T>, Unit, …
    interface,  ///< reference to an object
    object,     ///< `this`: an object of this very class
    null,       ///< of `null`: fits every reference
    any,        ///< fits every value; only annotations and a few library functions take it
    parameter,  ///< A of `data Maybe<A>` or `def A id<A>(A x)`
    nothing,    ///< of what has no value to speak of, such as the element of `Nil`; fits everything
  };
  Kind kind = Kind::unknown;
  const DataType* data = nullptr;
  const Interface* interface = nullptr;
  const Class* object = nullptr;
  std::string_view parameter = {};  ///< its name
  std::uint32_t index = 0;          ///< of a parameter: its number, unlike that of every other
  std::span<const Type* const> arguments = {};
  bool open = false;  ///< is or has a parameter; types that double are not walked for nothing
};

struct Annotation {
  Position position;
  std::string_view name;  ///< of `[Near: x]`; empty in `[x]`
  Expression* value = nullptr;
};
using Annotations = std::span<Annotation>;

/// A type as written.
struct TypeUse {
  Position position;
  std::string_view name;  ///< possibly qualified
  std::span<TypeUse*> arguments;
  Annotations annotations;
  const Type* type = nullptr;  ///< checker
};

/// A parameter, local variable or variable of a pattern: its place in the frame of its body.
struct Variable {
  Position position;
  std::string_view name;
  TypeUse* type_use = nullptr;  ///< none for variables of patterns and of foreach
  const Type* type = nullptr;   ///< checker
  std::uint32_t slot = 0;       ///< checker; unlike that of every other variable of the frame
  Annotations annotations;
};

/// What a body needs to run. Slots: parameters first, in their order, then, in a lambda, what it
/// captures, then all variables.
struct Frame {
  std::uint32_t slot_count = 0;          ///< checker
  std::span<const Variable*> variables;  ///< checker: by slot
};

// ---- patterns

struct Pattern {
  enum class Kind : std::uint8_t {
    wildcard,
    integer,      ///< `text` has the digits, maybe a sign
    string,       ///< `text` is decoded
    variable,     ///< as parsed; the checker makes `bind` or `compare` of it
    bind,         ///< puts the value into `variable`
    compare,      ///< is equal to `compared`, a local variable or a field
    constructor,  ///< `constructor` with `arguments`
  };
  Kind kind = Kind::wildcard;
  Position position;
  std::string_view text;  ///< literal, or name of variable or constructor
  Variable* variable = nullptr;
  Expression* compared = nullptr;
  std::span<Pattern*> arguments;
  const Constructor* constructor = nullptr;  ///< checker
  const Type* type = nullptr;                ///< checker
};

// ---- expressions

enum class Operator : std::uint8_t {
  none,
  negate,  ///< -x
  no,      ///< !x
  multiply,
  divide,           ///< gives a Rat or a Float
  divide_integers,  ///< legacy dialect, Int by Int: truncates towards zero
  modulo,
  add,  ///< numbers or strings
  subtract,
  less,
  greater,
  less_equal,
  greater_equal,
  equal,
  unequal,
  both,    ///< && : the right side only if needed
  either,  ///< ||
};

struct CaseBranch {
  Position position;
  Pattern* pattern = nullptr;
  Expression* result = nullptr;
};

struct LetBinding {
  Variable* variable = nullptr;
  Expression* value = nullptr;
};

/// What a partial function such as `map` is completed with: a lambda, or a name, which is that of a
/// function or of a function parameter of the enclosing partial function.
struct FunctionArgument {
  Position position;
  std::string_view name;
  Lambda* lambda = nullptr;
  const Function* function = nullptr;  ///< checker
  std::uint32_t function_parameter =
      no_index;  ///< checker: number of the enclosing one's parameter

  static constexpr std::uint32_t no_index = ~0U;
};

struct Expression {
  enum class Kind : std::uint8_t {
    error,      ///< could not be parsed
    integer,    ///< `text`: digits
    floating,   ///< `text` as written
    string,     ///< `text`, decoded
    templated,  ///< `texts[0]`, arguments[0], `texts[1]`, …, `texts[n]`
    name,       ///< as parsed, `x` or `this.x`; the checker makes `local` or `field` of it
    local,      ///< `variable`
    field,      ///< `field` of this object
    self,       ///< this
    destiny,    ///< the future of the running task
    null,
    unary,          ///< `operation`, arguments[0]
    binary,         ///< `operation`, arguments[0], arguments[1]
    construct,      ///< `constructor` with `arguments`
    call_function,  ///< `function`, or parameter `function_parameter` of the enclosing partial
                    ///< function, with `arguments`; a partial one with `functions` too
    call_variadic,  ///< `function` with one argument, the list of `arguments`: list[1, 2]
    conditional,    ///< when arguments[0] then arguments[1] else arguments[2]
    match,          ///< case arguments[0] { `branches` }
    let,            ///< `bindings` one after the other, then arguments[0]
    implements,     ///< arguments[0] implements `interface`
    cast,           ///< arguments[0] as `interface`: null where it does not implement it
    // With effects: only as a whole right-hand side, return value or statement.
    create,      ///< new [local] `created`(arguments)
    get,         ///< arguments[0].get
    call_async,  ///< receiver!text(arguments)
    call_await,  ///< await receiver!text(arguments)
    call_sync,   ///< receiver.text(arguments)
    original,    ///< as parsed, original(…) in a modifying method of a trait; the checker makes a
                 ///< call_sync on this of it
  };
  Kind kind = Kind::error;
  Operator operation = Operator::none;
  bool qualified_by_this = false;  ///< name: `this.x`
  bool in_same_group = false;      ///< create: the object is in the cog of its creator
  bool field_constant = false;     ///< checker; field: nothing ever assigns it after creation
  std::uint16_t height = 0;        ///< levels of expressions below it, lambdas included
  Position position;               ///< of its first character; of operators and calls: their sign
  std::string_view text;           ///< literal; name as written; method
  std::span<std::string_view> texts;
  std::span<Expression*> arguments;
  Expression* receiver = nullptr;
  std::span<CaseBranch> branches;
  std::span<LetBinding> bindings;
  std::span<FunctionArgument> functions;
  std::uint32_t function_parameter = FunctionArgument::no_index;  ///< checker
  std::uint32_t field = 0;                                        ///< checker
  const Variable* variable = nullptr;                             ///< checker
  const Constructor* constructor = nullptr;                       ///< checker
  const Function* function = nullptr;                             ///< checker
  const Interface* interface = nullptr;                           ///< checker
  const Class* created = nullptr;                                 ///< checker
  const Type* type = nullptr;                                     ///< checker

  bool has_effect() const { return kind >= Kind::create; }
};

/// An anonymous function. Its frame: parameters, then the captured variables, then its own.
/// It sees the fields and functions that its surroundings see.
struct Lambda {
  struct Capture {
    const Variable* outer = nullptr;  ///< in the enclosing frame
    const Variable* inner = nullptr;  ///< in the lambda's own
  };
  Position position;
  std::span<Variable*> parameters;
  Expression* body = nullptr;
  std::span<Capture> captures;  ///< checker
  Frame frame;                  ///< checker
};

// ---- statements

/// One conjunct of what an await waits for.
struct Guard {
  enum class Kind : std::uint8_t { future, condition, duration };
  Kind kind = Kind::condition;
  Expression* expression =
      nullptr;                 ///< the future (a local or field), the condition, the least time
  Expression* most = nullptr;  ///< time; `expression` where only one was given
};

struct StatementBranch {
  Position position;
  Pattern* pattern = nullptr;
  Statement* body = nullptr;
};

struct Statement {
  enum class Kind : std::uint8_t {
    error,    ///< could not be parsed
    declare,  ///< `variable`, from `expression` unless that is null: then it is null or a future
              ///< not set
    assign,   ///< `target` (local or field) from `expression`
    skip,
    give,         ///< return `expression`
    claim,        ///< assert `expression`
    block,        ///< `statements`
    conditional,  ///< if (`expression`) `first` else `second` (may be null)
    choose,       ///< switch (`expression`) { `branches` }
    loop,         ///< while (`expression`) `first`
    iterate,      ///< foreach (`variable`, `index` in `expression`) `first`; `index` may be null
    attempt,      ///< try `first` catch { `branches` } finally `second` (may be null)
    await,        ///< `guards`, all of them
    pause,        ///< duration(`expression`, `target`): the cog does nothing for so long
    suspend,
    raise,     ///< throw `expression`
    die,       ///< die `expression`: the object ends with that exception
    evaluate,  ///< `expression` for its effect
  };
  Kind kind = Kind::error;
  Position position;
  Annotations annotations;
  Expression* expression = nullptr;
  Expression* target = nullptr;
  Variable* variable = nullptr;
  Variable* index = nullptr;
  Statement* first = nullptr;
  Statement* second = nullptr;
  std::span<Statement*> statements;
  std::span<StatementBranch> branches;
  std::span<Guard> guards;
};

// ---- declarations

/// One field of a constructor.
struct ConstructorField {
  TypeUse* type_use = nullptr;
  std::string_view selector;  ///< name of the function that takes it out; empty if none
  Position position;
};

/// A constructor of a data type, or an exception, which is a constructor of type Exception.
struct Constructor {
  Position position;
  std::string_view name;
  std::span<ConstructorField> fields;
  const DataType* data = nullptr;          ///< checker for exceptions
  std::uint32_t index = 0;                 ///< among those of its type
  std::span<const Type* const> arguments;  ///< checker; in terms of the type's parameters
  const Module* module = nullptr;
};

struct DataType {
  Position position;
  std::string_view name;
  std::span<std::string_view> parameters;
  std::span<Constructor*> constructors;          ///< those of Exception are `Model::exceptions`
  std::span<const Type* const> parameter_types;  ///< checker
  const Type* type = nullptr;                    ///< checker: with its own parameters as arguments
  const Module* module = nullptr;
  Annotations annotations;
};

struct TypeSynonym {
  Position position;
  std::string_view name;
  TypeUse* target = nullptr;
  const Module* module = nullptr;
  Annotations annotations;
  bool resolving = false;  ///< checker, for cycles
};

/// A function, partial function or selector.
struct Function {
  enum class Kind : std::uint8_t {
    defined,   ///< has a `body`
    builtin,   ///< computed by Harrier, known by its module and name
    selector,  ///< takes the field out of any constructor that has one of this name
  };
  /// The field that a selector takes out of one constructor.
  struct Selected {
    const Constructor* constructor = nullptr;
    std::uint32_t field = 0;
  };
  Kind kind = Kind::defined;
  Position position;
  std::string_view name;
  std::span<std::string_view> type_parameters;
  std::span<std::string_view> function_parameters;  ///< of a partial function
  std::span<Variable*> parameters;
  TypeUse* result_use = nullptr;  ///< none for a selector
  Expression* body = nullptr;
  std::span<const Selected> selected;
  std::span<const Type* const> parameter_types;  ///< checker: the types of type_parameters
  std::span<const Type* const> argument_types;   ///< checker: of the parameters
  const Type* result = nullptr;                  ///< checker
  Frame frame;                                   ///< checker
  const Module* module = nullptr;
  Annotations annotations;
  std::uint32_t number = 0;  ///< checker: index in Model::functions
};

struct MethodSignature {
  Position position;
  std::string_view name;
  TypeUse* result_use = nullptr;
  std::span<Variable*> parameters;
  Annotations annotations;
  bool atomic = false;    ///< [Atomic]: has no point where others may run
  bool readonly = false;  ///< [Readonly]: assigns no field
};

struct Interface {
  Position position;
  std::string_view name;
  std::span<TypeUse*> extended_uses;
  std::span<MethodSignature*> signatures;     ///< its own
  std::span<const Interface*> extended;       ///< checker
  std::span<const MethodSignature*> methods;  ///< checker: with the inherited ones
  const Type* type = nullptr;                 ///< checker
  const Module* module = nullptr;
  Annotations annotations;
};

struct Method {
  MethodSignature* signature = nullptr;
  std::span<Statement*> body;
  Frame frame;                   ///< checker
  const Trait* trait = nullptr;  ///< checker: where it comes from, if not from the class itself
  std::string_view name() const { return signature->name; }
};

/// One operation of a trait expression; the first of it is always `adds`.
struct TraitOperation {
  enum class Kind : std::uint8_t { adds, modifies, removes };
  Kind kind = Kind::adds;
  Position position;
  std::string_view trait;  ///< named one; empty: the methods that follow
  std::span<Method*> methods;
  std::span<MethodSignature*> signatures;  ///< of `removes`
};

struct Trait {
  Position position;
  std::string_view name;
  std::span<TraitOperation> operations;
  const Module* module = nullptr;
  Annotations annotations;
};

/// A field of a class: its parameters come first.
struct Field {
  Variable* variable = nullptr;   ///< its slot is the field's index
  Expression* initial = nullptr;  ///< of a declared field; may be null
  bool parameter = false;
  bool assigned = false;  ///< checker: something assigns it after its initialisation
};

struct Class {
  Position position;
  std::string_view name;
  std::span<Field> fields;
  std::uint32_t parameter_count = 0;
  std::span<TypeUse*> implemented_uses;
  std::span<Statement*> initial;  ///< the init block
  bool has_initial = false;
  std::span<StatementBranch> recover;
  std::span<TraitOperation> uses;           ///< of all `uses` clauses
  std::span<Method*> methods;               ///< as written; checker: with those of traits
  Frame initial_frame;                      ///< checker: of init block and field initialisers
  Frame recover_frame;                      ///< checker
  std::span<const Interface*> implemented;  ///< checker: all, also those that others extend
  const Type* type = nullptr;               ///< checker: of `this`
  const Module* module = nullptr;
  Annotations annotations;
  std::uint32_t number = 0;  ///< checker: index in Model::classes

  const Method* find_method(std::string_view wanted) const {
    for (const Method* method : methods) {
      if (method->name() == wanted) return method;
    }
    return nullptr;
  }
};

struct MainBlock {
  Position position;
  std::span<Statement*> body;
  Annotations annotations;
  Frame frame;  ///< checker
  const Module* module = nullptr;
};

/// `export` or `import`: of all names, of those listed, or of either from another module.
struct ModuleClause {
  struct Name {
    Position position;
    std::string_view name;
  };
  Position position;
  bool exports = false;
  bool all = false;
  std::span<Name> names;
  Position from_position;
  std::string_view from;  ///< empty: none
};

struct Module {
  Position position;
  std::string_view name;
  std::span<ModuleClause> clauses;
  std::span<DataType*> data_types;
  std::span<TypeSynonym*> synonyms;
  std::span<Constructor*> exceptions;
  std::span<Function*> functions;  ///< selectors included
  std::span<Interface*> interfaces;
  std::span<Class*> classes;
  std::span<Trait*> traits;
  MainBlock* main = nullptr;
};

}  // namespace harrier::abs
