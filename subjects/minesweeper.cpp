// Opens a board cell by cell and counts when the cascade is over, but tests the count at one of the
// two places where it changes, so that the player may wait for ever: in the spirit of minesweeper
// of TransDPOR (FORTE'12), whose source is not public; the program is a guess.
#include <cstdlib>
#include <string_view>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr int width = 3;
constexpr std::string_view board = "..*..*";  // two rows
constexpr int safe_count = 4;

class Cell;

struct Start {};
/// Starts a game; the reply is the number of cells that it opened.
struct Play {
  using reply_type = int;
};
struct Connect {
  harrier::Ref<Cell> cell;
};
struct Reveal {};
struct Opened {
  int reveals;  ///< how many neighbours are revealed in turn
};
struct AlreadyOpen {};

class Game : public harrier::Actor<Game> {
 public:
  void on(Connect m) { first_cell_ = m.cell; }
  void on(Play, harrier::Reply<int> player);

  void on(Opened m) {
    ++opened_;
    reveals_left_ += m.reveals - 1;
    if (opened_ == safe_count && reveals_left_ == 0) reply(*player_, *opened_);
  }
  void on(AlreadyOpen) { --reveals_left_; }  // the flaw: this may be the last one

 private:
  harrier::Tracked<harrier::Ref<Cell>> first_cell_;
  harrier::Tracked<harrier::Reply<int>> player_;
  harrier::Tracked<int> opened_ = 0;
  harrier::Tracked<int> reveals_left_ = 0;
};

class Cell : public harrier::Actor<Cell> {
 public:
  Cell(harrier::Ref<Game> game, bool next_to_mine) : game_(game), next_to_mine_(next_to_mine) {}

  void on(Connect m) { neighbours_.edit().push_back(m.cell); }

  void on(Reveal) {
    if (open_) {
      send(game_, AlreadyOpen{});
      return;
    }
    open_ = true;
    if (next_to_mine_) {
      send(game_, Opened{0});
      return;
    }
    send(game_, Opened{static_cast<int>(neighbours_->size())});
    for (const auto neighbour : *neighbours_) send(neighbour, Reveal{});
  }

 private:
  harrier::Constant<harrier::Ref<Game>> game_;
  harrier::Constant<bool> next_to_mine_;
  harrier::Tracked<std::vector<harrier::Ref<Cell>>> neighbours_;
  harrier::Tracked<bool> open_ = false;
};

void Game::on(Play, harrier::Reply<int> player) {
  player_ = player;
  reveals_left_ = 1;
  send(first_cell_, Reveal{});
}

class Player : public harrier::Actor<Player> {
 public:
  explicit Player(harrier::Ref<Game> game) : game_(game) {}
  harrier::Task<> on(Start) {
    const int opened = co_await call(game_, Play{});
    check(opened == safe_count, "the game is over when all safe cells are open");
  }

 private:
  harrier::Constant<harrier::Ref<Game>> game_;
};

bool are_neighbours(int a, int b) {
  return a != b && std::abs(a % width - b % width) <= 1 && std::abs(a / width - b / width) <= 1;
}

void set_up(harrier::System& system, const harrier::Arguments&) {
  const int cell_count = static_cast<int>(board.size());
  const auto game = system.spawn<Game>();
  std::vector<harrier::Ref<Cell>> cells;
  for (int i = 0; i < cell_count; ++i) {
    bool next_to_mine = false;
    for (int j = 0; j < cell_count; ++j) next_to_mine |= board[j] == '*' && are_neighbours(i, j);
    cells.push_back(system.spawn<Cell>(game, next_to_mine));
  }
  for (int i = 0; i < cell_count; ++i) {
    for (int j = 0; j < cell_count; ++j) {
      if (are_neighbours(i, j)) system.send(cells[i], Connect{cells[j]});
    }
  }
  system.send(game, Connect{cells[0]});
  system.settle();
  system.send(system.spawn<Player>(game), Start{});
}

const harrier::Register minesweeper("minesweeper", "a cascade whose end may go unnoticed", {},
                                    set_up);

}  // namespace
