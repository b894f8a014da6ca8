// Producers fill a bounded buffer for ever, a consumer empties it: messages wait while it is full
// or empty.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr std::size_t capacity = 2;

class Producer;
class Consumer;

struct Put {
  harrier::Ref<Producer> producer;
  int item;
};
struct Get {
  harrier::Ref<Consumer> consumer;
};

class Buffer : public harrier::Actor<Buffer> {
 public:
  bool accepts(const Put&) const { return items_->size() < capacity; }
  bool accepts(const Get&) const { return !items_->empty(); }
  void on(const Put& m);
  void on(const Get& m);

 private:
  HARRIER_FIELD(items_, harrier::Tracked<std::vector<int>>);
};

struct Next {};
class Producer : public harrier::Actor<Producer> {
 public:
  Producer(harrier::Ref<Buffer> buffer, int item) : buffer_(buffer), item_(item) {}
  void on(Next) { send(buffer_, Put{self(), item_.get()}); }

 private:
  harrier::Constant<harrier::Ref<Buffer>> buffer_;
  harrier::Constant<int> item_;
};

struct Taken {
  int item;
};
class Consumer : public harrier::Actor<Consumer> {
 public:
  explicit Consumer(harrier::Ref<Buffer> buffer) : buffer_(buffer) {}
  void on(Taken m) {
    last_ = m.item;
    send(buffer_, Get{self()});
  }

 private:
  harrier::Constant<harrier::Ref<Buffer>> buffer_;
  HARRIER_FIELD(last_, harrier::Tracked<int>) = 0;
};

void Buffer::on(const Put& m) {
  items_.edit().push_back(m.item);
  send(m.producer, Next{});
}

void Buffer::on(const Get& m) {
  const int item = items_->front();
  items_.edit().erase(items_->begin());
  send(m.consumer, Taken{item});
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const auto buffer = system.spawn<Buffer>();
  for (int i = 1; i <= arguments.number("producers"); ++i) {
    system.send(system.spawn<Producer>(buffer, i), Next{});
  }
  system.send(system.spawn<Consumer>(buffer), Taken{0});
}

const harrier::Register buffer("buffer", "producers and a consumer share a bounded buffer for ever",
                               {harrier::number("producers", 2, 1, 8, "how many")}, set_up);

}  // namespace
