// Texts in HTML and XML.
#include "base/markup.hpp"

#include <gtest/gtest.h>

namespace harrier::base {
namespace {

TEST(Markup, IsEscapedInContentAndAttributes) {
  EXPECT_EQ(escaped_markup("<b a=\"1\">x & y</b>"), "&lt;b a=&quot;1&quot;&gt;x &amp; y&lt;/b&gt;");
  EXPECT_EQ(escaped_markup("&lt;"), "&amp;lt;");
}

}  // namespace
}  // namespace harrier::base
