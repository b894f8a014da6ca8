// States compared but for who is who of interchangeable actors, on random programs, against all
// states and all permutations. HARRIER_SYMMETRIC_PROGRAMS and HARRIER_SYMMETRIC_SEED say how many,
// and where to begin.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explore/search.hpp"
#include "harrier/harrier.hpp"
#include "states/breadth_first.hpp"
#include "states/depth_first.hpp"
#include "tests/support/given.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t programs = 200;  ///< unless said
constexpr std::uint64_t bytes_max = 24'000;

constexpr int kinds = 3;   ///< of messages
constexpr int values = 3;  ///< of a number in an actor

struct Note {
  int kind;
  int fuel;
  To<Note> about;
};

/// What an actor does with a message of some kind when it has some number.
struct Rule {
  int number;          ///< its next one
  bool remembers;      ///< whom the message is about
  bool forgets;        ///< the first whom it remembers
  bool spawns;         ///< a child, whom it remembers
  bool fails;          ///< if the message is about the one whom it remembers
  int to;              ///< nobody, whom it is about, whom it remembers, the hub, all peers, itself
  int kind;            ///< of what it sends
  int about;           ///< itself, whom the message is about, whom it remembers
  int value_of_about;  ///< sends only if it has this many references
};
using Script = std::array<std::array<Rule, values>, kinds>;

struct Plan {
  Script hub;
  Script member;
  Script child;
  std::vector<int> groups;  ///< their sizes
  bool starts_members;      ///< else the hub tells them
  int checked_number;       ///< what the first member is not to have at the end; -1: whatever
  static Plan generate(std::uint64_t seed);
};

Script random_script(std::mt19937_64& random, bool may_spawn) {
  Script script;
  for (auto& rules : script) {
    for (Rule& rule : rules) {
      rule.number = static_cast<int>(random() % values);
      rule.remembers = random() % 2 == 0;
      rule.forgets = random() % 4 == 0;
      rule.spawns = may_spawn && random() % 6 == 0;
      rule.fails = random() % 30 == 0;
      rule.to = static_cast<int>(random() % 6);
      rule.kind = static_cast<int>(random() % kinds);
      rule.about = static_cast<int>(random() % 3);
      rule.value_of_about = static_cast<int>(random() % 6);
    }
  }
  return script;
}

Plan Plan::generate(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Plan plan{.hub = random_script(random, true),
            .member = random_script(random, true),
            .child = random_script(random, false),
            .groups = {static_cast<int>(2 + random() % 3)},
            .starts_members = random() % 2 == 0,
            .checked_number = static_cast<int>(random() % 6) - values};
  if (random() % 3 == 0) plan.groups = {2, 2};
  return plan;
}

/// What the actors of the program that is explored follow.
thread_local const Plan* followed = nullptr;

/// Does what its script says.
template <class Self>
class Scripted : public Actor<Self> {
 public:
  int number() const { return number_.get(); }
  void describe(Text& text) const {
    text.add(number_);
    text.add(" knows ");
    text.add(known_);
  }

 protected:
  template <class Spawn>
  void follow(const Note& note, const Script& script, To<Note> hub, const Peers<Self>& peers,
              const Spawn& spawn) {
    const Rule& rule =
        script.at(static_cast<std::size_t>(note.kind)).at(static_cast<std::size_t>(number_.get()));
    this->check(!rule.fails || known_->empty() || !(known_->front() == note.about),
                "the message is about somebody new");
    number_ = rule.number;
    if (rule.forgets && !known_->empty()) known_.edit().erase(known_.edit().begin());
    if (rule.remembers && known_->size() < 2) known_.edit().push_back(note.about);
    if (rule.spawns && known_->size() < 2) known_.edit().push_back(spawn());
    if (note.fuel == 0 || static_cast<int>(known_->size()) == rule.value_of_about) return;
    const To<Note> known = known_->empty() ? To<Note>(this->self()) : known_->front();
    const std::array<To<Note>, 3> abouts{this->self(), note.about, known};
    const Note sent{rule.kind, note.fuel - 1, abouts.at(static_cast<std::size_t>(rule.about))};
    if (rule.to == 1) this->send(note.about, sent);
    if (rule.to == 2) this->send(known, sent);
    if (rule.to == 3) this->send(hub, sent);
    if (rule.to == 4) this->send(peers, Note{sent.kind, 0, sent.about});
    if (rule.to == 5) this->send(this->self(), sent);
  }

 private:
  Tracked<int> number_ = 0;
  Tracked<std::vector<To<Note>>> known_;
};

class Child final : public Scripted<Child> {
 public:
  explicit Child(To<Note> hub) : hub_(hub) {}
  void on(const Note& note) {
    follow(note, followed->child, hub_.get(), {}, [this] { return self(); });
  }

 private:
  Constant<To<Note>> hub_;
};

class Member final : public Scripted<Member> {
 public:
  explicit Member(To<Note> hub) : hub_(hub) {}
  void set_peers(const Peers<Member>& peers) { peers_ = peers; }
  void on(const Note& note) {
    follow(note, followed->member, hub_.get(), peers_.get(),
           [this] { return spawn<Child>(hub_.get()); });
  }

 private:
  Constant<To<Note>> hub_;
  Tracked<Peers<Member>> peers_;
};

class Hub final : public Scripted<Hub> {
 public:
  void set_members(const Peers<Member>& members) { members_ = members; }
  void on(const Note& note) {
    if (note.kind == kinds) return send(members_.get(), Note{0, 2, self()});
    follow(note, followed->hub, self(), {}, [this] { return spawn<Child>(self()); });
  }

 private:
  Tracked<Peers<Member>> members_;
};

ProgramFactory factory_of(const Plan& plan) {
  return [plan](const ProgramOptions& options) {
    return make_program(
        [plan](System& system) {
          const auto hub = system.spawn<Hub>();
          std::vector<Ref<Member>> all;
          for (const int size : plan.groups) {
            std::vector<Ref<Member>> group;
            for (int i = 0; i < size; ++i) {
              group.push_back(system.spawn<Member>(hub));
            }
            for (const auto member : group) {
              system.set(member, &Member::set_peers, Peers<Member>(group));
            }
            system.interchangeable(group);
            all.insert(all.end(), group.begin(), group.end());
          }
          system.set(hub, &Hub::set_members, Peers<Member>(all));
          if (plan.starts_members) {
            for (const auto member : all) system.send(member, Note{0, 2, hub});
          } else {
            system.send(hub, Note{kinds, 0, hub});
          }
          if (plan.checked_number < 0) return;
          system.at_end([first = all.front(), plan](const End& end) {
            end.check(end.actor(first).number() != plan.checked_number, "the first is not so");
          });
        },
        options);
  };
}

/// Shows a state line by line; the order of messages where it counts.
std::vector<std::string> lines_of(const State& state, DeliveryModel delivery) {
  Program& program = state.program;
  Narrator& narrator = *program.narrator();
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < state.trace.actor_count(); ++i) {
    lines.push_back(narrator.actor_name(ActorId(i)) + " = " + narrator.actor_text(ActorId(i)));
  }
  std::map<std::string, int> places;
  for (const MessageId message : program.pending()) {
    std::string line = "to " + narrator.actor_name(state.trace.receiver(message));
    if (delivery == DeliveryModel::fifo) line += " from " + narrator.sender_name(message);
    const bool in_queue = delivery == DeliveryModel::fifo || delivery == DeliveryModel::mailbox;
    const int place = in_queue ? places[line]++ : 0;
    lines.push_back(line + " " + std::to_string(place) + ": " + narrator.message_text(message));
  }
  return lines;
}

/// A text, cut before each member that it names.
struct Piece {
  std::size_t member = 0;  ///< from 1; 0 for the beginning
  std::string rest;
};

/// Cuts a text; the first member is `member`, the next one `member.2`.
std::vector<Piece> pieces_of(const std::string& line) {
  static const std::string role = "member";
  std::vector<Piece> pieces(1);
  for (std::size_t i = 0; i < line.size();) {
    if (line.compare(i, role.size(), role) != 0) {
      pieces.back().rest += line[i++];
      continue;
    }
    i += role.size();
    std::size_t number = 1;
    if (i + 1 < line.size() && line[i] == '.' && std::isdigit(line[i + 1]) != 0) {
      number = static_cast<std::size_t>(line[i + 1] - '0');
      i += 2;
    }
    pieces.push_back({number, {}});
  }
  return pieces;
}

using Permutations = std::vector<std::vector<int>>;

/// Returns all permutations within groups.
Permutations all_places(const std::vector<int>& groups) {
  Permutations all{{}};
  int begin = 1;
  for (const int size : groups) {
    Permutations longer;
    std::vector<int> group(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) group[static_cast<std::size_t>(i)] = begin + i;
    do {
      for (std::vector<int> places : all) {
        places.insert(places.end(), group.begin(), group.end());
        longer.push_back(std::move(places));
      }
    } while (std::ranges::next_permutation(group).found);
    all = std::move(longer);
    begin += size;
  }
  return all;
}

/// Shows what states that differ only in who is who have in common.
std::string common_text(const std::vector<std::string>& lines, const Permutations& permutations) {
  std::vector<std::vector<Piece>> cut;
  for (const std::string& line : lines) cut.push_back(pieces_of(line));
  std::string least;
  std::vector<std::string> here(lines.size());
  for (const std::vector<int>& places : permutations) {
    for (std::size_t i = 0; i < cut.size(); ++i) {
      here[i].clear();
      for (const Piece& piece : cut[i]) {
        if (piece.member != 0) {
          here[i] += "member.";
          here[i] += static_cast<char>('0' + places.at(piece.member - 1));
        }
        here[i] += piece.rest;
      }
    }
    std::ranges::sort(here);
    std::string text;
    for (const std::string& line : here) {
      text += line;
      text += '\n';
    }
    if (least.empty() || text < least) least = std::move(text);
  }
  return least;
}

struct Seen {
  std::map<Fingerprint, std::string> states;
  std::set<std::string> texts;
  std::set<std::string> ends;
  std::set<std::string> failures;
  bool fails_at_end = false;
  CheckResult result;
};

/// Notes what another reduction comes to.
class Watched final : public Reduction {
 public:
  Watched(std::unique_ptr<Reduction> watched, std::function<void(const State&)> look)
      : watched_(std::move(watched)), look_(std::move(look)) {}
  Coverage covers() const override { return watched_->covers(); }
  std::optional<Step> next(const State& state) override { return watched_->next(state); }
  void leave(const State& state) override { watched_->leave(state); }
  bool explores_choices() const override { return watched_->explores_choices(); }
  ReductionStatistics statistics() const override { return watched_->statistics(); }
  void enter(const State& state) override {
    watched_->enter(state);
    look_(state);
  }

 private:
  const std::unique_ptr<Reduction> watched_;
  const std::function<void(const State&)> look_;
};

Seen explore(const Plan& plan, DeliveryModel delivery, StateComparison comparison,
             bool breadth_first = false) {
  CheckOptions options;
  options.states.on = true;
  options.states.reduction = StateReduction::none;
  options.states.comparison = comparison;
  options.states.bytes_max = bytes_max;
  options.delivery = delivery;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  options.step_seconds_max = 0;
  followed = &plan;
  const Permutations permutations = all_places(plan.groups);
  Seen seen;
  const auto look = [&](const State& state) {
    if (!state.trace.empty() && state.trace.back().failed) {
      Narrator& narrator = *state.program.narrator();
      const MessageId message = state.trace.back().message;
      seen.failures.insert(common_text({narrator.message_text(message) + " to " +
                                        narrator.actor_name(state.trace.receiver(message))},
                                       permutations));
      return;
    }
    const Fingerprint fingerprint = state.program.fingerprints()->state();
    auto known = seen.states.find(fingerprint);
    if (known != seen.states.end() && comparison == StateComparison::actors) return;
    std::string text = common_text(lines_of(state, delivery), permutations);
    if (known != seen.states.end()) {
      EXPECT_EQ(known->second, text) << "two states are taken for one";
      return;
    }
    if (state.enabled.empty()) seen.ends.insert(text);
    seen.texts.insert(text);
    seen.states.emplace(fingerprint, std::move(text));
  };
  std::unique_ptr<Reduction> reduction;
  if (breadth_first) {
    reduction = std::make_unique<BreadthFirst>(options.states);
  } else {
    reduction = std::make_unique<DepthFirst>(options.states);
  }
  Search search(factory_of(plan), options, std::make_unique<Watched>(std::move(reduction), look));
  seen.result = search.run();
  for (const Violation& violation : seen.result.violations) {
    seen.fails_at_end |= std::holds_alternative<FailedEndCheck>(violation.finding);
  }
  return seen;
}

/// Looks whether the symmetric search comes to what the plain one comes to.
void compare(const Plan& plan, DeliveryModel delivery, const Seen& plain, bool breadth_first) {
  const Seen symmetric = explore(plan, delivery, StateComparison::symmetric, breadth_first);
  EXPECT_EQ(symmetric.texts, plain.texts);
  EXPECT_EQ(symmetric.ends, plain.ends);
  EXPECT_EQ(symmetric.failures, plain.failures);
  EXPECT_EQ(symmetric.fails_at_end, plain.fails_at_end);
  EXPECT_NE(symmetric.result.verdict, Verdict::nondeterminism);
  EXPECT_EQ(symmetric.result.states->distinct, symmetric.states.size());
  if (delivery == DeliveryModel::causal) {  // the texts do not show who knows of what
    EXPECT_LE(symmetric.states.size(), plain.states.size());
  } else {
    EXPECT_EQ(symmetric.states.size(), plain.texts.size());
  }
}

/// How much the programs had to show.
struct Counts {
  std::uint64_t compared = 0;
  std::uint64_t states = 0;
  std::uint64_t common = 0;
  std::uint64_t failing = 0;
  std::uint64_t failing_at_end = 0;
};

void compare_program(std::uint64_t seed, Counts& counts) {
  const Plan plan = Plan::generate(seed);
  for (const DeliveryModel delivery : delivery_models) {
    // Under causal delivery a set-up tells apart to whom it sends one after the other.
    if (delivery == DeliveryModel::causal && plan.starts_members) continue;
    SCOPED_TRACE("the program of seed " + std::to_string(seed) + ", delivery " +
                 std::string(to_string(delivery)));
    const Seen plain = explore(plan, delivery, StateComparison::actors);
    if (plain.result.incomplete.why == Incomplete::Why::states_full) continue;
    compare(plan, delivery, plain, seed % 4 == 0);
    ++counts.compared;
    counts.states += plain.states.size();
    counts.common += plain.texts.size();
    counts.failing += plain.failures.empty() ? 0 : 1;
    counts.failing_at_end += plain.fails_at_end ? 1 : 0;
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(SymmetricStates, AreAllStatesButForWhoIsWho) {
  const std::uint64_t first = number_given("HARRIER_SYMMETRIC_SEED", 0);
  const std::uint64_t count = number_given("HARRIER_SYMMETRIC_PROGRAMS", programs);
  Counts counts;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    compare_program(seed, counts);
    if (HasFailure()) return;
  }
  EXPECT_GT(counts.compared, 2 * count);
  EXPECT_GT(counts.states, 2 * counts.common);
  EXPECT_GT(counts.failing, count / 20);
  EXPECT_GT(counts.failing_at_end, count / 20);
}

}  // namespace
}  // namespace harrier::testing
