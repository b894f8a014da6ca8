// Addresses of shared explorations.
#include "cluster/store_url.hpp"

#include <gtest/gtest.h>

#include "harrier/usage_error.hpp"

namespace harrier {
namespace {

std::string complaint(const std::string& text) {
  try {
    StoreUrl::parse(text);
  } catch (const UsageError& error) {
    const std::string what = error.what();
    return what.substr(0, what.find(';'));
  }
  return "none";
}

TEST(StoreUrl, HasAllThatIsNeeded) {
  const StoreUrl url =
      StoreUrl::parse("rediss://me:a%2Fb@example.org:7000/run-1?lease=2.5&patience=9&ca=/x.pem");
  EXPECT_TRUE(url.tls);
  EXPECT_EQ(url.user, "me");
  EXPECT_EQ(url.password, "a/b");
  EXPECT_EQ(url.host, "example.org");
  EXPECT_EQ(url.port, 7000);
  EXPECT_EQ(url.run, "run-1");
  EXPECT_EQ(url.lease_seconds, 2.5);
  EXPECT_EQ(url.patience_seconds, 9);
  EXPECT_EQ(url.authorities, "/x.pem");
  EXPECT_EQ(url.shown(), "rediss://example.org:7000/run-1");
}

TEST(StoreUrl, HasDefaults) {
  const StoreUrl url = StoreUrl::parse("redis://[::1]/nightly");
  EXPECT_FALSE(url.tls);
  EXPECT_EQ(url.host, "::1");
  EXPECT_EQ(url.port, 6379);
  EXPECT_EQ(url.password, "");
}

TEST(StoreUrl, TakesAPasswordWithoutAUser) {
  EXPECT_EQ(StoreUrl::parse("redis://:secret@h/r").password, "secret");
  EXPECT_EQ(StoreUrl::parse("redis://:secret@h/r").user, "");
}

TEST(StoreUrl, SaysWhatIsWrong) {
  EXPECT_EQ(complaint("http://h/r"), "'http://h/r' is not the address of a store");
  EXPECT_EQ(complaint("redis:///r"), "the host is missing");
  EXPECT_EQ(complaint("redis://h:99999/r"), "'99999' is not a port");
  EXPECT_EQ(complaint("redis://h"),
            "'' cannot name a run: it takes letters, digits, '-', '_' and '.'");
  EXPECT_EQ(complaint("redis://h/a b"),
            "'a b' cannot name a run: it takes letters, digits, '-', '_' and '.'");
  EXPECT_EQ(complaint("redis://h/r?lease=0"),
            "'lease' is not a number of seconds from 0.05 to 86400");
  EXPECT_EQ(complaint("redis://h/r?ca=x"), "'ca' is none of lease, patience and, with rediss, ca");
  EXPECT_EQ(complaint("redis://%4@h/r"), "'%' is not followed by two hexadecimal digits");
}

}  // namespace
}  // namespace harrier
