// Programs whose states, messages and lengths are hard to show on a page, in a diagram, in a log.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

using harrier::Actor;
using harrier::Arguments;
using harrier::Ref;
using harrier::Register;
using harrier::System;
using harrier::Text;
using harrier::Tracked;

// Markup, what ends a script, separators of lines, terminal escapes, a change of direction, a
// letter of four bytes, and bytes that are no letter.
constexpr const char* hostile_text =
    "</script><img src=x onerror=\"window.broken=1\"><!-- \xe2\x80\xa8 \x1b[31m \xe2\x80\xae"
    "\xf0\x9f\xa6\x85 \xff\xfe; # end @enduml ]]> & 'q'";

struct Note {
  std::string text;
};

class Board : public Actor<Board> {
 public:
  void on(const Note& note) {
    text_ += note.text;
    check(text_.size() < 2 * note.text.size(), "one note alone: " + note.text);
  }
  void describe(Text& text) const { text.add(text_); }

 private:
  std::string text_;
};
const Register hostile("hostile-texts", "markup and broken bytes in states, messages and checks",
                       {}, [](System& system, const Arguments&) {
                         const Ref<Board> board = system.spawn_as<Board>("<b>board</b>");
                         system.send(board, Note{hostile_text});
                         system.send(board, Note{hostile_text});
                       });

struct Ball {
  int left = 0;
};

class Player : public Actor<Player> {
 public:
  explicit Player(int index) : index_(index) {}
  void on(Ball ball) {
    ++hits_;
    check(ball.left > 0, "the ball is never lost");
    send(other_, Ball{ball.left - 1});
  }
  void meet(Ref<Player> other) { other_ = other; }
  void describe(Text& text) const {
    text.add("index=");
    text.add(index_);
    text.add(", hits=");
    text.add(hits_);
  }

 private:
  int index_;
  int hits_ = 0;
  Ref<Player> other_;
};
const Register long_run("long-run", "two players and an execution of many steps, which fails",
                        {harrier::number("steps", 5000, 1, 100'000, "how many")},
                        [](System& system, const Arguments& arguments) {
                          const Ref<Player> one = system.spawn<Player>(1);
                          const Ref<Player> other = system.spawn<Player>(2);
                          system.set(one, &Player::meet, other);
                          system.set(other, &Player::meet, one);
                          system.send(one, Ball{static_cast<int>(arguments.number("steps")) - 1});
                        });

enum class Mood : std::uint8_t { calm, busy };
struct Place {
  int row = 0;
  std::string name;
};
struct Work {
  int by = 0;
};

class Worker : public Actor<Worker> {
 public:
  void on(Work work) {
    mood_ = Mood::busy;
    place_.edit().row += work.by;
    seen_.edit()["last"] = work.by;
    last_ = work.by;
    either_ = std::string("worked");
    check(work.by < 2, "never two");
  }

 private:
  Tracked<Mood> mood_{"mood", Mood::calm};
  Tracked<Place> place_{"place", Place{1, "here"}};
  Tracked<std::map<std::string, int>> seen_{"seen", {}};
  Tracked<std::optional<int>> last_{"last", std::nullopt};
  Tracked<std::variant<int, std::string>> either_{"either", 0};
};
const Register plain_states("plain-states", "a state that no describe() shows", {},
                            [](System& system, const Arguments&) {
                              const Ref<Worker> worker = system.spawn_as<Worker>("worker");
                              system.send(worker, Work{1});
                              system.send(worker, Work{2});
                            });

}  // namespace
