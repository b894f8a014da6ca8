// Small pieces of text for people: nearest words, counts, durations, lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harrier::base {

/// Counts the insertions, deletions, replacements and swaps of neighbours that turn one word into
/// the other.
std::size_t edit_distance(std::string_view first, std::string_view second);

/// Finds the candidate that a mistyped word most likely means; none when all are far from it.
std::optional<std::string_view> nearest(std::string_view word,
                                        const std::vector<std::string>& candidates);

/// Returns ` (did you mean 'optimal'?)`, or nothing when no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// Joins the parts, with the separator between them.
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// Writes a count with a comma between groups of three digits: `1,234,567`.
std::string grouped(std::uint64_t number);

/// Writes an estimate with two digits that mean something: `41`, `8,300`, `3.1 x 10^9`.
std::string about(double number);

/// Writes a count with its noun: `1 step`, `1,200 steps`.
std::string counted(std::uint64_t number, std::string_view noun);

/// Writes a number of seconds with two decimals: `0.12 s`.
std::string seconds_text(double seconds);

/// Writes a number of seconds as the user would: `10 s`, `0.3 s`.
std::string short_seconds_text(double seconds);

/// Reads a whole number that is all of the text; none for anything else.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<std::uint64_t> parse_unsigned(std::string_view text);

}  // namespace harrier::base
