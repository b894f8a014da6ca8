// Creates objects that run a chain of atomic blocks each, and may report back: creation, reportback
// and concur&reportback of Aichernig et al. 2009, table 1.
#include "harrier/harrier.hpp"

namespace {

struct Start {};
struct Report {};
struct Work {
  int left;  ///< blocks of the chain that are still to run, this one included
  harrier::To<Report> client;
};
struct Local {
  int left;
};

/// B and C of the report: runs its chain, each block creating the next.
class Part : public harrier::Actor<Part> {
 public:
  void on(Work m) {
    ++blocks_;
    if (m.left > 1) {
      send(self(), Work{m.left - 1, m.client});
    } else if (m.client) {
      send(m.client, Report{});
    }
  }

 private:
  harrier::Tracked<int> blocks_ = 0;
};

/// A of the report: creates the two others, and runs blocks of its own meanwhile.
class Creator : public harrier::Actor<Creator> {
 public:
  Creator(int part_blocks, bool report, int own_blocks)
      : part_blocks_(part_blocks), report_(report), own_blocks_(own_blocks) {}

  void on(Start) {
    const harrier::To<Report> client =
        report_ ? harrier::To<Report>(self()) : harrier::To<Report>();
    for (int i = 0; i < 2; ++i) send(spawn<Part>(), Work{part_blocks_, client});
    if (own_blocks_ > 0) send(self(), Local{own_blocks_});
  }
  void on(Report) { ++blocks_; }
  void on(Local m) {
    ++blocks_;
    if (m.left > 1) send(self(), Local{m.left - 1});
  }

 private:
  harrier::Constant<int> part_blocks_;
  harrier::Constant<bool> report_;
  harrier::Constant<int> own_blocks_;
  harrier::Tracked<int> blocks_ = 0;
};

void start(harrier::System& system, int part_blocks, bool report, int own_blocks) {
  system.send(system.spawn<Creator>(part_blocks, report, own_blocks), Start{});
}

const harrier::Register creation("creation", "two objects run a chain of blocks each",
                                 {harrier::number("n", 4, 1, 16, "blocks of each object")},
                                 [](harrier::System& system, const harrier::Arguments& arguments) {
                                   start(system, arguments.number("n"), false, 0);
                                 });

const harrier::Register reportback("reportback", "two objects run a chain of blocks and report",
                                   {harrier::number("n", 8, 1, 16, "blocks of each object")},
                                   [](harrier::System& system,
                                      const harrier::Arguments& arguments) {
                                     start(system, arguments.number("n"), true, 0);
                                   });

// The report's text has n = 2 (3150 orders), its table 3 and 4; its own numbering of the blocks in
// the text would make that 3, but 72072 orders are those of chains of 3, 5 and 5.
const harrier::Register concur_reportback(
    "concur-reportback", "two objects report while their creator runs blocks of its own",
    {harrier::number("n", 3, 1, 15, "blocks of the creator; the others run one more each")},
    [](harrier::System& system, const harrier::Arguments& arguments) {
      start(system, arguments.number("n") + 1, true, arguments.number("n"));
    });

}  // namespace
