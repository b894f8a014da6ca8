// MPI_Init, MPI_Finalize, time, and what a rank asks about itself.
#include <algorithm>
#include <cstring>

#include "attribute_calls.hpp"
#include "call.hpp"
#include "collectives.hpp"
#include "leaks.hpp"
#include "texts.hpp"

using namespace harrier;
using namespace harrier::mpi;

namespace {

void initialise(const Call& call) {
  if (call.state().phase != RankState::Phase::before_init) {
    call.world().fail(FailureKind::misuse,
                      place_text(call.rank(), call.site()) + " is called a second time");
  }
  call.state().phase = RankState::Phase::inside;
}

/// Throws CallError where something is left that was to be freed.
void require_freed(const Call& call) {
  if (!call.world().options().leaks_are_errors) return;
  const std::vector<Leak> leaks = leaks_of(call.state());
  if (!leaks.empty()) throw CallError(MPI_ERR_OTHER, leak_text(leaks.front()));
}

/// Throws CallError where a request is left that was to be waited for.
void require_finished(const Call& call) {
  call.state().requests.for_each([&](MPI_Request, const Request& request) {
    if (request.active && request.kind == Request::Kind::message) {
      throw CallError(MPI_ERR_REQUEST,
                      "the message of " + call_text(request.site) + " is never received");
    }
    if (request.active && !request.is_given_up) {
      throw CallError(MPI_ERR_REQUEST,
                      "the request of " + call_text(request.site) +
                          (request.is_cancelled
                               ? " is cancelled, but never completed: MPI_Cancel only asks for "
                                 "it, and MPI_Wait, MPI_Test or MPI_Request_free completes it"
                               : " is never waited for"));
    }
  });
}

/// What hangs on MPI_COMM_SELF is deleted first, so that libraries learn of the end.
void delete_own_attributes(const Call& call) {
  auto& all = call.state().objects.communicators;
  const auto self = all.find(call.communicator(MPI_COMM_SELF));
  if (self != all.end()) delete_attributes(call, MPI_COMM_SELF, self->second.attributes);
}

}  // namespace

extern "C" {

int MPI_Init(int*, char***) {
  return calling("MPI_Init", __builtin_return_address(0), initialise, When::anytime);
}

int MPI_Init_thread(int*, char***, int required, int* provided) {
  return calling(
      "MPI_Init_thread", __builtin_return_address(0),
      [&](const Call& call) {
        initialise(call);
        // Threads that a program makes are refused when it makes them.
        const int level = std::clamp(required, MPI_THREAD_SINGLE, MPI_THREAD_MULTIPLE);
        if (level > MPI_THREAD_FUNNELED && call.state().makes_threads) {
          call.world().unsupported("MPI_Init_thread", "threads that call MPI are not explored");
        }
        *provided = call.state().thread_level = level;
      },
      When::anytime);
}

int MPI_Finalize() {
  return calling("MPI_Finalize", __builtin_return_address(0), [&](const Call& call) {
    delete_own_attributes(call);
    require_finished(call);
    require_freed(call);
    enter(call, 0, {});
    call.state().phase = RankState::Phase::finalized;
  });
}

int MPI_Initialized(int* flag) {
  // Constructors of libraries ask before there are ranks.
  if (World::current() == nullptr) {
    *flag = 0;
    return MPI_SUCCESS;
  }
  return calling(
      "MPI_Initialized", __builtin_return_address(0),
      [&](const Call& call) { *flag = call.state().phase != RankState::Phase::before_init; },
      When::anytime);
}

int MPI_Finalized(int* flag) {
  return calling(
      "MPI_Finalized", __builtin_return_address(0),
      [&](const Call& call) { *flag = call.state().phase == RankState::Phase::finalized; },
      When::anytime);
}

int MPI_Abort(MPI_Comm, int status) {
  return calling("MPI_Abort", __builtin_return_address(0), [&](const Call& call) {
    call.world().fail(FailureKind::check, place_text(call.rank(), call.site()) + " with status " +
                                              std::to_string(status));
  });
}

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  return calling("MPI_Comm_rank", __builtin_return_address(0),
                 [&](const Call& call) { *rank = call.membership(call.communicator(comm)).rank; });
}

int MPI_Comm_size(MPI_Comm comm, int* size) {
  return calling("MPI_Comm_size", __builtin_return_address(0),
                 [&](const Call& call) { *size = call.membership(call.communicator(comm)).size; });
}

double MPI_Wtime() {
  const Call call("MPI_Wtime", __builtin_return_address(0), When::anytime);
  return static_cast<double>(call.state().next_moment()) * 1e-9;
}

double MPI_Wtick() { return 1e-6; }

int MPI_Get_processor_name(char* name, int* length) {
  return calling("MPI_Get_processor_name", __builtin_return_address(0), [&](const Call&) {
    std::strcpy(name, "harrier");
    *length = static_cast<int>(std::strlen(name));
  });
}

int MPI_Get_version(int* version, int* subversion) {
  return calling(
      "MPI_Get_version", __builtin_return_address(0),
      [&](const Call&) {
        *version = MPI_VERSION;
        *subversion = MPI_SUBVERSION;
      },
      When::anytime);
}

int MPI_Get_library_version(char* name, int* length) {
  return calling(
      "MPI_Get_library_version", __builtin_return_address(0),
      [&](const Call&) {
        std::strcpy(name, "Harrier");
        *length = static_cast<int>(std::strlen(name));
      },
      When::anytime);
}

int MPI_Query_thread(int* provided) {
  return calling("MPI_Query_thread", __builtin_return_address(0),
                 [&](const Call& call) { *provided = call.state().thread_level; });
}

int MPI_Is_thread_main(int* flag) {
  return calling("MPI_Is_thread_main", __builtin_return_address(0),
                 [&](const Call&) { *flag = 1; });
}
}
