// Sorts by splitting at a pivot, one actor per part: quicksort of Lauterburg's thesis (Basset) and
// QSort of aPET (FORTE'14).
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
struct Done {
  Values sorted;
};

Values select(const Values& values, auto predicate) {
  Values selected;
  std::ranges::copy_if(values, std::back_inserter(selected), predicate);
  return selected;
}

class Sorter : public harrier::Actor<Sorter> {
 public:
  void on(Boot m) {
    send(spawn<Sorter>(), Sort{{}, subjects::JavaRandom(19 + m.n).next_ints(m.n, 100)});
  }

  void on(const Sort& m) {
    caller_ = m.caller;
    if (m.values.empty() || std::ranges::count(m.values, m.values[0]) == std::ssize(m.values)) {
      answer(m.values);
      return;
    }
    const int pivot = m.values[0];
    Values less = select(m.values, [pivot](int value) { return value < pivot; });
    const Values equal = select(m.values, [pivot](int value) { return value == pivot; });
    Values greater = select(m.values, [pivot](int value) { return value > pivot; });
    Values& smaller = greater.size() <= less.size() ? greater : less;
    smaller.insert(smaller.end(), equal.begin(), equal.end());
    const auto left = spawn<Sorter>();
    const auto right = spawn<Sorter>();
    send(left, Sort{self(), std::move(less)});
    send(right, Sort{self(), std::move(greater)});
  }

  void on(const Done& m) {
    if (pings_++ == 0) {
      half_ = m.sorted;
      return;
    }
    const bool half_first = half_->front() < m.sorted.front();
    Values full = half_first ? *half_ : m.sorted;
    const Values& rest = half_first ? m.sorted : *half_;
    full.insert(full.end(), rest.begin(), rest.end());
    answer(std::move(full));
  }

 private:
  void answer(Values sorted) {
    check(std::ranges::is_sorted(sorted), "every part is sorted");
    if (*caller_) send(caller_, Done{std::move(sorted)});
  }

  harrier::Tracked<harrier::Ref<Sorter>> caller_;
  harrier::Tracked<int> pings_ = 0;
  harrier::Tracked<Values> half_;
};

const harrier::Register quicksort("quicksort", "quicksort, one actor per part",
                                  {harrier::number("n", 4, 1, 10, "number of values")},
                                  [](harrier::System& system, const harrier::Arguments& arguments) {
                                    system.send(system.spawn<Sorter>(),
                                                Boot{arguments.number("n")});
                                  });

}  // namespace
