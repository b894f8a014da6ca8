// Fuzzes the reader of schedule files: what it takes can be read as a schedule by names.
#include "tools/schedule_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harrier/usage_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const harrier::tools::SavedRun saved = harrier::tools::parse_schedule_file(text, "fuzzed");
    harrier::NamedSchedule::parse(saved.schedules.at(0));
  } catch (const harrier::UsageError&) {
  }
  return 0;
}
