// Attributes that a program hangs on communicators, windows and datatypes.
//
// The functions of the program that copy and delete values have one form for all three kinds of
// object, since all handles are numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mpi/data/handle.hpp"

namespace harrier::mpi {

using CopyAttribute = int(int object, int keyval, void* extra, void* value, void* result,
                          int* flag);
using DeleteAttribute = int(int object, int keyval, void* value, void* extra);

struct Keyval {
  ObjectKind object = ObjectKind::communicator;
  CopyAttribute* copy = nullptr;      ///< nullptr: not copied
  DeleteAttribute* remove = nullptr;  ///< nullptr: nothing to do
  void* extra = nullptr;
  Origin made_by = {};
};

/// The keyvals of a rank. A freed one works on for the attributes that use it.
class KeyvalTable {
 public:
  int add(Keyval keyval);
  /// Returns a keyval that may be used to set attributes.
  const Keyval* find(int handle) const;
  /// Returns a keyval even when it was freed.
  const Keyval* find_used(int handle) const;
  /// Says why a handle cannot be used with objects of a kind.
  std::optional<std::string> problem_of(int handle, ObjectKind object) const;
  void free(int handle);
  void clear() { keyvals_.clear(); }

 private:
  struct Entry {
    Keyval keyval;
    bool live = true;
  };
  HandleTable<Entry> keyvals_{ObjectKind::keyval};
};

/// The attributes of one object, in the order in which they were set.
class Attributes {
 public:
  struct Attribute {
    int keyval = 0;
    void* value = nullptr;
  };

  void set(int keyval, void* value);
  std::optional<void*> get(int keyval) const;
  void erase(int keyval);
  const std::vector<Attribute>& all() const { return all_; }

 private:
  std::vector<Attribute> all_;
};

}  // namespace harrier::mpi
