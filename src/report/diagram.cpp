// Draws an execution as a sequence diagram: a column per actor, an arrow per step.
#include <algorithm>
#include <map>
#include <set>

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

struct Glyphs {
  std::string_view lifeline, line, right, left, leaves_right, leaves_left, crossing, source, own,
      created, ended, failed, gap;
};
constexpr Glyphs unicode_glyphs = {"│", "─",  "▶", "◀", "├", "┤", "┼",
                                   "•", "◀╯", "┬", "×", "✗", "⋮"};
constexpr Glyphs ascii_glyphs = {"|", "-", ">", "<", "|", "|", "+", "*", "<'", "+", "x", "X", ":"};

class Drawing {
 public:
  Drawing(const std::vector<StepText>& steps, const ReportOptions& options)
      : steps_(steps),
        options_(options),
        glyphs_(options.unicode ? unicode_glyphs : ascii_glyphs),
        elision_(elision_of(steps.size(), options)) {
    find_columns();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      number_width_ = std::max(number_width_, std::to_string(steps[i].number).size());
      item_width_ = std::max(item_width_, schedule_item(steps[i]).size() + 1);
    }
  }

  std::string text() {
    if (names_.empty() || names_.size() > actors_max || !place()) return {};
    find_births();
    draw_headers();
    draw_lifelines();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (i == elision_.begin && elision_.count() > 0) draw_elision();
      if (elision_.contains(i)) {
        take_effects(steps_[i]);
      } else {
        draw_step(steps_[i]);
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
      if (!elision_.contains(i)) taking_part.insert({steps_[i].from, steps_[i].to});
    }
    for (const StepText& step : steps_) {
      if (taking_part.contains(step.from)) add(step.from);
      if (taking_part.contains(step.to)) add(step.to);
      // Children stand in the order of their creation.
      for (const std::string& created : created_by(step)) {
        if (taking_part.contains(created)) add(created);
      }
    }
    alive_.assign(names_.size(), true);
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
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (elision_.contains(i)) continue;
      arrows.push_back(arrow_of(steps_[i]));
      notes = notes || steps_[i].failure || !notes_beside(steps_[i]).empty();
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

  Arrow arrow_of(const StepText& step) const {
    Arrow arrow;
    if (step.from != setup_name) arrow.from = columns_.at(step.from);
    arrow.to = columns_.at(step.to);
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

  void draw_step(const StepText& step) {
    const Style style = step.failure ? Style::bad : Style::plain;
    const Arrow arrow = arrow_of(step);
    Row row = lifelines();
    const std::string number = std::to_string(step.number);
    row.put(number_width_ - number.size(), number, style);
    const std::string item = "#" + schedule_item(step);
    row.put(number_width_ + 2, item, step.failure ? style : Style::dim);

    const std::string label = cut_to(arrow.label, layout_.label_width_max, options_.unicode);
    if (arrow.to_itself()) {
      draw_own_arrow(row, arrow.to, label, style);
    } else if (!arrow.from) {
      draw_setup_arrow(row, arrow.to, label, style);
    } else {
      draw_arrow(row, *arrow.from, arrow.to, label, style);
    }

    const std::vector<std::size_t> born = take_effects(step);
    for (const std::size_t column : born) {
      row.put(layout_.lifelines[column], glyphs_.created, Style::dim);
    }
    const std::size_t at = layout_.lifelines[arrow.to];
    if (step.failure) {
      row.put(at, glyphs_.failed, Style::bad);
    } else if (!alive_[arrow.to]) {
      row.put(at, glyphs_.ended, Style::strong);
    }
    add_notes(std::move(row), step);
  }

  void draw_own_arrow(Row& row, std::size_t column, const std::string& label, Style style) const {
    const std::size_t at = layout_.lifelines[column];
    row.put(at + 1, glyphs_.own, style);
    row.put(at + 4, label, style);
  }

  void draw_setup_arrow(Row& row, std::size_t column, const std::string& label, Style style) const {
    const std::size_t at = layout_.lifelines[column];
    const std::size_t begin = at - display_width(label) - 6;
    row.put(begin, glyphs_.source, style);
    row.put(begin + 1, glyphs_.line, style);
    row.put(begin + 2, " " + label + " ", style);
    row.put(at - 2, glyphs_.line, style);
    row.put(at - 1, glyphs_.right, style);
  }

  void draw_arrow(Row& row, std::size_t from, std::size_t to, const std::string& label,
                  Style style) const {
    const bool rightwards = from < to;
    const auto [low, high] = std::minmax(from, to);
    const std::size_t begin = layout_.lifelines[low];
    const std::size_t end = layout_.lifelines[high];
    row.fill(begin + 1, end, glyphs_.line, style);
    for (std::size_t i = low + 1; i < high; ++i) {
      if (alive_[i]) row.put(layout_.lifelines[i], glyphs_.crossing, style);
    }
    const std::size_t at = label_place(low, high, rightwards, display_width(label) + 2);
    row.put(at, " " + label + " ", style);
    if (rightwards) {
      row.put(begin, alive_[from] ? glyphs_.leaves_right : glyphs_.source, style);
      row.put(end - 1, glyphs_.right, style);
    } else {
      row.put(end, alive_[from] ? glyphs_.leaves_left : glyphs_.source, style);
      row.put(begin + 1, glyphs_.left, style);
    }
  }

  /// Centres a label of so many columns: in a gap where it fits and hides no lifeline, the nearest
  /// to the receiver, otherwise over the whole arrow.
  std::size_t label_place(std::size_t low, std::size_t high, bool rightwards,
                          std::size_t width) const {
    std::size_t begin = layout_.lifelines[low] + 1;
    std::size_t end = layout_.lifelines[high];
    for (std::size_t i = 0; i < high - low; ++i) {
      const std::size_t gap = rightwards ? high - 1 - i : low + i;
      const std::size_t gap_begin = layout_.lifelines[gap] + 1;
      const std::size_t gap_end = layout_.lifelines[gap + 1];
      constexpr std::size_t head_and_tail = 3;
      if (gap_end - gap_begin < width + head_and_tail) continue;
      begin = gap_begin;
      end = gap_end;
      break;
    }
    // The head takes one column more than the tail.
    if (rightwards) {
      --end;
    } else {
      ++begin;
    }
    return begin + (end - begin - std::min(width, end - begin)) / 2;
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

  /// The notes on a step, without the actors whose lifeline begins there.
  std::vector<std::string> notes_beside(const StepText& step) const {
    StepText rest = step;
    std::erase_if(rest.effects, [&](const Effect& effect) {
      return effect.kind == Effect::Kind::creates && columns_.contains(effect.actor);
    });
    return notes_on(rest, options_);
  }

  void add_notes(Row row, const StepText& step) {
    struct Note {
      std::string text;
      Style style;
    };
    std::vector<Note> notes;
    for (const std::string& text : notes_beside(step)) notes.push_back({text, Style::dim});
    if (step.failure) {
      notes.push_back({printable(to_string(*step.failure), options_.unicode), Style::bad});
    }
    const std::size_t room = options_.width > layout_.notes + notes_width_min
                                 ? options_.width - layout_.notes
                                 : notes_width_min;
    bool first = true;
    for (const Note& note : notes) {
      for (const std::string& line : wrapped(note.text, room)) {
        if (!first) {
          rows_.push_back(std::move(row));
          row = lifelines();
        }
        row.put(layout_.notes, line, note.style);
        first = false;
      }
    }
    rows_.push_back(std::move(row));
  }

  const std::vector<StepText>& steps_;
  const ReportOptions& options_;
  const Glyphs& glyphs_;
  Elision elision_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> headers_;  ///< lines of each
  std::size_t header_height_ = 1;
  std::map<std::string, std::size_t> columns_;
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
