// Fuzzes the parser of schedules: whatever it takes comes back from its text.
#include "harrier/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "harrier/registry.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const harrier::Schedule schedule = harrier::Schedule::parse(text);
    if (harrier::Schedule::parse(schedule.text()) != schedule) std::abort();
  } catch (const harrier::UsageError&) {
  }
  return 0;
}
