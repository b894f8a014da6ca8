// Keeps executions in few bytes.
#include <algorithm>
#include <utility>

#include "harrier/certificate.hpp"

namespace harrier {

namespace {

constexpr unsigned group_bits = 7;

void put(std::vector<std::uint8_t>& bytes, std::size_t number) {
  for (; number >> group_bits != 0; number >>= group_bits) {
    bytes.push_back(static_cast<std::uint8_t>(number | (1U << group_bits)));
  }
  bytes.push_back(static_cast<std::uint8_t>(number));
}

/// Reads what `put` wrote.
class Bytes {
 public:
  explicit Bytes(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  bool at_end() const { return next_ == bytes_.size(); }
  std::size_t take() {
    std::size_t number = 0;
    for (unsigned shift = 0;; shift += group_bits) {
      const std::uint8_t byte = bytes_[next_++];
      number |= (byte & ((std::size_t{1} << group_bits) - 1)) << shift;
      if (byte >> group_bits == 0) return number;
    }
  }

 private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t next_ = 0;
};

}  // namespace

void Listings::add(const Schedule& schedule) {
  if (size_ % block_size == 0) {
    if (!blocks_.empty()) blocks_.back().shrink_to_fit();
    blocks_.emplace_back();
    last_.steps.clear();
  }
  std::vector<std::uint8_t>& bytes = blocks_.back();
  const auto shared = static_cast<std::size_t>(
      std::ranges::mismatch(last_.steps, schedule.steps).in1 - last_.steps.begin());
  put(bytes, shared);
  put(bytes, schedule.steps.size() - shared);
  for (std::size_t i = shared; i < schedule.steps.size(); ++i) {
    const ScheduledStep& step = schedule.steps[i];
    put(bytes, 2 * step.message.index() + (step.choices.empty() ? 0 : 1));
    if (step.choices.empty()) continue;
    put(bytes, step.choices.size());
    for (const std::uint32_t value : step.choices) put(bytes, value);
  }
  last_ = schedule;
  ++size_;
}

std::vector<Schedule> Listings::block(std::size_t number) const {
  std::vector<Schedule> schedules;
  Schedule schedule;
  for (Bytes bytes(blocks_[number]); !bytes.at_end(); schedules.push_back(schedule)) {
    const std::size_t shared = bytes.take();
    schedule.steps.resize(shared);
    for (std::size_t left = bytes.take(); left > 0; --left) {
      const std::size_t head = bytes.take();
      ScheduledStep& step = schedule.steps.emplace_back();
      step.message = MessageId(head / 2);
      if (head % 2 == 0) continue;
      step.choices.resize(bytes.take());
      for (std::uint32_t& value : step.choices) value = static_cast<std::uint32_t>(bytes.take());
    }
  }
  return schedules;
}

}  // namespace harrier
