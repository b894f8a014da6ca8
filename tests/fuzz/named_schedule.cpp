// Fuzzes the parser of schedules by names: whatever it takes comes back from its text.
#include "explore/named_schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "harrier/usage_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using harrier::NamedSchedule;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const NamedSchedule schedule = NamedSchedule::parse(text);
    if (NamedSchedule::parse(schedule.text()) != schedule) std::abort();
  } catch (const harrier::UsageError&) {
  }
  return 0;
}
