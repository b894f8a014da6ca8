// Random actor programs as plain data: made from a seed, printed, read back, made smaller.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace harrier::testing {

/// How an actor kind keeps its state; decides on dependence and on how its steps are taken back.
enum class Flavour : std::uint8_t {
  fine,    ///< all fields tracked, copyable
  coarse,  ///< field 3 is not tracked, copyable
  unique,  ///< all fields tracked, not copyable
};

/// What the handlers of a message tag look like.
enum class Shape : std::uint8_t {
  note,      ///< void on(M)
  task,      ///< Task<> on(M)
  ask,       ///< int on(M)
  ask_task,  ///< Task<int> on(M)
  later,     ///< Task<> on(M, Reply<int>)
};

/// One instruction of a handler. All arithmetic is modulo `value_count`. Sending and spawning use
/// up fuel; what needs more fuel than is left, waits where the shape cannot wait, or names nobody
/// does nothing.
enum class Op : std::uint8_t {
  set,
  add,
  send,
  introduce,  ///< send with a reference to an actor
  hand,       ///< send with the right to reply
  spawn,      ///< known = a new actor
  learn,      ///< known = an actor
  stop,
  choose,
  call,          ///< waits for the reply and takes nothing else
  call_or_gone,  ///< the same, also of an actor that has ended
  request,       ///< future = a request
  get,           ///< waits for the future and takes nothing else
  await,         ///< waits for the future and takes other messages
  await_both,    ///< requests twice and waits for both replies
  until,         ///< waits for a condition
  release,
  answer,  ///< replies, or sets the value that the handler returns
  keep,    ///< moves the right to reply into the actor's state
  check,
  assume,
};

/// What an operand means, and with it how it is written.
enum class Operand : std::uint8_t { none, field, value, target, tag, kind, count };

struct OpForm {
  Op op;
  std::string_view name;
  std::array<Operand, 3> operands;
  std::string_view pseudo;  ///< `%1` … `%3` stand for the operands
};
std::span<const OpForm> op_forms();
const OpForm& form_of(Op op);

inline constexpr int field_count = 4;
inline constexpr int value_count = 3;
/// Values: 0 … 2, then the message's, then the fields'.
inline constexpr int message_value = value_count;
inline constexpr int first_field_value = message_value + 1;
/// Counts of values to choose from: 1 … 3, then one more than the fields' values.
inline constexpr int first_field_count = value_count + 1;
/// Targets: initial actors 0 … 3, then these.
inline constexpr int initial_max = 4;
enum Target : std::uint8_t { self = initial_max, sender, known, about, target_count };

/// Compares a field with a literal or with the message's value.
struct Test {
  std::uint8_t field = 0;
  bool negated = false;
  std::uint8_t value = 0;
  friend bool operator==(const Test&, const Test&) = default;
};

struct Operation {
  Op op = Op::set;
  std::optional<Test> when;
  std::array<std::uint8_t, 3> operands{};
  friend bool operator==(const Operation&, const Operation&) = default;
};

struct Handler {
  std::optional<Test> accepts;
  std::vector<Operation> script;
  friend bool operator==(const Handler&, const Handler&) = default;
};

struct ActorKind {
  Flavour flavour = Flavour::fine;
  std::vector<Handler> handlers;  ///< by tag
  friend bool operator==(const ActorKind&, const ActorKind&) = default;
};

struct FirstMessage {
  std::uint8_t actor = 0;
  std::uint8_t tag = 0;
  std::uint8_t value = 0;
  std::uint8_t fuel = 0;
  friend bool operator==(const FirstMessage&, const FirstMessage&) = default;
};

/// A whole program. Numbers beyond what there is wrap around, so every part can be left out.
struct RandomProgram {
  std::vector<Shape> tags;
  std::vector<ActorKind> kinds;
  std::vector<std::uint8_t> actors;    ///< the kinds of the initial ones
  std::vector<FirstMessage> settled;   ///< delivered by the set-up
  std::vector<FirstMessage> messages;  ///< left for the exploration
  friend bool operator==(const RandomProgram&, const RandomProgram&) = default;

  /// Makes a program from a seed, the same one on every machine.
  static RandomProgram generate(std::uint64_t seed);
  /// Reads what `text` wrote; throws std::invalid_argument with the line for anything else.
  static RandomProgram parse(std::string_view text);
  std::string text() const;
  /// Shows the program for reading.
  std::string pseudo_code() const;

  const Handler& handler(int kind, int tag) const;
  /// Tells whether some kind has a constraint on a tag.
  bool guarded(int tag) const;
  /// Puts one operation, with the same operands, in the place of another one.
  void replace(Op what, Op by);
  /// Counts what there is to shrink.
  std::size_t size() const;
};

/// Makes a program smaller, part by part, for as long as `fails` holds.
RandomProgram shrink(RandomProgram program, const std::function<bool(const RandomProgram&)>& fails);

}  // namespace harrier::testing
