// The texts of error classes are ours; a program may print them but not rely on them.
#include "mpi/data/errors.hpp"

#include <algorithm>
#include <array>

namespace harrier::mpi {

namespace {

struct ClassText {
  int error_class;
  const char* text;
};

constexpr auto kTexts = std::to_array<ClassText>({
    {MPI_SUCCESS, "no error"},
    {MPI_ERR_BUFFER, "invalid buffer"},
    {MPI_ERR_COUNT, "invalid count"},
    {MPI_ERR_TYPE, "invalid datatype"},
    {MPI_ERR_TAG, "invalid tag"},
    {MPI_ERR_COMM, "invalid communicator"},
    {MPI_ERR_RANK, "invalid rank"},
    {MPI_ERR_ROOT, "invalid root"},
    {MPI_ERR_GROUP, "invalid group"},
    {MPI_ERR_OP, "invalid operation"},
    {MPI_ERR_TOPOLOGY, "invalid topology"},
    {MPI_ERR_DIMS, "invalid dimensions"},
    {MPI_ERR_ARG, "invalid argument"},
    {MPI_ERR_UNKNOWN, "unknown error"},
    {MPI_ERR_TRUNCATE, "message longer than the receive buffer"},
    {MPI_ERR_OTHER, "other error"},
    {MPI_ERR_INTERN, "internal error"},
    {MPI_ERR_IN_STATUS, "the error is in the status"},
    {MPI_ERR_PENDING, "the request is pending"},
    {MPI_ERR_REQUEST, "invalid request"},
    {MPI_ERR_ACCESS, "permission denied"},
    {MPI_ERR_AMODE, "invalid access mode"},
    {MPI_ERR_BAD_FILE, "invalid file name"},
    {MPI_ERR_CONVERSION, "data conversion failed"},
    {MPI_ERR_DUP_DATAREP, "data representation defined twice"},
    {MPI_ERR_FILE_EXISTS, "the file exists"},
    {MPI_ERR_FILE_IN_USE, "the file is in use"},
    {MPI_ERR_FILE, "invalid file"},
    {MPI_ERR_INFO, "invalid info object"},
    {MPI_ERR_INFO_KEY, "invalid info key"},
    {MPI_ERR_INFO_VALUE, "invalid info value"},
    {MPI_ERR_INFO_NOKEY, "no such info key"},
    {MPI_ERR_IO, "input or output failed"},
    {MPI_ERR_NAME, "no such service name"},
    {MPI_ERR_NO_MEM, "no memory left"},
    {MPI_ERR_NOT_SAME, "not the same argument at all ranks"},
    {MPI_ERR_NO_SPACE, "no space left"},
    {MPI_ERR_NO_SUCH_FILE, "no such file"},
    {MPI_ERR_PORT, "invalid port"},
    {MPI_ERR_QUOTA, "quota exceeded"},
    {MPI_ERR_READ_ONLY, "read-only file"},
    {MPI_ERR_SERVICE, "invalid service name"},
    {MPI_ERR_SPAWN, "processes cannot be spawned"},
    {MPI_ERR_UNSUPPORTED_DATAREP, "unsupported data representation"},
    {MPI_ERR_UNSUPPORTED_OPERATION, "unsupported operation"},
    {MPI_ERR_WIN, "invalid window"},
    {MPI_ERR_BASE, "invalid base address"},
    {MPI_ERR_LOCKTYPE, "invalid type of lock"},
    {MPI_ERR_KEYVAL, "invalid keyval"},
    {MPI_ERR_RMA_CONFLICT, "conflicting accesses to a window"},
    {MPI_ERR_RMA_SYNC, "wrong synchronisation of a window"},
    {MPI_ERR_SIZE, "invalid size"},
    {MPI_ERR_DISP, "invalid displacement"},
    {MPI_ERR_ASSERT, "invalid assertion"},
    {MPI_ERR_RMA_RANGE, "outside of the window"},
    {MPI_ERR_RMA_ATTACH, "memory cannot be attached"},
    {MPI_ERR_RMA_SHARED, "memory cannot be shared"},
    {MPI_ERR_RMA_FLAVOR, "wrong kind of window"},
    {MPI_ERR_SESSION, "invalid session"},
    {MPI_ERR_PROC_ABORTED, "a process has aborted"},
    {MPI_ERR_VALUE_TOO_LARGE, "value too large"},
});

const ClassText* predefined(int code) {
  const auto* const found = std::find_if(kTexts.begin(), kTexts.end(), [&](const ClassText& text) {
    return text.error_class == code;
  });
  return found == kTexts.end() ? nullptr : found;
}

// MPICH marks codes that were added by this bit.
constexpr int kAdded = 0x40000000;

}  // namespace

const ErrorCodes::Added* ErrorCodes::find(int code) const {
  const std::size_t index = static_cast<std::size_t>(code) - kAdded;
  return code >= kAdded && index < added_.size() ? &added_[index] : nullptr;
}

int ErrorCodes::add_class() {
  const int code = kAdded + static_cast<int>(added_.size());
  added_.push_back({code, {}});
  return code;
}

int ErrorCodes::add_code(int error_class) {
  const int code = kAdded + static_cast<int>(added_.size());
  added_.push_back({error_class, {}});
  return code;
}

bool ErrorCodes::set_text(int code, std::string text) {
  if (find(code) == nullptr) return false;
  added_[static_cast<std::size_t>(code - kAdded)].text = std::move(text);
  return true;
}

bool ErrorCodes::is_known(int code) const {
  return predefined(code) != nullptr || find(code) != nullptr;
}

int ErrorCodes::class_of(int code) const {
  const Added* const added = find(code);
  return added == nullptr ? code : added->error_class;
}

std::string ErrorCodes::text_of(int code) const {
  if (const Added* const added = find(code)) return added->text;
  return predefined(code)->text;
}

int ErrorCodes::last_used() const {
  return added_.empty() ? MPI_ERR_LASTCODE : kAdded + static_cast<int>(added_.size()) - 1;
}

const ErrorHandler* ErrorHandlerTable::find(MPI_Errhandler handle) const {
  return made_.find(handle);
}

std::optional<std::string> ErrorHandlerTable::problem_of(MPI_Errhandler handle) const {
  if (handle == MPI_ERRHANDLER_NULL) return "the error handler is MPI_ERRHANDLER_NULL";
  if (handle == MPI_ERRORS_ARE_FATAL || handle == MPI_ERRORS_RETURN || handle == MPI_ERRORS_ABORT)
    return std::nullopt;
  if (std::find(freed_.begin(), freed_.end(), handle) != freed_.end())
    return "the error handler was freed before";
  if (find(handle) == nullptr) return "the error handler is not an error handler";
  return std::nullopt;
}

void ErrorHandlerTable::clear() {
  made_.clear();
  freed_.clear();
}

}  // namespace harrier::mpi
