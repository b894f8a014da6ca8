// A shared exploration kept by a Redis server.
//
// All of it is under harrier:{RUN}: the `log` is a list of records, `run` says what is explored and
// where the log begins, `snapshot` what came before that, `leases` has the token of each task that
// is given to somebody, `until` when that ends, `workers` who takes part. Each request is one
// script, so nothing comes between its parts; and a server that loses the end of what it did loses
// the newest part of all of it together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cluster/redis_client.hpp"
#include "cluster/store.hpp"

namespace harrier {

class RedisStore final : public Store {
 public:
  /// What is explored, part by part.
  using Subject = std::vector<std::pair<std::string, std::string>>;

  explicit RedisStore(StoreUrl url);

  /// Makes the run unless it is there; returns what is explored by it.
  Subject open(const Subject& subject);
  /// Returns what is explored; throws UsageError where there is no such run.
  Subject subject();

  Snapshot load() override;
  Answer lease(const Request& request) override;
  void renew(TaskId task, const std::string& token) override;
  bool commit(const Finished& finished) override;
  void keep(const Snapshot& snapshot) override;
  double lease_seconds() const override { return client_.url().lease_seconds; }

  /// Returns the records from a place on that are there now.
  Answer read(const Place& known);
  /// Somebody who takes part or did.
  struct Seen {
    std::string name;
    std::string about;
    double seconds_ago = 0;
  };
  struct Members {
    std::vector<Seen> workers;
    std::uint64_t leased_count = 0;
  };
  Members members();

 private:
  Answer answer_of(const ServerReply& reply) const;

  RedisClient client_;
  std::vector<std::string> keys_;
};

}  // namespace harrier
