// All that lies outside the actors of a program, asked as one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harrier/outside.hpp"

namespace harrier::detail {

class Outsides {
 public:
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  void add(std::unique_ptr<Outside> outside, const Inside& inside);
  /// Forgets those added last, as what a set-up adds when it is to begin anew.
  void shrink(std::size_t size);

  void begin(std::span<const StepNumber> learns_from) {
    for (const auto& one : all_) one->begin(learns_from);
  }
  bool open(MessageId message, const Past& past, Accepts accepts) const;
  void append_open(std::span<const MessageId> pending, const Past& now, Accepts accepts,
                   std::vector<MessageId>& out) const;
  void append_causes(MessageId message, std::vector<EventId>& out) const;
  void append_reason(MessageId message, std::vector<ResourceAccess>& out) const;
  void append_touched(const StepEffects& step, std::vector<ResourceAccess>& out) const {
    for (const auto& one : all_) one->append_touched(step, out);
  }
  void hash_message(MessageId message, const StateNames& names, Fingerprint& content) const {
    for (const auto& one : all_) one->hash_message(message, names, content);
  }
  void hash(const StateNames& names, Fingerprint& state) const {
    for (const auto& one : all_) one->hash(names, state);
  }
  /// Names the one that a resource of the program belongs to.
  std::string text(Resource resource) const;
  std::optional<Failure> judge() const;

 private:
  std::vector<std::unique_ptr<Outside>> all_;
  std::vector<const Gate*> gates_;
};

}  // namespace harrier::detail
