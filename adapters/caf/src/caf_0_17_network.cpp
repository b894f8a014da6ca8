// Connections of CAF 0.17, which are refused by name: whoever is at the other end, and the thread
// that serves the sockets, is under nobody's control.
//
// The functions are those of libcaf_io.so, which need not be loaded: then nobody calls them.
#include <caf/all.hpp>
#include <caf/io/network/native_socket.hpp>
#include <caf/io/network/protocol.hpp>
#include <string>
#include <utility>

#include "caf_0_17_library.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

/// Ends the exploration where the program under control has made a connection.
void refuse_connection() {
  World* world = World::current();
  if (world == nullptr || !world->on_fiber() || world->tearing_down()) return;
  world->refuse(
      "a connection to another actor system (remote_actor, connect), which is not supported: "
      "programs that talk over a network are not explored");
}

}  // namespace

}  // namespace harrier::caf

namespace harrier_caf = harrier::caf;

namespace caf::io::network {

expected<native_socket> new_tcp_connection(const std::string& host, uint16_t port,
                                           optional<protocol::network> preferred) {
  using Function =
      expected<native_socket>(const std::string&, uint16_t, optional<protocol::network>);
  static auto* const real = harrier_caf::library<Function>(
      "_ZN3caf2io7network18new_tcp_connectionERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
      "EtNS_8optionalINS1_8protocol7networkEEE");
  expected<native_socket> made = real(host, port, std::move(preferred));
  if (made) harrier_caf::refuse_connection();
  return made;
}

}  // namespace caf::io::network
