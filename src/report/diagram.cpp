// Draws an execution as a sequence diagram: a column per actor, an arrow per step, a bar across the
// columns of those who meet.
#include <algorithm>
#include <map>
#include <set>

#include "report/arrows.hpp"
#include "report/canvas.hpp"
#include "report/layout.hpp"
#include "report/steps.hpp"

namespace harrier::report_detail {

namespace {

constexpr std::size_t actors_max = 8;
/// Notes get at least this much of the page where there are any, and wrap within it.
constexpr std::size_t notes_width_min = 24;
/// A diagram of more rows repeats its headers at the end.
constexpr std::size_t rows_without_footer_max = 24;
/// Longer names are stacked: `coordinator/` above `participant.2`.
constexpr std::size_t name_width_max = 14;

/// Steps that take one row together: one, or those of a meeting that follow each other.
struct Drawn {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Drawing {
 public:
  Drawing(const std::vector<StepText>& steps, const ReportOptions& options)
      : steps_(steps),
        options_(options),
        glyphs_(glyphs_for(options.unicode)),
        elision_(elision_of(steps.size(), options)) {
    find_columns();
    find_groups();
    for (const StepText& step : steps_) {
      number_width_ = std::max(number_width_, std::to_string(step.number).size());
      item_width_ = std::max(item_width_, schedule_item(step).size() + 1);
    }
    for (const Drawn& drawn : drawn_) {
      number_width_ = std::max(number_width_, number_text(drawn).size());
      item_width_ = std::max(item_width_, item_text(drawn).size());
    }
  }

  std::string text() {
    if (names_.empty() || names_.size() > actors_max || !place()) return {};
    find_births();
    draw_headers();
    draw_lifelines();
    for (const Drawn& drawn : drawn_) {
      if (drawn.begin == elision_.begin && elision_.count() > 0) draw_elision();
      if (elision_.contains(drawn.begin)) {
        take_effects(steps_[drawn.begin]);
      } else {
        draw_steps(drawn);
      }
    }
    draw_lifelines();
    if (rows_.size() > rows_without_footer_max) draw_headers();

    std::string out;
    for (const Row& row : rows_) out += row.text(options_.color) + '\n';
    return out;
  }

 private:
  void find_columns() {
    const auto add = [this](const std::string& name) {
      if (name != setup_name && columns_.try_emplace(name, names_.size()).second) {
        names_.push_back(name);
      }
    };
    std::set<std::string> taking_part;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (elision_.contains(i)) continue;
      for (const std::string& name : seen_in(steps_[i])) taking_part.insert(name);
    }
    for (const StepText& step : steps_) {
      for (const std::string& name : seen_in(step)) {
        if (taking_part.contains(name)) add(name);
      }
      // Children stand in the order of their creation.
      for (const std::string& created : created_by(step)) {
        if (taking_part.contains(created)) add(created);
      }
    }
    alive_.assign(names_.size(), true);
  }

  /// Lists who is seen in the row of a step.
  static std::vector<std::string> seen_in(const StepText& step) {
    if (!step.meeting.actors.empty()) return step.meeting.actors;
    return {step.from, step.to};
  }

  /// Finds the steps that take a row together: what each of those who meet does is the same.
  void find_groups() {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const bool goes_on = i > 0 && !elision_.contains(i) && !elision_.contains(i - 1) &&
                           goes_on_meeting(steps_[i - 1], steps_[i]);
      if (goes_on) {
        drawn_.back().end = i + 1;
      } else {
        drawn_.push_back({i, i + 1});
      }
    }
  }

  std::string number_text(const Drawn& drawn) const {
    const std::string first = std::to_string(steps_[drawn.begin].number);
    if (drawn.end == drawn.begin + 1) return first;
    return first + "-" + std::to_string(steps_[drawn.end - 1].number);
  }

  std::string item_text(const Drawn& drawn) const {
    Schedule schedule;
    for (std::size_t i = drawn.begin; i < drawn.end; ++i) {
      schedule.steps.push_back({steps_[i].message, steps_[i].choices});
    }
    return "#" + schedule.text();
  }

  /// An actor that a step creates has no lifeline before it.
  void find_births() {
    for (const StepText& step : steps_) {
      for (const std::string& created : created_by(step)) {
        const auto column = columns_.find(created);
        if (column != columns_.end()) alive_[column->second] = false;
      }
    }
  }

  bool place() {
    std::vector<std::size_t> header_widths;
    for (const std::string& name : names_) {
      headers_.push_back(header_of(printable(name, options_.unicode)));
      std::size_t width = 0;
      for (const std::string& line : headers_.back()) width = std::max(width, display_width(line));
      header_widths.push_back(width);
      header_height_ = std::max(header_height_, headers_.back().size());
    }
    std::vector<Arrow> arrows;
    bool notes = false;
    for (const Drawn& drawn : drawn_) {
      const StepText& step = steps_[drawn.begin];
      if (elision_.contains(drawn.begin)) continue;
      arrows.push_back(arrow_of(drawn));
      notes = notes || step.failure || !notes_beside(drawn).empty();
    }
    // Two blanks after each number; one more keeps the first header away from them.
    const std::size_t left = number_width_ + 2 + item_width_ + 1;
    const auto layout = lay_out({.header_widths = header_widths,
                                 .arrows = arrows,
                                 .left = left,
                                 .width = options_.width,
                                 .notes_width = notes ? notes_width_min : 0,
                                 .cuts = options_.cuts});
    if (layout) layout_ = *layout;
    return layout.has_value();
  }

  Arrow arrow_of(const Drawn& drawn) const {
    const StepText& step = steps_[drawn.begin];
    Arrow arrow;
    if (step.meeting.actors.empty()) {
      if (step.from != setup_name) arrow.from = columns_.at(step.from);
      arrow.to = columns_.at(step.to);
    } else {
      std::set<std::size_t> joined;
      for (std::size_t i = drawn.begin; i < drawn.end; ++i) {
        for (const std::string& name : steps_[i].meeting.actors) joined.insert(columns_.at(name));
      }
      arrow.joined.assign(joined.begin(), joined.end());
      // Who meets nobody else is there alone.
      arrow.to = arrow.joined.front();
      arrow.from = arrow.to;
    }
    arrow.label = printable(step.text, options_.unicode);
    arrow.width = display_width(arrow.label);
    return arrow;
  }

  /// Breaks a long name behind its slashes, into lines that are not too long.
  static std::vector<std::string> header_of(std::string_view name) {
    std::vector<std::string> lines{""};
    while (!name.empty()) {
      const std::size_t slash = name.find('/');
      const std::size_t end = slash == std::string_view::npos ? name.size() : slash + 1;
      const std::string_view part = name.substr(0, end);
      if (!lines.back().empty() &&
          display_width(lines.back()) + display_width(part) > name_width_max) {
        lines.emplace_back();
      }
      lines.back() += part;
      name.remove_prefix(end);
    }
    return lines;
  }

  void draw_headers() {
    for (std::size_t line = 0; line < header_height_; ++line) {
      Row row;
      for (std::size_t i = 0; i < headers_.size(); ++i) {
        // The last line of each stands on its lifeline.
        const std::size_t missing = header_height_ - headers_[i].size();
        if (line < missing) continue;
        const std::string& text = headers_[i][line - missing];
        row.put(layout_.lifelines[i] - display_width(text) / 2, text, Style::strong);
      }
      rows_.push_back(std::move(row));
    }
  }

  Row lifelines() const {
    Row row;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (alive_[i]) row.put(layout_.lifelines[i], glyphs_.lifeline, Style::dim);
    }
    return row;
  }

  void draw_lifelines() { rows_.push_back(lifelines()); }

  void draw_elision() {
    Row row;
    for (const std::size_t column : layout_.lifelines) row.put(column, glyphs_.gap, Style::dim);
    rows_.push_back(row);
    row.put(0, padded("", layout_.lifelines.back() + 1));
    row.put(0, elision_text(elision_, options_), Style::notice);
    rows_.push_back(std::move(row));
    rows_.push_back(rows_[rows_.size() - 2]);
  }

  void draw_steps(const Drawn& drawn) {
    const StepText& step = steps_[drawn.begin];
    const Style style = step.failure ? Style::bad : Style::plain;
    const Arrow arrow = arrow_of(drawn);
    Row row = lifelines();
    const std::string number = number_text(drawn);
    row.put(number_width_ - number.size(), number, style);
    row.put(number_width_ + 2, item_text(drawn), step.failure ? style : Style::dim);

    const std::vector<std::string> lines = label_lines(arrow, layout_, options_.unicode);
    std::size_t width = 0;
    for (const std::string& line : lines) width = std::max(width, display_width(line));
    const std::size_t label_at = Arrows(layout_, glyphs_, alive_).draw(row, arrow, width, style);
    row.put(label_at, padded(lines.front(), width), style);

    std::vector<std::size_t> born;
    for (std::size_t i = drawn.begin; i < drawn.end; ++i) {
      for (const std::size_t column : take_effects(steps_[i])) born.push_back(column);
    }
    for (const std::size_t column : born) {
      row.put(layout_.lifelines[column], glyphs_.created, Style::dim);
    }
    for (std::size_t i = drawn.begin; i < drawn.end; ++i) mark_end(row, steps_[i]);
    std::vector<Row> rows = {std::move(row)};
    for (std::size_t i = 1; i < lines.size(); ++i) {
      rows.push_back(lifelines());
      rows.back().put(label_at, padded(lines[i], width), style);
    }
    add_notes(std::move(rows), drawn);
  }

  /// Marks the actor of a step where it failed or ended.
  void mark_end(Row& row, const StepText& step) const {
    const auto column = columns_.find(step.to);
    if (column == columns_.end()) return;
    const std::size_t at = layout_.lifelines[column->second];
    if (step.failure) {
      row.put(at, glyphs_.failed, Style::bad);
    } else if (!alive_[column->second]) {
      row.put(at, glyphs_.ended, Style::strong);
    }
  }

  /// Lets the actors a step created live and those it ended die; returns the former.
  std::vector<std::size_t> take_effects(const StepText& step) {
    std::vector<std::size_t> born;
    for (const std::string& created : created_by(step)) {
      const auto column = columns_.find(created);
      if (column == columns_.end()) continue;
      alive_[column->second] = true;
      born.push_back(column->second);
    }
    const auto receiver = columns_.find(step.to);
    if (receiver != columns_.end() && ends(step)) alive_[receiver->second] = false;
    return born;
  }

  /// The notes on steps, without the actors whose lifeline begins there.
  std::vector<std::string> notes_beside(const Drawn& drawn) const {
    StepText rest = steps_[drawn.begin];
    std::erase_if(rest.effects, [&](const Effect& effect) {
      // One who is not shown does not end for who looks at it.
      if (effect.kind == Effect::Kind::ends) return !columns_.contains(rest.to);
      return effect.kind == Effect::Kind::creates && columns_.contains(effect.actor);
    });
    return notes_on(rest, options_);
  }

  void add_notes(std::vector<Row> rows, const Drawn& drawn) {
    const StepText& step = steps_[drawn.begin];
    const std::size_t room = options_.width > layout_.notes + notes_width_min
                                 ? options_.width - layout_.notes
                                 : notes_width_min;
    std::size_t used = 0;
    const auto add = [&](const std::string& text, Style style) {
      for (const std::string& line : wrapped(text, room)) {
        if (used == rows.size()) rows.push_back(lifelines());
        rows[used++].put(layout_.notes, line, style);
      }
    };
    for (const std::string& text : notes_beside(drawn)) add(text, Style::dim);
    if (step.failure) {
      add(printable(to_string(*step.failure), options_.unicode), Style::bad);
    }
    for (Row& row : rows) rows_.push_back(std::move(row));
  }

  const std::vector<StepText>& steps_;
  const ReportOptions& options_;
  const Glyphs& glyphs_;
  Elision elision_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> headers_;  ///< lines of each
  std::size_t header_height_ = 1;
  std::map<std::string, std::size_t> columns_;
  std::vector<Drawn> drawn_;
  std::vector<bool> alive_;
  Layout layout_;
  std::size_t number_width_ = 1;
  std::size_t item_width_ = 2;
  std::vector<Row> rows_;
};

}  // namespace

std::string drawn_diagram(const std::vector<StepText>& steps, const ReportOptions& options) {
  return Drawing(steps, options).text();
}

}  // namespace harrier::report_detail
