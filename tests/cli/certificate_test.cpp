// Certificates on the command line: written, verified, damaged, of something else.
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Certificates : public ::testing::Test {
 protected:
  /// Explores `fanin` with five senders, 120 classes, unless told otherwise.
  Outcome certify(std::vector<std::string> more = {"fanin", "senders=5"}) const {
    more.insert(more.begin(), "check");
    more.insert(more.end(), {"--certificate", file_});
    return harrier_run(std::move(more));
  }
  Outcome verify(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"verify", file_});
    return harrier_run(std::move(more));
  }
  /// Replaces a text of the certificate, and makes its last line fit again.
  void change(const std::string& from, const std::string& to) const {
    std::string text = contents_of(file_);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    write_file(file_, text);
  }

  const TemporaryFolder folder_;
  const std::string file_ = folder_.path("fanin.certificate");
};

TEST_F(Certificates, AreWrittenAndVerified) {
  const Outcome written = certify();
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr("; certificate " + file_ + " (120 classes)\n"));
  const Outcome verified = verify();
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_THAT(verified.out, StartsWith("verified: all 120 classes of executions of fanin are "
                                       "listed, and no listed execution violates anything\n"));
  EXPECT_EQ(verified.err, "");
}

TEST_F(Certificates, AreWrittenByEveryReductionAndSeveralThreads) {
  for (const char* reduction : {"optimal", "source", "udpor", "persistent", "exhaustive"}) {
    ASSERT_EQ(certify({"fanin", "senders=4", "--reduction", reduction}).status, 0);
    const json result = json::parse(verify({"--json", "--jobs", "2"}).out);
    EXPECT_EQ(result["verdict"], "verified") << reduction;
    EXPECT_EQ(result["classes"], 24);
  }
  const json explored = json::parse(certify({"fanin", "senders=7", "--jobs", "2", "--json"}).out);
  EXPECT_EQ(explored["certificate"], file_);
  const json result = json::parse(verify({"--json", "--pairs", "3"}).out);
  EXPECT_EQ(result["verdict"], "verified");
  EXPECT_EQ(result["classes"], 5'040);
  EXPECT_GT(result["pairs"], 0);
}

/// By actor there are classes that none by field stands for.
TEST_F(Certificates, ThatMissAClassShowIt) {
  ASSERT_EQ(certify({"readers", "n=4"}).status, 0);
  change("dependence: field", "dependence: actor");
  const Outcome missing = verify();
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.out, StartsWith("not verified: a class of executions is not listed\n"
                                      "replay: harrier replay readers n=4 --schedule "));
  const json result = json::parse(verify({"--json"}).out);
  EXPECT_EQ(result["verdict"], "missing");
  const std::string schedule = result["schedule"];
  EXPECT_EQ(harrier_run({"replay", "readers", "n=4", "--schedule", schedule}).status, 0);
}

TEST_F(Certificates, AreOfAnOkAndWholeOrNothing) {
  ASSERT_EQ(certify({"server"}).status, 1);
  EXPECT_FALSE(std::filesystem::exists(file_)) << "of an ok only";
  ASSERT_EQ(certify({"fanin", "senders=2"}).status, 0);
  // Without its second listing, and with the last line that fits what is left.
  const std::string whole = contents_of(file_);
  const std::size_t body = whole.find("\n\n") + 2;
  const std::size_t second = whole.find('\n', body) + 1;
  const std::size_t end = whole.find("end ");
  ASSERT_LT(second, end);
  const Outcome damaged = [&] {
    write_file(file_, whole.substr(0, second) + whole.substr(end));
    return verify();
  }();
  EXPECT_EQ(damaged.status, 2);
  EXPECT_EQ(damaged.err, "error: cannot verify '" + file_ + "': it is damaged\n");
}

TEST_F(Certificates, OfABoundedSearchAreNotWritten) {
  const Outcome bounded = certify({"fanin", "senders=5", "--executions-max", "10"});
  EXPECT_EQ(bounded.status, 3);
  EXPECT_EQ(bounded.err, "note: there is no certificate: not all classes were explored\n");
  EXPECT_FALSE(std::filesystem::exists(file_));
  EXPECT_EQ(
      json::parse(
          certify({"fanin", "senders=5", "--executions-max", "10", "--json"}).out)["certificate"],
      nullptr);
}

TEST_F(Certificates, AreRefusedWhereNobodyHasShownThatTheyHold) {
  const std::string begin = "--certificate lists an execution of every class: ";
  expect_error(certify({"fanin", "--states"}), begin + "it does not go with --states");
  expect_error(certify({"fanin", "--search", "pct", "--executions-max", "5"}),
               begin + "it does not go with --search");
  expect_error(certify({"fanin", "--delivery", "causal"}),
               begin +
                   "what causal order holds back cannot be verified yet; the other delivery "
                   "models can");
  expect_error(certify({"fanin", "--delivery", "all"}),
               "--certificate takes the result of one delivery model, not of all of them");
  EXPECT_EQ(certify({"fanin", "--reduction", "apet"}).status, 2);
  EXPECT_EQ(certify({"fanin", "--checkpoint", folder_.path("c")}).status, 2);
}

TEST_F(Certificates, ThatAreNoneOrOfSomethingElseAreRefused) {
  const auto refused = [&](const std::string& why) {
    expect_error(verify(), "cannot verify '" + file_ + "': " + why);
  };
  refused("there is no such file");
  write_file(file_, "");
  refused("it is no certificate of this version of Harrier");
  ASSERT_EQ(certify().status, 0);
  const std::string whole = contents_of(file_);
  for (const std::size_t size : {whole.size() - 1, whole.size() / 2, std::size_t{200}}) {
    write_file(file_, whole.substr(0, size));
    refused("it is damaged");
  }
  write_file(file_, whole);
  change("\nend 120 ", "\nend 121 ");
  refused("it is damaged");
  write_file(file_, whole);
  change("delivery: bag", "delivery: bags");
  refused("it is of something else: delivery bags, not bag");
  write_file(file_, whole);
  change("argument senders: 5", "argument senders: 4");
  EXPECT_EQ(verify().status, 1) << "the listings are none of that program's";
  write_file(file_, whole);
  change("program: fanin", "program: nothing");
  EXPECT_EQ(verify().status, 2);
  write_file(file_, whole);
  const Outcome other = programs_run({"verify", file_});
  EXPECT_EQ(other.status, 2);
  expect_error(harrier_run({"verify"}), "'verify' needs one certificate");
  EXPECT_THAT(verify({"--from", "1000"}).err, HasSubstr("--from 1000 is beyond the 120 listings"));
}

TEST_F(Certificates, OfModelsAreOfTheTextThatWasRead) {
  const std::string model = folder_.path("model.abs");
  const std::string text =
      "module M; interface I { Unit m(); } class C implements I { Unit m() { skip; } }\n"
      "{ I c = new C(); c!m(); c!m(); }\n";
  write_file(model, text);
  const Outcome written = harrier_run({"abs", "check", "--certificate", file_, model});
  EXPECT_EQ(written.status, 0) << written.err;
  const Outcome verified = harrier_run({"abs", "verify", file_, model});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, StartsWith("verified: "));
  EXPECT_EQ(harrier_run({"abs", "verify", file_, "--await", "release", model}).status, 2);
  write_file(model, text + "// changed\n");
  const Outcome changed = harrier_run({"abs", "verify", file_, model});
  EXPECT_EQ(changed.status, 2);
  EXPECT_THAT(changed.err, HasSubstr("it is of something else: made-of "));
}

TEST_F(Certificates, GoOnWhereTheyWereInterrupted) {
  ASSERT_EQ(certify({"fanin", "senders=8"}).status, 0);
  Running running({.binary = HARRIER_BINARY,
                   .arguments = {"verify", file_, "--progress"},
                   .invoked_as = "harrier",
                   .environment = {},
                   .folder = {}});
  ASSERT_TRUE(running.wait_for("asked about"));
  running.send_signal(SIGINT);
  const Outcome interrupted = running.finish();
  ASSERT_EQ(interrupted.status, 3) << interrupted.out << interrupted.err;
  std::smatch found;
  ASSERT_TRUE(std::regex_search(interrupted.out, found,
                                std::regex("go on with: harrier verify (.*) --from ([0-9]+)\n")))
      << interrupted.out;
  EXPECT_EQ(verify({"--from", found[2]}).status, 0);
}

}  // namespace
}  // namespace harrier::testing_support
