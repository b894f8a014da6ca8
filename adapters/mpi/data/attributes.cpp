// Keyvals and the values that hang on objects.
#include "mpi/data/attributes.hpp"

#include <mpi.h>

#include <algorithm>
#include <utility>

namespace harrier::mpi {

int KeyvalTable::add(Keyval keyval) { return keyvals_.add({std::move(keyval), true}); }

const Keyval* KeyvalTable::find(int handle) const {
  const Entry* const entry = keyvals_.find(handle);
  return entry != nullptr && entry->live ? &entry->keyval : nullptr;
}

const Keyval* KeyvalTable::find_used(int handle) const {
  const Entry* const entry = keyvals_.find(handle);
  return entry == nullptr ? nullptr : &entry->keyval;
}

std::optional<std::string> KeyvalTable::problem_of(int handle, ObjectKind object) const {
  if (handle == MPI_KEYVAL_INVALID) return "the keyval is MPI_KEYVAL_INVALID";
  const Keyval* const keyval = find_used(handle);
  if (keyval == nullptr) return "the keyval is not a keyval";
  if (find(handle) == nullptr) return "the keyval was freed before";
  if (keyval->object != object)
    return "the keyval is one of " + std::string(keyval->made_by.function);
  return std::nullopt;
}

void KeyvalTable::free(int handle) { keyvals_.find(handle)->live = false; }

void Attributes::set(int keyval, void* value) {
  for (Attribute& attribute : all_)
    if (attribute.keyval == keyval) {
      attribute.value = value;
      return;
    }
  all_.push_back({keyval, value});
}

std::optional<void*> Attributes::get(int keyval) const {
  for (const Attribute& attribute : all_)
    if (attribute.keyval == keyval) return attribute.value;
  return std::nullopt;
}

void Attributes::erase(int keyval) {
  std::erase_if(all_, [&](const Attribute& attribute) { return attribute.keyval == keyval; });
}

}  // namespace harrier::mpi
