// Fuzzes what is kept of shared explorations: a record is applied or refused, and what is kept of
// the outcome is read back as it was.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cluster/replica.hpp"
#include "harrier/usage_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  harrier::Replica replica(harrier::SharedTree::Planning::sequences);
  try {
    replica.apply("token " + harrier::sealed(text));
  } catch (const harrier::UsageError&) {
    return 0;
  }
  for (const auto& [depth, task] : replica.tree().ready()) replica.tree().lease_of(task);
  const harrier::Store::Snapshot kept = replica.snapshot();
  harrier::Replica again(harrier::SharedTree::Planning::sequences);
  again.load(kept);
  if (again.snapshot().text != kept.text) std::abort();
  return 0;
}
