// What values and tasks are, whatever happened before: for states that are compared.
#include "abs/run/content.hpp"

#include <bit>
#include <cstring>

namespace harrier::abs::run {

namespace {

/// Keeps hashes of different things apart.
enum class Tag : std::uint64_t { small = 1, constant, special, cell, resolved, unresolved, rest };

/// A future may be a part of its own result.
constexpr int depth_max = 32;

}  // namespace

void ContentHash::add_text(std::string_view text) {
  value_.add(text.size());
  for (std::size_t at = 0; at < text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, std::min(sizeof word, text.size() - at));
    value_.add(word);
  }
}

void ContentHash::add(const FutureCell& future) {
  if (!future.resolved()) {
    value_.add(static_cast<std::uint64_t>(Tag::unresolved));
    value_.add(future.origin);
    return;
  }
  resolved_.insert(&future);
  value_.add(static_cast<std::uint64_t>(Tag::resolved));
  if (told_apart_.contains(&future) || depth_ > depth_max) value_.add(future.origin);
  if (depth_ > depth_max) return;
  ++depth_;
  add(future.thrown);
  add(future.result);
  --depth_;
}

void ContentHash::add(Value value) {
  // Lists are long at their last argument: that one is no recursion.
  while (true) {
    if (value.is_small()) {
      value_.add(static_cast<std::uint64_t>(Tag::small));
      return value_.add(static_cast<std::uint64_t>(value.number()));
    }
    if (value.is_constant()) {
      value_.add(static_cast<std::uint64_t>(Tag::constant));
      return add(static_cast<const void*>(&value.constructor()));
    }
    if (!value.is_cell()) {
      value_.add(static_cast<std::uint64_t>(Tag::special));
      return value_.add(value.is_null() ? 1 : 0);
    }
    const Cell& cell = *value.cell();
    value_.add(static_cast<std::uint64_t>(Tag::cell) + static_cast<std::uint64_t>(cell.kind) * 8);
    switch (cell.kind) {
      case CellKind::big_integer: {
        const auto* const digits = static_cast<const BigIntegerCell&>(cell).digits();
        value_.add(cell.negative ? 1 : 0);
        return add_text({reinterpret_cast<const char*>(digits), cell.count * sizeof *digits});
      }
      case CellKind::rational:
        add(static_cast<const RationalCell&>(cell).numerator);
        return add(static_cast<const RationalCell&>(cell).denominator);
      case CellKind::floating:
        return value_.add(std::bit_cast<std::uint64_t>(value.floating()));
      case CellKind::string:
        return add_text(value.string());
      case CellKind::object:
        return add(static_cast<const ObjectCell*>(&cell));
      case CellKind::future:
        return add(static_cast<const FutureCell&>(cell));
      case CellKind::data:
        break;
    }
    add(static_cast<const void*>(&value.constructor()));
    const std::span<const Value> arguments = value.arguments();
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) add(arguments[i]);
    value = arguments.back();
  }
}

void ContentHash::add(const Suspended& rest) {
  value_.add(static_cast<std::uint64_t>(Tag::rest) + static_cast<std::uint64_t>(rest.wait) * 8);
  value_.add(rest.to);
  add(static_cast<const void*>(rest.instruction));
  for (const FrameRecord& frame : rest.frames) {
    add(static_cast<const void*>(frame.body));
    add(frame.self);
    value_.add(frame.at);
    value_.add(frame.to);
    value_.add(frame.slots);
    value_.add(frame.initialises ? 1 : 0);
  }
  for (const Value slot : rest.slots) add(slot);
  for (const FutureCell* future : rest.futures) add(*future);
  if (rest.timer != nullptr) add(truth(!rest.timer->due.is_nothing()));
  if (rest.payment != nullptr) add(truth(!rest.payment->paid.is_nothing()));
  // What it knows counts where it may be asked for again; in whatever order it came to know it.
  Fingerprint known;
  for (const KnownFuture* one = rest.known; one != nullptr; one = one->next) {
    if (!told_apart_.contains(one->future)) continue;
    Fingerprint name;
    name.add(one->future->origin);
    known += name;
  }
  value_.add(known);
}

void ContentHash::add(const TaskRecord& task) {
  value_.add(task.cog->path);
  add(task.self);
  add(static_cast<const void*>(task.body));
  value_.add(task.future != nullptr ? task.future->origin : 0);
  if (!task.deadline.is_nothing()) {
    add(task.deadline);
    add(task.called_at);
  }
  if (task.rest != nullptr) return add(*task.rest);
  for (const Value argument : task.arguments) add(argument);
}

Fingerprint content_of(const TaskRecord& task) {
  const Futures nothing;
  Futures resolved;
  ContentHash hash(nothing, resolved);
  hash.add(task);
  return hash.value();
}

}  // namespace harrier::abs::run
