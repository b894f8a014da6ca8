// MPI_Info_set and its like, and memory that MPI allocates.
#include <cstring>

#include "arguments.hpp"

using namespace harrier::mpi;

namespace {

Info& existing(const Call& call, MPI_Info handle) {
  Info* const info = info_of(call, handle);
  if (info == nullptr) throw CallError(MPI_ERR_INFO, "the info object is MPI_INFO_NULL");
  return *info;
}

/// What a program is told of how it was started is nothing.
const Info& readable(const Call& call, MPI_Info handle) {
  static const Info environment;
  return handle == MPI_INFO_ENV ? environment : existing(call, handle);
}

void require_text(const char* text, int length_max, int error_class, const char* what) {
  if (text == nullptr) throw CallError(error_class, "the " + std::string(what) + " is null");
  const std::size_t length = std::strlen(text);
  if (length == 0) throw CallError(error_class, "the " + std::string(what) + " is empty");
  if (length > static_cast<std::size_t>(length_max))
    throw CallError(error_class, "the " + std::string(what) + " is longer than " +
                                     std::to_string(length_max) + " characters");
}

void require_key(const char* key) {
  require_text(key, interface().info_key_room - 1, MPI_ERR_INFO_KEY, "key");
}

}  // namespace

extern "C" {

int MPI_Info_create(MPI_Info* out) {
  return calling(
      "MPI_Info_create", __builtin_return_address(0),
      [&](const Call& call) { *out = call.state().objects.infos.add({}); }, When::anytime);
}

int MPI_Info_dup(MPI_Info handle, MPI_Info* out) {
  return calling("MPI_Info_dup", __builtin_return_address(0), [&](const Call& call) {
    *out = call.state().objects.infos.add(Info(readable(call, handle)));
  });
}

int MPI_Info_free(MPI_Info* handle) {
  return calling("MPI_Info_free", __builtin_return_address(0), [&](const Call& call) {
    existing(call, *handle);
    call.state().objects.infos.free(*handle);
    *handle = MPI_INFO_NULL;
  });
}

int MPI_Info_set(MPI_Info handle, const char* key, const char* value) {
  return calling("MPI_Info_set", __builtin_return_address(0), [&](const Call& call) {
    Info& info = existing(call, handle);
    require_key(key);
    require_text(value, interface().info_value_room - 1, MPI_ERR_INFO_VALUE, "value");
    info.set(key, value);
  });
}

int MPI_Info_delete(MPI_Info handle, const char* key) {
  return calling("MPI_Info_delete", __builtin_return_address(0), [&](const Call& call) {
    Info& info = existing(call, handle);
    require_key(key);
    if (!info.erase(key))
      throw CallError(MPI_ERR_INFO_NOKEY, "there is no key '" + std::string(key) + "'");
  });
}

int MPI_Info_get(MPI_Info handle, const char* key, int length_max, char* value, int* flag) {
  return calling("MPI_Info_get", __builtin_return_address(0), [&](const Call& call) {
    const Info& info = readable(call, handle);
    require_key(key);
    const auto found = info.get(key);
    *flag = found ? 1 : 0;
    // The length does not count the end of the text.
    if (found) give_text(std::string(*found), value, length_max + 1, nullptr);
  });
}

int MPI_Info_get_string(MPI_Info handle, const char* key, int* room, char* value, int* flag) {
  return calling("MPI_Info_get_string", __builtin_return_address(0), [&](const Call& call) {
    const Info& info = readable(call, handle);
    require_key(key);
    const auto found = info.get(key);
    *flag = found ? 1 : 0;
    if (!found) return;
    if (*room > 0) give_text(std::string(*found), value, *room, nullptr);
    *room = static_cast<int>(found->size()) + 1;
  });
}

int MPI_Info_get_valuelen(MPI_Info handle, const char* key, int* length, int* flag) {
  return calling("MPI_Info_get_valuelen", __builtin_return_address(0), [&](const Call& call) {
    const Info& info = readable(call, handle);
    require_key(key);
    const auto found = info.get(key);
    *flag = found ? 1 : 0;
    if (found) *length = static_cast<int>(found->size());
  });
}

int MPI_Info_get_nkeys(MPI_Info handle, int* count) {
  return calling("MPI_Info_get_nkeys", __builtin_return_address(0), [&](const Call& call) {
    *count = static_cast<int>(readable(call, handle).size());
  });
}

int MPI_Info_get_nthkey(MPI_Info handle, int number, char* key) {
  return calling("MPI_Info_get_nthkey", __builtin_return_address(0), [&](const Call& call) {
    const Info& info = readable(call, handle);
    if (number < 0 || static_cast<std::size_t>(number) >= info.size())
      throw CallError(MPI_ERR_ARG,
                      "key " + std::to_string(number) + " of " + std::to_string(info.size()));
    give_text(info.key(static_cast<std::size_t>(number)), key, interface().info_key_room, nullptr);
  });
}

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  return calling("MPI_Comm_set_info", __builtin_return_address(0), [&](const Call& call) {
    const Info& given = existing(call, info);
    Info& hints = call.state().objects.communicators[call.communicator(comm)].hints;
    for (std::size_t i = 0; i < given.size(); ++i) {
      hints.set(given.key(i), given.get(given.key(i)).value_or(""));
    }
  });
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* out) {
  return calling("MPI_Comm_get_info", __builtin_return_address(0), [&](const Call& call) {
    const auto& all = call.state().objects.communicators;
    const auto found = all.find(call.communicator(comm));
    *out = call.state().objects.infos.add(found == all.end() ? Info() : Info(found->second.hints));
  });
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void* out) {
  return calling("MPI_Alloc_mem", __builtin_return_address(0), [&](const Call& call) {
    info_of(call, info);
    if (size < 0) throw CallError(MPI_ERR_ARG, "the size is " + std::to_string(size));
    void* const memory = Ranks::instance().allocate(static_cast<std::size_t>(size));
    if (memory == nullptr) throw CallError(MPI_ERR_NO_MEM, "no memory is left");
    std::memcpy(out, &memory, sizeof memory);
  });
}

int MPI_Free_mem(void* memory) {
  return calling("MPI_Free_mem", __builtin_return_address(0),
                 [&](const Call&) { Ranks::instance().release(memory); });
}
}
