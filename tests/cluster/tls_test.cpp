// Stores that are reached over TLS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cluster/redis_server.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;

/// A certificate that vouches for itself.
class Certificate {
 public:
  Certificate() {
    const Outcome made =
        run({.binary = "/usr/bin/openssl",
             .arguments = {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
                           "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                           key(), "-out", file()},
             .invoked_as = {},
             .environment = {},
             .folder = {}});
    EXPECT_EQ(made.status, 0) << made.err;
  }
  std::string key() const { return folder_.path("key.pem"); }
  std::string file() const { return folder_.path("certificate.pem"); }

 private:
  const TemporaryFolder folder_;
};

Outcome check(const std::string& url) {
  return run({.binary = HARRIER_BINARY,
              .arguments = {"check", "fanin", "senders=6", "--cluster", url},
              .invoked_as = {},
              .environment = {},
              .folder = {}});
}

TEST(ClusterOverTls, TrustsWhomItIsToldTo) {
  const Certificate certificate;
  const std::uint16_t port = free_port();
  const RedisServer server({"--tls-port", std::to_string(port), "--tls-cert-file",
                            certificate.file(), "--tls-key-file", certificate.key(),
                            "--tls-ca-cert-file", certificate.file(), "--tls-auth-clients", "no"});
  const std::string url = "rediss://localhost:" + std::to_string(port) + "/run";
  const Outcome trusted = check(url + "?ca=" + certificate.file());
  EXPECT_EQ(trusted.status, 0) << trusted.err;
  EXPECT_THAT(trusted.out, HasSubstr("720 executions"));  // 6! orders at one receiver

  const Outcome unknown = check(url);
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("the certificate of localhost is not to be trusted"));

  const Outcome another =
      check("rediss://127.0.0.1:" + std::to_string(port) + "/run?ca=" + certificate.file());
  EXPECT_EQ(another.status, 2);
  EXPECT_THAT(another.err, HasSubstr("is not to be trusted"));
}

}  // namespace
}  // namespace harrier::testing_support
