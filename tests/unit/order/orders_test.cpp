// Which of some messages each order prefers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "explore/registries.hpp"
#include "harrier/harrier.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;

struct Note {
  std::string text;
};
struct Burst {};

class Sink;

/// Sends two messages to a sink for each one it gets.
class Source : public Actor<Source> {
 public:
  explicit Source(Ref<Sink> sink) : sink_(sink) {}
  void on(Note) {}
  void on(Burst);

 private:
  Constant<Ref<Sink>> sink_;
};

class Sink : public Actor<Sink> {
 public:
  void on(Note) {}
};

void Source::on(Burst) {
  send(sink_, Note{"burst 1"});
  send(sink_, Note{"burst 2"});
}

/// A program, and an order that is shown each of its states.
class Preferences {
 public:
  Preferences(const std::function<void(System&)>& set_up, const std::string& order) {
    CheckOptions options;
    options.order = order;
    order_ = make_order(options);
    program_ = make_program(set_up, {});
    trace_.start(program_->start());
  }

  /// Returns the texts of the enabled messages, preferred ones first.
  std::vector<std::string> now() {
    std::vector<MessageId> enabled;
    program_->enabled(enabled);
    order_->sort(trace_, enabled);
    first_ = enabled.front();
    std::vector<std::string> texts;
    for (const MessageId message : enabled) {
      const std::string text = program_->narrator()->message_text(message);
      const std::size_t quote = text.find('"');
      texts.push_back(quote == std::string::npos
                          ? text.substr(0, text.find('{'))
                          : text.substr(quote + 1, text.rfind('"') - quote - 1));
    }
    return texts;
  }
  /// Delivers what was preferred.
  void go() { trace_.push(program_->execute(first_, {})); }

 private:
  std::unique_ptr<Order> order_;
  std::unique_ptr<Program> program_;
  Trace trace_;
  MessageId first_;
};

/// a is created before b and b before c; a and c get one message, b two.
void three_sinks(System& system) {
  const auto a = system.spawn<Sink>();
  const auto b = system.spawn<Sink>();
  const auto c = system.spawn<Sink>();
  system.send(b, Note{"b1"});
  system.send(a, Note{"a1"});
  system.send(c, Note{"c1"});
  system.send(b, Note{"b2"});
}

std::vector<std::string> preferred(const std::string& order) {
  return Preferences(three_sinks, order).now();
}

TEST(Orders, FifoPrefersWhatWasSentFirst) {
  EXPECT_THAT(preferred("fifo"), ElementsAre("b1", "a1", "c1", "b2"));
}
TEST(Orders, LifoPrefersTheActorThatWasSentToLast) {
  EXPECT_THAT(preferred("lifo"), ElementsAre("b1", "b2", "c1", "a1"));
}
TEST(Orders, EcaPrefersTheEarliestCreatedActor) {
  EXPECT_THAT(preferred("eca"), ElementsAre("a1", "b1", "b2", "c1"));
}
TEST(Orders, LcaPrefersTheLatestCreatedActor) {
  EXPECT_THAT(preferred("lca"), ElementsAre("c1", "b1", "b2", "a1"));
}
TEST(Orders, LdmPrefersTheActorWithTheFewestMessages) {
  EXPECT_THAT(preferred("ldm"), ElementsAre("a1", "c1", "b1", "b2"));
}
TEST(Orders, HdmPrefersTheActorWithTheMostMessages) {
  EXPECT_THAT(preferred("hdm"), ElementsAre("b1", "b2", "a1", "c1"));
}
TEST(Orders, NewestPrefersWhatWasSentLast) {
  EXPECT_THAT(preferred("newest"), ElementsAre("b2", "c1", "a1", "b1"));
}
TEST(Orders, NewestObjectPrefersTheLatestCreatedActor) {
  EXPECT_THAT(preferred("newest-object"), ElementsAre("c1", "b2", "b1", "a1"));
}

TEST(Orders, RandomIsTheSameForTheSameSeed) {
  EXPECT_EQ(preferred("random"), preferred("random"));
  EXPECT_THAT(preferred("random"), ::testing::UnorderedElementsAre("a1", "b1", "b2", "c1"));
}

/// The source is created last and bursts once; a note waits for it and for the sink.
void source_and_sink(System& system) {
  const auto sink = system.spawn<Sink>();
  const auto source = system.spawn<Source>(sink);
  system.send(source, Burst{});
  system.send(sink, Note{"to sink"});
  system.send(source, Note{"to source"});
}

TEST(Orders, NewestObjectKeepsWhatTheLastStepSentTogether) {
  Preferences preferences(source_and_sink, "newest-object");
  EXPECT_THAT(preferences.now(), ElementsAre("to source", "Burst", "to sink"));
  preferences.go();
  EXPECT_THAT(preferences.now(), ElementsAre("Burst", "to sink"));
  preferences.go();
  EXPECT_THAT(preferences.now(), ElementsAre("burst 2", "burst 1", "to sink"));
}

TEST(Orders, HmsLearnsWhoSendsMost) {
  Preferences preferences(source_and_sink, "hms");
  // Nothing is known, so in order of creation; the sink then turns out to send nothing.
  EXPECT_THAT(preferences.now(), ElementsAre("to sink", "Burst", "to source"));
  preferences.go();
  EXPECT_THAT(preferences.now(), ElementsAre("Burst", "to source"));
  preferences.go();
  EXPECT_THAT(preferences.now(), ElementsAre("to source", "burst 1", "burst 2"));
}

TEST(Orders, SgrLearnsWhoReachesWhom) {
  // The sink goes first for having been created first, until the source is seen to send to it.
  Preferences preferences(
      [](System& system) {
        const auto sink = system.spawn<Sink>();
        const auto source = system.spawn<Source>(sink);
        system.send(source, Burst{});
        system.send(source, Note{"to source"});
      },
      "sgr");
  EXPECT_THAT(preferences.now(), ElementsAre("Burst", "to source"));
  preferences.go();
  EXPECT_THAT(preferences.now(), ElementsAre("to source", "burst 1", "burst 2"));
}

}  // namespace
}  // namespace harrier::testing
