// All that lies outside the actors of a program, asked as one.
#include "runtime/outsides.hpp"

#include <algorithm>
#include <utility>

namespace harrier::detail {

void Outsides::add(std::unique_ptr<Outside> outside, const Inside& inside) {
  outside->number_ = static_cast<std::uint32_t>(all_.size());
  outside->enter(inside);
  if (const Gate* const gate = outside->gate()) gates_.push_back(gate);
  all_.push_back(std::move(outside));
}

void Outsides::shrink(std::size_t size) {
  all_.resize(size);
  gates_.clear();
  for (const auto& one : all_) {
    if (const Gate* const gate = one->gate()) gates_.push_back(gate);
  }
}

bool Outsides::open(MessageId message, const Past& past, Accepts accepts) const {
  return std::ranges::all_of(gates_,
                             [&](const Gate* gate) { return gate->opens(message, past, accepts); });
}

void Outsides::append_open(std::span<const MessageId> pending, const Past& now, Accepts accepts,
                           std::vector<MessageId>& out) const {
  if (gates_.empty()) {
    std::ranges::copy_if(pending, std::back_inserter(out), accepts);
    return;
  }
  const std::size_t before = out.size();
  gates_.front()->append_open(pending, now, accepts, out);
  for (const Gate* const gate : std::span(gates_).subspan(1)) {
    const auto is_held = [&](MessageId message) { return !gate->opens(message, now, accepts); };
    out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), is_held),
              out.end());
  }
}

void Outsides::append_causes(MessageId message, std::vector<EventId>& out) const {
  for (const Gate* const gate : gates_) gate->append_causes(message, out);
}

void Outsides::append_reason(MessageId message, std::vector<ResourceAccess>& out) const {
  for (const Gate* const gate : gates_) gate->append_reason(message, out);
}

std::string Outsides::text(Resource resource) const {
  const std::size_t number = resource.part() / Outside::parts_max;
  return number < all_.size() ? all_[number]->text() : std::string();
}

std::optional<Failure> Outsides::judge() const {
  for (const auto& one : all_) {
    if (std::optional<Failure> failure = one->judge()) return failure;
  }
  return std::nullopt;
}

}  // namespace harrier::detail
