// Whole numbers of any size, for the few that do not fit into a word.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harrier::abs::run {

/// A sign and a magnitude in base 10^9, the least digit first: text costs no division.
class BigInteger {
 public:
  BigInteger() = default;
  explicit BigInteger(std::int64_t value);
  /// Takes decimal digits, with or without a minus.
  static BigInteger parse(std::string_view text);
  static BigInteger from_digits(bool negative, const std::uint32_t* digits, std::size_t count);
  /// Takes the whole part of a finite number.
  static BigInteger truncated(double value);

  std::string text() const;
  double as_double() const;
  /// Returns the value where it fits.
  std::optional<std::int64_t> small() const;

  bool is_zero() const { return digits_.empty(); }
  bool is_negative() const { return negative_; }
  const std::vector<std::uint32_t>& digits() const { return digits_; }

  BigInteger negated() const;
  friend BigInteger operator+(const BigInteger& a, const BigInteger& b);
  friend BigInteger operator-(const BigInteger& a, const BigInteger& b) { return a + b.negated(); }
  friend BigInteger operator*(const BigInteger& a, const BigInteger& b);
  /// Divides towards zero; the remainder has the sign of the dividend. The divisor is not zero.
  struct Divided;
  static Divided divide(const BigInteger& dividend, const BigInteger& divisor);

  friend bool operator==(const BigInteger& a, const BigInteger& b) = default;
  friend std::strong_ordering operator<=>(const BigInteger& a, const BigInteger& b);

 private:
  static constexpr std::uint32_t base = 1'000'000'000;

  void trim();
  static std::strong_ordering compare_magnitudes(const BigInteger& a, const BigInteger& b);
  static BigInteger add_magnitudes(const BigInteger& a, const BigInteger& b);
  static BigInteger subtract_magnitudes(const BigInteger& larger, const BigInteger& smaller);
  static Divided divide_by_digit(const BigInteger& dividend, std::uint32_t divisor);
  BigInteger times_digit(std::uint32_t digit) const;

  bool negative_ = false;
  std::vector<std::uint32_t> digits_;  ///< none for zero; the last one is not 0
};

struct BigInteger::Divided {
  BigInteger quotient;
  BigInteger remainder;
};

}  // namespace harrier::abs::run
