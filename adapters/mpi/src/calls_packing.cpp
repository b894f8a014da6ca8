// MPI_Pack, MPI_Unpack and their like.
#include <cstring>
#include <limits>

#include "arguments.hpp"
#include "mpi/data/copying.hpp"
#include "mpi/data/external32.hpp"
#include "windows.hpp"

using namespace harrier::mpi;

namespace {

TypedCount packed_values(const Call& call, int count, MPI_Datatype handle) {
  require_count(count);
  return {committed_type_of(call, handle), static_cast<std::size_t>(count)};
}

/// Returns where the values go or come from in a packed buffer, and moves the position behind them.
template <class Place, class Position>
Place* advance(Place* packed, Position room, Position* position, std::size_t bytes) {
  const auto begin = static_cast<std::size_t>(*position);
  if (*position < 0 || static_cast<std::size_t>(room) < begin + bytes)
    throw CallError(MPI_ERR_TRUNCATE, "the packed buffer has " + std::to_string(room) + " bytes, " +
                                          std::to_string(bytes) + " more are needed behind " +
                                          std::to_string(*position));
  *position += static_cast<Position>(bytes);
  return packed + begin;
}

void pack_values(const Call& call, const void* in, int count, MPI_Datatype handle, void* out,
                 int room, int* position) {
  const TypedCount values = packed_values(call, count, handle);
  note_shared_buffer(call, {const_cast<void*>(in), values}, false);
  const std::vector<std::byte> packed = packed_copy(in, values);
  std::byte* const place = advance(static_cast<std::byte*>(out), room, position, packed.size());
  if (!packed.empty()) std::memcpy(place, packed.data(), packed.size());
}

void unpack_values(const Call& call, const void* in, int room, int* position, void* out, int count,
                   MPI_Datatype handle) {
  const TypedCount values = packed_values(call, count, handle);
  const std::byte* const place =
      advance(static_cast<const std::byte*>(in), room, position, values.bytes());
  unpack({place, values.bytes()}, out, values);
  note_filled(call, {out, values});
}

/// The standard knows one representation that leaves the machine.
void require_external32(const char* representation) {
  if (representation == nullptr || std::strcmp(representation, "external32") != 0) {
    throw CallError(MPI_ERR_ARG, "the representation is not external32");
  }
}

}  // namespace

extern "C" {

int MPI_Pack(const void* in, int count, MPI_Datatype handle, void* out, int room, int* position,
             MPI_Comm comm) {
  return calling("MPI_Pack", __builtin_return_address(0), [&](const Call& call) {
    call.communicator(comm);
    pack_values(call, in, count, handle, out, room, position);
  });
}

int MPI_Unpack(const void* in, int room, int* position, void* out, int count, MPI_Datatype handle,
               MPI_Comm comm) {
  return calling("MPI_Unpack", __builtin_return_address(0), [&](const Call& call) {
    call.communicator(comm);
    unpack_values(call, in, room, position, out, count, handle);
  });
}

int MPI_Pack_size(int count, MPI_Datatype handle, MPI_Comm comm, int* size) {
  return calling("MPI_Pack_size", __builtin_return_address(0), [&](const Call& call) {
    call.communicator(comm);
    require_count(count);
    const std::size_t bytes = type_of(call, handle)->size() * static_cast<std::size_t>(count);
    const bool fits = bytes <= static_cast<std::size_t>(std::numeric_limits<int>::max());
    *size = fits ? static_cast<int>(bytes) : MPI_UNDEFINED;
  });
}

int MPI_Pack_external(const char* representation, const void* in, int count, MPI_Datatype handle,
                      void* out, MPI_Aint room, MPI_Aint* position) {
  return calling("MPI_Pack_external", __builtin_return_address(0), [&](const Call& call) {
    require_external32(representation);
    const TypedCount values = packed_values(call, count, handle);
    note_shared_buffer(call, {const_cast<void*>(in), values}, false);
    const auto external = to_external(packed_copy(in, values), values);
    if (!external) {
      throw CallError(MPI_ERR_CONVERSION, "a number does not fit into the 4 bytes of its type");
    }
    std::byte* const place =
        advance(static_cast<std::byte*>(out), room, position, external->size());
    if (!external->empty()) std::memcpy(place, external->data(), external->size());
  });
}

int MPI_Unpack_external(const char* representation, const void* in, MPI_Aint room,
                        MPI_Aint* position, void* out, int count, MPI_Datatype handle) {
  return calling("MPI_Unpack_external", __builtin_return_address(0), [&](const Call& call) {
    require_external32(representation);
    const TypedCount values = packed_values(call, count, handle);
    const std::size_t bytes = external_bytes(values);
    const std::byte* const place =
        advance(static_cast<const std::byte*>(in), room, position, bytes);
    unpack(from_external({place, bytes}, values), out, values);
    note_filled(call, {out, values});
  });
}

int MPI_Pack_external_size(const char* representation, int count, MPI_Datatype handle,
                           MPI_Aint* size) {
  return calling("MPI_Pack_external_size", __builtin_return_address(0), [&](const Call& call) {
    require_external32(representation);
    *size = static_cast<MPI_Aint>(external_bytes(packed_values(call, count, handle)));
  });
}
}
