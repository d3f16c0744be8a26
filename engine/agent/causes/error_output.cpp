#include "engine/agent/causes/error_output.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

namespace trainyard::agent {
namespace {

constexpr std::size_t max_text = 300;

struct Sign {
  const char* words;
  const char* code;
  const char* advice;
  int exit_code;  // 0: the program's own
};
// The first that is found decides, so the more telling ones come first.
constexpr Sign signs[] = {
    {"CUDA out of memory", "failure.out_of_memory",
     "Lower batch.per_device, or raise gradient_accumulation_steps, recompute or ZeRO.", 4},
    {"OutOfMemoryError", "failure.out_of_memory",
     "Lower batch.per_device, or raise gradient_accumulation_steps, recompute or ZeRO.", 4},
    {"CUBLAS_STATUS_ALLOC_FAILED", "failure.out_of_memory", "Lower batch.per_device.", 4},
    {"can't allocate memory", "failure.out_of_memory",
     "Ask for more memory (resources.memory_gib_per_node) or lower batch.per_device.", 4},
    {"Cannot allocate memory", "failure.out_of_memory",
     "Ask for more memory (resources.memory_gib_per_node) or lower batch.per_device.", 4},
    {"MemoryError", "failure.out_of_memory",
     "Ask for more memory (resources.memory_gib_per_node) or lower batch.per_device.", 4},
    {"No space left on device", "failure.disk_full",
     "Free space on the disk it wrote to, or keep fewer checkpoints, and resume.", 3},
    {"Disk quota exceeded", "failure.disk_full",
     "Free space under your quota, or keep fewer checkpoints, and resume.", 3},
    {"NCCL error", "failure.communication",
     "Another rank or the network between the nodes failed; look at the other ranks' output and "
     "resume.",
     5},
    {"NCCL WARN", "failure.communication",
     "Another rank or the network between the nodes failed; look at the other ranks' output and "
     "resume.",
     5},
    {"ncclSystemError", "failure.communication",
     "Another rank or the network between the nodes failed; look at the other ranks' output and "
     "resume.",
     5},
    {"ncclUnhandledCudaError", "failure.communication",
     "Another rank or the network between the nodes failed; look at the other ranks' output and "
     "resume.",
     5},
    {"Watchdog caught collective operation timeout", "failure.communication",
     "A rank did not answer in time; look at the other ranks' output and resume.", 5},
    {"Connection closed by peer", "failure.communication",
     "Another rank ended first; look at the other ranks' output.", 5},
    {"Connection reset by peer", "failure.communication",
     "Another rank ended first; look at the other ranks' output.", 5},
    {"DistBackendError", "failure.communication", "Look at the other ranks' output and resume.", 5},
    {"DistNetworkError", "failure.communication",
     "The ranks could not reach each other; check addresses and ports.", 5},
    {"DistStoreError", "failure.communication",
     "The ranks could not reach each other; check addresses and ports.", 5},
    {"no kernel image is available", "failure.cuda",
     "This GPU is too old or too new for the installed torch; choose another gpu_type or torch "
     "build.",
     3},
    {"CUDA driver version is insufficient", "failure.cuda",
     "The node's NVIDIA driver is too old for the installed torch.", 3},
    {"Found no NVIDIA driver", "failure.cuda",
     "Ask for GPUs (resources.gpus_per_node) or run on the processor.", 3},
    {"device-side assert", "failure.cuda",
     "Often a token or label outside its range; run one step with CUDA_LAUNCH_BLOCKING=1 to see "
     "where.",
     3},
    {"CUDA error", "failure.cuda",
     "Run once with CUDA_LAUNCH_BLOCKING=1 to see where, and try another node.", 3},
    {"cuDNN error", "failure.cuda", "Try another node, or lower batch.per_device.", 3},
    {"ModuleNotFoundError", "failure.exception",
     "Install it into the run's environment (environment.venv or environment.conda).", 0},
    {"FileNotFoundError", "failure.exception", "Check the paths in command.arguments.", 0},
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

// Takes "[rank1]: " off.
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

// "pkg.SomeError: text" or "KeyboardInterrupt": a dotted name, then nothing or a colon.
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
  std::size_t cut = max_text;
  while (cut > 0 && (static_cast<unsigned char>(line[cut]) & 0xC0) == 0x80) --cut;
  return std::string(line.substr(0, cut)) + "…";
}

}  // namespace

ErrorFinding classify_error(const std::string& line) {
  for (const Sign& sign : signs)
    if (line.find(sign.words) != std::string::npos)
      return {sign.code, shortened(line), sign.advice,
              sign.exit_code ? std::optional<int>(sign.exit_code) : std::nullopt, std::nullopt};
  return {"failure.exception", shortened(line), "", std::nullopt, std::nullopt};
}

std::optional<ErrorFinding> find_error(std::string_view output_tail) {
  std::optional<ErrorFinding> exception, sign_line;
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
      // A rank that only lost its peers tells less than the one that failed.
      if (!exception || exception->code == "failure.communication" ||
          finding.code != "failure.communication")
        exception = std::move(finding);
    } else if (!sign_line) {
      ErrorFinding finding = classify_error(std::string(line));
      finding.rank = rank;
      if (finding.code != "failure.exception") sign_line = std::move(finding);
    }
  }
  return exception ? exception : sign_line;
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
