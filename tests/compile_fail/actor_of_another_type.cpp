// expect: harrier: an actor type A must derive from harrier::Actor<A>
#include "harrier/harrier.hpp"

class Server : public harrier::Actor<Server> {};
class Client : public harrier::Actor<Server> {};  // a slip of copy and paste

void set_up(harrier::System& system) { system.spawn<Client>(); }
