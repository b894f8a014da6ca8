// A shared exploration kept by a Redis server.
#include "cluster/redis_store.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "harrier/usage_error.hpp"
#include "reduction/work_text.hpp"

namespace harrier {

namespace {

// The keys of each script: run, log, snapshot, leases, until, workers.

/// Appends the record of a task that is still given under a token; puts into `appended` how many
/// records that are, as a word for the answer.
constexpr std::string_view append_record = R"(
local appended = '0'
if ARGV[1] ~= '' and redis.call('HGET', KEYS[4], ARGV[1]) == ARGV[2] then
  redis.call('RPUSH', KEYS[2], ARGV[3])
  redis.call('HDEL', KEYS[4], ARGV[1])
  redis.call('ZREM', KEYS[5], ARGV[1])
  appended = '1'
end
)";

/// Puts the place of somebody who asks into `at`, seen from where the log begins; returns where
/// that is not in the log.
constexpr std::string_view find_place = R"(
local base = tonumber(redis.call('HGET', KEYS[1], 'base'))
if not base then return {'gone'} end
local length = redis.call('LLEN', KEYS[2])
local at = tonumber(ARGV[4]) - base
if at < 0 or at > length then return {'stale', appended} end
local last
if at == 0 then
  last = redis.call('HGET', KEYS[1], 'token')
else
  last = string.match(redis.call('LINDEX', KEYS[2], at - 1), '^[^ ]*')
end
if last ~= ARGV[5] then return {'stale', appended} end
)";

/// Whoever asks knows its own record.
constexpr std::string_view tell_news = R"(
if at + tonumber(appended) < length then
  local news = redis.call('LRANGE', KEYS[2], at, at + 255)
  table.insert(news, 1, 'news')
  table.insert(news, 2, appended)
  return news
end
)";

constexpr std::string_view give_task = R"(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[6], ARGV[8], now .. ' ' .. ARGV[9])
for i = 10, #ARGV do
  local ends = redis.call('ZSCORE', KEYS[5], ARGV[i])
  if not ends or tonumber(ends) < now then
    redis.call('HSET', KEYS[4], ARGV[i], ARGV[6])
    redis.call('ZADD', KEYS[5], now + ARGV[7], ARGV[i])
    return {'leased', appended, ARGV[i], tostring(redis.call('ZCOUNT', KEYS[5], now, '+inf'))}
  end
end
return {'nothing', appended}
)";

constexpr std::string_view renew_lease = R"(
if redis.call('HGET', KEYS[4], ARGV[1]) ~= ARGV[2] then return {'refused'} end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[5], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[3], ARGV[1])
return {'renewed'}
)";

constexpr std::string_view keep_snapshot = R"(
if at == 0 then return {'kept'} end
redis.call('SET', KEYS[3], ARGV[6])
redis.call('LTRIM', KEYS[2], at, -1)
redis.call('HSET', KEYS[1], 'base', ARGV[4], 'token', ARGV[5])
return {'kept'}
)";

constexpr std::string_view load_snapshot = R"(
local base = redis.call('HMGET', KEYS[1], 'base', 'token')
if not base[1] then return {'gone'} end
return {'loaded', base[1], base[2], redis.call('GET', KEYS[3]) or ''}
)";

constexpr std::string_view open_run = R"(
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'subject', ARGV[1], 'base', '0', 'token', 'start')
end
return {'opened', redis.call('HGET', KEYS[1], 'subject')}
)";

constexpr std::string_view list_workers = R"(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local list = {'workers', tostring(now), tostring(redis.call('ZCOUNT', KEYS[5], now, '+inf'))}
for _, word in ipairs(redis.call('HGETALL', KEYS[6])) do table.insert(list, word) end
return list
)";

/// Joins parts of a script, each of which uses what those before it have found.
std::string joined(std::initializer_list<std::string_view> parts) {
  std::string script;
  for (const std::string_view part : parts) script += part;
  return script;
}

std::string milliseconds(double seconds) {
  return std::to_string(static_cast<std::uint64_t>(seconds * 1'000));
}

[[noreturn]] void fail() {
  throw UsageError("the store's answer is none that its scripts can give");
}

/// Returns the texts of a list that begins with one of these words.
std::vector<std::string> words_of(const ServerReply& reply,
                                  std::initializer_list<std::string_view> first) {
  std::vector<std::string> words;
  for (const ServerReply& item : reply.items) {
    if (item.kind != ServerReply::Kind::text) fail();
    words.push_back(item.text);
  }
  if (words.empty() || std::ranges::find(first, words.front()) == first.end()) fail();
  return words;
}

std::uint64_t number_of(const std::string& text) {
  const auto number = base::parse_unsigned(text);
  if (!number) fail();
  return *number;
}

std::string written(const RedisStore::Subject& subject) {
  WorkWriter writer;
  writer.list(subject, [&](const auto& part) {
    writer.text(part.first);
    writer.text(part.second);
  });
  return writer.take();
}

RedisStore::Subject read_subject(const std::string& text) {
  WorkReader reader(text);
  RedisStore::Subject subject;
  reader.list<int>([&] {
    const std::string part = reader.text();
    subject.emplace_back(part, reader.text());
    return 0;
  });
  reader.end();
  return subject;
}

}  // namespace

RedisStore::RedisStore(StoreUrl url) : client_(std::move(url)) {
  for (const char* const part : {"run", "log", "snapshot", "leases", "until", "workers"}) {
    keys_.push_back("harrier:{" + client_.url().run + "}:" + part);
  }
}

RedisStore::Subject RedisStore::open(const Subject& subject) {
  const std::vector<std::string> arguments{written(subject)};
  const auto words = words_of(client_.run(open_run, keys_, arguments), {"opened"});
  if (words.size() != 2) fail();
  return read_subject(words[1]);
}

RedisStore::Subject RedisStore::subject() {
  const ServerReply reply = client_.ask({"HGET", keys_[0], "subject"});
  if (reply.kind != ServerReply::Kind::text) {
    throw UsageError("there is no run '" + client_.url().run + "' on " + client_.url().shown() +
                     "; 'check ... --cluster' begins one");
  }
  return read_subject(reply.text);
}

Store::Snapshot RedisStore::load() {
  const auto words = words_of(client_.run(load_snapshot, keys_, {}), {"loaded", "gone"});
  if (words.size() != 4) throw UsageError("the run is gone from " + client_.url().shown());
  return {.place = {number_of(words[1]), words[2]}, .text = words[3]};
}

Store::Answer RedisStore::answer_of(const ServerReply& reply) const {
  auto words = words_of(reply, {"leased", "news", "nothing", "stale", "gone"});
  if (words[0] == "gone") throw UsageError("the run is gone from " + client_.url().shown());
  if (words.size() < 2) fail();
  Answer answer;
  answer.committed = number_of(words[1]) != 0;
  if (words[0] == "leased") {
    if (words.size() != 4) fail();
    answer.kind = Answer::Kind::leased;
    answer.task = number_of(words[2]);
    answer.leased_count = number_of(words[3]);
  } else if (words[0] == "news") {
    answer.kind = Answer::Kind::news;
    words.erase(words.begin(), words.begin() + 2);
    answer.records = std::move(words);
  } else if (words[0] == "stale") {
    answer.kind = Answer::Kind::stale;
  }
  return answer;
}

namespace {

/// Returns the first arguments of scripts that begin with appending a record and finding a place.
std::vector<std::string> place_arguments(const Store::Finished* finished,
                                         const Store::Place& known) {
  std::vector<std::string> arguments{"", "", ""};
  if (finished != nullptr) {
    arguments = {std::to_string(finished->task), finished->token, finished->record};
  }
  arguments.push_back(std::to_string(known.position));
  arguments.push_back(known.token);
  return arguments;
}

}  // namespace

Store::Answer RedisStore::lease(const Request& request) {
  static const std::string script = joined({append_record, find_place, tell_news, give_task});
  std::vector<std::string> arguments = place_arguments(request.finished, request.known);
  arguments.insert(arguments.end(), {request.token, milliseconds(lease_seconds()),
                                     request.worker.name, request.worker.about});
  for (const TaskId task : request.wanted) arguments.push_back(std::to_string(task));
  Answer answer = answer_of(client_.run(script, keys_, arguments));
  const bool is_wanted = std::ranges::find(request.wanted, answer.task) != request.wanted.end();
  if (answer.kind == Answer::Kind::leased && !is_wanted) fail();
  return answer;
}

Store::Answer RedisStore::read(const Place& known) {
  static const std::string script =
      joined({append_record, find_place, tell_news, "return {'nothing', appended}"});
  return answer_of(client_.run(script, keys_, place_arguments(nullptr, known)));
}

void RedisStore::renew(TaskId task, const std::string& token) {
  const std::vector<std::string> arguments{std::to_string(task), token,
                                           milliseconds(lease_seconds())};
  client_.run(renew_lease, keys_, arguments);
}

bool RedisStore::commit(const Finished& finished) {
  static const std::string script = joined({append_record, "return {'appended', appended}"});
  const std::vector<std::string> arguments{std::to_string(finished.task), finished.token,
                                           finished.record};
  const auto words = words_of(client_.run(script, keys_, arguments), {"appended"});
  if (words.size() != 2) fail();
  return number_of(words[1]) != 0;
}

void RedisStore::keep(const Snapshot& snapshot) {
  static const std::string script = joined({append_record, find_place, keep_snapshot});
  std::vector<std::string> arguments = place_arguments(nullptr, snapshot.place);
  arguments.push_back(snapshot.text);
  client_.run(script, keys_, arguments);
}

RedisStore::Members RedisStore::members() {
  const auto words = words_of(client_.run(list_workers, keys_, {}), {"workers"});
  if (words.size() < 3) fail();
  const auto now = static_cast<double>(number_of(words[1]));
  Members members;
  members.leased_count = number_of(words[2]);
  for (std::size_t i = 3; i + 1 < words.size(); i += 2) {
    const std::size_t space = words[i + 1].find(' ');
    if (space == std::string::npos) fail();
    const auto then = static_cast<double>(number_of(words[i + 1].substr(0, space)));
    members.workers.push_back(
        {words[i], words[i + 1].substr(space + 1), std::max(0.0, now - then) / 1'000});
  }
  std::ranges::sort(members.workers, {}, &Seen::name);
  return members;
}

}  // namespace harrier
