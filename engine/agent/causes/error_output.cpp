// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/causes/error_output.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

#include "engine/system/utf8_sequence.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_text = 300;

struct Sign {
  const char* words;
  const char* code;
  const char* advice;
  int exit_code;  // 0: the program's own
};
constexpr const char *memory_code = "failure.out_of_memory", *disk_code = "failure.disk_full",
                     *cuda_code = "failure.cuda", *advised_code = "failure.exception_advice",
                     *peers_code = communication_code;
// The first match decides, so the more specific ones come first.
constexpr Sign signs[] = {
    {"CUDA out of memory", memory_code, "advice.smaller_batch", 4},
    {"OutOfMemoryError", memory_code, "advice.smaller_batch", 4},
    {"CUBLAS_STATUS_ALLOC_FAILED", memory_code, "advice.smaller_batch", 4},
    {"can't allocate memory", memory_code, "advice.more_memory", 4},
    {"Cannot allocate memory", memory_code, "advice.more_memory", 4},
    {"MemoryError", memory_code, "advice.more_memory", 4},
    {"No space left on device", disk_code, "advice.free_disk", 3},
    {"Disk quota exceeded", disk_code, "advice.free_quota", 3},
    {"NCCL error", peers_code, "advice.other_rank_failed", 5},
    {"NCCL WARN", peers_code, "advice.other_rank_failed", 5},
    {"ncclSystemError", peers_code, "advice.other_rank_failed", 5},
    {"ncclUnhandledCudaError", peers_code, "advice.other_rank_failed", 5},
    {"Watchdog caught collective operation timeout", peers_code, "advice.rank_timeout", 5},
    {"Connection closed by peer", peers_code, "advice.other_rank_ended", 5},
    {"Connection reset by peer", peers_code, "advice.other_rank_ended", 5},
    {"DistBackendError", peers_code, "advice.other_rank_failed", 5},
    {"DistNetworkError", peers_code, "advice.ranks_unreachable", 5},
    {"DistStoreError", peers_code, "advice.ranks_unreachable", 5},
    {"no kernel image is available", cuda_code, "advice.gpu_not_supported", 3},
    {"CUDA driver version is insufficient", cuda_code, "advice.driver_too_old", 3},
    {"Found no NVIDIA driver", cuda_code, "advice.no_driver", 3},
    {"device-side assert", cuda_code, "advice.device_assert", 3},
    {"CUDA error", cuda_code, "advice.cuda_blocking", 3},
    {"cuDNN error", cuda_code, "advice.other_node", 3},
    {"ModuleNotFoundError", advised_code, "advice.install_module", 0},
    {"FileNotFoundError", advised_code, "advice.check_paths", 0},
};

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

}  // namespace

ErrorFinding classify_error(const std::string& line) {
  std::string text = shortened(line);
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
  for (const Sign& sign : signs)
    if (line.find(sign.words) != std::string::npos)
      return {sign.code, std::move(text), sign.advice,
              sign.exit_code ? std::optional<int>(sign.exit_code) : std::nullopt, std::nullopt};
  return {"failure.exception", std::move(text), "", std::nullopt, std::nullopt};
}

std::optional<ErrorFinding> find_error(std::string_view output_tail) {
  std::optional<ErrorFinding> last, sign_line;
  bool is_in_traceback = false;
  for (std::string_view line : lines_of(output_tail)) {
    const auto rank = take_rank(line);
    if (line.find("Traceback (most recent call last)") != std::string_view::npos) {
      is_in_traceback = true;
    } else if (is_in_traceback && !line.empty() && line[0] != ' ' && is_exception_line(line)) {
      is_in_traceback = false;
      if (is_report_of_a_launcher(line)) continue;
      ErrorFinding finding = classify_error(std::string(line));
      finding.rank = rank;
      // A rank that only lost its peers is less informative than the one that failed.
      if (!last || last->is_loss_of_peers() || !finding.is_loss_of_peers())
        last = std::move(finding);
    } else if (!sign_line) {
      ErrorFinding finding = classify_error(std::string(line));
      finding.rank = rank;
      if (finding.exit_code) sign_line = std::move(finding);
    }
  }
  return last ? last : sign_line;
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
