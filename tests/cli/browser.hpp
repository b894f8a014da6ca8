// Opens a page in a browser, does there what a reader would do, and reads what it shows then.
#pragma once

#ifdef HARRIER_CHROMIUM

#include <string>
#include <vector>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {

/// Runs a browser without a window on a file.
inline Outcome browser_run(const TemporaryFolder& folder, const std::string& file,
                           const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {"--headless",
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--disable-dev-shm-usage",
                                        "--window-size=1500,900",
                                        "--user-data-dir=" + folder.path("profile")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back("file://" + file);
  return run({.binary = HARRIER_CHROMIUM,
              .arguments = arguments,
              .invoked_as = {},
              .environment = {{"HOME", folder.path("")}},
              .folder = {}});
}

/// Returns what a page says in its element `said` when it has been read, and what it began with is
/// done.
inline std::string said_by_page(const TemporaryFolder& folder, const std::string& file) {
  const Outcome shown = browser_run(folder, file, {"--virtual-time-budget=20000", "--dump-dom"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  const std::string begin = "<pre id=\"said\">";
  const std::size_t at = shown.out.find(begin);
  EXPECT_NE(at, std::string::npos) << shown.out << shown.err;
  if (at == std::string::npos) return {};
  const std::size_t from = at + begin.size();
  return shown.out.substr(from, shown.out.find("</pre>", from) - from);
}

/// Runs a script in the page, which says lines with `say(text)`, and returns them. It has `click`
/// and `press`, and `step(n)` for an event of the diagram.
inline std::string said_in_browser(const TemporaryFolder& folder, const std::string& file,
                                   const std::string& script) {
  const std::string driver = R"(
<script>
const lines = [];
const say = (text) => lines.push(String(text));
const all = (what) => [...document.querySelectorAll(what)];
const one = (what) => document.querySelector(what);
const step = (number, pane = 0) => all(".scroller")[pane].querySelector(`[data-event="${number}"]`);
const click = (target) => target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const named = (text) => all("button").find((button) => button.textContent === text);
const part = (title) => all("aside.right section").find((section) => section.firstChild.textContent.startsWith(title))?.textContent;
try {
)" + script + R"(
} catch (error) {
  say("error: " + error);
}
document.body.replaceChildren(Object.assign(document.createElement("pre"), { id: "said", textContent: lines.join("\n") + "\n" }));
</script>
)";
  const std::string driven = folder.path("driven.html");
  write_file(driven, contents_of(file) + driver);
  return said_by_page(folder, driven);
}

}  // namespace harrier::testing_support

#endif
