// Result files: written whole or not at all, read with a reason for everything that is wrong.
#include "tools/result_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/signals_blocked.hpp"
#include "harrier/usage_error.hpp"
#include "tools/json.hpp"
#include "tools/schedule_file.hpp"

namespace harrier::tools {

namespace {

namespace fs = std::filesystem;

// No result is near it; anything larger was not written by this tool.
constexpr std::uintmax_t file_bytes_max = std::uintmax_t{1} << 28;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw UsageError(fmt::format(
      "'{}' is not a result that 'check --save' or 'check --json' wrote: {}", file, why));
}

[[noreturn]] void refuse_saving(const std::string& file, const std::string& why) {
  throw UsageError(fmt::format("cannot save to '{}': {}", file, why));
}

std::string system_text(int error) {
  return std::error_code(error, std::generic_category()).message();
}

[[noreturn]] void refuse_reading(const std::string& file, int error) {
  throw UsageError(fmt::format("cannot read '{}': {}", file, system_text(error)));
}

const Json& member(const Json& json, const char* name, const std::string& file) {
  const auto found = json.find(name);
  if (found == json.end()) refuse(file, fmt::format("it has no '{}'", name));
  return *found;
}

std::string text_of(const Json& json, const char* what, const std::string& file) {
  if (!json.is_string()) refuse(file, fmt::format("its {} is not a text", what));
  return json.get<std::string>();
}

std::string text_or_nothing(const Json& json, const char* name, const std::string& file) {
  const auto found = json.find(name);
  return found != json.end() ? text_of(*found, name, file) : std::string();
}

std::string argument_text(const std::string& name, const Json& value, const std::string& file) {
  if (value.is_string()) return fmt::format("{}={}", name, value.get<std::string>());
  if (value.is_number_integer()) return fmt::format("{}={}", name, value.dump());
  refuse(file, fmt::format("its argument '{}' is neither a text nor a whole number", name));
}

/// Says in words why the text is no JSON, without the parser's own codes.
std::string syntax_text(const Json::parse_error& error, std::string_view text) {
  const bool at_end = error.byte > text.size();
  return at_end ? "it ends in the middle" : fmt::format("it is not JSON at byte {}", error.byte);
}

/// Lets the parser keep only what is read of a result, whatever else the file holds.
class WantedParts {
 public:
  explicit WantedParts(const std::string& file) : file_(file) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key) return is_wanted(depth, parsed);
    if (++kept_ > kept_max) refuse(file_, "it is too large");
    return true;
  }

 private:
  static constexpr std::size_t kept_max = 1'000'000;

  static bool is_wanted(int depth, const Json& key) {
    constexpr std::array read = {"schema",      "program",     "arguments", "delivery",
                                 "environment", "undelivered", "violations"};
    const auto is_key = [&key](const char* name) { return key == name; };
    if (depth == 1) return std::ranges::any_of(read, is_key);
    return depth == 2 || is_key("schedule") || is_key("names") || is_key("kind") ||
           is_key("message");
  }

  const std::string& file_;
  std::size_t kept_ = 0;
};

/// The file that a name stands for: a link is followed, so that it stays a link.
fs::path target_of(const std::string& file) {
  std::error_code error;
  const fs::path resolved = fs::canonical(file, error);
  return error ? fs::path(file) : resolved;
}

fs::path folder_of(const fs::path& file) {
  const fs::path folder = file.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

bool exists(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(file, ignored));
}

}  // namespace

SavedRun parse_saved_run(std::string_view text, const std::string& file) {
  Json json;
  try {
    json = Json::parse(text, WantedParts(file));
  } catch (const Json::parse_error& error) {
    refuse(file, syntax_text(error, text));
  } catch (const Json::exception&) {
    refuse(file, "it holds a number that is too large");
  }
  if (!json.is_object()) refuse(file, "it is not a JSON object");
  const std::string schema = text_of(member(json, "schema", file), "schema", file);
  if (schema != check_schema) {
    refuse(file, fmt::format("its schema is '{}', not '{}'", schema, check_schema));
  }

  SavedRun saved;
  saved.program = text_of(member(json, "program", file), "program", file);
  const Json& arguments = member(json, "arguments", file);
  if (!arguments.is_object()) refuse(file, "its arguments are not an object");
  for (const auto& [name, value] : arguments.items()) {
    saved.arguments.push_back(argument_text(name, value, file));
  }
  for (const char* option : {"delivery", "environment", "undelivered"}) {
    saved.options.emplace_back(option, text_of(member(json, option, file), option, file));
  }
  const Json& violations = member(json, "violations", file);
  if (!violations.is_array()) refuse(file, "its violations are not an array");
  for (const Json& violation : violations) {
    if (!violation.is_object()) refuse(file, "one of its violations is not an object");
    saved.schedules.push_back(text_of(member(violation, "schedule", file), "schedule", file));
    saved.kinds.push_back(text_or_nothing(violation, "kind", file));
    saved.messages.push_back(text_or_nothing(violation, "message", file));
    saved.names.push_back(text_or_nothing(violation, "names", file));
  }
  return saved;
}

std::string read_result_text(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw UsageError(fmt::format("there is no file '{}'", file));
  if (!fs::is_regular_file(status)) {
    throw UsageError(fmt::format("'{}' is {}, not a result file", file,
                                 fs::is_directory(status) ? "a folder" : "a device or a pipe"));
  }
  std::ifstream input(file, std::ios::binary);
  if (!input) refuse_reading(file, errno);
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) refuse_reading(file, error.value());
  if (size > file_bytes_max) refuse(file, "it is too large");
  std::string text(static_cast<std::size_t>(size), '\0');
  input.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (input.bad()) refuse_reading(file, errno);
  text.resize(static_cast<std::size_t>(input.gcount()));
  return text;
}

SavedRun read_saved_run(const std::string& file) {
  const std::string text = read_result_text(file);
  return is_schedule_file(text) ? parse_schedule_file(text, file) : parse_saved_run(text, file);
}

void require_savable(const std::string& file) {
  const fs::path target = target_of(file);
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse_saving(file, fs::is_directory(status) ? "it is a folder" : "it is not a regular file");
  }
  if (target.filename().empty()) refuse_saving(file, "it is a folder");
  const fs::path folder = folder_of(target);
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse_saving(file, system_text(errno));
}

void require_different_files(const std::string& first, const std::string& second) {
  const auto place = [](const std::string& file) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(target_of(file)), ignored);
  };
  if (place(first) == place(second)) refuse_saving(second, "something else is saved there");
}

/// A file without a name, of which nothing is left whatever ends the process. Where the file system
/// has no such files it has a name that is removed again.
class SavedFile::Unnamed {
 public:
  explicit Unnamed(const fs::path& target) : target_(target) {
    descriptor_ = open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    name_ = free_name();
    descriptor_ = open(name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ < 0) name_.clear();
  }
  Unnamed(const Unnamed&) = delete;
  Unnamed& operator=(const Unnamed&) = delete;
  ~Unnamed() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }

  bool is_open() const { return descriptor_ >= 0; }

  bool write_all(std::string_view content) const {
    while (!content.empty()) {
      const ssize_t written = write(descriptor_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

  bool keep() {
    if (fsync(descriptor_) != 0) return false;
    const base::SignalsBlocked between_two_names;
    if (name_.empty()) {
      const std::string name = free_name();
      const std::string open_file = fmt::format("/proc/self/fd/{}", descriptor_);
      if (linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
        return false;
      }
      name_ = name;
    }
    if (std::rename(name_.c_str(), target_.c_str()) != 0) return false;
    name_.clear();
    return true;
  }

 private:
  std::string free_name() const {
    for (int i = 1;; ++i) {
      std::string name = fmt::format("{}.{}-{}", target_.string(), getpid(), i);
      if (!exists(name)) return name;
    }
  }

  const fs::path target_;
  std::string name_;
  int descriptor_ = -1;
};

SavedFile::SavedFile(std::string file) : file_(std::move(file)) {
  require_savable(file_);
  unnamed_ = std::make_unique<Unnamed>(target_of(file_));
  if (!unnamed_->is_open()) refuse_saving(file_, system_text(errno));
}

SavedFile::~SavedFile() = default;

void SavedFile::append(std::string_view content) {
  constexpr std::size_t buffer_max = std::size_t{1} << 16;
  buffer_ += content;
  if (buffer_.size() >= buffer_max) write_out();
}

void SavedFile::write_out() {
  if (!unnamed_->write_all(buffer_)) refuse_saving(file_, system_text(errno));
  buffer_.clear();
}

void SavedFile::keep() {
  write_out();
  if (!unnamed_->keep()) refuse_saving(file_, system_text(errno));
}

void save_file(const std::string& file, std::string_view content) {
  SavedFile saved(file);
  saved.append(content);
  saved.keep();
}

}  // namespace harrier::tools
