// What a handle of a datatype may be used for, and why not.
#include "type_table.hpp"

#include <utility>

namespace harrier::mpi {

MPI_Datatype TypeTable::add(TypeRef type, bool committed, Origin made_by) {
  return made_.add({std::move(type), committed, {}, made_by});
}

TypeRef TypeTable::find(MPI_Datatype handle) const {
  if (const TypeEntry* entry = made_.find(handle)) return entry->type;
  return predefined_type(handle);
}

std::optional<std::string> TypeTable::handle_problem_of(MPI_Datatype handle) const {
  if (handle == MPI_DATATYPE_NULL) return "the datatype is MPI_DATATYPE_NULL";
  if (made_.freed(handle)) return "the datatype was freed before";
  if (find(handle) == nullptr) return "the datatype is not a datatype";
  return std::nullopt;
}

std::optional<std::string> TypeTable::problem_of(MPI_Datatype handle) const {
  if (auto problem = handle_problem_of(handle)) return problem;
  const TypeEntry* const entry = made_.find(handle);
  if (entry != nullptr && !entry->committed)
    return "the datatype of " + std::string(entry->made_by.function) +
           " is not committed; call MPI_Type_commit before it is used to communicate";
  return std::nullopt;
}

void TypeTable::clear() {
  made_.clear();
  names_.clear();
}

void TypeTable::rename(MPI_Datatype handle, std::string name) {
  if (TypeEntry* const entry = made_.find(handle)) {
    entry->name = std::move(name);
    return;
  }
  for (auto& [known, text] : names_)
    if (known == handle) {
      text = std::move(name);
      return;
    }
  names_.emplace_back(handle, std::move(name));
}

std::string TypeTable::name_of(MPI_Datatype handle) const {
  if (const TypeEntry* const entry = made_.find(handle)) return entry->name;
  for (const auto& [known, text] : names_)
    if (known == handle) return text;
  const TypeRef type = predefined_type(handle);
  return type == nullptr ? std::string() : type_text(*type);
}

}  // namespace harrier::mpi
