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

namespace bank {
struct Transfer {
  int amount;
};
}  // namespace bank

namespace shop {
struct Transfer {
  int amount;
};
struct Order {
  int number;
};
}  // namespace shop

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
  int m1 = 1, m2 = 2, m3 = 3, m4 = 4, m5 = 5, m6 = 6, m7 = 7, m8 = 8, m9 = 9, m10 = 10, m11 = 11,
      m12 = 12, m13 = 13, m14 = 14, m15 = 15, m16 = 16, m17 = 17, m18 = 18, m19 = 19, m20 = 20,
      m21 = 21, m22 = 22, m23 = 23, m24 = 24, m25 = 25, m26 = 26, m27 = 27, m28 = 28, m29 = 29,
      m30 = 30, m31 = 31, m32 = 32, m33 = 33, m34 = 34, m35 = 35, m36 = 36, m37 = 37, m38 = 38,
      m39 = 39, m40 = 40, m41 = 41, m42 = 42, m43 = 43, m44 = 44, m45 = 45, m46 = 46, m47 = 47,
      m48 = 48, m49 = 49, m50 = 50, m51 = 51, m52 = 52, m53 = 53, m54 = 54, m55 = 55, m56 = 56,
      m57 = 57, m58 = 58, m59 = 59, m60 = 60, m61 = 61, m62 = 62, m63 = 63, m64 = 64, m65 = 65,
      m66 = 66, m67 = 67, m68 = 68, m69 = 69, m70 = 70, m71 = 71, m72 = 72, m73 = 73, m74 = 74,
      m75 = 75, m76 = 76, m77 = 77, m78 = 78, m79 = 79, m80 = 80, m81 = 81, m82 = 82, m83 = 83,
      m84 = 84, m85 = 85, m86 = 86, m87 = 87, m88 = 88, m89 = 89, m90 = 90, m91 = 91, m92 = 92,
      m93 = 93, m94 = 94, m95 = 95, m96 = 96, m97 = 97, m98 = 98, m99 = 99, m100 = 100;
};
struct TooLarge {
  int numbers[101];
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
  EXPECT_EQ(text_of(TooLarge{}), "TooLarge{…}");      // more than 100 values
  EXPECT_EQ(text_of(Closed{1}), "Closed{…}");         // not an aggregate
  EXPECT_EQ(text_of(Derived{{1}, 2}), "Derived{…}");  // members of two classes
}

TEST(MessageTexts, ShowLargeStructuresAndArrays) {
  std::string numbers = "1";
  for (int i = 2; i <= 100; ++i) numbers += ", " + std::to_string(i);
  EXPECT_EQ(text_of(Large{}), "Large{" + numbers + "}");
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

TEST(MessageTexts, HaveTheirNamespacesWhereTwoNamesMeet) {
  EXPECT_EQ(text_of(bank::Transfer{1}), "bank::Transfer{1}");
  EXPECT_EQ(text_of(shop::Transfer{2}), "shop::Transfer{2}");
  EXPECT_EQ(text_of(shop::Order{3}), "Order{3}");
  struct Transfer {
    int amount;
  };
  EXPECT_EQ(text_of(Transfer{4}), "Transfer{4}");  // of this function alone
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
