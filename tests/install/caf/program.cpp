// The program as its author wrote it.
#include "clients.hpp"

void caf_main(caf::actor_system& system) { clients(system); }

CAF_MAIN()
