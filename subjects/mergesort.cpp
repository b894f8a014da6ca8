// Sorts by merging sorted halves, one actor per half: mergesort of Lauterburg's thesis (Basset) and
// of aPET (FORTE'14).
#include <algorithm>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"
#include "java_random.hpp"

namespace {

using Values = std::vector<int>;
class Sorter;

struct Boot {
  int n;
};
struct Sort {
  harrier::Ref<Sorter> caller;
  Values values;
};
struct Merge {
  Values sorted;
};

class Sorter : public harrier::Actor<Sorter> {
 public:
  void on(Boot m) { send(self(), Sort{{}, subjects::JavaRandom(12).next_ints(m.n, m.n * m.n)}); }

  void on(const Sort& m) {
    caller_ = m.caller;
    if (m.values.size() == 1) {
      answer(m.values);
      return;
    }
    const auto middle = m.values.begin() + std::ssize(m.values) / 2;
    const auto left = spawn<Sorter>();
    const auto right = spawn<Sorter>();
    send(left, Sort{self(), Values(m.values.begin(), middle)});
    send(right, Sort{self(), Values(middle, m.values.end())});
  }

  void on(const Merge& m) {
    if (received_++ == 0) {
      half_ = m.sorted;
      return;
    }
    Values merged;
    std::ranges::merge(*half_, m.sorted, std::back_inserter(merged));
    answer(std::move(merged));
  }

 private:
  void answer(Values sorted) {
    check(std::ranges::is_sorted(sorted), "every part is sorted");
    if (*caller_) send(caller_, Merge{std::move(sorted)});
  }

  harrier::Tracked<harrier::Ref<Sorter>> caller_;
  harrier::Tracked<int> received_ = 0;
  harrier::Tracked<Values> half_;
};

const harrier::Register mergesort("mergesort", "mergesort, one actor per half",
                                  {harrier::number("n", 3, 1, 10, "number of values")},
                                  [](harrier::System& system, const harrier::Arguments& arguments) {
                                    system.send(system.spawn<Sorter>(),
                                                Boot{arguments.number("n")});
                                  });

}  // namespace
