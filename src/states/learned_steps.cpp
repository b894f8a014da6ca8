// What steps were seen to do, by the content of their messages, in all states together.
#include "states/learned_steps.hpp"

#include <algorithm>
#include <utility>

#include "base/mix.hpp"

namespace harrier {

LearnedSteps::Kind LearnedSteps::kind(std::uint64_t content, std::uint64_t receiver) {
  const auto [known, is_new] = kinds_.try_emplace(content, static_cast<Kind>(steps_.size()));
  if (!is_new) return known->second;
  const auto [place, is_first] =
      receiver_of_.try_emplace(receiver, static_cast<std::uint32_t>(receivers_.size()));
  if (is_first) receivers_.emplace_back();
  receivers_[place->second].all.push_back(known->second);
  Step& step = steps_.emplace_back();
  step.receiver = place->second;
  step.at_receiver = mix(receiver, standing);
  ++facts_;
  touches(known->second, steps_.back().at_receiver, Access::update);
  return known->second;
}

void LearnedSteps::touches(Kind kind, std::uint64_t resource, Access access) {
  const auto [place, is_new] =
      place_of_.try_emplace(resource, static_cast<std::uint32_t>(places_.size()));
  if (is_new) places_.emplace_back();
  std::vector<Touched>& touched = steps_[kind].touched;
  const Touched fact{place->second, access};
  if (std::ranges::find(touched, fact) != touched.end()) return;
  touched.push_back(fact);
  places_[fact.place][static_cast<std::size_t>(access)].all.push_back(kind);
  ++facts_;
}

void LearnedSteps::sends(Kind kind, Kind sent) {
  std::vector<Kind>& senders = steps_[sent].senders.all;
  if (std::ranges::find(senders, kind) != senders.end()) return;
  senders.push_back(kind);
  ++facts_;
}

void LearnedSteps::collect(Kinds& kinds, std::vector<Kind>& closed) {
  if (std::exchange(kinds.collected, closures_) == closures_) return;
  for (const Kind kind : kinds.all) {
    if (std::exchange(steps_[kind].collected, closures_) != closures_) closed.push_back(kind);
  }
}

void LearnedSteps::close(Kind first, std::span<const Presence> presence,
                         std::vector<Kind>& closed) {
  ++closures_;
  closed.assign(1, first);
  steps_[first].collected = closures_;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    Step& step = steps_[closed[i]];
    switch (presence[closed[i]]) {
      case Presence::enabled:
        for (const Touched& touched : step.touched) {
          for (const Access other : {Access::read, Access::update, Access::write}) {
            if (!conflict(touched.access, other)) continue;
            collect(places_[touched.place][static_cast<std::size_t>(other)], closed);
          }
        }
        break;
      case Presence::held:
        collect(receivers_[step.receiver], closed);
        break;
      case Presence::absent:
        collect(step.senders, closed);
        break;
    }
  }
}

}  // namespace harrier
