// What is left to explore, as a value that can be written down.
#include "reduction/work.hpp"

#include <algorithm>

#include "reduction/work_text.hpp"

namespace harrier {

namespace {

constexpr std::uint64_t work_format = 4;

}  // namespace

std::size_t Work::shared_count() const {
  const auto own = std::ranges::find_if(states, [](const StateWork& one) { return !one.shared; });
  return static_cast<std::size_t>(own - states.begin());
}

std::string Work::text() const {
  WorkWriter writer;
  writer.number(work_format);
  writer.path(path, states);
  return writer.take();
}

Work Work::parse(std::string_view text) {
  WorkReader reader(text);
  if (reader.number() != work_format)
    throw UsageError("this is the rest of a search in another format");
  Work work;
  reader.path(work.path, work.states);
  reader.end();
  if (work.states.empty()) {
    throw UsageError("this is not the rest of a search: its states do not fit its path");
  }
  return work;
}

}  // namespace harrier
