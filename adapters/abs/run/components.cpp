// Deployment components: what is refilled at each unit of time, and who is served first.
#include <algorithm>

#include "abs/run/machine.hpp"
#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"

namespace harrier::abs::run {

namespace {

bool is_infinite(Value amount) { return amount.arguments().empty(); }
Value amount_of(Value amount) { return amount.arguments()[0]; }

}  // namespace

Value Machine::component() {
  ObjectCell* const found = evaluated_->cog->component;
  return found != nullptr ? Value::of(found) : Value::null();
}

bool Machine::can_be_served(const Payment& payment) const {
  const ResourceFields& fields = code_.resources[static_cast<std::size_t>(payment.resource)];
  return sign(amount_of(payment.component->fields()[fields.next])) > 0;
}

/// Returns when somebody who waits for a resource is served. Refills that serve nobody are passed
/// over, unless a guard that looks at the clock might hold at one of them.
std::optional<Value> Machine::next_refill(Heap& heap) const {
  std::optional<Value> first;
  std::vector<const Payment*> seen;
  std::vector<const Payment*> queue;
  for (const Payment* one = payments(); one != nullptr; one = next_payment(*one)) {
    queue.push_back(one);
  }
  for (std::size_t i = queue.size(); i-- > 0;) {
    const Payment& front = *queue[i];
    const bool has_one_before = std::ranges::any_of(seen, [&](const Payment* other) {
      return other->component == front.component && other->resource == front.resource;
    });
    if (has_one_before) continue;
    seen.push_back(&front);
    if (!can_be_served(front)) continue;
    const ResourceFields& fields = code_.resources[static_cast<std::size_t>(front.resource)];
    const Value refills =
        divide(heap, front.rest, amount_of(front.component->fields()[fields.next]));
    Value count = truncate(heap, refills);
    if (compare(count, refills) < 0) count = add(heap, count, Value::small(1));
    if (code_.guards_read_clock) count = Value::small(1);
    if (!first || compare(count, *first) < 0) first = count;
  }
  if (first) first = add(heap, truncate(heap, now_), *first);
  return first;
}

/// Takes note of how much of a resource was used in the interval that ends, and in those after it
/// in which all of it was.
void Machine::add_load(ObjectCell& component, const ResourceFields& fields,
                       std::int64_t intervals) {
  if (!code_.asks_for_load) return;
  constexpr std::int64_t percent = 100;
  const Value total = amount_of(component.fields()[fields.total]);
  Value load = Value::small(0);
  if (sign(total) > 0) {
    load = divide(heap_, multiply(heap_, component.fields()[fields.used], Value::small(percent)),
                  total);
  }
  for (std::int64_t i = 0; i < intervals; ++i) {
    heap_.set(component.fields()[fields.loads], heap_.cons(load, component.fields()[fields.loads]));
  }
}

/// Begins a number of intervals, the last of which is the one that is now. Nobody is served in
/// those before it, though who is first may be given all that there is.
void Machine::refill(ObjectCell& component, Resourced resource, std::int64_t intervals,
                     std::vector<Payment*>& queue) {
  const ResourceFields& fields = code_.resources[static_cast<std::size_t>(resource)];
  Value* const values = component.fields();
  if (is_infinite(values[fields.total])) return;
  add_load(component, fields, 1);
  const Value total = amount_of(values[fields.next]);
  if (!same(values[fields.total], values[fields.next])) {
    heap_.set(values[fields.total], values[fields.next]);
  }
  const auto is_waiting = [&](const Payment* one) {
    return one->component == &component && one->resource == resource && one->paid.is_nothing();
  };
  const auto front = std::ranges::find_if(queue, is_waiting);
  Value used = Value::small(0);
  if (intervals > 1 && front != queue.end()) {
    const Value given = multiply(heap_, total, Value::small(intervals - 1));
    heap_.set((*front)->rest, subtract(heap_, (*front)->rest, given));
    used = total;
  }
  heap_.set(values[fields.used], used);
  add_load(component, fields, intervals - 1);
  Value free = total;
  for (Payment* one : queue) {
    if (!is_waiting(one) || sign(free) <= 0) continue;
    const Value taken = compare(one->rest, free) <= 0 ? one->rest : free;
    free = subtract(heap_, free, taken);
    heap_.set(one->rest, subtract(heap_, one->rest, taken));
    if (sign(one->rest) > 0) continue;
    heap_.set(one->paid, Value::small(ledger_.step_count()));
    ledger_.add_pending(one->message);
  }
  heap_.set(values[fields.used], subtract(heap_, total, free));
}

void Machine::refill(std::int64_t intervals) {
  std::vector<Payment*> queue;
  for (const Payment* one = payments(); one != nullptr; one = next_payment(*one)) {
    queue.push_back(const_cast<Payment*>(one));
  }
  std::ranges::reverse(queue);
  for (ObjectCell* object : objects_) {
    if (object->code != code_.component) continue;
    refill(*object, Resourced::speed, intervals, queue);
    refill(*object, Resourced::bandwidth, intervals, queue);
  }
  heap_.set(payments_, Value::nothing());
  for (Payment* one : queue) {
    if (!one->paid.is_nothing()) continue;
    heap_.set(one->next, payments_);
    heap_.set(payments_, Value::of(one));
  }
}

}  // namespace harrier::abs::run
