// MPI_Type_commit, MPI_Type_free and what asks about datatypes and statuses.
#include <algorithm>
#include <limits>

#include "arguments.hpp"
#include "attribute_calls.hpp"

using namespace harrier::mpi;

namespace {

/// What MPI returns for a number that does not fit.
template <class Number>
int small(Number value) {
  const auto wide = static_cast<long>(value);
  return wide > std::numeric_limits<int>::max() || wide < std::numeric_limits<int>::min()
             ? MPI_UNDEFINED
             : static_cast<int>(wide);
}

template <class Give>
int ask_type(const char* function, const void* from, MPI_Datatype handle, Give give) {
  return calling(function, from, [&](const Call& call) { give(*type_of(call, handle)); });
}

std::size_t bytes_of(const MPI_Status& status) {
  const auto low = static_cast<std::uint32_t>(status.count_lo);
  const auto high = static_cast<std::uint32_t>(status.count_hi_and_cancelled) >> 1U;
  return (static_cast<std::size_t>(high) << 32U) | low;
}

MPI_Count element_count(const Datatype& type, const MPI_Status& status) {
  const std::optional<std::size_t> count = elements_in(type, bytes_of(status));
  return count ? static_cast<MPI_Count>(*count) : MPI_UNDEFINED;
}

TypeEntry& own_type(const Call& call, MPI_Datatype handle) {
  type_of(call, handle);
  TypeEntry* const entry = call.state().types.entry(handle);
  if (entry == nullptr) throw CallError(MPI_ERR_TYPE, "the datatype is predefined");
  return *entry;
}

void set_elements(const Datatype& type, MPI_Count count, MPI_Status& status) {
  std::size_t bytes = type.element_count() == 0
                          ? 0
                          : static_cast<std::size_t>(count) / type.element_count() * type.size();
  if (type.element_count() != 0) {
    std::size_t rest = static_cast<std::size_t>(count) % type.element_count();
    for (const SignatureRun& run : type.signature()) {
      const std::size_t taken = std::min(rest, run.count);
      bytes += taken * basic_type(run.basic).bytes;
      rest -= taken;
    }
  }
  status.count_lo = static_cast<int>(bytes & 0xffff'ffffU);
  const int cancelled = status.count_hi_and_cancelled & 1;
  status.count_hi_and_cancelled = static_cast<int>((bytes >> 32U) << 1U) | cancelled;
}

}  // namespace

extern "C" {

int MPI_Type_commit(MPI_Datatype* handle) {
  return calling("MPI_Type_commit", __builtin_return_address(0), [&](const Call& call) {
    require_place(handle, "datatype");
    type_of(call, *handle);
    // Predefined types are committed.
    if (TypeEntry* const entry = call.state().types.entry(*handle)) entry->committed = true;
  });
}

int MPI_Type_free(MPI_Datatype* handle) {
  return calling("MPI_Type_free", __builtin_return_address(0), [&](const Call& call) {
    require_place(handle, "datatype");
    own_type(call, *handle);
    Objects& objects = call.state().objects;
    const auto attributes = objects.type_attributes.find(*handle);
    if (attributes != objects.type_attributes.end()) {
      delete_attributes(call, *handle, attributes->second);
      objects.type_attributes.erase(attributes);
    }
    call.state().types.free(*handle);
    *handle = MPI_DATATYPE_NULL;
  });
}

int MPI_Type_size(MPI_Datatype handle, int* size) {
  return ask_type("MPI_Type_size", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { *size = small(type.size()); });
}

int MPI_Type_size_x(MPI_Datatype handle, MPI_Count* size) {
  return ask_type("MPI_Type_size_x", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { *size = static_cast<MPI_Count>(type.size()); });
}

int MPI_Type_get_extent(MPI_Datatype handle, MPI_Aint* low, MPI_Aint* extent) {
  return ask_type("MPI_Type_get_extent", __builtin_return_address(0), handle,
                  [&](const Datatype& type) {
                    *low = type.lower_bound();
                    *extent = type.extent();
                  });
}

int MPI_Type_get_extent_x(MPI_Datatype handle, MPI_Count* low, MPI_Count* extent) {
  return ask_type("MPI_Type_get_extent_x", __builtin_return_address(0), handle,
                  [&](const Datatype& type) {
                    *low = type.lower_bound();
                    *extent = type.extent();
                  });
}

int MPI_Type_get_true_extent(MPI_Datatype handle, MPI_Aint* low, MPI_Aint* extent) {
  return ask_type("MPI_Type_get_true_extent", __builtin_return_address(0), handle,
                  [&](const Datatype& type) {
                    *low = type.true_lower_bound();
                    *extent = type.true_extent();
                  });
}

int MPI_Type_get_true_extent_x(MPI_Datatype handle, MPI_Count* low, MPI_Count* extent) {
  return ask_type("MPI_Type_get_true_extent_x", __builtin_return_address(0), handle,
                  [&](const Datatype& type) {
                    *low = type.true_lower_bound();
                    *extent = type.true_extent();
                  });
}

int MPI_Type_extent(MPI_Datatype handle, MPI_Aint* extent) {
  return ask_type("MPI_Type_extent", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { *extent = type.extent(); });
}

int MPI_Type_lb(MPI_Datatype handle, MPI_Aint* low) {
  return ask_type("MPI_Type_lb", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { *low = type.lower_bound(); });
}

int MPI_Type_ub(MPI_Datatype handle, MPI_Aint* high) {
  return ask_type("MPI_Type_ub", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { *high = type.lower_bound() + type.extent(); });
}

int MPI_Type_get_envelope(MPI_Datatype handle, int* integers, int* addresses, int* types,
                          int* combiner) {
  return ask_type("MPI_Type_get_envelope", __builtin_return_address(0), handle,
                  [&](const Datatype& type) {
                    const TypeContents& contents = type.contents();
                    *integers = small(contents.integers.size());
                    *addresses = small(contents.addresses.size());
                    *types = small(contents.types.size());
                    *combiner = contents.combiner;
                  });
}

int MPI_Type_get_contents(MPI_Datatype handle, int integers_max, int addresses_max, int types_max,
                          int* integers, MPI_Aint* addresses, MPI_Datatype* types) {
  return calling("MPI_Type_get_contents", __builtin_return_address(0), [&](const Call& call) {
    const TypeRef type = type_of(call, handle);
    const TypeContents& contents = type->contents();
    if (contents.combiner == MPI_COMBINER_NAMED)
      throw CallError(MPI_ERR_TYPE, "the datatype is predefined and has no contents");
    const auto fits = [](const auto& list, int room) {
      return room >= 0 && list.size() <= static_cast<std::size_t>(room);
    };
    if (!fits(contents.integers, integers_max) || !fits(contents.addresses, addresses_max) ||
        !fits(contents.types, types_max))
      throw CallError(MPI_ERR_ARG, "there is no room for the contents");
    std::copy(contents.integers.begin(), contents.integers.end(), integers);
    std::copy(contents.addresses.begin(), contents.addresses.end(), addresses);
    for (const TypeRef& part : contents.types) {
      // The program gets a handle of its own, which it has to free.
      *types++ = part->predefined() != MPI_DATATYPE_NULL
                     ? part->predefined()
                     : call.state().types.add(part, true, origin_of(call));
    }
  });
}

int MPI_Type_set_name(MPI_Datatype handle, const char* name) {
  return calling("MPI_Type_set_name", __builtin_return_address(0), [&](const Call& call) {
    type_of(call, handle);
    require_place(name, "name");
    call.state().types.rename(handle, name);
  });
}

int MPI_Type_get_name(MPI_Datatype handle, char* name, int* length) {
  return calling("MPI_Type_get_name", __builtin_return_address(0), [&](const Call& call) {
    type_of(call, handle);
    give_text(call.state().types.name_of(handle), name, interface().name_room, length);
  });
}

int MPI_Type_match_size(int type_class, int size, MPI_Datatype* out) {
  return calling("MPI_Type_match_size", __builtin_return_address(0), [&](const Call&) {
    const auto matches = [&](const BasicType& type) {
      const bool of_class =
          (type_class == MPI_TYPECLASS_REAL && type.kind == BasicKind::floating) ||
          (type_class == MPI_TYPECLASS_INTEGER && type.kind == BasicKind::fortran_integer) ||
          (type_class == MPI_TYPECLASS_COMPLEX && type.kind == BasicKind::complex);
      return of_class && type.bytes == static_cast<std::size_t>(size);
    };
    const auto all = basic_types();
    const auto found = std::find_if(all.begin(), all.end(), matches);
    if (found == all.end())
      throw CallError(MPI_ERR_ARG,
                      "no datatype of that class has " + std::to_string(size) + " bytes");
    *out = found->handle;
  });
}

int MPI_Get_address(const void* location, MPI_Aint* address) {
  *address = reinterpret_cast<MPI_Aint>(location);
  return MPI_SUCCESS;
}

int MPI_Address(void* location, MPI_Aint* address) { return MPI_Get_address(location, address); }

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint distance) { return base + distance; }

MPI_Aint MPI_Aint_diff(MPI_Aint first, MPI_Aint second) { return first - second; }

int MPI_Get_count(const MPI_Status* status, MPI_Datatype handle, int* count) {
  return ask_type("MPI_Get_count", __builtin_return_address(0), handle, [&](const Datatype& type) {
    const std::size_t bytes = bytes_of(*status);
    if (type.size() == 0)
      *count = bytes == 0 ? 0 : MPI_UNDEFINED;
    else
      *count = bytes % type.size() == 0 ? small(bytes / type.size()) : MPI_UNDEFINED;
  });
}

int MPI_Get_elements(const MPI_Status* status, MPI_Datatype handle, int* count) {
  return ask_type("MPI_Get_elements", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { *count = small(element_count(type, *status)); });
}

int MPI_Get_elements_x(const MPI_Status* status, MPI_Datatype handle, MPI_Count* count) {
  return ask_type("MPI_Get_elements_x", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { *count = element_count(type, *status); });
}

int MPI_Status_set_elements(MPI_Status* status, MPI_Datatype handle, int count) {
  return ask_type("MPI_Status_set_elements", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { set_elements(type, count, *status); });
}

int MPI_Status_set_elements_x(MPI_Status* status, MPI_Datatype handle, MPI_Count count) {
  return ask_type("MPI_Status_set_elements_x", __builtin_return_address(0), handle,
                  [&](const Datatype& type) { set_elements(type, count, *status); });
}

int MPI_Status_set_cancelled(MPI_Status* status, int flag) {
  status->count_hi_and_cancelled = (status->count_hi_and_cancelled & ~1) | (flag != 0 ? 1 : 0);
  return MPI_SUCCESS;
}

int MPI_Test_cancelled(const MPI_Status* status, int* flag) {
  *flag = status->count_hi_and_cancelled & 1;
  return MPI_SUCCESS;
}
}
