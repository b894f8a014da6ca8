// Lists the steps of an execution, one line each.
#include <algorithm>

#include "report/canvas.hpp"
#include "report/steps.hpp"

namespace harrier::report_detail {

namespace {

/// Longer pairs of names push their own message aside, not everybody's.
constexpr std::size_t route_width_max = 36;

class StepList {
 public:
  StepList(const std::vector<StepText>& steps, const ReportOptions& options, bool all_effects,
           const StepNotes& notes)
      : steps_(steps), options_(options), all_effects_(all_effects), notes_(notes) {
    for (const StepText& step : steps) {
      number_width_ = std::max(number_width_, std::to_string(step.number).size());
      item_width_ = std::max(item_width_, schedule_item(step).size() + 1);
      const std::size_t width = display_width(route(step));
      if (width <= route_width_max) route_width_ = std::max(route_width_, width);
    }
    indent_ = number_width_ + 2 + item_width_ + 4;
  }

  std::string text() {
    const Elision elision = elision_of(steps_.size(), options_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (i == elision.begin && elision.count() > 0) {
        line(std::string(number_width_ + 2, ' ') + (options_.unicode ? "⋮  " : ":  ") +
             elision_text(elision, options_));
      }
      if (!elision.contains(i)) add(steps_[i]);
    }
    return std::move(out_);
  }

 private:
  std::string route(const StepText& step) const {
    return printable(step.from + (options_.unicode ? " → " : " -> ") + step.to, options_.unicode);
  }

  void add(const StepText& step) {
    const std::string number = std::to_string(step.number);
    const std::string head = std::string(number_width_ - number.size(), ' ') + number + "  " +
                             padded("#" + schedule_item(step), item_width_) + "  " +
                             padded(route(step), route_width_) + "  ";
    const std::string message = printable(step.text, options_.unicode);
    if (display_width(head) + display_width(message) <= options_.width) {
      line(head + message);
    } else {
      line(head);
      add_below(message, Style::plain);
    }
    if (all_effects_) {
      if (!step.choices.empty()) add_below(choices_text(step), Style::dim);
      for (const Effect& effect : step.effects) {
        add_below(printable(to_string(effect), options_.unicode), Style::dim);
      }
    } else {
      for (const std::string& note : notes_on(step, options_)) add_below(note, Style::dim);
    }
    if (const auto note = notes_.find(step.number); note != notes_.end()) {
      add_below(note->second, Style::plain);
    }
    if (step.failure) {
      add_below(
          (options_.unicode ? "✗ " : "X ") + printable(to_string(*step.failure), options_.unicode),
          Style::bad);
    }
  }

  void add_below(const std::string& text, Style style) {
    const std::size_t room = options_.width > indent_ + 20 ? options_.width - indent_ : 20;
    for (const std::string& part : wrapped(text, room)) {
      line(std::string(indent_, ' ') + styled(part, style, options_.color));
    }
  }

  void line(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    out_ += text + '\n';
  }

  const std::vector<StepText>& steps_;
  const ReportOptions& options_;
  bool all_effects_;
  const StepNotes& notes_;
  std::size_t number_width_ = 1;
  std::size_t item_width_ = 2;
  std::size_t route_width_ = 1;
  std::size_t indent_ = 0;
  std::string out_;
};

}  // namespace

std::string listed_steps(const std::vector<StepText>& steps, const ReportOptions& options,
                         bool all_effects, const StepNotes& notes) {
  return StepList(steps, options, all_effects, notes).text();
}

}  // namespace harrier::report_detail
