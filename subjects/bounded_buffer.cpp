// Passes items from producers to a consumer through a buffer whose tasks wait while it is full or
// empty: BB of aPET (FORTE'14).
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr std::size_t capacity = 10;
constexpr int consumed_count = 3;

struct Append {
  int item;
};
struct Remove {};
struct ProduceList {
  std::vector<int> items;
};
struct Produce {
  int item;
};
struct ConsumeMany {
  int count;
};
struct Consume {};

class Buffer : public harrier::Actor<Buffer> {
 public:
  harrier::Task<> on(Append m) {
    co_await until([this] { return count_ < capacity; });
    items_.edit().push_back(m.item);
    ++count_;
  }
  harrier::Task<int> on(Remove) {
    co_await until([this] { return count_ > 0; });
    const int item = items_->front();
    items_.edit().erase(items_->begin());
    --count_;
    co_return item;
  }

 private:
  harrier::Tracked<std::vector<int>> items_;
  harrier::Tracked<std::size_t> count_ = 0;
};

class Producer : public harrier::Actor<Producer> {
 public:
  explicit Producer(harrier::Ref<Buffer> buffer) : buffer_(buffer) {}
  void on(const ProduceList& m) {
    for (const int item : m.items) send(self(), Produce{item});
  }
  void on(Produce m) { send(buffer_, Append{m.item}); }

 private:
  harrier::Constant<harrier::Ref<Buffer>> buffer_;
};

class Consumer : public harrier::Actor<Consumer> {
 public:
  explicit Consumer(harrier::Ref<Buffer> buffer) : buffer_(buffer) {}
  void on(ConsumeMany m) {
    for (int i = 0; i < m.count; ++i) send(self(), Consume{});
  }
  void on(Consume) { send(buffer_, Remove{}); }

 private:
  harrier::Constant<harrier::Ref<Buffer>> buffer_;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int items = arguments.number("items");
  const int producers = arguments.number("producers");
  const auto buffer = system.spawn<Buffer>();
  for (int i = 0; i < producers; ++i) {
    ProduceList list;
    for (int item = i * items / producers; item < (i + 1) * items / producers; ++item) {
      list.items.push_back(item);
    }
    system.send(system.spawn<Producer>(buffer), std::move(list));
  }
  system.send(system.spawn<Consumer>(buffer), ConsumeMany{consumed_count});
}

const harrier::Register bounded_buffer(
    "bounded-buffer", "a buffer whose tasks wait while it is full or empty",
    {harrier::number("items", 3, consumed_count, 8, "items that are produced; 3 are consumed"),
     harrier::number("producers", 1, 1, 4, "producers that share the items")},
    set_up);

}  // namespace
