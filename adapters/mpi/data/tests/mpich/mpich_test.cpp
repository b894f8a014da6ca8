// Types and operations are those of MPICH: the same calls are made of it and of us.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstring>
#include <vector>

#include "mpi/data/copying.hpp"
#include "mpi/data/operation.hpp"
#include "random_type.hpp"

namespace harrier::mpi {
namespace {

// Wide enough for what the generator makes, which lies on both sides of the middle.
constexpr std::size_t kBytes = 1U << 17U;

std::vector<std::byte> pattern() {
  std::vector<std::byte> bytes(kBytes);
  for (std::size_t i = 0; i < kBytes; ++i)
    bytes[i] = static_cast<std::byte>((i * 7 + i / 251) & 0xffU);
  return bytes;
}

bool fits(const Datatype& type, int count) {
  const std::ptrdiff_t last = (count - 1) * type.extent();
  const std::ptrdiff_t half = kBytes / 2;
  return type.true_lower_bound() + std::min<std::ptrdiff_t>(last, 0) > -half &&
         type.true_lower_bound() + type.true_extent() + std::max<std::ptrdiff_t>(last, 0) < half;
}

void expect_same_layout(const TwinType& twin) {
  int size = 0;
  MPI_Aint low = 0;
  MPI_Aint extent = 0;
  MPI_Type_size(twin.theirs, &size);
  EXPECT_EQ(twin.ours->size(), static_cast<std::size_t>(size)) << twin.text;
  MPI_Type_get_extent(twin.theirs, &low, &extent);
  EXPECT_EQ(twin.ours->lower_bound(), low) << twin.text;
  EXPECT_EQ(twin.ours->extent(), extent) << twin.text;
  // MPICH takes the true bounds of distributed arrays to be wider than they are.
  if (twin.text.find("darray") != std::string::npos) return;
  MPI_Type_get_true_extent(twin.theirs, &low, &extent);
  EXPECT_EQ(twin.ours->true_lower_bound(), low) << twin.text;
  EXPECT_EQ(twin.ours->true_extent(), extent) << twin.text;
}

/// Returns false where MPICH 4.0.2 itself packs too few bytes, which it does for some vectors of
/// one block.
bool expect_same_bytes(const TwinType& twin, int count) {
  static const std::vector<std::byte> values = pattern();
  const TypedCount typed{twin.ours, static_cast<std::size_t>(count)};
  const std::vector<std::byte> ours = packed_copy(values.data() + kBytes / 2, typed);
  std::vector<std::byte> theirs(ours.size());
  int position = 0;
  MPI_Type_commit(const_cast<MPI_Datatype*>(&twin.theirs));
  MPI_Pack(values.data() + kBytes / 2, count, twin.theirs, theirs.data(),
           static_cast<int>(theirs.size()), &position, MPI_COMM_WORLD);
  if (static_cast<std::size_t>(position) < ours.size()) return false;
  EXPECT_TRUE(ours == theirs) << twin.text;
  std::vector<std::byte> back(kBytes);
  std::vector<std::byte> expected(kBytes);
  unpack(ours, back.data() + kBytes / 2, typed);
  position = 0;
  MPI_Unpack(ours.data(), static_cast<int>(ours.size()), &position, expected.data() + kBytes / 2,
             count, twin.theirs, MPI_COMM_WORLD);
  EXPECT_TRUE(back == expected) << twin.text;
  return true;
}

TEST(RandomTypes, AreLaidOutAndPackedAsInMpich) {
  int compared = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    RandomType random(seed);
    const TwinType twin = random.make(random.number(1, 3));
    ASSERT_NE(twin.ours, nullptr);
    // MPICH forgets the bounds of what has no values.
    if (twin.ours->size() == 0) continue;
    expect_same_layout(twin);
    const int count = random.number(1, 3);
    if (fits(*twin.ours, count) && expect_same_bytes(twin, count)) ++compared;
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
  }
  EXPECT_GT(compared, 2500);
}

TEST(Envelopes, AreThoseOfMpich) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    RandomType random(seed);
    const TwinType twin = random.make(1);
    const TypeContents& ours = twin.ours->contents();
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = 0;
    MPI_Type_get_envelope(twin.theirs, &integers, &addresses, &types, &combiner);
    ASSERT_EQ(combiner, ours.combiner) << twin.text;
    ASSERT_EQ(static_cast<std::size_t>(integers), ours.integers.size()) << twin.text;
    ASSERT_EQ(static_cast<std::size_t>(addresses), ours.addresses.size()) << twin.text;
    ASSERT_EQ(static_cast<std::size_t>(types), ours.types.size()) << twin.text;
    std::vector<int> their_integers(ours.integers.size());
    std::vector<MPI_Aint> their_addresses(ours.addresses.size());
    std::vector<MPI_Datatype> their_types(ours.types.size());
    MPI_Type_get_contents(twin.theirs, integers, addresses, types, their_integers.data(),
                          their_addresses.data(), their_types.data());
    EXPECT_EQ(their_integers, ours.integers) << twin.text;
    EXPECT_EQ(their_addresses, ours.addresses) << twin.text;
  }
}

// Bytes that are small numbers in every type, so that no operation leaves what both can hold.
std::vector<std::byte> small_values(const Datatype& type, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(8 * static_cast<std::size_t>(type.extent()));
  for (std::size_t element = 0; element < 8; ++element)
    for (const TypeRun& run : type.runs())
      for (std::size_t i = 0; i < run.length; ++i) {
        const BasicType& basic = basic_type(run.basic);
        std::byte* const at = bytes.data() + element * static_cast<std::size_t>(type.extent()) +
                              static_cast<std::size_t>(run.offset) + i * basic.bytes;
        const int value = static_cast<int>(random() % 4);
        // A long double has 10 bytes that mean something.
        const auto put_extended = [&](long double number) { std::memcpy(at, &number, 10); };
        const auto put = [&](auto number) { std::memcpy(at, &number, sizeof number); };
        if (basic.storage == Storage::float32)
          put(static_cast<float>(value));
        else if (basic.storage == Storage::float64)
          put(static_cast<double>(value));
        else if (basic.storage == Storage::float80)
          put_extended(value);
        else if (basic.kind == BasicKind::logical)
          put(static_cast<std::uint8_t>(value & 1));
        else if (basic.bytes > 0)
          put(static_cast<std::uint8_t>(value));
      }
  return bytes;
}

void expect_same_result(MPI_Op operation, MPI_Datatype handle) {
  const TypeRef type = predefined_type(handle);
  const std::string text =
      operation_text(*predefined_operation(operation)) + " of " + type_text(*type);
  const std::vector<std::byte> left = small_values(*type, 1);
  const std::vector<std::byte> right = small_values(*type, 2);
  std::vector<std::byte> theirs = right;
  const int status = MPI_Reduce_local(left.data(), theirs.data(), 8, handle, operation);
  // What the standard defines must be in MPICH; what MPICH adds is at most an extension.
  ASSERT_EQ(status, MPI_SUCCESS) << text;
  const TypedCount values{type, 8};
  std::vector<std::byte> ours = packed_copy(right.data(), values);
  combine(*predefined_operation(operation), {values, handle}, packed_copy(left.data(), values),
          ours, [](auto...) {});
  EXPECT_TRUE(ours == packed_copy(theirs.data(), values)) << text;
}

TEST(Operations, GiveWhatMpichGives) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int compared = 0;
  std::vector<MPI_Datatype> types = {MPI_FLOAT_INT, MPI_DOUBLE_INT,      MPI_LONG_INT,
                                     MPI_SHORT_INT, MPI_LONG_DOUBLE_INT, MPI_2INT};
  for (const BasicType& basic : basic_types()) types.push_back(basic.handle);
  for (MPI_Op operation = MPI_MAX; operation <= MPI_MAXLOC; ++operation)
    for (const MPI_Datatype handle : types) {
      const Operation& ours = *predefined_operation(operation);
      if (legality(ours, *predefined_type(handle)) != Legality::legal) continue;
      expect_same_result(operation, handle);
      ++compared;
    }
  // MAX, MIN: 33 types; SUM, PROD: 43; logical: 21; bitwise: 27; MAXLOC, MINLOC: 6.
  EXPECT_EQ(compared, 2 * 33 + 2 * 43 + 3 * 21 + 3 * 27 + 2 * 6);
}

}  // namespace
}  // namespace harrier::mpi

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int status = RUN_ALL_TESTS();
  MPI_Finalize();
  return status;
}
