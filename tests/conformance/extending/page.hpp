// What the pages on extending Harrier show, compared with what is there.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace harrier::testing {

inline std::string text_of(const std::string& path) {
  std::ifstream file(std::string(HARRIER_SOURCE_DIR "/") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Fails the test unless a page shows this in a block of its own.
inline void expect_shown(const std::string& page, const std::string& language,
                         const std::string& shown) {
  ASSERT_FALSE(shown.empty());
  EXPECT_NE(text_of(page).find("```" + language + "\n" + shown + "```\n"), std::string::npos)
      << page << " does not show, in a block of its own:\n"
      << shown;
}

}  // namespace harrier::testing
