// Keyvals and attributes of communicators and datatypes.
#include <limits>

#include "arguments.hpp"
#include "attribute_calls.hpp"

namespace harrier::mpi {

namespace {

void delete_value(const Call& call, int object, const Attributes::Attribute& attribute) {
  const Keyval* const keyval = call.state().objects.keyvals.find_used(attribute.keyval);
  if (keyval == nullptr || keyval->remove == nullptr) return;
  const Keyval used = *keyval;
  int status = MPI_SUCCESS;
  {
    const InProgram program;
    status = interface().delete_attribute(used, object, attribute.keyval, attribute.value);
  }
  if (status != MPI_SUCCESS)
    throw CallError(status,
                    "the function that deletes an attribute returns " + std::to_string(status));
}

bool is_in_use(const Call& call, int keyval) {
  const Objects& objects = call.state().objects;
  const auto has = [&](const Attributes& all) { return all.get(keyval).has_value(); };
  bool found = false;
  for (const auto& [number, data] : objects.communicators) found |= has(data.attributes);
  for (const auto& [type, attributes] : objects.type_attributes) found |= has(attributes);
  objects.windows.for_each(
      [&](MPI_Win, const HeldWindow& window) { found |= has(window.data.attributes); });
  return found;
}

}  // namespace

void free_keyval(const Call& call, ObjectKind kind, int* keyval) {
  require_place(keyval, "keyval");
  KeyvalTable& keyvals = call.state().objects.keyvals;
  const Keyval* const used = keyvals.find_used(*keyval);
  const bool is_freed_again = used != nullptr && used->object == kind &&
                              keyvals.find(*keyval) == nullptr && is_in_use(call, *keyval);
  if (!is_freed_again) {
    require_none(MPI_ERR_KEYVAL, keyvals.problem_of(*keyval, kind));
    keyvals.free(*keyval);
  }
  *keyval = MPI_KEYVAL_INVALID;
}

void delete_attributes(const Call& call, int object, Attributes& attributes) {
  while (!attributes.all().empty()) {
    const Attributes::Attribute last = attributes.all().back();
    delete_value(call, object, last);
    attributes.erase(last.keyval);
  }
}

void set_attribute(const Call& call, int object, Attributes& attributes, int keyval, void* value) {
  if (const auto old = attributes.get(keyval)) delete_value(call, object, {keyval, *old});
  attributes.set(keyval, value);
}

void delete_attribute(const Call& call, int object, Attributes& attributes, int keyval) {
  const auto old = attributes.get(keyval);
  if (!old) return;
  delete_value(call, object, {keyval, *old});
  attributes.erase(keyval);
}

void copy_attributes(const Call& call, int object, const Attributes& from, Attributes& to) {
  for (const Attributes::Attribute& attribute : std::vector(from.all())) {
    const Keyval* const keyval = call.state().objects.keyvals.find_used(attribute.keyval);
    if (keyval == nullptr || keyval->copy == nullptr) continue;
    const Keyval used = *keyval;
    void* value = nullptr;
    int flag = 0;
    int status = MPI_SUCCESS;
    {
      const InProgram program;
      status = interface().copy_attribute(used, object, attribute.keyval, attribute.value, &value,
                                          &flag);
    }
    if (status != MPI_SUCCESS)
      throw CallError(status,
                      "the function that copies an attribute returns " + std::to_string(status));
    if (flag != 0) to.set(attribute.keyval, value);
  }
}

void inherit_handler(const Call& call, std::uint32_t parent, std::uint32_t child) {
  auto& all = call.state().objects.communicators;
  const auto found = all.find(parent);
  if (found == all.end()) return;
  const MPI_Errhandler handler = found->second.handler;
  all[child].handler = handler;
}

void inherit_all(const Call& call, MPI_Comm original, std::uint32_t child) {
  const std::uint32_t parent = call.communicator(original);
  auto& all = call.state().objects.communicators;
  if (!all.contains(parent)) return;
  inherit_handler(call, parent, child);
  const CommunicatorData from = all[parent];
  all[child].topology = from.topology;
  copy_attributes(call, original, from.attributes, all[child].attributes);
}

}  // namespace harrier::mpi

using namespace harrier::mpi;

namespace {

void require_keyval(const Call& call, int keyval, ObjectKind kind) {
  require_none(MPI_ERR_KEYVAL, call.state().objects.keyvals.problem_of(keyval, kind));
}

/// What is set may still be asked for and deleted when its keyval was freed.
void require_known_keyval(const Call& call, int keyval, ObjectKind kind) {
  const Keyval* const known = call.state().objects.keyvals.find_used(keyval);
  if (known == nullptr || known->object != kind) require_keyval(call, keyval, kind);
}

Attributes& attributes_of(const Call& call, MPI_Comm comm) {
  return call.state().objects.communicators[call.communicator(comm)].attributes;
}

Attributes& type_attributes_of(const Call& call, MPI_Datatype type) {
  type_of(call, type);
  return call.state().objects.type_attributes[type];
}

/// Returns the number behind a predefined attribute, or nullptr.
const int* predefined_attribute(const Call& call, int keyval) {
  static const int tag_max = 0x0fff'ffff;
  static const int host = MPI_PROC_NULL;
  static const int io = MPI_ANY_SOURCE;
  static const int no = 0;
  switch (keyval) {
    case MPI_TAG_UB:
      return &tag_max;
    case MPI_HOST:
      return &host;
    case MPI_IO:
      return &io;
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
      return &no;
    case MPI_LASTUSEDCODE: {
      int& last = call.state().objects.last_used_code;
      last = call.state().objects.errors.last_used();
      return &last;
    }
    case MPI_UNIVERSE_SIZE: {
      int& size = call.state().objects.universe_size;
      size = static_cast<int>(call.world().size());
      return &size;
    }
    default:
      return nullptr;
  }
}

int make_keyval(const char* function, const void* from, ObjectKind kind, CopyAttribute* copy,
                DeleteAttribute* remove, int* keyval, void* extra) {
  return calling(function, from, [&](const Call& call) {
    require_place(keyval, "new keyval");
    *keyval = call.state().objects.keyvals.add({kind, copy, remove, extra, origin_of(call)});
  });
}

int free_keyval(const char* function, const void* from, ObjectKind kind, int* keyval) {
  return calling(function, from,
                 [&](const Call& call) { harrier::mpi::free_keyval(call, kind, keyval); });
}

int set_comm_attribute(const char* function, const void* from, MPI_Comm comm, int keyval,
                       void* value) {
  return calling(function, from, [&](const Call& call) {
    Attributes& attributes = attributes_of(call, comm);
    require_keyval(call, keyval, ObjectKind::communicator);
    set_attribute(call, comm, attributes, keyval, value);
  });
}

int get_comm_attribute(const char* function, const void* from, MPI_Comm comm, int keyval,
                       void* value, int* flag) {
  return calling(function, from, [&](const Call& call) {
    const Attributes& attributes = attributes_of(call, comm);
    if (const int* const predefined = predefined_attribute(call, keyval)) {
      *flag = 1;
      *static_cast<const int**>(value) = predefined;
      return;
    }
    require_known_keyval(call, keyval, ObjectKind::communicator);
    const auto found = attributes.get(keyval);
    *flag = found ? 1 : 0;
    if (found) *static_cast<void**>(value) = *found;
  });
}

int delete_comm_attribute(const char* function, const void* from, MPI_Comm comm, int keyval) {
  return calling(function, from, [&](const Call& call) {
    Attributes& attributes = attributes_of(call, comm);
    require_known_keyval(call, keyval, ObjectKind::communicator);
    delete_attribute(call, comm, attributes, keyval);
  });
}

}  // namespace

extern "C" {

/// What MPI_COMM_DUP_FN and its like stand for.
int MPIR_Dup_fn(MPI_Comm, int, void*, void* value, void* result, int* flag) {
  *static_cast<void**>(result) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove,
                           int* keyval, void* extra) {
  return make_keyval("MPI_Comm_create_keyval", __builtin_return_address(0),
                     ObjectKind::communicator, copy, remove, keyval, extra);
}

int MPI_Keyval_create(MPI_Copy_function* copy, MPI_Delete_function* remove, int* keyval,
                      void* extra) {
  return make_keyval("MPI_Keyval_create", __builtin_return_address(0), ObjectKind::communicator,
                     copy, remove, keyval, extra);
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* remove,
                           int* keyval, void* extra) {
  return make_keyval("MPI_Type_create_keyval", __builtin_return_address(0), ObjectKind::datatype,
                     copy, remove, keyval, extra);
}

int MPI_Comm_free_keyval(int* keyval) {
  return free_keyval("MPI_Comm_free_keyval", __builtin_return_address(0), ObjectKind::communicator,
                     keyval);
}

int MPI_Keyval_free(int* keyval) {
  return free_keyval("MPI_Keyval_free", __builtin_return_address(0), ObjectKind::communicator,
                     keyval);
}

int MPI_Type_free_keyval(int* keyval) {
  return free_keyval("MPI_Type_free_keyval", __builtin_return_address(0), ObjectKind::datatype,
                     keyval);
}

int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void* value) {
  return set_comm_attribute("MPI_Comm_set_attr", __builtin_return_address(0), comm, keyval, value);
}

int MPI_Attr_put(MPI_Comm comm, int keyval, void* value) {
  return set_comm_attribute("MPI_Attr_put", __builtin_return_address(0), comm, keyval, value);
}

int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void* value, int* flag) {
  return get_comm_attribute("MPI_Comm_get_attr", __builtin_return_address(0), comm, keyval, value,
                            flag);
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void* value, int* flag) {
  return get_comm_attribute("MPI_Attr_get", __builtin_return_address(0), comm, keyval, value, flag);
}

int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  return delete_comm_attribute("MPI_Comm_delete_attr", __builtin_return_address(0), comm, keyval);
}

int MPI_Attr_delete(MPI_Comm comm, int keyval) {
  return delete_comm_attribute("MPI_Attr_delete", __builtin_return_address(0), comm, keyval);
}

int MPI_Type_set_attr(MPI_Datatype type, int keyval, void* value) {
  return calling("MPI_Type_set_attr", __builtin_return_address(0), [&](const Call& call) {
    Attributes& attributes = type_attributes_of(call, type);
    require_keyval(call, keyval, ObjectKind::datatype);
    set_attribute(call, type, attributes, keyval, value);
  });
}

int MPI_Type_get_attr(MPI_Datatype type, int keyval, void* value, int* flag) {
  return calling("MPI_Type_get_attr", __builtin_return_address(0), [&](const Call& call) {
    const Attributes& attributes = type_attributes_of(call, type);
    require_known_keyval(call, keyval, ObjectKind::datatype);
    const auto found = attributes.get(keyval);
    *flag = found ? 1 : 0;
    if (found) *static_cast<void**>(value) = *found;
  });
}

int MPI_Type_delete_attr(MPI_Datatype type, int keyval) {
  return calling("MPI_Type_delete_attr", __builtin_return_address(0), [&](const Call& call) {
    Attributes& attributes = type_attributes_of(call, type);
    require_known_keyval(call, keyval, ObjectKind::datatype);
    delete_attribute(call, type, attributes, keyval);
  });
}

int MPI_Comm_set_name(MPI_Comm comm, const char* name) {
  return calling("MPI_Comm_set_name", __builtin_return_address(0), [&](const Call& call) {
    CommunicatorData& data = call.state().objects.communicators[call.communicator(comm)];
    require_place(name, "name");
    data.name = name;
    data.has_name = true;
    call.world().set_name(call.communicator(comm), name);
  });
}

int MPI_Comm_get_name(MPI_Comm comm, char* name, int* length) {
  return calling("MPI_Comm_get_name", __builtin_return_address(0), [&](const Call& call) {
    const CommunicatorData& data = call.state().objects.communicators[call.communicator(comm)];
    std::string text = data.name;
    if (!data.has_name && comm == MPI_COMM_WORLD) text = "MPI_COMM_WORLD";
    if (!data.has_name && comm == MPI_COMM_SELF) text = "MPI_COMM_SELF";
    give_text(text, name, interface().name_room, length);
  });
}
}
