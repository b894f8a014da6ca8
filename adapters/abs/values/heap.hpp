// Where cells lie, and what takes their changes back: a stack of bytes and a journal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "abs/values/big_integer.hpp"
#include "abs/values/value.hpp"

namespace harrier::abs::run {

/// Cells one after the other, in chunks that never move. A depth-first search frees them in the
/// order opposite to that in which it made them, so nothing is counted or collected.
class Arena {
 public:
  struct Mark {
    std::size_t chunk = 0;
    std::size_t used = 0;
  };
  Mark mark() const { return now_; }
  void cut(const Mark& mark) { now_ = mark; }

  void* take(std::size_t bytes) {
    bytes = (bytes + 7) & ~std::size_t{7};
    if (now_.chunk < chunks_.size() && now_.used + bytes <= chunks_[now_.chunk].size) {
      void* taken = chunks_[now_.chunk].bytes.get() + now_.used;
      now_.used += bytes;
      return taken;
    }
    return take_from_next(bytes);
  }

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };
  void* take_from_next(std::size_t bytes);

  std::vector<Chunk> chunks_;
  Mark now_;
};

/// Makes cells, and remembers what was in the words that are overwritten.
class Heap {
 public:
  /// A word that was overwritten, with what is not in it now: what was there before, or, while the
  /// program looks at an earlier state, what was there after.
  struct Change {
    Value* word = nullptr;
    Value other;
  };

  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }
  std::vector<Change>& journal() { return journal_; }
  const std::vector<Change>& journal() const { return journal_; }

  /// Overwrites a word that outlives the running step.
  void set(Value& word, Value value) {
    journal_.push_back({&word, word});
    word = value;
  }

  template <class T>
  T* make(CellKind kind, std::size_t count, std::size_t bytes_behind) {
    T* cell = new (arena_.take(sizeof(T) + bytes_behind)) T();
    cell->kind = kind;
    cell->count = static_cast<std::uint32_t>(count);
    return cell;
  }
  /// Applies a constructor. Sets and maps are kept in order.
  Value data(const Constructor& constructor, std::span<const Value> arguments);
  Value pair(Value first, Value second);
  Value cons(Value head, Value tail);
  Value string(std::string_view text);
  Value floating(double value);
  Value integer(std::int64_t number) {
    return Value::fits(number) ? Value::small(number) : integer(BigInteger(number));
  }
  Value integer(const BigInteger& number);
  /// Makes a fraction of whole numbers, in lowest terms; throws DivisionByZeroException.
  Value rational(Value numerator, Value denominator);

 private:
  Value plain(const Constructor& constructor, std::span<const Value> arguments);
  Value inserted(const Constructor& constructor, Value element, Value rest);

  Arena arena_;
  std::vector<Change> journal_;
};

}  // namespace harrier::abs::run
