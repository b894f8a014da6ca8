// Breaks in the way its argument says, in one of the two orders of two messages.
#include <unistd.h>

#include <caf/all.hpp>
#include <cassert>
#include <cstdlib>
#include <string>

namespace {

struct item {
  int number;
  std::string name;
};

template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, item& x) {
  return f(caf::meta::type_name("item"), x.number, x.name);
}

struct config : caf::actor_system_config {
  config() { add_message_type<item>("item"); }
};

caf::behavior keeper(caf::event_based_actor*, const std::string& how) {
  return {[=, last = 0](const item& x) mutable {
    const bool in_order = x.number > last;
    last = x.number;
    if (in_order) return;
    if (how == "assert") assert(x.number > last);
    if (how == "abort") std::abort();
    if (how == "exit") std::exit(3);
    if (how == "_exit") _exit(3);
    if (how == "throw") throw std::runtime_error("out of order");
  }};
}

}  // namespace

int main(int, char** words) {
  config with_items;
  caf::actor_system system{with_items};
  const caf::actor target = system.spawn(keeper, std::string(words[1]));
  for (const item& x : {item{1, "one"}, item{2, "two"}}) {
    system.spawn([=](caf::event_based_actor* self) { self->send(target, x); });
  }
}
