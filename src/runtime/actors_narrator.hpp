// The part of a program of native actors that names and shows what is in it.
#pragma once

#include <string>

#include "runtime/actors_layouts.hpp"
#include "runtime/actors_replay.hpp"
#include "runtime/outsides.hpp"

namespace harrier::detail {

class ActorNarrator final : public Narrator {
 public:
  ActorNarrator(const Execution& execution, Layouts& layouts, LocalReplay& replay,
                const Outsides& outsides)
      : execution_(execution), layouts_(layouts), replay_(replay), outsides_(outsides) {}

  std::string actor_name(ActorId actor) const override;
  std::string sender_name(MessageId message) const override;
  std::string message_text(MessageId message) const override;
  std::string actor_text(ActorId actor) override;
  std::string compared_text(ActorId actor) override;
  std::string resource_text(Resource resource) const override;

 private:
  std::string fields_text(const Execution::Actor& actor);

  const Execution& execution_;
  Layouts& layouts_;
  LocalReplay& replay_;
  const Outsides& outsides_;
};

}  // namespace harrier::detail
