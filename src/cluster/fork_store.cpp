// A shared exploration kept in memory by processes that one has forked off.
#include "cluster/fork_store.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <system_error>

namespace harrier {

namespace {

constexpr std::size_t records_at_once = 256;
/// So much of the log is given back at a time.
constexpr std::uint64_t part_bytes = std::uint64_t{1} << 20U;

[[noreturn]] void fail_by_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// Reads or writes all bytes at an offset of a file, by `some`: pread or pwrite.
template <class Some, class Byte>
void transfer(const Some& some, int file, Byte* bytes, std::size_t size, std::uint64_t offset) {
  while (size > 0) {
    const ssize_t done = some(file, bytes, size, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail_by_errno("cannot keep what was explored");
    bytes += done;
    size -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
}

void write_at(int file, const void* from, std::size_t size, std::uint64_t offset) {
  transfer(pwrite, file, static_cast<const char*>(from), size, offset);
}

void read_at(int file, void* to, std::size_t size, std::uint64_t offset) {
  transfer(pread, file, static_cast<char*>(to), size, offset);
}

}  // namespace

struct ForkStore::Process {
  bool takes_part = true;
  bool has_task = false;
  TaskId task = 0;
  std::uint64_t read_bytes = 0;  ///< of the log
};

struct ForkStore::Shared {
  pthread_mutex_t mutex;
  std::uint64_t bytes = 0;       ///< of the log; what lies behind is not there yet
  std::uint64_t given_back = 0;  ///< of them, from the beginning
};

/// Holds the mutex. Whoever ends while it has it leaves everything as it was or as it is to be: the
/// last thing that is written decides.
class ForkStore::Lock {
 public:
  explicit Lock(Shared& shared) : mutex_(shared.mutex) {
    if (pthread_mutex_lock(&mutex_) == EOWNERDEAD) pthread_mutex_consistent(&mutex_);
  }
  ~Lock() { pthread_mutex_unlock(&mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

ForkStore::ForkStore(unsigned processes) : count_(processes) {
  log_ = memfd_create("harrier", MFD_CLOEXEC);
  if (log_ < 0) fail_by_errno("cannot keep an exploration for several processes");
  void* const memory = mmap(nullptr, sizeof(Shared) + count_ * sizeof(Process),
                            PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail_by_errno("cannot keep an exploration for several processes");
  shared_ = new (memory) Shared;
  std::uninitialized_default_construct_n(reinterpret_cast<Process*>(shared_ + 1), count_);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&shared_->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

ForkStore::~ForkStore() {
  munmap(shared_, sizeof(Shared) + count_ * sizeof(Process));
  close(log_);
}

std::span<ForkStore::Process> ForkStore::processes() const {
  return {reinterpret_cast<Process*>(shared_ + 1), count_};
}

void ForkStore::leave(unsigned index) {
  const Lock lock(*shared_);
  processes()[index] = {.takes_part = false};
}

/// Returns the records that come next for this process.
std::vector<std::string> ForkStore::read_on() {
  std::vector<std::string> records;
  std::uint64_t& offset = processes()[self_].read_bytes;
  while (offset < shared_->bytes && records.size() < records_at_once) {
    std::uint64_t size = 0;
    read_at(log_, &size, sizeof(size), offset);
    std::string record(size, '\0');
    read_at(log_, record.data(), size, offset + sizeof(size));
    records.push_back(std::move(record));
    offset += sizeof(size) + size;
  }
  give_back_memory();
  return records;
}

/// Gives back the part of the log that nobody will read any more.
void ForkStore::give_back_memory() {
  std::uint64_t read_by_all = shared_->bytes;
  for (const Process& process : processes()) {
    if (process.takes_part) read_by_all = std::min(read_by_all, process.read_bytes);
  }
  const std::uint64_t parts = (read_by_all - shared_->given_back) / part_bytes;
  if (parts == 0) return;
  fallocate(log_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
            static_cast<off_t>(shared_->given_back), static_cast<off_t>(parts * part_bytes));
  shared_->given_back += parts * part_bytes;
}

Store::Answer ForkStore::lease(const Request& request) {
  const Lock lock(*shared_);
  Answer answer;
  const bool knew_all = processes()[self_].read_bytes == shared_->bytes;
  answer.committed = request.finished != nullptr && append(*request.finished);
  if (answer.committed && knew_all) processes()[self_].read_bytes = shared_->bytes;
  answer.records = read_on();
  if (!answer.records.empty()) {
    answer.kind = Answer::Kind::news;
    return answer;
  }
  const std::span<Process> all = processes();
  for (const TaskId task : request.wanted) {
    const auto is_given = [task](const Process& one) { return one.has_task && one.task == task; };
    if (std::ranges::any_of(all, is_given)) continue;
    all[self_].task = task;
    all[self_].has_task = true;
    answer.kind = Answer::Kind::leased;
    answer.task = task;
    answer.leased_count =
        static_cast<std::uint64_t>(std::ranges::count(all, true, &Process::has_task));
    return answer;
  }
  return answer;
}

bool ForkStore::commit(const Finished& finished) {
  const Lock lock(*shared_);
  return append(finished);
}

bool ForkStore::append(const Finished& finished) {
  Process& self = processes()[self_];
  if (!self.has_task || self.task != finished.task) return false;
  const std::uint64_t size = finished.record.size();
  write_at(log_, &size, sizeof(size), shared_->bytes);
  write_at(log_, finished.record.data(), size, shared_->bytes + sizeof(size));
  shared_->bytes += sizeof(size) + size;
  self.has_task = false;
  return true;
}

}  // namespace harrier
