// Turns recorded accesses of fields into resources, and finds changes that were not recorded.
#include "runtime/actors_fields.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace harrier::detail {

void append_fields(ActorId actor, const AccessLog& log, std::vector<ResourceAccess>& out) {
  const std::uint64_t read = log.fields[static_cast<std::size_t>(Access::read)];
  const std::uint64_t updated = log.fields[static_cast<std::size_t>(Access::update)];
  // A field that is updated and read as well is as good as written.
  const std::uint64_t written =
      log.fields[static_cast<std::size_t>(Access::write)] | (updated & read);
  for (std::uint64_t bits = read | updated | written; bits != 0; bits &= bits - 1) {
    const auto field = static_cast<std::uint32_t>(std::countr_zero(bits));
    const Access access = (written >> field & 1U) != 0   ? Access::write
                          : (updated >> field & 1U) != 0 ? Access::update
                                                         : Access::read;
    out.push_back({Resource::of(actor, Resource::first_field + field), access});
  }
  for (ResourceAccess element : log.elements) {
    element.resource = Resource::of(actor, element.resource.part());
    out.push_back(element);
  }
}

void Audit::begin(const Execution::Actor& target) {
  const auto* bytes = static_cast<const std::byte*>(target.object);
  bytes_before_.assign(bytes, bytes + target.type->size);
}

std::optional<Failure> Audit::compare(const Execution::Actor& target, const Layout& layout,
                                      const AccessLog& log) const {
  const auto* bytes = static_cast<const std::byte*>(target.object);
  std::uint32_t field = 0;
  for (const FieldRange& range : layout.ranges) {
    bool recorded = false;
    for (std::uint32_t i = 0; i < range.fields; ++i, ++field) {
      const std::uint32_t bit = std::min(field, AccessLog::field_limit - 1);
      for (const Access access : {Access::write, Access::update}) {
        recorded |= (log.fields[static_cast<std::size_t>(access)] >> bit & 1U) != 0;
      }
    }
    if (recorded ||
        std::memcmp(bytes + range.offset, bytes_before_.data() + range.offset, range.size) == 0) {
      continue;
    }
    const std::string name = range.name.empty()
                                 ? "the field at byte " + std::to_string(range.offset)
                                 : "the field " + std::string(range.name);
    return Failure{FailureKind::misuse, name + " of " + std::string(target.type->name) +
                                            " changed without being recorded; change tracked "
                                            "fields through set or edit, constants never"};
  }
  return std::nullopt;
}

}  // namespace harrier::detail
