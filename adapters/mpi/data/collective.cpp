// Every collective is one of two things: pieces that travel from members to members, or pieces that
// are combined in rank order.
#include "mpi/data/collective.hpp"

#include <algorithm>
#include <numeric>

#include "mpi/data/copying.hpp"

namespace harrier::mpi {

namespace {

/// A block of this member that a piece of a peer goes to.
struct Route {
  std::size_t source;
  std::size_t piece;
  Buffer to;
};

std::size_t index_of(int rank) { return static_cast<std::size_t>(rank); }

Piece piece_of(const Buffer& buffer) {
  return {packed_copy(buffer.address, buffer.values), buffer.values};
}

bool takes_part_in_rooted(const CollectiveCall& call) {
  return !call.self.is_inter() || call.root != MPI_PROC_NULL;
}

/// Returns the values of a call that combines all of its one send block.
Buffer reduced_block(const CollectiveCall& call) {
  const bool takes_own = call.in_place && call.kind != CollectiveKind::reduce_scatter &&
                         (call.kind != CollectiveKind::reduce || call.is_root());
  return takes_own ? call.receive.block(0) : call.send.block(0);
}

/// Returns which piece of a source is meant for this member's block `slot`.
std::optional<std::size_t> neighbor_piece(const CollectiveCall& call, const Contribution& source,
                                          std::size_t slot) {
  if (source.pieces.size() == 1 && call.kind == CollectiveKind::neighbor_allgather) return 0;
  if (call.neighbors.is_cartesian) return slot ^ 1U;
  // The k-th edge from there to here is the k-th in both lists.
  const auto& sources = call.neighbors.sources;
  const auto before = sources.begin() + static_cast<std::ptrdiff_t>(slot);
  auto left = std::count(sources.begin(), before, sources[slot]);
  for (std::size_t i = 0; i < source.destinations.size(); ++i)
    if (source.destinations[i] == call.self.rank && left-- == 0) return i;
  return std::nullopt;
}

std::vector<Route> neighbor_routes(const CollectiveCall& call,
                                   std::span<const Contribution* const> peers) {
  std::vector<Route> routes;
  for (std::size_t slot = 0; slot < call.neighbors.sources.size(); ++slot) {
    const int source = call.neighbors.sources[slot];
    if (source == MPI_PROC_NULL) continue;
    const auto piece = neighbor_piece(call, *peers[index_of(source)], slot);
    if (piece) routes.push_back({index_of(source), *piece, call.receive.block(slot)});
  }
  return routes;
}

/// Lists the pieces that this member receives.
std::vector<Route> routes_of(const CollectiveCall& call,
                             std::span<const Contribution* const> peers) {
  std::vector<Route> routes;
  const std::size_t self = index_of(call.self.rank);
  const auto from_root = [&](std::size_t piece) {
    if (takes_part_in_rooted(call) && call.root >= 0)
      routes.push_back({index_of(call.root), piece, call.receive.block(0)});
  };
  const auto from_all = [&](std::size_t piece) {
    for (std::size_t i = 0; i < peers.size(); ++i)
      if (!call.in_place || call.self.is_inter() || i != self)
        routes.push_back({i, piece, call.receive.block(i)});
  };
  switch (call.kind) {
    case CollectiveKind::bcast:
      if (!call.is_root()) from_root(0);
      break;
    case CollectiveKind::scatter:
      if (!call.is_root() || !call.in_place) from_root(self);
      break;
    case CollectiveKind::gather:
      if (call.is_root()) from_all(0);
      break;
    case CollectiveKind::allgather:
      from_all(0);
      break;
    case CollectiveKind::alltoall:
      from_all(self);
      break;
    case CollectiveKind::neighbor_allgather:
    case CollectiveKind::neighbor_alltoall:
      return neighbor_routes(call, peers);
    default:
      break;
  }
  return routes;
}

bool fits_exactly(const SignatureFit& fit) {
  return fit.fit == Fit::equal || fit.fit == Fit::similar;
}

std::optional<Mismatch> move_pieces(const std::vector<Route>& routes,
                                    std::span<const Contribution* const> peers) {
  std::optional<Mismatch> similar;
  for (const Route& route : routes) {
    const Piece& piece = peers[route.source]->pieces[route.piece];
    const SignatureFit fit = compare(piece.values, route.to.values);
    const Mismatch mismatch{static_cast<int>(route.source), fit, piece.values, route.to.values};
    if (!fits_exactly(fit)) return mismatch;
    if (fit.fit == Fit::similar && !similar) similar = mismatch;
  }
  for (const Route& route : routes)
    unpack(peers[route.source]->pieces[route.piece].bytes, route.to.address, route.to.values);
  return similar;
}

/// The elements that a member gets of what is combined, and of how many members.
struct Share {
  std::size_t members = 0;
  std::size_t begin = 0;
  std::size_t count = 0;
};

Share share_of(const CollectiveCall& call, std::size_t peers) {
  const std::size_t self = index_of(call.self.rank);
  const std::size_t all = reduced_block(call).values.count;
  switch (call.kind) {
    case CollectiveKind::reduce:
      return {call.is_root() ? peers : 0, 0, all};
    case CollectiveKind::allreduce:
      return {peers, 0, all};
    case CollectiveKind::scan:
      return {self + 1, 0, all};
    case CollectiveKind::exscan:
      return {self, 0, all};
    case CollectiveKind::reduce_scatter: {
      const int before =
          std::accumulate(call.counts.begin(), call.counts.begin() + call.self.rank, 0);
      return {peers, index_of(before), index_of(call.counts[self])};
    }
    default:
      return {};
  }
}

std::optional<Mismatch> combine_pieces(const CollectiveCall& call,
                                       std::span<const Contribution* const> peers,
                                       const UserCall& user) {
  const Share share = share_of(call, peers.size());
  if (share.members == 0) return std::nullopt;
  // At the root of an intercommunicator nothing is sent: the receive block says what is expected.
  const bool receives_only = call.self.is_inter() && call.kind == CollectiveKind::reduce;
  const TypedCount expected =
      receives_only ? call.receive.block(0).values : reduced_block(call).values;
  const std::size_t count = receives_only ? expected.count : share.count;
  std::optional<Mismatch> similar;
  for (std::size_t i = 0; i < share.members; ++i) {
    const Piece& piece = peers[i]->pieces[0];
    const SignatureFit fit = compare(piece.values, expected);
    const Mismatch mismatch{static_cast<int>(i), fit, piece.values, expected};
    if (!fits_exactly(fit)) return mismatch;
    if (fit.fit == Fit::similar && !similar) similar = mismatch;
  }
  const std::size_t bytes = expected.type->size();
  const auto part = [&](std::size_t member) {
    return std::span(peers[member]->pieces[0].bytes).subspan(share.begin * bytes, count * bytes);
  };
  const std::span<const std::byte> first = part(0);
  std::vector<std::byte> result(first.begin(), first.end());
  const ReductionType type{{expected.type, count}, call.reduced_handle};
  for (std::size_t i = 1; i < share.members; ++i) {
    const std::span<const std::byte> next = part(i);
    std::vector<std::byte> right(next.begin(), next.end());
    combine(call.operation, type, result, right, user);
    result.swap(right);
  }
  unpack(result, call.receive.block(0).address, {expected.type, count});
  return similar;
}

}  // namespace

bool is_reduction(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::reduce:
    case CollectiveKind::allreduce:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::scan:
    case CollectiveKind::exscan:
      return true;
    default:
      return false;
  }
}

namespace {

/// Calls `bring(buffer)` for each block that the member brings along.
template <class Bring>
void for_given(const CollectiveCall& call, Bring bring) {
  const std::size_t self = index_of(call.self.rank);
  const auto bring_all = [&](const Blocks& blocks, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) bring(blocks.block(i));
  };
  switch (call.kind) {
    case CollectiveKind::barrier:
      break;
    case CollectiveKind::bcast:
      if (call.is_root()) bring(call.send.block(0));
      break;
    case CollectiveKind::scatter:
      if (call.is_root()) bring_all(call.send, call.self.peer_count());
      break;
    case CollectiveKind::gather:
      if (call.self.is_inter() && call.root < 0) break;
      bring(call.in_place && call.is_root() ? call.receive.block(self) : call.send.block(0));
      break;
    case CollectiveKind::allgather:
      bring(call.in_place ? call.receive.block(self) : call.send.block(0));
      break;
    case CollectiveKind::alltoall:
      bring_all(call.in_place ? call.receive : call.send, call.self.peer_count());
      break;
    case CollectiveKind::reduce:
      if (call.self.is_inter() && call.root < 0) break;
      bring(reduced_block(call));
      break;
    case CollectiveKind::allreduce:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::scan:
    case CollectiveKind::exscan:
      bring(reduced_block(call));
      break;
    case CollectiveKind::neighbor_allgather:
      bring(call.send.block(0));
      break;
    case CollectiveKind::neighbor_alltoall:
      bring_all(call.send, call.neighbors.destinations.size());
      break;
  }
}

/// Calls `fill(buffer)` for each block that is filled for the member.
template <class Fill>
void for_filled(const CollectiveCall& call, Fill fill) {
  const auto fill_all = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) fill(call.receive.block(i));
  };
  switch (call.kind) {
    case CollectiveKind::barrier:
      break;
    case CollectiveKind::bcast:
      if (!call.is_root() && takes_part_in_rooted(call)) fill_all(1);
      break;
    case CollectiveKind::scatter: {
      const bool keeps_own = call.is_root() && (call.in_place || call.self.is_inter());
      if (!keeps_own && takes_part_in_rooted(call)) fill_all(1);
      break;
    }
    case CollectiveKind::gather:
      if (call.is_root()) fill_all(call.self.peer_count());
      break;
    case CollectiveKind::allgather:
    case CollectiveKind::alltoall:
      fill_all(call.self.peer_count());
      break;
    case CollectiveKind::reduce:
      if (call.is_root()) fill_all(1);
      break;
    case CollectiveKind::exscan:
      if (call.self.rank != 0) fill_all(1);
      break;
    case CollectiveKind::allreduce:
    case CollectiveKind::scan:
    case CollectiveKind::reduce_scatter:
      fill_all(1);
      break;
    case CollectiveKind::neighbor_allgather:
    case CollectiveKind::neighbor_alltoall:
      fill_all(call.neighbors.sources.size());
      break;
  }
}

}  // namespace

Contribution contribute(const CollectiveCall& call) {
  Contribution made;
  for_given(call, [&](const Buffer& buffer) { made.pieces.push_back(piece_of(buffer)); });
  made.destinations = call.neighbors.destinations;
  return made;
}

std::vector<UsedBuffer> buffers_of(const CollectiveCall& call) {
  std::vector<UsedBuffer> all;
  for_given(call, [&](const Buffer& buffer) { all.push_back({buffer, false}); });
  for_filled(call, [&](const Buffer& buffer) { all.push_back({buffer, true}); });
  return all;
}

std::optional<Mismatch> deliver(const CollectiveCall& call,
                                std::span<const Contribution* const> peers, const UserCall& user) {
  if (is_reduction(call.kind)) return combine_pieces(call, peers, user);
  return move_pieces(routes_of(call, peers), peers);
}

}  // namespace harrier::mpi
