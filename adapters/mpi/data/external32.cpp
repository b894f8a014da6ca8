// "external32": how values look that leave for another machine. MPI 4.0, table 14.2.
#include "mpi/data/external32.hpp"

#include <algorithm>
#include <cstring>

namespace harrier::mpi {

namespace {

enum class Change : std::uint8_t {
  none,       ///< but for the order of bytes
  shorter,    ///< an integer loses its upper half
  quadruple,  ///< the 80 bits of long double become 128
};

/// How a value of a basic type is written.
struct Form {
  std::size_t parts = 1;  ///< a complex number has two
  std::size_t native = 0;
  std::size_t external = 0;
  Change change = Change::none;
  bool is_signed = false;
};

Form form_of(BasicId id) {
  const BasicType& type = basic_type(id);
  Form form;
  if (type.kind == BasicKind::complex || type.handle == MPI_COMPLEX32) form.parts = 2;
  form.native = form.external = type.bytes / form.parts;
  form.is_signed = type.storage == Storage::int64 || type.storage == Storage::int32;
  const bool is_long = type.handle == MPI_LONG || type.handle == MPI_UNSIGNED_LONG;
  if (is_long || type.handle == MPI_WCHAR) {
    form.external = form.native / 2;
    form.change = Change::shorter;
  }
  if (type.storage == Storage::float80) form.change = Change::quadruple;
  return form;
}

/// Calls `visit(form, count)` for the values, one kind after the other.
template <class Visit>
void for_forms(const TypedCount& values, Visit visit) {
  if (values.type == nullptr) return;
  for (std::size_t i = 0; i < values.count; ++i) {
    for (const SignatureRun& run : values.type->signature()) {
      const Form form = form_of(run.basic);
      visit(form, run.count * form.parts);
    }
  }
}

using Quadruple = __float128;

/// Copies a value between orders of bytes; the lower bytes where it becomes shorter, which are the
/// first ones here.
void copy_reversed(const std::byte* from, std::byte* to, std::size_t bytes) {
  std::reverse_copy(from, from + bytes, to);
}

/// Tells whether an integer is what its lower half says.
bool fits_half(const std::byte* native, const Form& form) {
  const bool is_negative =
      form.is_signed && (native[form.external - 1] & std::byte{0x80}) != std::byte{0};
  const std::byte upper = is_negative ? std::byte{0xff} : std::byte{0};
  return std::all_of(native + form.external, native + form.native,
                     [&](std::byte one) { return one == upper; });
}

bool write_external(const std::byte* native, std::byte* external, const Form& form) {
  if (form.change == Change::shorter && !fits_half(native, form)) return false;
  if (form.change == Change::quadruple) {
    long double value = 0;
    std::memcpy(&value, native, sizeof value);
    const auto wider = static_cast<Quadruple>(value);
    copy_reversed(reinterpret_cast<const std::byte*>(&wider), external, form.external);
    return true;
  }
  copy_reversed(native, external, form.external);
  return true;
}

void read_external(const std::byte* external, std::byte* native, const Form& form) {
  if (form.change == Change::quadruple) {
    Quadruple value = 0;
    copy_reversed(external, reinterpret_cast<std::byte*>(&value), form.external);
    const auto narrower = static_cast<long double>(value);
    // The bytes behind the ten that count are no part of it.
    constexpr std::size_t counting = 10;
    std::memset(native, 0, sizeof narrower);
    std::memcpy(native, &narrower, counting);
    return;
  }
  copy_reversed(external, native, form.external);
  const bool is_negative =
      form.is_signed && (native[form.external - 1] & std::byte{0x80}) != std::byte{0};
  std::fill(native + form.external, native + form.native,
            is_negative ? std::byte{0xff} : std::byte{0});
}

}  // namespace

std::size_t external_bytes(const TypedCount& values) {
  std::size_t bytes = 0;
  if (values.type == nullptr) return bytes;
  for (const SignatureRun& run : values.type->signature()) {
    const Form form = form_of(run.basic);
    bytes += run.count * form.parts * form.external;
  }
  return bytes * values.count;
}

std::optional<std::vector<std::byte>> to_external(std::span<const std::byte> packed,
                                                  const TypedCount& values) {
  std::vector<std::byte> out(external_bytes(values));
  const std::byte* from = packed.data();
  std::byte* to = out.data();
  bool fits = true;
  for_forms(values, [&](const Form& form, std::size_t count) {
    for (; count > 0; --count, from += form.native, to += form.external) {
      fits = write_external(from, to, form) && fits;
    }
  });
  if (!fits) return std::nullopt;
  return out;
}

std::vector<std::byte> from_external(std::span<const std::byte> external,
                                     const TypedCount& values) {
  std::vector<std::byte> out(values.bytes());
  const std::byte* from = external.data();
  std::byte* to = out.data();
  for_forms(values, [&](const Form& form, std::size_t count) {
    for (; count > 0; --count, from += form.external, to += form.native) {
      read_external(from, to, form);
    }
  });
  return out;
}

}  // namespace harrier::mpi
