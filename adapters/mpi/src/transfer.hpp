// Sends, receives and their requests, as all functions of MPI make and finish them.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>

#include "call.hpp"

namespace harrier::mpi {

enum class SendMode : std::uint8_t { standard, synchronous, buffered, ready };
/// Whether what a call begins is waited for in that call, or later.
enum class Ending : std::uint8_t { at_once, later };

/// The other end of a send or receive, as the program gives it.
struct Peer {
  int rank = 0;
  int tag = 0;
  MPI_Comm comm = MPI_COMM_NULL;
};

/// Throws CallError where the other end of a send is wrong.
void require_destination(const Call& call, const Peer& peer);
/// Throws CallError where the attached buffer has no room for a message.
void require_room(const Call& call, const Buffer& buffer);
/// Posts a send or a receive and returns the request for it, which is not in a table yet.
Request post_send(const Call& call, SendMode mode, const Buffer& buffer, const Peer& peer,
                  Ending ending);
Request post_receive(const Call& call, const Buffer& buffer, const Peer& peer);
/// Makes what a receive or a probe asks for of what the program gives.
Receive wanted_by(const Call& call, const Peer& peer);

/// Takes note of memory that the program must leave alone until a request is done.
void guard(Request& request, const Buffer& buffer, bool is_filled);
/// Adds a request that the program will wait for later; until then its buffer must be left alone.
MPI_Request add_request(const Call& call, Request request);

/// Takes what a request that is done was for, and says in `status` what that was.
void finish(const Call& call, Request& request, MPI_Status* status);
/// Asks the program what a request of its own has come to.
void query(const Generalized& request, MPI_Status* status);
/// Says that there was nothing to wait for.
void set_empty(MPI_Status* status);
/// Says in a status what was received, or found; `source` is a rank of the communicator.
void set_status(MPI_Status* status, int source, int tag, std::size_t bytes);
/// Tells whether something is done whatever happens: there is nothing to wait for.
bool is_settled(const Call& call, const Condition& condition);
/// Waits for some requests and finishes them.
void wait_for(const Call& call, std::span<Request> requests, MPI_Status* last_status);

/// Lists the receives that were freed before they met a send.
void append_given_up(const HandleTable<Request>& requests, std::vector<Condition>& out);
/// Takes what has come for them; they are over then.
void finish_given_up(const Site& site);

}  // namespace harrier::mpi
