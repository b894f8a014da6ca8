// The address of a shared exploration.
#include "cluster/store_url.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/text.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

constexpr std::string_view form =
    "a store's address is redis://[user:password@]host[:port]/run, or rediss:// for TLS";

[[noreturn]] void fail(const std::string& why) { throw UsageError(why + "; " + std::string(form)); }

/// Puts characters in the place of %XX.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned value = 0;
    const bool complete = i + 2 < text.size();
    const char* const digits = text.data() + i + 1;
    if (!complete || std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2) {
      fail("'%' is not followed by two hexadecimal digits");
    }
    out += static_cast<char>(value);
    i += 2;
  }
  return out;
}

double seconds_of(std::string_view name, std::string_view value) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error != std::errc{} || end != value.data() + value.size() || !(seconds >= 0.05) ||
      seconds > 86'400) {
    fail("'" + std::string(name) + "' is not a number of seconds from 0.05 to 86400");
  }
  return seconds;
}

void read_setting(StoreUrl& url, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  const std::string_view name = setting.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : setting.substr(equals + 1);
  if (name == "lease") {
    url.lease_seconds = seconds_of(name, value);
  } else if (name == "patience") {
    url.patience_seconds = seconds_of(name, value);
  } else if (name == "ca" && url.tls) {
    url.authorities = decoded(value);
  } else {
    fail("'" + std::string(name) + "' is none of lease, patience and, with rediss, ca");
  }
}

/// Takes what comes before a character off a text; the whole where there is none.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return taken;
}

void read_host(StoreUrl& url, std::string_view text) {
  if (text.starts_with('[')) {  // an IPv6 address
    text.remove_prefix(1);
    url.host = take_until(text, ']');
    if (text.starts_with(':')) text.remove_prefix(1);
  } else {
    url.host = take_until(text, ':');
  }
  if (url.host.empty()) fail("the host is missing");
  if (text.empty()) return;
  const auto port = base::parse_unsigned(text);
  if (!port || *port == 0 || *port > 65'535) fail("'" + std::string(text) + "' is not a port");
  url.port = static_cast<std::uint16_t>(*port);
}

}  // namespace

bool StoreUrl::looks_like(const std::string& text) {
  return text.starts_with("redis://") || text.starts_with("rediss://");
}

StoreUrl StoreUrl::parse(const std::string& text) {
  StoreUrl url;
  if (!looks_like(text)) fail("'" + text + "' is not the address of a store");
  url.tls = text.starts_with("rediss");
  std::string_view rest = std::string_view(text).substr(text.find("//") + 2);
  std::string_view place = take_until(rest, '/');
  if (const std::size_t at = place.rfind('@'); at != std::string_view::npos) {
    std::string_view credentials = place.substr(0, at);
    place.remove_prefix(at + 1);
    url.user = decoded(take_until(credentials, ':'));
    url.password = decoded(credentials);
    if (url.password.empty()) std::swap(url.user, url.password);
  } else if (const char* const given = std::getenv("REDISCLI_AUTH"); given != nullptr) {
    url.password = given;  // as redis-cli takes it: others can see what is typed
  }
  read_host(url, place);
  url.run = take_until(rest, '?');
  const bool is_name = std::ranges::all_of(url.run, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '-' || letter == '_' || letter == '.';
  });
  if (url.run.empty() || !is_name) {
    fail("'" + url.run + "' cannot name a run: it takes letters, digits, '-', '_' and '.'");
  }
  while (!rest.empty()) read_setting(url, take_until(rest, '&'));
  return url;
}

std::string StoreUrl::shown() const {
  return (tls ? "rediss://" : "redis://") + host + ':' + std::to_string(port) + '/' + run;
}

}  // namespace harrier
