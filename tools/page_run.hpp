// One execution as the page shows it: everything that can be asked about a step, in little space.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explore/record.hpp"
#include "tools/json.hpp"

namespace harrier::tools {

/// Makes a text valid UTF-8: bytes that are not become `\xff`.
std::string valid_text(std::string_view text);

/// How many bytes of text a page may hold; what is beyond is cut, with a word about it.
class TextRoom {
 public:
  explicit TextRoom(std::size_t bytes) : left_(bytes) {}
  /// Returns the text, valid, or its begin where there is no room for all of it.
  std::string take(std::string_view text);
  bool has(std::size_t bytes) const { return bytes <= left_; }
  void spend(std::size_t bytes) { left_ -= bytes < left_ ? bytes : left_; }

 private:
  std::size_t left_;
};

/// Says how a text comes from the one before it: how many UTF-16 units of its begin and of its end
/// stay, and what is between them. Null where nothing changes.
Json text_change(std::string_view before, std::string_view after);

/// Collects an execution while it is recorded.
class PageRun final : public Recorder {
 public:
  explicit PageRun(TextRoom& room) : room_(room) {}

  void start(const RecordedNews& news) override;
  void add(const RecordedStep& step, const RecordedNews& news) override;

  /// Says of every step which one of another execution delivers the same message.
  void compare_with(const PageRun& other);
  Json take();

  /// Shows steps of which only the texts are known, because they cannot be executed again.
  static Json of_texts(const std::vector<StepText>& steps, TextRoom& room);

 private:
  std::size_t number_of(const std::string& name);
  Json add_news(const RecordedNews& news, std::size_t step);
  void add_prints(const RecordedNews& news, Json& to);
  void set_state(Json& out, const char* key, std::size_t actor, std::string_view text);

  TextRoom& room_;
  Json actors_ = Json::array();
  Json messages_ = Json::array();
  Json steps_ = Json::array();
  Json names_ = Json::array();
  Json held_first_;
  Json setup_ = Json::object();
  std::map<std::string, std::size_t> name_numbers_;
  std::map<MessageId, std::size_t> message_numbers_;
  std::map<Name, std::size_t> step_numbers_;  ///< by what they deliver
  std::vector<Name> step_names_;
  std::map<std::string, std::size_t> actor_numbers_;
  std::vector<std::string> texts_;   ///< of the messages, as told of first
  std::vector<std::string> states_;  ///< of the actors, as shown last
};

}  // namespace harrier::tools
