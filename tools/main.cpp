// The command line's main(): for the harrier executable and for every binary that links
// harrier::main.
#include "tools/commands.hpp"

int main(int argc, char** argv) { return harrier::tools::run(argc, argv); }
