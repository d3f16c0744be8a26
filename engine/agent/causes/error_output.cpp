// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/causes/error_output.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/agent/causes/failure_signs.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_text = 300;
constexpr const char* plain_code = "failure.exception";

// How many lines from the end a line without a traceback may be the cause.
constexpr std::size_t last_lines = 8;
// How many lines may follow a traceback that a program died of: its message goes on, or a script
// says something.
constexpr std::size_t lines_after_a_traceback = 12;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    if (end != 0) lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Removes "[rank1]: " and returns the rank.
std::optional<std::int64_t> take_rank(std::string_view& line) {
  constexpr std::string_view open = "[rank", close = "]:";
  if (line.substr(0, open.size()) != open) return std::nullopt;
  const std::size_t end = line.find(close);
  if (end == std::string_view::npos || end > 12) return std::nullopt;
  const std::int64_t rank =
      std::atoll(std::string(line.substr(open.size(), end - open.size())).c_str());
  line.remove_prefix(end + close.size());
  if (!line.empty() && line[0] == ' ') line.remove_prefix(1);
  return rank;
}

// "pkg.SomeError: text" or "KeyboardInterrupt": a dotted name, optionally followed by a colon.
bool is_exception_line(std::string_view line) {
  const std::size_t end = line.find(':');
  const std::string_view name = line.substr(0, end);
  if (name.empty() || name.size() > 120 ||
      !(std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_'))
    return false;
  return std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
}

bool is_report_of_a_launcher(std::string_view line) {
  for (const char* name : {"ChildFailedError", "SignalException", "CalledProcessError",
                           "ProcessRaisedException", "ProcessExitedException"})
    if (const std::size_t at = line.find(name); at != std::string_view::npos && at < line.find(':'))
      return true;
  return false;
}

std::string shortened(std::string_view line) {
  if (line.size() <= max_text) return std::string(line);
  constexpr std::string_view more = "…";
  return std::string(utf8_prefix(line, max_text - more.size())).append(more);
}

// What is printed behind the end of a program that has failed: by its launcher, by Slurm, by what
// runs at its exit.
bool is_trailer(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || first > 0) return true;
  for (const std::string_view prefix : {"wandb:",
                                        "srun: ",
                                        "slurmstepd: ",
                                        "====",
                                        "----",
                                        "[W",
                                        "[E",
                                        "[rank",
                                        "Exception ignored",
                                        "Root Cause",
                                        "E1",
                                        "E0",
                                        "W1",
                                        "W0",
                                        "I1",
                                        "I0",
                                        "torch.distributed.elastic",
                                        "Traceback",
                                        "The above exception",
                                        "During handling",
                                        "free(): ",
                                        "Aborted",
                                        "*** ",
                                        "[0]:",
                                        "#"})
    if (line.starts_with(prefix)) return true;
  return line.ends_with(" FAILED") ||
         line.find("destroy_process_group") != std::string_view::npos ||
         line.find("resource_tracker") != std::string_view::npos;
}

bool contains_any(std::string_view line, std::initializer_list<std::string_view> texts) {
  return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
    return line.find(text) != std::string_view::npos;
  });
}

// A line of a program that goes on: a step with its numbers, or a progress bar.
bool is_progress(std::string_view line) {
  if (line.find_first_of("0123456789") == std::string_view::npos) return false;
  return contains_any(line, {"step", "Step", "epoch", "Epoch", "loss", "iter", "Iter", "%|", "it/s",
                             "s/it", "accuracy", "acc=", "lr ", "lr=", "batch "});
}

std::string_view without_full_stop(std::string_view line) {
  const std::size_t end = line.find_last_not_of(". ");
  return line.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

// A traceback in the output; `end` is the line of its exception.
struct Traceback {
  std::size_t end = 0;
  std::string_view exception;
  std::optional<std::int64_t> rank;
  bool is_of_launcher = false, is_caused_by_the_one_before = false;
};

std::vector<Traceback> tracebacks_in(const std::vector<std::string_view>& lines) {
  std::vector<Traceback> found;
  std::optional<Traceback> open;
  bool is_caused = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    const auto rank = take_rank(line);
    if (contains_any(line, {"During handling of the above exception",
                            "The above exception was the direct cause"})) {
      is_caused = !found.empty();
    } else if (line.find("Traceback (most recent call last)") != std::string_view::npos) {
      open = Traceback{i, {}, rank, false, std::exchange(is_caused, false)};
    } else if (open && !line.empty() && line[0] != ' ' && is_exception_line(line)) {
      open->end = i;
      open->exception = line;
      open->rank = rank;
      open->is_of_launcher = is_report_of_a_launcher(line);
      found.push_back(*std::exchange(open, std::nullopt));
    }
  }
  return found;
}

// Whether the program went on after a traceback: it was caught. What torch prints with a rank in
// front is of one that was not.
bool went_on(const std::vector<std::string_view>& lines, const Traceback& traceback) {
  if (traceback.rank) return false;
  std::size_t others = 0;
  for (std::size_t i = traceback.end + 1; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (take_rank(line) || is_trailer(line)) continue;
    if (is_progress(line)) return true;
    const bool is_other_error = line.starts_with("error:") || line.starts_with("Error:") ||
                                line.starts_with("ERROR:") || contains_any(line, {": error: "});
    if (is_other_error && others > 0) return true;
    ++others;
  }
  return others > lines_after_a_traceback;
}

// Of the exceptions that led to the last one, the last that says more than its name.
std::optional<ErrorFinding> of_tracebacks(const std::vector<std::string_view>& lines) {
  std::optional<ErrorFinding> last;
  for (const Traceback& traceback : tracebacks_in(lines)) {
    if (traceback.is_of_launcher || went_on(lines, traceback)) continue;
    ErrorFinding finding = classify_error(std::string(traceback.exception));
    finding.rank = traceback.rank;
    if (last && traceback.is_caused_by_the_one_before && finding.code == plain_code &&
        last->code != plain_code)
      continue;
    // A rank that only lost its peers is less informative than the one that failed.
    if (!last || last->is_loss_of_peers() || !finding.is_loss_of_peers()) last = std::move(finding);
  }
  return last;
}

std::optional<ErrorFinding> of_last_lines(const std::vector<std::string_view>& lines) {
  std::optional<ErrorFinding> found;
  std::size_t seen = 0;
  for (auto line = lines.rbegin(); line != lines.rend() && seen < last_lines; ++line) {
    std::string_view text = *line;
    const auto rank = take_rank(text);
    if (text.find_first_not_of(" \t") == std::string_view::npos) continue;
    ++seen;
    if (is_progress(text) && !sign_in(text)) break;
    if (is_harmless(text) || !sign_in(text)) continue;
    ErrorFinding finding = classify_error(std::string(text));
    finding.rank = rank;
    // The first of them is nearest to the cause, unless it only tells of the others.
    if (!found || !finding.is_loss_of_peers() || found->is_loss_of_peers())
      found = std::move(finding);
  }
  return found;
}

}  // namespace

ErrorFinding classify_error(const std::string& line) {
  std::string text = shortened(line);
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
  ErrorFinding finding{plain_code, std::move(text), "", std::nullopt, std::nullopt};
  if (const FailureSign* sign = sign_in(line)) {
    finding.code = sign->code;
    finding.advice = sign->advice;
    if (sign->exit_code) finding.exit_code = sign->exit_code;
  }
  return finding;
}

std::optional<ErrorFinding> find_error(std::string_view output_tail) {
  const auto lines = lines_of(output_tail);
  if (auto finding = of_tracebacks(lines)) return finding;
  auto finding = of_last_lines(lines);
  if (!finding) return finding;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    std::string_view last = *line;
    take_rank(last);
    if (is_trailer(last)) continue;
    if (!finding->text.starts_with(without_full_stop(last))) finding->last = shortened(last);
    break;
  }
  return finding;
}

std::optional<LauncherReport> find_launcher_report(std::string_view output_tail) {
  const std::size_t at = output_tail.rfind("Root Cause (first observed failure)");
  if (at == std::string_view::npos) return std::nullopt;
  LauncherReport report;
  for (const std::string_view line : lines_of(output_tail.substr(at))) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::size_t start = line.find_first_not_of(' ');
    std::string key(line.substr(start, colon - start));
    key.erase(key.find_last_not_of(' ') + 1);
    const std::string value(line.substr(colon + 1));
    if (key == "rank") report.rank = std::atoll(value.c_str());
    if (key == "exitcode") report.exit_code = std::atoi(value.c_str());
  }
  return report;
}

std::string last_line(std::string_view output_tail) {
  const auto lines = lines_of(output_tail);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (line->find_first_not_of(" \t") != std::string_view::npos) return shortened(*line);
  return {};
}

}  // namespace trainyard::agent
