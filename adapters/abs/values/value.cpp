// The constructors that the interpreter itself must know.
#include "abs/values/value.hpp"

#include <array>

namespace harrier::abs::run::known {

const Constructor unit{"Unit", 0, Shape::plain};
const Constructor yes{"True", 0, Shape::plain};
const Constructor no{"False", 0, Shape::plain};
const Constructor nil{"Nil", 0, Shape::plain};
const Constructor cons{"Cons", 2, Shape::plain};
const Constructor pair{"Pair", 2, Shape::plain};
const Constructor nothing{"Nothing", 0, Shape::plain};
const Constructor just{"Just", 1, Shape::plain};
const Constructor empty_set{"EmptySet", 0, Shape::plain};
const Constructor insert{"Insert", 2, Shape::set_insert};
const Constructor empty_map{"EmptyMap", 0, Shape::plain};
const Constructor insert_assoc{"InsertAssoc", 2, Shape::map_insert};
const Constructor division_by_zero{"DivisionByZeroException", 0, Shape::plain};
const Constructor assertion_fail{"AssertionFailException", 0, Shape::plain};
const Constructor pattern_match_fail{"PatternMatchFailException", 0, Shape::plain};
const Constructor null_pointer{"NullPointerException", 0, Shape::plain};
const Constructor stack_overflow{"StackOverflowException", 0, Shape::plain};
const Constructor heap_overflow{"HeapOverflowException", 0, Shape::plain};
const Constructor keyboard_interrupt{"KeyboardInterruptException", 0, Shape::plain};
const Constructor object_dead{"ObjectDeadException", 0, Shape::plain};

const Constructor* find(std::string_view name) {
  static const std::array all{&unit,
                              &yes,
                              &no,
                              &nil,
                              &cons,
                              &pair,
                              &nothing,
                              &just,
                              &empty_set,
                              &insert,
                              &empty_map,
                              &insert_assoc,
                              &division_by_zero,
                              &assertion_fail,
                              &pattern_match_fail,
                              &null_pointer,
                              &stack_overflow,
                              &heap_overflow,
                              &keyboard_interrupt,
                              &object_dead};
  for (const Constructor* one : all) {
    if (one->name == name) return one;
  }
  return nullptr;
}

}  // namespace harrier::abs::run::known
