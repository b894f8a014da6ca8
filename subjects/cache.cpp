// A cache in front of a store: what was read before a write may be kept after the news of it.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Cache;

struct Read {
  int number;
};
struct Fetch {
  harrier::Ref<Cache> cache;
};
struct Fill {
  int version;
};
struct Write {
  int version;
};
struct Invalidate {
  int version;
};

class Store : public harrier::Actor<Store> {
 public:
  void attach(harrier::Ref<Cache> cache) { caches_.edit().push_back(cache); }
  void on(Fetch m);
  void on(Write m);
  int version() const { return version_; }

 private:
  harrier::Tracked<std::vector<harrier::Ref<Cache>>> caches_;
  harrier::Tracked<int> version_ = 0;
};

class Cache : public harrier::Actor<Cache> {
 public:
  Cache(harrier::Ref<Store> store, bool versioned) : store_(store), versioned_(versioned) {}

  void on(Read) {
    if (kept_ == nothing) send(store_.get(), Fetch{self()});
  }
  void on(Fill m) {
    // The flaw where versions are not compared: the news of a later write may have come before.
    if (versioned_ && m.version < known_) return;
    kept_ = m.version;
  }
  void on(Invalidate m) {
    known_ = m.version;
    kept_ = nothing;
  }
  int kept() const { return kept_; }

  static constexpr int nothing = -1;

 private:
  harrier::Constant<harrier::Ref<Store>> store_;
  harrier::Constant<bool> versioned_;
  harrier::Tracked<int> known_ = 0;
  harrier::Tracked<int> kept_ = nothing;
};

void Store::on(Fetch m) { send(m.cache, Fill{version_}); }

void Store::on(Write m) {
  if (m.version <= version_) return;
  version_ = m.version;
  for (const harrier::Ref<Cache> cache : caches_) send(cache, Invalidate{m.version});
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const auto store = system.spawn<Store>();
  std::vector<harrier::Ref<Cache>> caches;
  for (int i = 0; i < arguments.number("caches"); ++i) {
    caches.push_back(system.spawn<Cache>(store, arguments.word("flaw") == "none"));
    system.set(store, &Store::attach, caches.back());
  }
  for (const harrier::Ref<Cache> cache : caches) system.send(cache, Read{1});
  system.send(store, Write{1});
  system.at_end([store, caches](const harrier::End& end) {
    for (const harrier::Ref<Cache> cache : caches) {
      const int kept = end.actor(cache).kept();
      end.check(kept == Cache::nothing || kept == end.actor(store).version(), "no cache is stale");
    }
  });
}

const harrier::Register cache("cache",
                              "caches keep what they read; the news of a write may be late",
                              {harrier::number("caches", 1, 1, 6, "number of caches"),
                               harrier::word("flaw", {"none", "unversioned"}, "what is wrong")},
                              set_up);

}  // namespace
