// MPI_Wait, MPI_Test and their like.
#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "texts.hpp"
#include "transfer.hpp"

using namespace harrier::mpi;

namespace {

/// The requests that a call is given, less those that are null or not active.
class Requests {
 public:
  Requests(const Call& call, std::span<MPI_Request> handles) : call_(call), handles_(handles) {
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (handles[i] == MPI_REQUEST_NULL) continue;
      const Request* const request = call.state().requests.find(handles[i]);
      if (request == nullptr || request->is_given_up) {
        throw CallError(MPI_ERR_REQUEST,
                        request != nullptr || call.state().requests.freed(handles[i])
                            ? "the request is done or was freed"
                            : "the request does not exist");
      }
      if (!request->active) continue;
      if (request->generalized != nullptr && !request->generalized->is_complete) {
        if (!incomplete_) incomplete_ = request->site;
        continue;
      }
      places_.push_back(i);
      conditions_.push_back(request->condition);
      is_settled_ = is_settled_ && is_settled(call, request->condition);
    }
  }

  bool empty() const { return places_.empty(); }
  /// Tells whether the program has yet to complete one of its own.
  bool has_incomplete() const { return incomplete_.has_value(); }
  /// Reports such a one: its rank waits for what only the rank can do.
  void require_complete() const {
    if (!incomplete_) return;
    call_.world().fail(harrier::FailureKind::check,
                       place_text(call_.rank(), call_.site()) + " waits for ever: the request of " +
                           call_text(*incomplete_) + " is not complete");
  }
  std::size_t size() const { return places_.size(); }
  /// Tells whether all are done whatever happens.
  bool all_settled() const { return is_settled_; }
  /// Returns the place of an active one in the call's list.
  std::size_t place(std::size_t number) const { return places_[number]; }
  bool is_done(std::size_t number) const { return call_.world().is_done(conditions_[number]); }

  /// Tells whether all are done. What a test in vain writes is written before, so that it does not
  /// tell one round of a loop from another.
  int test_all() {
    if (has_incomplete()) return 0;
    return all_settled() || wait(Wait::Kind::test_all).way != way_failure ? 1 : 0;
  }
  Outcome wait(Wait::Kind kind) { return call_.world().wait(kind, conditions_, call_.site()); }

  /// Finishes an active one.
  void finish(std::size_t number, MPI_Status* status) {
    call_.world().look_back();
    MPI_Request& handle = handles_[places_[number]];
    Request& request = *call_.state().requests.find(handle);
    const bool stays = request.persistent;
    harrier::mpi::finish(call_, request, status);
    if (stays) return;
    call_.state().requests.free(handle);
    handle = MPI_REQUEST_NULL;
  }
  void finish_all(MPI_Status* statuses) {
    if (statuses != MPI_STATUSES_IGNORE) {
      for (std::size_t i = 0; i < handles_.size(); ++i) set_empty(&statuses[i]);
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
      finish(i, statuses != MPI_STATUSES_IGNORE ? &statuses[places_[i]] : MPI_STATUS_IGNORE);
    }
  }
  /// Finishes those that are done; returns how many.
  int finish_done(int* indices, MPI_Status* statuses) {
    std::vector<std::size_t> done;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (is_done(i)) done.push_back(i);
    }
    for (std::size_t i = 0; i < done.size(); ++i) {
      indices[i] = static_cast<int>(places_[done[i]]);
      finish(done[i], statuses != MPI_STATUSES_IGNORE ? &statuses[i] : MPI_STATUS_IGNORE);
    }
    return static_cast<int>(done.size());
  }

 private:
  const Call& call_;
  std::span<MPI_Request> handles_;
  std::vector<std::size_t> places_;
  std::vector<Condition> conditions_;
  std::optional<Site> incomplete_;
  bool is_settled_ = true;
};

std::span<MPI_Request> list_of(int count, MPI_Request* requests) {
  if (count < 0) throw CallError(MPI_ERR_COUNT, "the count is " + std::to_string(count));
  return {requests, static_cast<std::size_t>(count)};
}

/// Says in a status what a request that is done will give, and leaves it as it is.
void describe(const Call& call, const Request& request, MPI_Status* status) {
  set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  if (request.generalized != nullptr) {
    query(*request.generalized, status);
    return;
  }
  if (request.is_cancelled) {
    if (status != MPI_STATUS_IGNORE) status->count_hi_and_cancelled |= 1;
  } else if (request.condition.kind == Condition::Kind::receive) {
    const World& world = call.world();
    const SendId from = world.board().sender_of(request.condition.owner, request.condition.index);
    const Send& send = world.posts().send(from);
    set_status(status, call.peer_number(send.comm, from.rank), send.tag, send.data.size);
  } else if (request.kind == Request::Kind::receive) {
    set_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  }
}

void start_again(const Call& call, MPI_Request handle) {
  Request* const request = call.state().requests.find(handle);
  if (request == nullptr) throw CallError(MPI_ERR_REQUEST, "the request does not exist");
  if (!request->persistent) throw CallError(MPI_ERR_REQUEST, "the request is not persistent");
  if (request->active) throw CallError(MPI_ERR_REQUEST, "the request is still active");
  Request started = request->start_again(call);
  request->active = true;
  request->condition = started.condition;
  request->buffer = std::move(started.buffer);
  request->guarded = std::move(started.guarded);
  if (request->kind == Request::Kind::receive) guard(*request, request->buffer, true);
  request->finish = std::move(started.finish);
}

}  // namespace

extern "C" {

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return calling("MPI_Wait", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, {request, 1});
    requests.require_complete();
    if (!requests.all_settled()) requests.wait(Wait::Kind::all);
    if (requests.empty()) {
      set_empty(status);
    } else {
      requests.finish(0, status);
    }
  });
}

int MPI_Waitall(int count, MPI_Request* list, MPI_Status* statuses) {
  return calling("MPI_Waitall", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, list_of(count, list));
    requests.require_complete();
    if (!requests.all_settled()) requests.wait(Wait::Kind::all);
    requests.finish_all(statuses);
  });
}

int MPI_Waitany(int count, MPI_Request* list, int* index, MPI_Status* status) {
  return calling("MPI_Waitany", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, list_of(count, list));
    if (requests.empty()) {
      requests.require_complete();
      *index = MPI_UNDEFINED;
      set_empty(status);
      return;
    }
    const std::uint32_t way = requests.wait(Wait::Kind::any).way;
    *index = static_cast<int>(requests.place(way));
    requests.finish(way, status);
  });
}

int MPI_Waitsome(int count, MPI_Request* list, int* done_count, int* indices,
                 MPI_Status* statuses) {
  return calling("MPI_Waitsome", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, list_of(count, list));
    if (requests.empty()) {
      requests.require_complete();
      *done_count = MPI_UNDEFINED;
      return;
    }
    requests.wait(Wait::Kind::some);
    *done_count = requests.finish_done(indices, statuses);
  });
}

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return calling("MPI_Test", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, {request, 1});
    *flag = 0;
    *flag = requests.test_all();
    if (*flag == 0) return;
    if (requests.empty()) {
      set_empty(status);
    } else {
      requests.finish(0, status);
    }
  });
}

int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  return calling("MPI_Request_get_status", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, {&request, 1});
    *flag = 0;
    *flag = requests.test_all();
    if (*flag == 0) return;
    if (requests.empty()) {
      set_empty(status);
    } else {
      describe(call, *call.state().requests.find(request), status);
    }
  });
}

int MPI_Testall(int count, MPI_Request* list, int* flag, MPI_Status* statuses) {
  return calling("MPI_Testall", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, list_of(count, list));
    *flag = 0;
    *flag = requests.test_all();
    if (*flag != 0) requests.finish_all(statuses);
  });
}

int MPI_Testany(int count, MPI_Request* list, int* index, int* flag, MPI_Status* status) {
  return calling("MPI_Testany", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, list_of(count, list));
    *index = MPI_UNDEFINED;
    *flag = 1;
    if (requests.empty() && requests.has_incomplete()) *flag = 0;
    if (requests.empty()) {
      set_empty(status);
      return;
    }
    *flag = 0;  // what a test in vain writes anyway must not tell its rounds apart
    const std::uint32_t way = requests.wait(Wait::Kind::test_any).way;
    if (way == way_failure) return;
    *flag = 1;
    *index = static_cast<int>(requests.place(way));
    requests.finish(way, status);
  });
}

int MPI_Testsome(int count, MPI_Request* list, int* done_count, int* indices,
                 MPI_Status* statuses) {
  return calling("MPI_Testsome", __builtin_return_address(0), [&](const Call& call) {
    Requests requests(call, list_of(count, list));
    if (requests.empty()) {
      *done_count = requests.has_incomplete() ? 0 : MPI_UNDEFINED;
      return;
    }
    *done_count = 0;
    if (requests.wait(Wait::Kind::test_some).way == way_failure) return;
    *done_count = requests.finish_done(indices, statuses);
  });
}

int MPI_Start(MPI_Request* request) {
  return calling("MPI_Start", __builtin_return_address(0),
                 [&](const Call& call) { start_again(call, *request); });
}

int MPI_Startall(int count, MPI_Request* list) {
  return calling("MPI_Startall", __builtin_return_address(0), [&](const Call& call) {
    for (const MPI_Request handle : list_of(count, list)) start_again(call, handle);
  });
}

int MPI_Cancel(MPI_Request* handle) {
  return calling("MPI_Cancel", __builtin_return_address(0), [&](const Call& call) {
    Request* const request = call.state().requests.find(*handle);
    if (request == nullptr) throw CallError(MPI_ERR_REQUEST, "the request does not exist");
    if (!request->active) throw CallError(MPI_ERR_REQUEST, "the request is not active");
    if (request->kind == Request::Kind::collective) {
      throw CallError(MPI_ERR_REQUEST, "the request of " + call_text(request->site) +
                                           " is none of a send or a receive");
    }
    if (const std::shared_ptr<Generalized> own = request->generalized) {
      const InProgram program;
      own->cancel(own->extra, own->is_complete ? 1 : 0);
      return;
    }
    const Condition posted = request->condition;
    if (posted.kind == Condition::Kind::nothing) return;
    call.state().polls.clear();
    Condition asked_for = posted;
    if (posted.kind == Condition::Kind::send) asked_for.kind = Condition::Kind::met;
    const Outcome asked = call.world().ask_once(asked_for, call.site());
    if (asked.way != way_failure) return;
    call.world().cancel(posted);
    std::erase_if(call.state().buffered, [&](const Condition& one) {
      return posted.kind == Condition::Kind::send && one.send() == posted.send();
    });
    request->condition = {};
    request->is_cancelled = true;
  });
}

int MPI_Request_free(MPI_Request* request) {
  return calling("MPI_Request_free", __builtin_return_address(0), [&](const Call& call) {
    Request* const freed = call.state().requests.find(*request);
    if (freed == nullptr || freed->is_given_up)
      throw CallError(MPI_ERR_REQUEST, "the request does not exist");
    if (freed->active && freed->kind == Request::Kind::collective) {
      throw CallError(MPI_ERR_REQUEST, "the request of " + call_text(freed->site) +
                                           " is not complete; it may only be waited for");
    }
    if (const std::shared_ptr<Generalized> own = freed->generalized) {
      if (!own->is_complete) {
        call.world().unsupported(
            "MPI_Request_free for a request of MPI_Grequest_start that is "
            "not complete");
      }
      const InProgram program;
      own->release(own->extra);
    }
    if (freed->active && freed->condition.kind == Condition::Kind::receive) {
      // It goes on by itself, and its buffer is MPI's until then.
      freed->is_given_up = true;
      ++call.state().given_up;
    } else {
      call.state().requests.free(*request);
    }
    *request = MPI_REQUEST_NULL;
  });
}
}
