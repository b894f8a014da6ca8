// One execution as the page shows it: everything that can be asked about a step, in little space.
#include "tools/page_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace harrier::tools {

namespace {

bool continues_letter(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// Counts the bytes of the letter that the text begins with; 0 where it is not UTF-8.
std::size_t letter_bytes(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  std::size_t count = 1;
  if (byte(0) < 0x80U) return 1;
  if (byte(0) >= 0xC2U && byte(0) <= 0xDFU) {
    count = 2;
  } else if (byte(0) >= 0xE0U && byte(0) <= 0xEFU) {
    count = 3;
  } else if (byte(0) >= 0xF0U && byte(0) <= 0xF4U) {
    count = 4;
  } else {
    return 0;
  }
  if (text.size() < count) return 0;
  for (std::size_t i = 1; i < count; ++i) {
    if (!continues_letter(byte(i))) return 0;
  }
  const unsigned char second = byte(1);
  const bool too_long =
      (byte(0) == 0xE0U && second < 0xA0U) || (byte(0) == 0xF0U && second < 0x90U);
  const bool no_letter =
      (byte(0) == 0xEDU && second > 0x9FU) || (byte(0) == 0xF4U && second > 0x8FU);
  return too_long || no_letter ? 0 : count;
}

std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (!continues_letter(byte)) units += byte >= 0xF0U ? 2 : 1;
  }
  return units;
}

const char* word_for(Access access) {
  switch (access) {
    case Access::read:
      return "reads";
    case Access::update:
      return "updates";
    case Access::write:
      return "writes";
  }
  return "";
}

Json effects_of(const StepText& step) {
  Json effects = Json::array();
  for (const Effect& effect : step.effects) {
    if (effect.kind != Effect::Kind::sends) effects.push_back(valid_text(to_string(effect)));
  }
  return effects;
}

/// What is known of a step from its text alone.
Json step_of(const StepText& text, std::size_t message) {
  Json step;
  step["message"] = message;
  if (!text.choices.empty()) step["choices"] = text.choices;
  if (Json effects = effects_of(text); !effects.empty()) step["effects"] = std::move(effects);
  if (text.failure) step["failure"] = valid_text(to_string(*text.failure));
  return step;
}

}  // namespace

std::string valid_text(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t count = letter_bytes(text);
    if (count == 0) {
      valid += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
    } else {
      valid += text.substr(0, count);
      text.remove_prefix(count);
    }
  }
  return valid;
}

std::string TextRoom::take(std::string_view text) {
  constexpr std::size_t short_bytes = 200;
  const std::size_t kept = has(text.size()) ? text.size() : std::min(short_bytes, text.size());
  spend(kept);
  std::string taken = valid_text(text.substr(0, kept));
  if (kept < text.size()) {
    taken += fmt::format(" … (this page has no room for {} more; replay shows them)",
                         base::counted(text.size() - kept, "byte"));
  }
  return taken;
}

Json text_change(std::string_view before, std::string_view after) {
  if (before == after) return nullptr;
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t first = 0;
  while (first < shorter && before[first] == after[first]) ++first;
  while (first > 0 && first < after.size() &&
         continues_letter(static_cast<unsigned char>(after[first]))) {
    --first;
  }
  while (first > 0 && first < before.size() &&
         continues_letter(static_cast<unsigned char>(before[first]))) {
    --first;
  }
  std::size_t last = 0;
  while (last < shorter - first &&
         before[before.size() - 1 - last] == after[after.size() - 1 - last]) {
    ++last;
  }
  while (last > 0 && continues_letter(static_cast<unsigned char>(after[after.size() - last]))) {
    --last;
  }
  return Json::array({utf16_units(after.substr(0, first)),
                      utf16_units(after.substr(after.size() - last)),
                      std::string(after.substr(first, after.size() - first - last))});
}

void PageRun::start(const RecordedNews& news) {
  held_first_ = add_news(news, 0);
  add_prints(news, setup_);
}

void PageRun::add_prints(const RecordedNews& news, Json& to) {
  for (const std::string& line : news.printed) to["prints"].push_back(room_.take(line));
}

void PageRun::add(const RecordedStep& step, const RecordedNews& news) {
  const auto message = message_numbers_.find(step.text.message);
  const std::size_t number = message != message_numbers_.end() ? message->second : 0;
  Json one = step_of(step.text, number);
  // What a message says may be known only when it is delivered, or be more then.
  if (number < messages_.size() && texts_[number] != step.text.text) {
    messages_[number]["text"] = room_.take(step.text.text);
  }
  for (const std::string& name : step.text.meeting.actors) {
    one["together"].push_back(actor_numbers_.at(name));
  }
  one["causes"] = step.causes;
  Json touched = Json::array();
  for (const RecordedAccess& access : step.touched) {
    touched.push_back(
        Json::array({word_for(access.access), number_of(access.name), access.conflicts}));
  }
  one["touched"] = std::move(touched);
  set_state(one, "before", step.actor, step.before);
  set_state(one, "after", step.actor, step.after);
  add_prints(news, one);
  step_names_.push_back(step.name);
  step_numbers_.emplace(step.name, step_names_.size());
  if (Json holds = add_news(news, step.text.number); !holds.empty())
    one["holds"] = std::move(holds);
  steps_.push_back(std::move(one));
}

void PageRun::compare_with(const PageRun& other) {
  for (std::size_t i = 0; i < step_names_.size(); ++i) {
    const auto same = other.step_numbers_.find(step_names_[i]);
    if (same != other.step_numbers_.end()) steps_[i]["same"] = same->second;
  }
}

Json PageRun::take() {
  Json run = std::move(setup_);
  run["recorded"] = true;
  run["actors"] = std::move(actors_);
  run["names"] = std::move(names_);
  run["messages"] = std::move(messages_);
  run["holds"] = std::move(held_first_);
  run["steps"] = std::move(steps_);
  return run;
}

Json PageRun::of_texts(const std::vector<StepText>& steps, TextRoom& room) {
  PageRun run(room);
  std::map<std::string, std::size_t> actors;
  for (const StepText& step : steps) {
    const auto [actor, is_new] = actors.try_emplace(step.to, actors.size());
    if (is_new) run.actors_.push_back(Json{{"name", valid_text(step.to)}, {"made", 0}});
    run.messages_.push_back(Json{
        {"to", actor->second}, {"from", run.number_of(step.from)}, {"text", room.take(step.text)}});
    run.steps_.push_back(step_of(step, run.messages_.size() - 1));
  }
  Json taken = run.take();
  taken["recorded"] = false;
  return taken;
}

std::size_t PageRun::number_of(const std::string& name) {
  const auto [place, is_new] = name_numbers_.try_emplace(name, names_.size());
  if (is_new) names_.push_back(valid_text(name));
  return place->second;
}

/// Returns what changed about what can be delivered.
Json PageRun::add_news(const RecordedNews& news, std::size_t step) {
  for (const std::string& actor : news.actors) {
    actor_numbers_.emplace(actor, actors_.size());
    actors_.push_back(Json{{"name", valid_text(actor)}, {"made", step}});
    states_.emplace_back();
  }
  for (const RecordedMessage& message : news.messages) {
    message_numbers_[message.id] = messages_.size();
    Json one{{"since", step},
             {"by", message.sent_by},
             {"to", message.receiver},
             {"from", number_of(message.from)},
             {"text", room_.take(message.text)}};
    if (message.continues) one["continues"] = true;
    texts_.push_back(message.text);
    messages_.push_back(std::move(one));
  }
  Json holds = Json::array();
  for (const RecordedHold& hold : news.holds) {
    const std::string why = hold.hold == Hold::none ? "" : std::string(to_string(hold.hold));
    holds.push_back(Json::array({message_numbers_[hold.message], number_of(why)}));
  }
  return holds;
}

/// Only what changes takes room.
void PageRun::set_state(Json& out, const char* key, std::size_t actor, std::string_view text) {
  std::string shown = valid_text(text);
  Json change = text_change(states_[actor], shown);
  if (change.is_null()) return;
  const std::size_t bytes = change[2].get_ref<const std::string&>().size();
  if (room_.has(bytes)) {
    room_.spend(bytes);
  } else {
    shown = room_.take(text);
    change = text_change(states_[actor], shown);
    if (change.is_null()) return;
  }
  out[key] = std::move(change);
  states_[actor] = std::move(shown);
}

}  // namespace harrier::tools
