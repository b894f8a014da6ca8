// The same actors in a test of theirs.
#include <harrier/caf.hpp>
#include <iostream>

#include "clients.hpp"

int main() {
  const harrier::CheckResult result = harrier::caf::check(clients);
  if (result.verdict != harrier::Verdict::ok) return 1;
  std::cout << "ok: explored in " << result.executions
            << (result.executions == 1 ? " execution\n" : " executions\n");
}
