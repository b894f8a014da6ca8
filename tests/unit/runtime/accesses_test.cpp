// What every way to construct, copy, move, assign, swap, keep, send and show a tracked field
// records: a table of them all, and random programs that use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::Not;

/// Tracked members that come and go together.
struct Pair {
  Tracked<int> first{"first", 1};
  Counter<> count{0, "count"};
};
/// A message that keeps fields as they are.
struct Kept {
  Tracked<int> value;
  Counter<> count;
};
struct Number {
  int value = 0;
};
struct Numbers {
  TrackedMap<int, int> map;
  TrackedVector<int> vector;
};

class Listener : public Actor<Listener> {
 public:
  Listener() = default;
  explicit Listener(int number) : heard_(number) {}
  void on(const Number& m) { heard_ = heard_ * 10 + m.value; }
  void on(const Kept& m) { heard_ = heard_ * 10 + m.value + m.count; }
  void on(const Numbers& m) { heard_ = heard_ * 10 + static_cast<int>(m.map.size()); }
  void on(const Tracked<int>& m) { heard_ = heard_ * 10 + m; }
  void on(const std::function<int()>& m) { heard_ = heard_ * 10 + m(); }
  int heard() const { return heard_; }

 private:
  Tracked<int> heard_ = 0;
};

struct Use {
  std::vector<std::size_t> rows;
};

/// An actor with a field of every kind, each twice.
class User : public Actor<User> {
 public:
  explicit User(Ref<Listener> listener) : listener_(listener) {}
  void on(const Use& use);
  void describe(Text& text) const {
    text.add(a_);
    for (const auto* n : {&n_, &m_}) text.add(" "), text.add(*n);
    text.add(" "), text.add(b_), text.add(" "), text.add(text_), text.add(" "), text.add(list_);
    text.add(" "), text.add(map_), text.add(" "), text.add(other_map_), text.add(" ");
    text.add(vector_), text.add(" "), text.add(other_vector_), text.add(" "), text.add(pair_.first);
    text.add(" "), text.add(pair_.count), text.add(" "), text.add(late_), text.add(" ");
    text.add(seen_);
  }
  /// Keeps what was read where it can be seen.
  void see(int value) { seen_ = seen_ * 7 + value + 1; }

  Tracked<int> a_{"a", 1};
  Tracked<int> b_{"b", 2};
  Tracked<std::string> text_{"text", "x"};
  Tracked<std::vector<int>> list_{"list", {1, 2}};
  Counter<> n_{0, "n"};
  Counter<> m_{3, "m"};
  TrackedMap<int, int> map_{"map"};
  TrackedMap<int, int> other_map_{"other_map"};
  TrackedVector<int> vector_{2, 0, "vector"};
  TrackedVector<int> other_vector_{3, 1, "other_vector"};
  Pair pair_;
  HARRIER_FIELD(late_, Constant<int>);
  HARRIER_FIELD(named_, Counter<>) = 1;
  Constant<Ref<Listener>> listener_;
  Tracked<int> seen_{"seen", 0};

  template <class M>
  void tell(M&& message) {
    send(listener_, std::forward<M>(message));
  }
  template <class... Arguments>
  void make(Arguments&&... arguments) {
    spawn<Listener>(std::forward<Arguments>(arguments)...);
  }
};

struct Row {
  const char* what;
  void (*use)(User&);
  std::set<std::string> reads;
  std::set<std::string> writes;
  std::set<std::string> updates = {};
};

std::string shown(const auto& value) {
  Text text([](ActorId) { return std::string("an actor"); });
  text.add(value);
  return text.out();
}

void hash(const auto& value) {
  struct NoNames final : Hasher::Names {
    Fingerprint actor(ActorId) const override { return {}; }
    Fingerprint request(MessageId) const override { return {}; }
  };
  const NoNames names;
  Hasher(names).add(value);
}

const std::vector<Row>& table() {
  static const std::vector<Row> rows = {
      {"construct", [](User&) { static_cast<void>(Tracked<int>(4)); }, {}, {}},
      {"convert", [](User& u) { u.see(u.a_); }, {"a", "seen"}, {"seen"}},
      {"get", [](User& u) { u.see(u.a_.get()); }, {"a", "seen"}, {"seen"}},
      {"dereference", [](User& u) { u.see(*u.a_); }, {"a", "seen"}, {"seen"}},
      {"copy", [](User& u) { [[maybe_unused]] const Tracked<int> copy = u.a_; }, {"a"}, {}},
      {"copy of what is const",
       [](User& u) { const Tracked<int> copy = std::as_const(u.a_); },
       {"a"},
       {}},
      {"move", [](User& u) { const Tracked<int> taken = std::move(u.a_); }, {"a"}, {}},
      {"move of a text",
       [](User& u) { u.see(static_cast<int>(Tracked<std::string>(std::move(u.text_))->size())); },
       {"text", "seen", "outside"},
       {"text", "seen"}},
      {"assign", [](User& u) { u.a_ = 5; }, {}, {"a"}},
      {"assign another", [](User& u) { u.a_ = u.b_; }, {"b"}, {"a"}},
      {"assign what is moved", [](User& u) { u.a_ = std::move(u.b_); }, {"b"}, {"a"}},
      {"set", [](User& u) { u.a_.set(6); }, {}, {"a"}},
      {"edit", [](User& u) { u.a_.edit() = 7; }, {"a"}, {"a"}},
      {"add", [](User& u) { u.a_ += u.b_; }, {"a", "b"}, {"a"}},
      {"count", [](User& u) { u.see(u.a_++); }, {"a", "seen"}, {"a", "seen"}},
      {"swap", [](User& u) { std::swap(u.a_, u.b_); }, {"a", "b", "outside"}, {"a", "b"}},
      {"exchange",
       [](User& u) { u.see(std::exchange(u.a_, 9)); },
       {"a", "seen", "outside"},
       {"a", "seen"}},
      {"exchange in place",
       [](User& u) { u.see(std::exchange(u.a_.edit(), 9)); },
       {"a", "seen"},
       {"a", "seen"}},
      {"structured binding",
       [](User& u) {
         const auto& [first, count] = u.pair_;
         u.see(first + count);
       },
       {"first", "count", "seen"},
       {"seen"}},
      {"copy of an aggregate",
       [](User& u) { [[maybe_unused]] const Pair copy = u.pair_; },
       {"first", "count"},
       {}},
      {"reset by aggregate", [](User& u) { u.pair_ = {}; }, {"outside"}, {"first", "count"}},
      {"swap of aggregates",
       [](User& u) {
         Pair other{5, 6};
         std::swap(u.pair_, other);
       },
       {"first", "count", "outside"},
       {"first", "count", "outside"}},
      {"capture",
       [](User& u) { u.tell(std::function<int()>([a = u.a_] { return *a; })); },
       {"a", "outside"},
       {}},
      {"capture of a reference",
       [](User& u) {
         const auto look = [&a = u.a_] { return a + 1; };
         u.see(look());
       },
       {"a", "seen"},
       {"seen"}},
      {"send", [](User& u) { u.tell(u.a_); }, {"a"}, {}},
      {"send in a message", [](User& u) { u.tell(Number{u.a_}); }, {"a"}, {}},
      {"send as it is",
       [](User& u) {
         u.tell(Kept{u.a_, u.n_});
       },
       {"a", "n", "outside"},
       {}},
      {"send containers",
       [](User& u) {
         u.tell(Numbers{u.map_, u.vector_});
       },
       {"map", "vector", "outside"},
       {}},
      {"spawn", [](User& u) { u.make(u.a_); }, {"a"}, {}},
      {"show",
       [](User& u) { u.see(static_cast<int>(shown(u.a_).size())); },
       {"a", "seen"},
       {"seen"}},
      {"hash", [](User& u) { hash(u.a_); }, {"a"}, {}},
      {"text through an arrow",
       [](User& u) { u.see(static_cast<int>(u.text_->size())); },
       {"text", "seen"},
       {"seen"}},
      {"text appended", [](User& u) { u.text_ += "y"; }, {"text"}, {"text"}},
      {"iterate",
       [](User& u) {
         for (const int i : u.list_) u.see(i);
       },
       {"list", "seen"},
       {"seen"}},
      {"ranges",
       [](User& u) { u.see(static_cast<int>(std::ranges::count(u.list_, 1))); },
       {"list", "seen"},
       {"seen"}},
      {"change a container", [](User& u) { u.list_.edit().push_back(3); }, {"list"}, {"list"}},
      {"counter assigned", [](User& u) { u.n_ = 0; }, {}, {"n"}},
      {"named counter assigned", [](User& u) { u.named_ = 0; }, {}, {"named"}},
      {"counter assigned another", [](User& u) { u.n_ = u.m_; }, {"m"}, {"n"}},
      {"counter reset", [](User& u) { u.n_ = {}; }, {}, {"n"}},
      {"counter copied", [](User& u) { [[maybe_unused]] const auto copy = u.n_; }, {"n"}, {}},
      {"counter moved",
       [](User& u) { [[maybe_unused]] const auto copy = std::move(u.n_); },
       {"n"},
       {}},
      {"counter swapped",
       [](User& u) { std::swap(u.n_, u.m_); },
       {"n", "m", "outside"},
       {"n", "m"}},
      {"counter added", [](User& u) { u.n_ += 2; }, {}, {}, {"n"}},
      {"counter subtracted", [](User& u) { u.n_ -= 2; }, {}, {}, {"n"}},
      {"counter counted", [](User& u) { ++u.n_, u.n_++, --u.n_, u.n_--; }, {}, {}, {"n"}},
      {"counter added to another", [](User& u) { u.n_ += u.m_; }, {"m"}, {}, {"n"}},
      {"counter read", [](User& u) { u.see(u.n_); }, {"n", "seen"}, {"seen"}},
      {"counter set", [](User& u) { u.n_.set(4); }, {}, {"n"}},
      {"counter shown", [](User& u) { static_cast<void>(shown(u.n_)); }, {"n"}, {}},
      {"map assigned", [](User& u) { u.map_ = u.other_map_; }, {"other_map"}, {"map"}},
      {"map moved to another",
       [](User& u) { u.map_ = std::move(u.other_map_); },
       {"other_map"},
       {"map", "other_map"}},
      {"map reset",
       [](User& u) { u.map_ = TrackedMap<int, int>(); },
       {"outside"},
       {"map", "outside"}},
      {"map swapped",
       [](User& u) { std::swap(u.map_, u.other_map_); },
       {"map", "other_map", "outside"},
       {"map", "other_map", "outside"}},
      {"map copied", [](User& u) { [[maybe_unused]] const auto copy = u.map_; }, {"map"}, {}},
      {"map moved", [](User& u) { const auto taken = std::move(u.map_); }, {"map"}, {"map"}},
      {"map shown", [](User& u) { static_cast<void>(shown(u.map_)); }, {"map"}, {}},
      {"map iterated",
       [](User& u) {
         for (const auto& [key, value] : u.map_) u.see(key + value);
       },
       {"map"},
       {}},
      {"map's size",
       [](User& u) { u.see(static_cast<int>(u.map_.size())); },
       {"map", "seen"},
       {"seen"}},
      {"map cleared", [](User& u) { u.map_.clear(); }, {}, {"map"}},
      {"key set", [](User& u) { u.map_.set(1, u.a_); }, {"a"}, {"element"}, {"map"}},
      {"key edited", [](User& u) { ++u.map_.edit(1); }, {"map"}, {"element"}, {"map"}},
      {"key erased", [](User& u) { u.map_.erase(1); }, {}, {"element"}, {"map"}},
      {"key found",
       [](User& u) { u.see(u.map_.find(1).value_or(8)); },
       {"element", "map", "seen"},
       {"seen"}},
      {"vector assigned",
       [](User& u) { u.vector_ = u.other_vector_; },
       {"other_vector"},
       {"vector"}},
      {"vector swapped",
       [](User& u) { std::swap(u.vector_, u.other_vector_); },
       {"vector", "other_vector", "outside"},
       {"vector", "other_vector", "outside"}},
      {"vector copied",
       [](User& u) { [[maybe_unused]] const auto copy = u.vector_; },
       {"vector"},
       {}},
      {"vector shown", [](User& u) { static_cast<void>(shown(u.vector_)); }, {"vector"}, {}},
      {"element set", [](User& u) { u.vector_.set(0, 4); }, {}, {"element"}, {"vector"}},
      {"element read",
       [](User& u) { u.see(u.vector_[0]); },
       {"element", "vector", "seen"},
       {"seen"}},
      {"element added", [](User& u) { u.vector_.push_back(4); }, {"vector"}, {"vector"}},
      {"constant set", [](User& u) { u.late_ = 4; }, {}, {"late"}},
      {"constant read", [](User& u) { u.see(u.late_); }, {"late"}, {}},
      {"constant copied",
       [](User& u) { [[maybe_unused]] const auto copy = u.late_; },
       {"late"},
       {}},
  };
  return rows;
}

void User::on(const Use& use) {
  for (const std::size_t row : use.rows) table()[row].use(*this);
}

/// What a step touched of its actor: names of fields by access; of several fields of a container
/// the strongest access counts.
struct Touched {
  std::set<std::string> reads, writes, updates;
};

Touched touched_by(const Row& row) {
  const std::size_t number = static_cast<std::size_t>(&row - table().data());
  Execution execution([=](System& system) {
    const auto listener = system.spawn<Listener>();
    system.send(system.spawn_as<User>("it", listener), Use{{number}});
  });
  execution.deliver(execution.enabled().front());
  Touched touched;
  for (const ResourceAccess& one : execution.trace().resources(0)) {
    const std::string name = execution.narrator().resource_text(one.resource).substr(3);
    auto& all = one.access == Access::read     ? touched.reads
                : one.access == Access::update ? touched.updates
                                               : touched.writes;
    all.insert(name == "field64" ? "outside" : name);
  }
  return touched;
}

TEST(Accesses, EveryUseRecordsWhatItTouches) {
  for (const Row& row : table()) {
    SCOPED_TRACE(row.what);
    const Touched touched = touched_by(row);
    std::set<std::string> seen = touched.reads;
    seen.insert(touched.writes.begin(), touched.writes.end());
    for (const std::string& name : row.reads) EXPECT_THAT(seen, ::testing::Contains(name));
    for (const std::string& name : row.writes) {
      EXPECT_THAT(touched.writes, ::testing::Contains(name));
    }
    for (const std::string& name : row.updates) {
      EXPECT_THAT(touched.updates, ::testing::Contains(name));
    }
    // And nothing else: every field more is a race that there is not.
    const auto is_of_no_row = [](const std::string& name) {
      return name == "control" || name == "outside" || name.starts_with("field");
    };
    for (const std::string& name : seen) {
      EXPECT_TRUE(is_of_no_row(name) || row.reads.contains(name) || row.writes.contains(name))
          << name;
    }
    for (const std::string& name : touched.writes) {
      EXPECT_TRUE(is_of_no_row(name) || row.writes.contains(name)) << name;
    }
  }
}

/// Returns the ends of a program of some uses, each a step.
std::set<std::string> ends_of(const std::vector<Use>& uses, const std::string& reduction,
                              Backtrack backtrack = Backtrack::undo) {
  std::set<std::string> ends;
  CheckOptions options;
  options.reduction = reduction;
  options.keep_going = true;
  options.backtrack = backtrack;
  check(
      [&](System& system) {
        const auto listener = system.spawn<Listener>();
        const auto user = system.spawn<User>(listener);
        for (const Use& use : uses) system.send(user, use);
        system.at_end([&ends, user, listener](const End& end) {
          ends.insert(shown(end.actor(user)) + " " + std::to_string(end.actor(listener).heard()));
        });
      },
      options);
  return ends;
}

TEST(Accesses, AnyOfThemAreExploredInEveryOrderThatMatters) {
  constexpr int programs = 60;
  std::size_t with_several = 0;
  for (int seed = 0; seed < programs; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::vector<Use> uses(3);
    for (Use& use : uses) {
      for (std::size_t left = 1 + random() % 2; left > 0; --left) {
        std::size_t row = random() % table().size();
        // What changes nothing is drawn less often, so that most programs have several ends.
        if (table()[row].writes.empty() && table()[row].updates.empty()) {
          row = random() % table().size();
        }
        use.rows.push_back(row);
      }
    }
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::set<std::string> all = ends_of(uses, "exhaustive");
    with_several += all.size() > 1 ? 1 : 0;
    for (const char* reduction : {"optimal", "source", "persistent", "udpor"}) {
      EXPECT_EQ(ends_of(uses, reduction), all) << reduction;
    }
    EXPECT_EQ(ends_of(uses, "optimal", Backtrack::replay), all);
  }
  EXPECT_GE(with_several, programs / 2);
}

/// Reads its field only by copying it into what it sends, where its step is rehearsed.
class Copies : public Actor<Copies> {
 public:
  explicit Copies(Ref<Listener> listener) : listener_(listener) {}
  void on(const Number& m) { a_ = m.value; }
  void on(const Use&) { send(listener_, a_); }
  bool accepts(const Use&) const { return b_ == 0; }

 private:
  Tracked<int> a_{"a", 0};
  Tracked<int> b_{"b", 0};
  Constant<Ref<Listener>> listener_;
};

TEST(Accesses, ARehearsedStepCopiesWhatItSends) {
  for (const char* reduction : {"exhaustive", "optimal", "source", "persistent", "udpor"}) {
    std::set<int> heard;
    CheckOptions options;
    options.reduction = reduction;
    check(
        [&](System& system) {
          const auto listener = system.spawn<Listener>();
          const auto copies = system.spawn<Copies>(listener);
          system.send(copies, Number{1});
          system.send(copies, Use{});
          system.send(copies, Number{2});
          system.at_end(
              [&heard, listener](const End& end) { heard.insert(end.actor(listener).heard()); });
        },
        options);
    EXPECT_THAT(heard, ::testing::ElementsAre(0, 1, 2)) << reduction;
  }
}

TEST(Accesses, WhatPointsToSomethingIsChangedByLookingAtIt) {
  static_assert(detail::PointsToMutable<int*>);
  static_assert(detail::PointsToMutable<std::shared_ptr<int>>);
  static_assert(!detail::PointsToMutable<std::shared_ptr<const int>>);
  static_assert(!detail::PointsToMutable<std::optional<int>>);
  static_assert(!detail::PointsToMutable<int (*)()>);
  static_assert(!detail::PointsToMutable<int>);
}

TEST(Accesses, WhatCannotBeCopiedStaysSo) {
  static_assert(!std::is_copy_constructible_v<Tracked<std::unique_ptr<int>>>);
  static_assert(std::is_move_constructible_v<Tracked<std::unique_ptr<int>>>);
  static_assert(!std::is_copy_constructible_v<Constant<std::unique_ptr<int>>>);
}

}  // namespace
}  // namespace harrier::testing
