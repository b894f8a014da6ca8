// Two clients of a data store of Zeek's Broker library each claim the same key; one may succeed.
#include <broker/broker.hh>
#include <iostream>

int main() {
  broker::broker_options options;
  options.disable_ssl = true;
  options.ignore_broker_conf = true;
  broker::endpoint endpoint{broker::configuration{options}};
  auto store = endpoint.attach_master("claims", broker::backend::memory);
  if (!store) return 1;
  broker::store::proxy first{*store};
  broker::store::proxy second{*store};
  first.put_unique("owner", "first");
  second.put_unique("owner", "second");
  store->increment("count", broker::data{broker::count{5}});
  store->increment("count", broker::data{broker::count{7}});
  int claims = 0;
  for (broker::store::proxy* proxy : {&first, &second}) {
    const broker::store::response response = proxy->receive();
    if (response.answer && *response.answer == broker::data{true}) ++claims;
  }
  const auto count = store->get("count");
  if (claims != 1) throw std::runtime_error("claimed by " + std::to_string(claims));
  if (!count || *count != broker::data{broker::count{12}}) throw std::runtime_error("not 12");
  return 0;
}
