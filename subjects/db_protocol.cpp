// Deadlocks when a worker asks a database that is itself asking the worker: DBProtocol, a usual
// example of deadlock analyses of ABS programs.
#include <algorithm>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr int datum = 7;

class Worker;

struct Enter {
  harrier::Ref<Worker> worker;
};
struct GetData {
  harrier::Ref<Worker> worker;
};
struct Ping {
  int value;
};

class Database : public harrier::Actor<Database> {
 public:
  harrier::Task<> on(Enter m);
  int on(GetData m) { return std::ranges::count(*workers_, m.worker) != 0 ? datum : 0; }

 private:
  harrier::Tracked<std::vector<harrier::Ref<Worker>>> workers_;
};

struct Work {
  harrier::Ref<Database> database;
};

class Worker : public harrier::Actor<Worker> {
 public:
  harrier::Task<> on(Work m) { datum_ = co_await call(m.database, GetData{self()}); }
  int on(Ping m) { return m.value; }

 private:
  harrier::Tracked<int> datum_ = 0;
};

harrier::Task<> Database::on(Enter m) {
  const int answer = co_await call(m.worker, Ping{1});
  if (answer == 1) workers_.edit().push_back(m.worker);
}

const harrier::Register db_protocol("db-protocol", "workers ask a database that asks them back",
                                    {harrier::number("workers", 1, 1, 4, "number of workers")},
                                    [](harrier::System& system,
                                       const harrier::Arguments& arguments) {
                                      const auto database = system.spawn<Database>();
                                      for (int i = 0; i < arguments.number("workers"); ++i) {
                                        const auto worker = system.spawn<Worker>();
                                        system.send(database, Enter{worker});
                                        system.send(worker, Work{database});
                                      }
                                    });

}  // namespace
