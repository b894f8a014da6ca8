// Reads and writes a hash table that is spread over two nodes: DHT of aPET (FORTE'14).
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

struct PutData {
  int key;
  int value;
};
struct GetData {
  int key;
};
struct GetAllData {
  std::vector<int> keys;
};

class Node : public harrier::Actor<Node> {
 public:
  void on(PutData m) { data_.edit()[m.key] = m.value; }
  int on(GetData m) {
    const auto found = data_->find(m.key);
    return found == data_->end() ? 0 : found->second;
  }

 private:
  harrier::Tracked<std::map<int, int>> data_;
};

class Table : public harrier::Actor<Table> {
 public:
  Table(harrier::Ref<Node> even, harrier::Ref<Node> odd) : nodes_({even, odd}) {}

  void on(PutData m) { send(node_of(m.key), m); }

  harrier::Task<int> on(GetData m) { co_return co_await until(request(node_of(m.key), m)); }

  harrier::Task<std::vector<int>> on(GetAllData m) {
    std::vector<int> values;
    if (!m.keys.empty()) {
      const auto first = request(node_of(m.keys.front()), GetData{m.keys.front()});
      m.keys.erase(m.keys.begin());
      const auto rest = request(self(), std::move(m));
      const std::tuple<int, std::vector<int>> replies = co_await until(first, rest);
      values = std::get<1>(replies);
      values.insert(values.begin(), std::get<0>(replies));
    }
    co_return values;
  }

 private:
  harrier::Ref<Node> node_of(int key) const { return (*nodes_)[key % nodes_->size()]; }

  harrier::Constant<std::array<harrier::Ref<Node>, 2>> nodes_;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const auto even = system.spawn<Node>();
  const auto odd = system.spawn<Node>();
  const auto table = system.spawn<Table>(even, odd);
  if (arguments.word("variant") == "a") {
    system.send(table, GetData{0});
    system.send(table, PutData{0, 10});
    system.send(table, GetData{2});
    system.send(table, PutData{2, 20});
  } else {
    system.send(table, PutData{0, 10});
    system.send(table, PutData{2, 20});
    system.send(table, GetAllData{{0, 2}});
  }
}

const harrier::Register dht("dht", "a hash table that is spread over two nodes",
                            {harrier::word("variant", {"a", "b"},
                                           "single reads, or one of all keys")},
                            set_up);

}  // namespace
