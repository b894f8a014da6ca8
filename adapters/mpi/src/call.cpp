// A call of MPI by a rank: what every function of the interface goes through.
#include "call.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "harrier/detail/exits.hpp"
#include "large_counts.hpp"
#include "texts.hpp"
#include "windows.hpp"

namespace harrier::mpi {

namespace {

World& world_of(const char* function) {
  if (World* const world = World::current()) return *world;
  if (Ranks::instance().in_process()) Ranks::instance().end_by_thread(function);
  std::fprintf(stderr,
               "error: %s is called outside an exploration; start the program with harrier mpi\n",
               function);
  detail::end_process(2);
}

/// Tells whether a function only asks: what the rank knows of MPI is what it was.
bool is_question(std::string_view function) {
  static constexpr std::array<std::string_view, 24> questions = {
      "MPI_Test",         "MPI_Testall",        "MPI_Testany",
      "MPI_Testsome",     "MPI_Iprobe",         "MPI_Improbe",
      "MPI_Win_test",     "MPI_Comm_rank",      "MPI_Request_get_status",
      "MPI_Comm_size",    "MPI_Wtime",          "MPI_Wtick",
      "MPI_Initialized",  "MPI_Finalized",      "MPI_Get_processor_name",
      "MPI_Get_count",    "MPI_Get_elements",   "MPI_Get_address",
      "MPI_Type_size",    "MPI_Test_cancelled", "MPI_Comm_remote_size",
      "MPI_Query_thread", "MPI_Is_thread_main", "MPI_Get_version"};
  return std::ranges::find(questions, function) != questions.end();
}

}  // namespace

Call::Call(const char* function, const void* from, When when)
    : world_(world_of(function)), site_{function, from} {
  Interface& program = interface();
  has_large_counts_ = std::exchange(program.has_large_counts, false);
  if (program.translated_from != nullptr)
    site_.from = std::exchange(program.translated_from, nullptr);
  if (state().polls.is_in_row() && !is_question(function)) world_.look_back();
  if (when == When::anytime) return;
  if (Team* const team = state().team.get()) {
    team->call();
    if (team->number() != 0 && state().thread_level <= MPI_THREAD_FUNNELED) {
      report("thread " + std::to_string(team->number()) +
             " calls it, but MPI was initialised for calls of the first thread only");
    }
  }
  const RankState::Phase phase = state().phase;
  if (phase == RankState::Phase::inside) {
    if (!world_.windows().empty()) note_stores(*this);
    state().watched.forget();
    return;
  }
  const char* const text = phase == RankState::Phase::before_init ? " is called before MPI_Init"
                                                                  : " is called after MPI_Finalize";
  world_.fail(FailureKind::misuse, place_text(rank(), site_) + text);
}

std::uint32_t Call::communicator(MPI_Comm comm) const {
  comm_number_ = number_of(comm);
  comm_ = comm;
  return comm_number_;
}

std::uint32_t Call::number_of(MPI_Comm comm) const {
  if (comm == MPI_COMM_WORLD) return 0;
  if (comm == MPI_COMM_SELF) return 1 + rank();
  if (comm == MPI_COMM_NULL) throw CallError(MPI_ERR_COMM, "the communicator is MPI_COMM_NULL");
  if (const HeldCommunicator* const held = state().communicators.find(comm)) return held->number;
  throw CallError(MPI_ERR_COMM, state().communicators.freed(comm)
                                    ? "the communicator was freed"
                                    : "the communicator does not exist");
}

TypedCount Call::typed(int count, MPI_Datatype type) const {
  if (count < 0) throw CallError(MPI_ERR_COUNT, "the count is " + std::to_string(count));
  if (const std::optional<std::string> problem = state().types.problem_of(type)) {
    throw CallError(MPI_ERR_TYPE, *problem);
  }
  return {state().types.find(type), static_cast<std::size_t>(count)};
}

Buffer Call::buffer(const void* address, int count, MPI_Datatype type) const {
  Buffer buffer{const_cast<void*>(address), typed(count, type)};
  // An address of 0 is MPI_BOTTOM for types that hold addresses of their own.
  const bool has_data = buffer.values.bytes() != 0;
  if (has_data && address == nullptr && buffer.values.type->true_lower_bound() == 0) {
    throw CallError(MPI_ERR_BUFFER, "the buffer is null");
  }
  return buffer;
}

IntList Call::ints(const int* list, std::size_t count) const {
  if (list == nullptr) return {list, 0};
  if (!has_large_counts_) return {list, count};
  std::vector<int> narrowed;
  for (const MPI_Count number : std::span(reinterpret_cast<const MPI_Count*>(list), count)) {
    if (!fits<int>(number)) refuse_large((std::string(site_.function) + "_c").c_str());
    narrowed.push_back(static_cast<int>(number));
  }
  return IntList(std::move(narrowed));
}

int Call::peer_number(std::uint32_t comm, std::uint32_t rank) const {
  const std::span<const std::uint32_t> peers = communicator(comm).peers_of(member(comm));
  return static_cast<int>(std::ranges::find(peers, rank) - peers.begin());
}

Membership Call::membership(std::uint32_t comm) const {
  const Communicator& of = communicator(comm);
  const std::uint32_t self = member(comm);
  Membership made;
  made.rank = static_cast<int>(self - of.group_begin(self));
  made.size = static_cast<int>(of.group_of(self).size());
  if (of.is_inter()) made.remote_size = static_cast<int>(of.peers_of(self).size());
  return made;
}

std::uint32_t Call::member(std::uint32_t comm, std::uint32_t rank) const {
  const std::vector<std::uint32_t>& members = communicator(comm).members;
  return static_cast<std::uint32_t>(std::ranges::find(members, rank) - members.begin());
}

std::string Call::name_of(std::uint32_t comm) const {
  return communicator_text(communicator(comm));
}

void Call::report(const std::string& text) const {
  world_.fail(FailureKind::misuse, place_text(rank(), site_) + ": " + text);
}

MPI_Errhandler Call::handler_of(std::uint32_t comm) const {
  const Objects& objects = state().objects;
  const auto known = objects.communicators.find(comm);
  return known == objects.communicators.end() ? MPI_ERRORS_ARE_FATAL : known->second.handler;
}

void Call::handle_error(MPI_Errhandler handle, int object, int code,
                        const std::string& text) const {
  if (handle == MPI_ERRORS_RETURN) return;
  const ErrorHandler* const handler = state().objects.handlers.find(handle);
  if (handler == nullptr) report(text);
  const ErrorHandler used = *handler;
  const InProgram program;
  interface().handle_error(used, &object, &code);
}

int Call::failed(const CallError& error) const {
  if (window_ != MPI_WIN_NULL) {
    handle_error(window_handler_, window_, error.error_class(), error.what());
  } else {
    handle_error(handler_of(comm_number_), comm_, error.error_class(), error.what());
  }
  return error.error_class();
}

}  // namespace harrier::mpi
