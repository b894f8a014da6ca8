// Which operation is defined for which type (MPI 4.0, section 6.9.2), and how a reduction applies
// it.
#include "mpi/data/operation.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "mpi/data/arithmetic.hpp"
#include "mpi/data/copying.hpp"
#include "mpi/data/pair_type.hpp"

namespace harrier::mpi {

namespace {

struct Named {
  Operation operation;
  const char* name;
};

const std::vector<Named>& predefined() {
  static const std::vector<Named> operations = {
      {{.handle = MPI_MAX}, "MPI_MAX"},
      {{.handle = MPI_MIN}, "MPI_MIN"},
      {{.handle = MPI_SUM}, "MPI_SUM"},
      {{.handle = MPI_PROD}, "MPI_PROD"},
      {{.handle = MPI_LAND}, "MPI_LAND"},
      {{.handle = MPI_BAND}, "MPI_BAND"},
      {{.handle = MPI_LOR}, "MPI_LOR"},
      {{.handle = MPI_BOR}, "MPI_BOR"},
      {{.handle = MPI_LXOR}, "MPI_LXOR"},
      {{.handle = MPI_BXOR}, "MPI_BXOR"},
      {{.handle = MPI_MINLOC}, "MPI_MINLOC"},
      {{.handle = MPI_MAXLOC}, "MPI_MAXLOC"},
      {{.handle = MPI_REPLACE, .commutative = false}, "MPI_REPLACE"},
      {{.handle = MPI_NO_OP, .commutative = false}, "MPI_NO_OP"},
  };
  return operations;
}

bool is_location(MPI_Op operation) { return operation == MPI_MAXLOC || operation == MPI_MINLOC; }

Legality basic_legality(MPI_Op operation, BasicKind kind) {
  using enum BasicKind;
  const bool is_integer = kind == c_integer || kind == fortran_integer || kind == address;
  switch (operation) {
    case MPI_MAX:
    case MPI_MIN:
      if (is_integer || kind == floating) return Legality::legal;
      break;
    case MPI_SUM:
    case MPI_PROD:
      if (is_integer || kind == floating || kind == complex) return Legality::legal;
      break;
    case MPI_LAND:
    case MPI_LOR:
    case MPI_LXOR:
      if (kind == c_integer || kind == logical) return Legality::legal;
      if (is_integer || kind == floating || kind == byte) return Legality::extension;
      break;
    case MPI_BAND:
    case MPI_BOR:
    case MPI_BXOR:
      if (is_integer || kind == byte) return Legality::legal;
      break;
    default:
      return Legality::illegal;
  }
  return kind == character ? Legality::extension : Legality::illegal;
}

/// The memory that a function of the program gets: values as the type lays them out.
class LaidOut {
 public:
  LaidOut(const TypedCount& values, std::span<const std::byte> packed) : values_(values) {
    const Datatype& type = *values.type;
    const std::ptrdiff_t last =
        values.count == 0 ? 0 : static_cast<std::ptrdiff_t>(values.count - 1) * type.extent();
    const std::ptrdiff_t low = type.true_lower_bound() + std::min<std::ptrdiff_t>(last, 0);
    const std::ptrdiff_t high =
        type.true_lower_bound() + type.true_extent() + std::max<std::ptrdiff_t>(last, 0);
    memory_.resize(static_cast<std::size_t>(high - low) + kAlignment);
    // The program's address of the first element, which may lie before its first value; as well
    // aligned as what malloc returns.
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data()) -
                         static_cast<std::uintptr_t>(low) + kAlignment - 1;
    buffer_ = memory_.data() - low + (kAlignment - 1 - address % kAlignment);
    unpack(packed, buffer_, values_);
  }

  void* buffer() { return buffer_; }
  std::vector<std::byte> packed() const { return packed_copy(buffer_, values_); }

 private:
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);

  TypedCount values_;
  std::vector<std::byte> memory_;
  std::byte* buffer_;
};

}  // namespace

const Operation* predefined_operation(MPI_Op handle) {
  for (const Named& named : predefined())
    if (named.operation.handle == handle) return &named.operation;
  return nullptr;
}

std::string operation_text(const Operation& operation) {
  for (const Named& named : predefined())
    if (named.operation.handle == operation.handle) return named.name;
  const std::string function = operation.made_by.function;
  return function.empty() ? "no operation" : "the operation of " + function;
}

Legality legality(const Operation& operation, const Datatype& type) {
  if (operation.function != nullptr) return Legality::legal;
  if (is_location(operation.handle)) return is_pair(type) ? Legality::legal : Legality::illegal;
  // Predefined operations know predefined types only.
  if (type.predefined() == MPI_DATATYPE_NULL || is_pair(type) || type.element_count() != 1)
    return Legality::illegal;
  return basic_legality(operation.handle, basic_type(type.signature().front().basic).kind);
}

Legality accumulate_legality(const Operation& operation, const Datatype& type) {
  if (operation.function != nullptr) return Legality::illegal;
  if (operation.handle == MPI_REPLACE || operation.handle == MPI_NO_OP) return Legality::legal;
  if (type.size() == 0) return Legality::legal;
  if (is_location(operation.handle))
    return only_pair(type) != nullptr ? Legality::legal : Legality::illegal;
  const std::optional<BasicId> basic = only_basic(type);
  return basic ? basic_legality(operation.handle, basic_type(*basic).kind) : Legality::illegal;
}

void combine(const Operation& operation, const ReductionType& type, std::span<const std::byte> left,
             std::span<std::byte> right, const UserCall& call) {
  if (operation.function == nullptr) {
    combine_elements(operation.handle, *type.values.type, left, right);
    return;
  }
  LaidOut in(type.values, left);
  LaidOut inout(type.values, right);
  call(operation, in.buffer(), inout.buffer(), static_cast<int>(type.values.count), type.handle);
  const std::vector<std::byte> result = inout.packed();
  std::copy(result.begin(), result.end(), right.begin());
}

void combine_elements(MPI_Op operation, const Datatype& type, std::span<const std::byte> left,
                      std::span<std::byte> right) {
  if (operation == MPI_NO_OP || type.size() == 0) return;
  if (operation == MPI_REPLACE) {
    std::copy(left.begin(), left.end(), right.begin());
    return;
  }
  const std::span<const SignatureRun> signature = type.signature();
  if (is_location(operation)) {
    const BasicType& value = basic_type(signature.front().basic);
    const BasicType& place = basic_type(signature.back().basic);
    combine_pairs(operation, value, place, left.data(), right.data(),
                  right.size() / (value.bytes + place.bytes));
    return;
  }
  const BasicType& basic = basic_type(signature.front().basic);
  combine_values(operation, basic, left.data(), right.data(), right.size() / basic.bytes);
}

MPI_Op OperationTable::add(Operation operation) {
  const MPI_Op handle = made_.add(std::move(operation));
  made_.find(handle)->handle = handle;
  return handle;
}

const Operation* OperationTable::find(MPI_Op handle) const {
  if (const Operation* own = made_.find(handle)) return own;
  return predefined_operation(handle);
}

std::optional<std::string> OperationTable::problem_of(MPI_Op handle) const {
  if (handle == MPI_OP_NULL) return "the operation is MPI_OP_NULL";
  if (made_.freed(handle)) return "the operation was freed before";
  if (find(handle) == nullptr) return "the operation is not an operation";
  return std::nullopt;
}

}  // namespace harrier::mpi
