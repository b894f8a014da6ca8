// Whole numbers of any size: the methods of school, which do for the sizes that models have.
#include "abs/values/big_integer.hpp"

#include <algorithm>
#include <cmath>

namespace harrier::abs::run {

BigInteger::BigInteger(std::int64_t value) : negative_(value < 0) {
  auto rest =
      negative_ ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  for (; rest != 0; rest /= base) digits_.push_back(static_cast<std::uint32_t>(rest % base));
}

BigInteger BigInteger::parse(std::string_view text) {
  BigInteger result;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  while (!text.empty()) {
    const std::size_t taken = std::min<std::size_t>(9, text.size());
    std::uint32_t digit = 0;
    for (const char c : text.substr(text.size() - taken)) {
      digit = digit * 10 + static_cast<std::uint32_t>(c - '0');
    }
    result.digits_.push_back(digit);
    text.remove_suffix(taken);
  }
  result.negative_ = negative;
  result.trim();
  return result;
}

BigInteger BigInteger::from_digits(bool negative, const std::uint32_t* digits, std::size_t count) {
  BigInteger result;
  result.negative_ = negative;
  result.digits_.assign(digits, digits + count);
  result.trim();
  return result;
}

BigInteger BigInteger::truncated(double value) {
  BigInteger result;
  double rest = std::trunc(std::fabs(value));
  std::vector<std::uint32_t> digits;
  while (rest >= 1) {
    const double quotient = std::floor(rest / base);
    digits.push_back(static_cast<std::uint32_t>(rest - quotient * base));
    rest = quotient;
  }
  return from_digits(value < 0, digits.data(), digits.size());
}

std::string BigInteger::text() const {
  if (digits_.empty()) return "0";
  std::string text = negative_ ? "-" : "";
  text += std::to_string(digits_.back());
  for (std::size_t i = digits_.size() - 1; i-- > 0;) {
    const std::string digit = std::to_string(digits_[i]);
    text.append(9 - digit.size(), '0');
    text += digit;
  }
  return text;
}

double BigInteger::as_double() const {
  double value = 0;
  for (std::size_t i = digits_.size(); i-- > 0;) value = value * base + digits_[i];
  return negative_ ? -value : value;
}

std::optional<std::int64_t> BigInteger::small() const {
  std::uint64_t magnitude = 0;
  for (std::size_t i = digits_.size(); i-- > 0;) {
    if (__builtin_mul_overflow(magnitude, std::uint64_t{base}, &magnitude) ||
        __builtin_add_overflow(magnitude, digits_[i], &magnitude)) {
      return std::nullopt;
    }
  }
  const std::uint64_t limit = std::uint64_t{1} << 63;
  if (magnitude > limit || (magnitude == limit && !negative_)) return std::nullopt;
  return static_cast<std::int64_t>(negative_ ? ~magnitude + 1 : magnitude);
}

BigInteger BigInteger::negated() const {
  BigInteger result = *this;
  result.negative_ = !negative_ && !digits_.empty();
  return result;
}

void BigInteger::trim() {
  while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
  if (digits_.empty()) negative_ = false;
}

std::strong_ordering BigInteger::compare_magnitudes(const BigInteger& a, const BigInteger& b) {
  if (a.digits_.size() != b.digits_.size()) return a.digits_.size() <=> b.digits_.size();
  return std::lexicographical_compare_three_way(a.digits_.rbegin(), a.digits_.rend(),
                                                b.digits_.rbegin(), b.digits_.rend());
}

std::strong_ordering operator<=>(const BigInteger& a, const BigInteger& b) {
  if (a.negative_ != b.negative_) return b.negative_ <=> a.negative_;
  return a.negative_ ? BigInteger::compare_magnitudes(b, a) : BigInteger::compare_magnitudes(a, b);
}

BigInteger BigInteger::add_magnitudes(const BigInteger& a, const BigInteger& b) {
  BigInteger sum;
  std::uint32_t carry = 0;
  for (std::size_t i = 0; i < std::max(a.digits_.size(), b.digits_.size()) || carry != 0; ++i) {
    std::uint32_t digit = carry;
    if (i < a.digits_.size()) digit += a.digits_[i];
    if (i < b.digits_.size()) digit += b.digits_[i];
    carry = digit >= base ? 1 : 0;
    sum.digits_.push_back(digit - carry * base);
  }
  return sum;
}

BigInteger BigInteger::subtract_magnitudes(const BigInteger& larger, const BigInteger& smaller) {
  BigInteger difference;
  std::uint32_t borrow = 0;
  for (std::size_t i = 0; i < larger.digits_.size(); ++i) {
    const std::uint32_t taken = borrow + (i < smaller.digits_.size() ? smaller.digits_[i] : 0);
    borrow = larger.digits_[i] < taken ? 1 : 0;
    difference.digits_.push_back(larger.digits_[i] + borrow * base - taken);
  }
  difference.trim();
  return difference;
}

BigInteger operator+(const BigInteger& a, const BigInteger& b) {
  BigInteger sum;
  if (a.negative_ == b.negative_) {
    sum = BigInteger::add_magnitudes(a, b);
    sum.negative_ = a.negative_;
  } else if (BigInteger::compare_magnitudes(a, b) >= 0) {
    sum = BigInteger::subtract_magnitudes(a, b);
    sum.negative_ = a.negative_;
  } else {
    sum = BigInteger::subtract_magnitudes(b, a);
    sum.negative_ = b.negative_;
  }
  sum.trim();
  return sum;
}

BigInteger operator*(const BigInteger& a, const BigInteger& b) {
  BigInteger product;
  product.digits_.assign(a.digits_.size() + b.digits_.size(), 0);
  for (std::size_t i = 0; i < a.digits_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.digits_.size() || carry != 0; ++j) {
      std::uint64_t digit = product.digits_[i + j] + carry;
      if (j < b.digits_.size()) digit += std::uint64_t{a.digits_[i]} * b.digits_[j];
      product.digits_[i + j] = static_cast<std::uint32_t>(digit % BigInteger::base);
      carry = digit / BigInteger::base;
    }
  }
  product.negative_ = a.negative_ != b.negative_;
  product.trim();
  return product;
}

BigInteger BigInteger::times_digit(std::uint32_t digit) const {
  BigInteger product;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < digits_.size() || carry != 0; ++i) {
    if (i < digits_.size()) carry += std::uint64_t{digits_[i]} * digit;
    product.digits_.push_back(static_cast<std::uint32_t>(carry % base));
    carry /= base;
  }
  product.trim();
  return product;
}

BigInteger::Divided BigInteger::divide_by_digit(const BigInteger& dividend, std::uint32_t divisor) {
  Divided result;
  result.quotient.digits_.resize(dividend.digits_.size());
  std::uint64_t rest = 0;
  for (std::size_t i = dividend.digits_.size(); i-- > 0;) {
    rest = rest * base + dividend.digits_[i];
    result.quotient.digits_[i] = static_cast<std::uint32_t>(rest / divisor);
    rest %= divisor;
  }
  result.quotient.trim();
  result.remainder = BigInteger(static_cast<std::int64_t>(rest));
  return result;
}

/// Knuth's algorithm D: each digit of the quotient is guessed from the leading ones, and with a
/// leading digit of at least half the base the guess is at most two too large.
BigInteger::Divided BigInteger::divide(const BigInteger& dividend, const BigInteger& divisor) {
  Divided result;
  if (compare_magnitudes(dividend, divisor) < 0) {
    result.remainder = dividend;
    return result;
  }
  if (divisor.digits_.size() == 1) {
    result = divide_by_digit(dividend, divisor.digits_[0]);
  } else {
    const std::uint32_t scale = base / (divisor.digits_.back() + 1);
    const BigInteger scaled = divisor.times_digit(scale);
    BigInteger rest = dividend.times_digit(scale);
    rest.digits_.resize(dividend.digits_.size() + 1, 0);
    const std::size_t width = scaled.digits_.size();
    result.quotient.digits_.assign(rest.digits_.size() - width, 0);
    for (std::size_t at = result.quotient.digits_.size(); at-- > 0;) {
      const std::uint64_t leading =
          std::uint64_t{rest.digits_[at + width]} * base + rest.digits_[at + width - 1];
      std::uint64_t guess = std::min<std::uint64_t>(leading / scaled.digits_.back(), base - 1);
      const auto subtract = [&](std::uint64_t times) {
        std::int64_t borrow = 0;
        for (std::size_t i = 0; i <= width; ++i) {
          const std::uint64_t digit = i < width ? scaled.digits_[i] : 0;
          std::int64_t left = std::int64_t{rest.digits_[at + i]} - borrow -
                              static_cast<std::int64_t>(digit * times % base);
          borrow = static_cast<std::int64_t>(digit * times / base);
          for (; left < 0; left += base) ++borrow;
          rest.digits_[at + i] = static_cast<std::uint32_t>(left);
        }
        return borrow != 0;
      };
      const auto add_back = [&] {
        std::uint32_t carry = 0;
        for (std::size_t i = 0; i <= width; ++i) {
          std::uint32_t sum = rest.digits_[at + i] + carry + (i < width ? scaled.digits_[i] : 0);
          carry = sum >= base ? 1 : 0;
          rest.digits_[at + i] = sum - carry * base;
        }
        return carry != 0;
      };
      bool below_zero = subtract(guess);
      while (below_zero) {
        --guess;
        below_zero = !add_back();
      }
      result.quotient.digits_[at] = static_cast<std::uint32_t>(guess);
    }
    rest.trim();
    result.quotient.trim();
    result.remainder = divide_by_digit(rest, scale).quotient;
  }
  result.quotient.negative_ = dividend.negative_ != divisor.negative_;
  result.remainder.negative_ = dividend.negative_;
  result.quotient.trim();
  result.remainder.trim();
  return result;
}

}  // namespace harrier::abs::run
