// Checks of arguments that several functions of MPI share.
#include "arguments.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace harrier::mpi {

void require_none(int error_class, const std::optional<std::string>& problem) {
  if (problem) throw CallError(error_class, *problem);
}

void require_count(int count, const char* what) {
  if (count < 0)
    throw CallError(MPI_ERR_COUNT, "the " + std::string(what) + " is " + std::to_string(count));
}

void require_counts(std::span<const int> counts, const char* what) {
  for (const int count : counts) require_count(count, what);
}

void require_place(const void* place, const char* what) {
  if (place == nullptr)
    throw CallError(MPI_ERR_ARG, "the address for the " + std::string(what) + " is null");
}

void require_legal(const Operation& operation, const Datatype& type) {
  if (legality(operation, type) == Legality::illegal)
    throw CallError(MPI_ERR_OP,
                    operation_text(operation) + " is not defined for " + type_text(type));
}

TypeRef type_of(const Call& call, MPI_Datatype handle) {
  const TypeTable& types = call.state().types;
  require_none(MPI_ERR_TYPE, types.handle_problem_of(handle));
  return types.find(handle);
}

TypeRef committed_type_of(const Call& call, MPI_Datatype handle) {
  const TypeTable& types = call.state().types;
  require_none(MPI_ERR_TYPE, types.problem_of(handle));
  return types.find(handle);
}

const Operation& operation_of(const Call& call, MPI_Op handle) {
  const OperationTable& operations = call.state().operations;
  require_none(MPI_ERR_OP, operations.problem_of(handle));
  return *operations.find(handle);
}

const Group& group_of(const Call& call, MPI_Group handle) {
  static const Group empty;
  if (handle == MPI_GROUP_EMPTY) return empty;
  if (handle == MPI_GROUP_NULL) throw CallError(MPI_ERR_GROUP, "the group is MPI_GROUP_NULL");
  const HandleTable<GroupEntry>& groups = call.state().objects.groups;
  if (groups.freed(handle)) throw CallError(MPI_ERR_GROUP, "the group was freed before");
  const GroupEntry* const found = groups.find(handle);
  if (found == nullptr) throw CallError(MPI_ERR_GROUP, "the group is not a group");
  return found->members;
}

MPI_Group add_group(const Call& call, Group group) {
  if (group.empty()) return MPI_GROUP_EMPTY;
  return call.state().objects.groups.add({std::move(group), origin_of(call)});
}

Info* info_of(const Call& call, MPI_Info handle) {
  if (handle == MPI_INFO_NULL) return nullptr;
  Info* const info = call.state().objects.infos.find(handle);
  if (info == nullptr)
    throw CallError(MPI_ERR_INFO, "the info object does not exist, or was freed");
  return info;
}

Origin origin_of(const Call& call) { return {call.site().function, call.site().from}; }

void call_user_operation(const Operation& operation, void* in, void* inout, int count,
                         MPI_Datatype handle) {
  const InProgram program;
  if (!operation.has_large_count) {
    interface().combine(operation.function, in, inout, &count, &handle);
    return;
  }
  MPI_Count large = count;
  reinterpret_cast<MPI_User_function_c*>(operation.function)(in, inout, &large, &handle);
}

void give_text(const std::string& text, char* place, int room, int* length) {
  const std::size_t size = std::min(text.size(), static_cast<std::size_t>(std::max(room - 1, 0)));
  if (room > 0) {
    std::memcpy(place, text.data(), size);
    place[size] = '\0';
  }
  if (length != nullptr) *length = static_cast<int>(size);
}

}  // namespace harrier::mpi
