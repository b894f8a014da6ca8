// Values: arithmetic of any size, order, and containers that stay in order.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>

#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"
#include "abs/values/text.hpp"

namespace harrier::abs::run {
namespace {

class NoReferences final : public References {
 public:
  std::string text_of(const NamedCell&) const override { return "?"; }
};

std::string shown(Value value) { return text_of(value, NoReferences()); }

BigInteger random_big(std::mt19937_64& random) {
  std::string digits = random() % 2 == 0 ? "-" : "";
  digits += std::to_string(1 + random() % 9);
  for (std::uint64_t i = random() % 60; i > 0; --i) digits += std::to_string(random() % 10);
  return BigInteger::parse(digits);
}

TEST(BigIntegers, ReadAndWriteThemselves) {
  for (const char* text :
       {"0", "-1", "1000000000", "999999999999999999", "-123456789012345678901234567890"}) {
    EXPECT_EQ(BigInteger::parse(text).text(), text);
  }
  EXPECT_EQ(BigInteger(std::numeric_limits<std::int64_t>::min()).text(), "-9223372036854775808");
}

TEST(BigIntegers, KeepTheLawsOfArithmetic) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2'000; ++i) {
    const BigInteger a = random_big(random);
    const BigInteger b = random_big(random);
    const BigInteger c = random_big(random);
    EXPECT_EQ((a + b) * c, a * c + b * c);
    EXPECT_EQ(a - b + b, a);
    const BigInteger::Divided divided = BigInteger::divide(a, b);
    EXPECT_EQ(divided.quotient * b + divided.remainder, a) << a.text() << " / " << b.text();
    const BigInteger& rest = divided.remainder;
    EXPECT_LT(rest.is_negative() ? rest.negated() : rest, b.is_negative() ? b.negated() : b);
    EXPECT_TRUE(rest.is_zero() || rest.is_negative() == a.is_negative());
    EXPECT_EQ(a<b, b> a);
    EXPECT_EQ(BigInteger::parse(a.text()), a);
  }
}

TEST(Numbers, GrowBeyondTheWordAndComeBack) {
  Heap heap;
  Value power = Value::small(1);
  for (int i = 0; i < 100; ++i) power = multiply(heap, power, Value::small(2));
  EXPECT_EQ(shown(power), "1267650600228229401496703205376");
  for (int i = 0; i < 100; ++i) power = quotient(heap, power, Value::small(2));
  EXPECT_TRUE(same(power, Value::small(1)));
}

TEST(Numbers, DivideExactly) {
  Heap heap;
  const Value third = divide(heap, Value::small(1), Value::small(3));
  EXPECT_EQ(shown(third), "1/3");
  EXPECT_TRUE(same(multiply(heap, third, Value::small(3)), Value::small(1)));
  EXPECT_EQ(shown(divide(heap, Value::small(6), Value::small(-4))), "-3/2");
  EXPECT_EQ(shown(floor(heap, divide(heap, Value::small(-3), Value::small(2)))), "-2");
  EXPECT_EQ(shown(truncate(heap, divide(heap, Value::small(-3), Value::small(2)))), "-1");
  EXPECT_TRUE(compare(third, divide(heap, Value::small(1), Value::small(2))) < 0);
  EXPECT_THROW(divide(heap, third, Value::small(0)), Thrown);
}

TEST(Sets, AreTheSameHoweverTheyAreMade) {
  Heap heap;
  std::array numbers{3, 1, 2, 3};
  std::ranges::sort(numbers);
  do {
    Value set = Value::constant(known::empty_set);
    for (const int number : numbers) {
      set = heap.data(known::insert, std::array{Value::small(number), set});
    }
    EXPECT_EQ(shown(set), "set[1, 2, 3]");
  } while (std::ranges::next_permutation(numbers).found);
}

TEST(Maps, KeepTheLatestOfAKey) {
  Heap heap;
  Value map = Value::constant(known::empty_map);
  for (const auto& [key, value] : {std::pair(2, 20), std::pair(1, 10), std::pair(2, 21)}) {
    map = heap.data(known::insert_assoc,
                    std::array{heap.pair(Value::small(key), Value::small(value)), map});
  }
  EXPECT_EQ(shown(map), "map[Pair(1, 10), Pair(2, 21)]");
}

TEST(Arenas, GiveTheSamePlaceAgain) {
  Heap heap;
  const Arena::Mark before = heap.arena().mark();
  const Value first = heap.string(std::string(1'000'000, 'x'));
  heap.arena().cut(before);
  EXPECT_TRUE(same(heap.string(std::string(1'000'000, 'y')), first));
}

}  // namespace
}  // namespace harrier::abs::run
