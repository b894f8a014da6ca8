// Signatures are walked, never written out: a cursor goes over count × type run by run.
#include "signature.hpp"

#include <algorithm>

namespace harrier::mpi {

namespace {

class Cursor {
 public:
  explicit Cursor(const TypedCount& values) {
    if (values.type == nullptr || values.count == 0) return;
    runs_ = values.type->signature();
    if (runs_.empty()) return;
    // A type of one basic type is one long run, however many elements there are.
    if (runs_.size() == 1) {
      left_in_run_ = runs_.front().count * values.count;
      elements_left_ = 1;
    } else {
      left_in_run_ = runs_.front().count;
      elements_left_ = values.count;
    }
  }

  bool at_end() const { return elements_left_ == 0; }
  BasicId basic() const { return runs_[run_].basic; }
  std::size_t left() const { return left_in_run_; }

  void advance(std::size_t count) {
    left_in_run_ -= count;
    if (left_in_run_ > 0) return;
    if (++run_ == runs_.size()) {
      run_ = 0;
      --elements_left_;
    }
    if (!at_end()) left_in_run_ = runs_[run_].count;
  }

 private:
  std::span<const SignatureRun> runs_;
  std::size_t run_ = 0;
  std::size_t left_in_run_ = 0;
  std::size_t elements_left_ = 0;
};

bool is_packed(const TypedCount& values) {
  return values.type != nullptr && values.type->predefined() == MPI_PACKED;
}

SignatureFit compare_bytes(const TypedCount& sent, const TypedCount& received) {
  if (sent.bytes() > received.bytes()) return {.fit = Fit::longer};
  return {.fit = sent.bytes() < received.bytes() ? Fit::shorter : Fit::equal};
}

}  // namespace

SignatureFit compare(const TypedCount& sent, const TypedCount& received) {
  if (is_packed(sent) || is_packed(received)) return compare_bytes(sent, received);
  Cursor from(sent);
  Cursor to(received);
  std::optional<SignatureFit> similar;
  std::size_t at = 0;
  while (!from.at_end() && !to.at_end()) {
    if (from.basic() != to.basic()) {
      if (!same_representation(from.basic(), to.basic()))
        return {.fit = Fit::different, .at = at, .sent = from.basic(), .received = to.basic()};
      if (!similar)
        similar = {.fit = Fit::similar, .at = at, .sent = from.basic(), .received = to.basic()};
    }
    const std::size_t step = std::min(from.left(), to.left());
    from.advance(step);
    to.advance(step);
    at += step;
  }
  if (!from.at_end()) return {.fit = Fit::longer, .at = at};
  if (similar) return *similar;
  return {.fit = to.at_end() ? Fit::equal : Fit::shorter, .at = at};
}

std::string signature_text(const TypedCount& values) {
  if (values.type == nullptr) return "nothing";
  const Datatype& type = *values.type;
  if (type.predefined() != MPI_DATATYPE_NULL || type.signature().empty())
    return std::to_string(values.count) + " " + type_text(type);
  if (type.signature().size() == 1) {
    const SignatureRun& run = type.signature().front();
    return std::to_string(run.count * values.count) + " " + basic_type(run.basic).name;
  }
  return std::to_string(values.count) + " × " + type_text(type);
}

std::string values_text(const TypedCount& values, std::span<const std::byte> packed,
                        std::size_t limit) {
  std::string text;
  Cursor cursor(values);
  while (!cursor.at_end() && !packed.empty()) {
    const std::size_t value_bytes = basic_type(cursor.basic()).bytes;
    const std::size_t bytes = std::min(packed.size(), cursor.left() * value_bytes);
    const std::size_t count = bytes / value_bytes;
    if (count == 0) break;
    if (!text.empty()) text += ", ";
    text += values_text(cursor.basic(), packed.first(bytes), limit);
    if (count > limit) return text;
    limit -= count;
    packed = packed.subspan(bytes);
    cursor.advance(cursor.left());
  }
  return text;
}

std::optional<std::size_t> elements_in(const Datatype& type, std::size_t bytes) {
  if (type.size() == 0) return bytes == 0 ? std::optional<std::size_t>(0) : std::nullopt;
  std::size_t count = (bytes / type.size()) * type.element_count();
  std::size_t rest = bytes % type.size();
  for (const SignatureRun& run : type.signature()) {
    const std::size_t value_bytes = basic_type(run.basic).bytes;
    if (rest < run.count * value_bytes) {
      if (rest % value_bytes != 0) return std::nullopt;
      return count + rest / value_bytes;
    }
    count += run.count;
    rest -= run.count * value_bytes;
  }
  return count;
}

std::optional<BasicId> only_basic(const Datatype& type) {
  if (type.signature().empty()) return std::nullopt;
  const BasicId first = type.signature().front().basic;
  for (const SignatureRun& run : type.signature())
    if (run.basic != first) return std::nullopt;
  return first;
}

}  // namespace harrier::mpi
