// Approximates pi by the sums of several workers: pi of Lauterburg's thesis (Basset) and of aPET
// (FORTE'14).
#include <cmath>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr int interval_count = 1000;

struct Boot {};
struct Sum {
  double part;
};
struct Intervals {
  harrier::To<Sum> master;
  int first;
  int stride;
};
struct Stop {};

class Worker : public harrier::Actor<Worker> {
 public:
  void on(Intervals m) {
    double sum = 0;
    for (int i = m.first; i < interval_count; i += m.stride) {
      const double x = (i + 0.5) / interval_count;
      sum += 4 / (1 + x * x) / interval_count;
    }
    send(m.master, Sum{sum});
  }
  void on(Stop) { stop(); }
};

class Master : public harrier::Actor<Master> {
 public:
  explicit Master(std::vector<harrier::Ref<Worker>> workers) : workers_(std::move(workers)) {}

  void on(Boot) {
    const int count = static_cast<int>(workers_->size());
    int first = 0;
    for (const auto worker : *workers_) send(worker, Intervals{self(), first++, count});
  }

  void on(Sum m) {
    result_ += m.part;
    if (++answers_ < workers_->size()) return;
    check(std::abs(result_ - 3.14159) < 0.001, "the parts add up to pi");
    for (const auto worker : *workers_) send(worker, Stop{});
    stop();
  }

 private:
  harrier::Constant<std::vector<harrier::Ref<Worker>>> workers_;
  harrier::Tracked<std::size_t> answers_ = 0;
  harrier::Tracked<double> result_ = 0;
};

const harrier::Register pi("pi", "pi as the sum of several workers' parts",
                           {harrier::number("workers", 3, 1, 12, "number of workers")},
                           [](harrier::System& system, const harrier::Arguments& arguments) {
                             std::vector<harrier::Ref<Worker>> workers;
                             for (int i = 0; i < arguments.number("workers"); ++i) {
                               workers.push_back(system.spawn<Worker>());
                             }
                             system.send(system.spawn<Master>(workers), Boot{});
                           });

}  // namespace
