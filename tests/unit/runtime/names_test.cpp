// Names and texts: actors by spawn path and role, messages by type and content.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;

struct Go {};
struct Get {};

class RegistryServer : public Actor<RegistryServer> {
 public:
  void on(Go) {}
  int on(Get) { return 7; }
};

class Parent : public Actor<Parent> {
 public:
  void on(Go) {
    send(spawn<RegistryServer>(), Go{});
    send(spawn<RegistryServer>(), Go{});
    send(spawn_as<RegistryServer>("backup"), Go{});
  }
};

TEST(ActorNames, AreSpawnPathAndRoleAndANumberWhereNeeded) {
  Execution execution([](System& system) {
    system.spawn<RegistryServer>();
    system.spawn<RegistryServer>();
    system.spawn_as<RegistryServer>("Root");  // a role is kept as it is given
    system.send(system.spawn<Parent>(), Go{});
    system.send(system.spawn<Parent>(), Go{});
  });
  std::vector<std::string> names;
  const auto list = [&] {
    names.clear();
    for (std::size_t i = 0; i < execution.trace().actor_count(); ++i) {
      names.push_back(execution.narrator().actor_name(ActorId(i)));
    }
  };
  list();
  EXPECT_THAT(names,
              ElementsAre("registry-server", "registry-server.2", "Root", "parent", "parent.2"));
  execution.deliver("Go{} to parent.2");
  list();
  EXPECT_THAT(
      std::vector(names.begin() + 5, names.end()),
      ElementsAre("parent.2/registry-server", "parent.2/registry-server.2", "parent.2/backup"));
}

TEST(ActorNames, OutliveTheTextOfTheirRole) {
  Execution execution([](System& system) {
    std::string role = "a role that is made on the spot";
    system.spawn_as<RegistryServer>(role);
    role.assign(role.size(), 'x');
    system.spawn_as<RegistryServer>("");
  });
  EXPECT_EQ(execution.narrator().actor_name(ActorId(0)), "a role that is made on the spot");
  EXPECT_EQ(execution.narrator().actor_name(ActorId(1)), "registry-server");
}

class Line : public Actor<Line> {
 public:
  void on(Go) { send(spawn<Line>(), Go{}); }
};

TEST(ActorNames, OfLongPathsAreShortAndDiffer) {
  Execution execution([](System& system) {
    system.send(system.spawn<Line>(), Go{});
    system.send(system.spawn<Line>(), Go{});
  });
  for (int i = 0; i < 40; ++i) execution.deliver("Go{}");
  const auto name = [&](std::size_t actor) {
    return execution.narrator().actor_name(ActorId(actor));
  };
  std::set<std::string> names;
  for (std::size_t i = 0; i < execution.trace().actor_count(); ++i) names.insert(name(i));
  EXPECT_EQ(names.size(), 42U);
  // 40 steps by turns: each of the two lines has 21 actors, and 17 are left out of the last path.
  EXPECT_THAT(name(41), ::testing::MatchesRegex("\\(17 more: [0-9a-f]{8}\\)/line/line/line/line"));
}

TEST(ActorNames, DoNotDependOnTheOrderOfSteps) {
  const auto setup = [](System& system) {
    system.send(system.spawn<Parent>(), Go{});
    system.send(system.spawn<Parent>(), Go{});
  };
  Execution one(setup);
  one.deliver("Go{} to parent");
  one.deliver("Go{} to parent.2");
  Execution other(setup);
  other.deliver("Go{} to parent.2");
  other.deliver("Go{} to parent");
  std::vector<std::string> first = one.enabled();
  std::vector<std::string> second = other.enabled();
  EXPECT_NE(first, second);  // the order of sending differs
  std::ranges::sort(first);
  std::ranges::sort(second);
  EXPECT_EQ(first, second);
}

enum class Colour : int { red, green };
struct Point {
  int x;
  int y;
};
struct Empty {};
struct Everything {
  bool flag;
  char letter;
  double number;
  Colour colour;
  std::string text;
  std::optional<int> maybe;
  std::optional<int> nothing;
  std::vector<int> list;
};
struct Nested {
  Point point;
  std::pair<int, std::string> pair;
  std::map<int, bool> map;
  Ref<RegistryServer> somebody;
  Ref<RegistryServer> nobody;
  std::array<int, 2> array;
};
template <class T>
struct Box {
  T value;
};
struct Large {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13,
      n = 14, o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24;
};
struct TooLarge {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y;
};
struct Arrays {
  int numbers[3];
  std::string text;
  char letters[8];
  Point points[2];
};
struct Derived : Box<int> {
  int more;
};
enum Plain { first = 1, second };
enum class Wide : long { near = -1, far = 1000 };
struct Token {
  int number;
  void describe(Text& text) const {
    text.add("token=");
    text.add(number);
  }
};
class Closed {
 public:
  explicit Closed(int value) : value_(value) {}

 private:
  [[maybe_unused]] int value_;
};
struct Own {
  int value;
  void describe(Text& text) const {
    text.out() += "own ";
    text.add(value);
  }
};
struct Friendly {
  int value;
  friend void describe(Text& text, const Friendly& shown) {
    text.out() += "friendly ";
    text.add(shown.value);
  }
};

class Sink : public Actor<Sink> {
 public:
  template <class M>
  void on(const M&) {}
};

template <class M>
std::string text_of(const M& message) {
  Execution execution([&](System& system) { system.send(system.spawn<Sink>(), message); });
  return execution.narrator().message_text(MessageId(0));
}

TEST(MessageTexts, ShowTypeAndContent) {
  EXPECT_EQ(text_of(Empty{}), "Empty{}");
  EXPECT_EQ(text_of(Point{1, -2}), "Point{1, -2}");
  EXPECT_EQ(text_of(Everything{true, 'x', 0.5, Colour::green, "hi", 3, std::nullopt, {1, 2}}),
            "Everything{true, 'x', 0.5, green, \"hi\", 3, none, [1, 2]}");
  EXPECT_EQ(text_of(Own{5}), "own 5");
  EXPECT_EQ(text_of(Friendly{5}), "friendly 5");
  EXPECT_EQ(text_of(7), "7");
  EXPECT_EQ(text_of(std::string("word")), "\"word\"");
}

TEST(MessageTexts, LeaveOutWhatTheyCannotSee) {
  EXPECT_EQ(text_of(TooLarge{}), "TooLarge{…}");      // more than 24 members
  EXPECT_EQ(text_of(Closed{1}), "Closed{…}");         // not an aggregate
  EXPECT_EQ(text_of(Derived{{1}, 2}), "Derived{…}");  // members of two classes
}

TEST(MessageTexts, ShowLargeStructuresAndArrays) {
  EXPECT_EQ(text_of(Large{}),
            "Large{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, "
            "23, 24}");
  EXPECT_EQ(text_of(Arrays{{1, 2, 3}, "x", "abc", {{4, 5}, {6, 7}}}),
            "Arrays{[1, 2, 3], \"x\", abc, [Point{4, 5}, Point{6, 7}]}");
}

TEST(MessageTexts, ShowEnumeratorsByNameAndOtherValuesAsNumbers) {
  EXPECT_EQ(text_of(Colour::red), "red");
  EXPECT_EQ(text_of(Colour(7)), "7");
  EXPECT_EQ(text_of(Plain::second), "second");
  EXPECT_EQ(text_of(Plain(3)), "3");
  EXPECT_EQ(text_of(Wide::far), "1000");  // beyond those that are looked for
  EXPECT_EQ(text_of(Wide::near), "near");
}

TEST(MessageTexts, ShowWhatAVariantHolds) {
  using Either = std::variant<std::monostate, int, Point>;
  EXPECT_EQ(text_of(Either(5)), "5");
  EXPECT_EQ(text_of(Either(Point{1, 2})), "Point{1, 2}");
  EXPECT_EQ(text_of(Either()), "monostate{}");
}

TEST(MessageTexts, ShowWordsOfADescriptionAsTheyAre) { EXPECT_EQ(text_of(Token{3}), "token=3"); }

TEST(MessageTexts, ShowNestedValuesAndNameActors) {
  Execution execution([](System& system) {
    const auto server = system.spawn<RegistryServer>();
    system.send(system.spawn<Sink>(),
                Nested{{1, 2}, {3, "x"}, {{4, true}}, server, Ref<RegistryServer>(), {5, 6}});
  });
  EXPECT_EQ(execution.narrator().message_text(MessageId(0)),
            "Nested{Point{1, 2}, (3, \"x\"), [(4, true)], registry-server, nobody, [5, 6]}");
}

TEST(MessageTexts, KeepTemplateArguments) { EXPECT_EQ(text_of(Box<int>{3}), "Box<int>{3}"); }

class Waiter : public Actor<Waiter> {
 public:
  explicit Waiter(Ref<RegistryServer> server) : server_(server) {}
  Task<> on(Go) {
    co_await call(server_, Go{});
    co_await until(request(server_, Get{}), request(server_, Get{}));
    co_await until([this] { return done_; });
  }
  Task<> on(Get) {
    co_await release();
    done_ = true;
  }

 private:
  Ref<RegistryServer> server_;
  bool done_ = false;
};

TEST(MessageTexts, ShowWhatAWaitingHandlerGoesOnWith) {
  Execution execution([](System& system) {
    const auto waiter = system.spawn<Waiter>(system.spawn<RegistryServer>());
    system.send(waiter, Go{});
    system.send(waiter, Get{});
  });
  Standing& standing = execution.standing();
  const ActorId waiter = execution.actor("waiter");
  execution.deliver("Go{} to waiter");
  EXPECT_EQ(standing.status(waiter).activity, Activity::calling);
  EXPECT_EQ(standing.status(waiter).waits_for, "the reply of registry-server to Go{}");
  execution.deliver("Go{} to registry-server");
  EXPECT_EQ(execution.narrator().sender_name(execution.pending_message("reply")),
            "registry-server");
  execution.deliver("reply");  // of nothing
  EXPECT_EQ(standing.status(waiter).activity, Activity::awaiting);
  EXPECT_EQ(standing.status(waiter).waits_for,
            "the reply of registry-server to Get{} and the reply of registry-server to Get{}");
  execution.deliver("Get{} to registry-server");
  execution.deliver("Get{} to registry-server");
  execution.deliver("reply 7, 7");
  EXPECT_EQ(standing.status(waiter).activity, Activity::waiting);
  EXPECT_EQ(standing.status(waiter).waits_for, "a condition in its handler of Go{}");
  execution.deliver("Get{} to waiter");
  EXPECT_EQ(standing.status(waiter).waits_for,
            "a condition in its handler of Go{} and control in its handler of Get{}");
  execution.deliver("rest of Get{}");
  execution.deliver("condition of Go{}");
  EXPECT_EQ(standing.status(waiter).activity, Activity::idle);
}

class Shown : public Actor<Shown> {
 public:
  void on(Go) { ++count_; }
  void describe(Text& text) const { text.add(count_); }

 private:
  Tracked<int> count_{"count", 4};
  Tracked<int> unnamed_ = 0;
};

TEST(ActorTexts, ShowTheStateOfActorsThatDescribeThemselves) {
  Execution execution([](System& system) {
    system.send(system.spawn<Shown>(), Go{});
    system.spawn<Sink>();
  });
  EXPECT_EQ(execution.narrator().actor_text(ActorId(0)), "4");
  execution.deliver("Go{}");
  EXPECT_EQ(execution.narrator().actor_text(ActorId(0)), "5");
  EXPECT_EQ(execution.narrator().actor_text(ActorId(1)), "");
}

TEST(ResourceTexts, NameActorAndField) {
  Execution execution([](System& system) {
    system.spawn<Shown>();
    system.spawn<Sink>();
  });
  const auto text = [&](std::size_t owner, std::uint32_t part) {
    return execution.narrator().resource_text(Resource::of(ActorId(owner), part));
  };
  EXPECT_EQ(text(0, Resource::whole), "shown");
  EXPECT_EQ(text(0, Resource::control), "shown.control");
  EXPECT_EQ(text(0, Resource::first_field), "shown.count");
  EXPECT_EQ(text(0, Resource::first_field + 1), "shown.field2");
  EXPECT_EQ(execution.narrator().resource_text(Resource::channel(ActorId(0), ActorId(1))),
            "shown to sink");
  EXPECT_EQ(text(0, Resource::element_bit | 12), "shown.element");
  EXPECT_EQ(text(1, Resource::mailbox), "sink.mailbox");
  EXPECT_EQ(text(1, Resource::clock), "sink.clock");
}

}  // namespace
}  // namespace harrier::testing
