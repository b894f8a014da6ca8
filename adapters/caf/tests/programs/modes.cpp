// Runs the program of modes.hpp that its argument names.
#include "modes.hpp"

int main(int, char** words) {
  caf::actor_system_config config;
  caf::actor_system system{config};
  modes::run(system, words[1]);
}
