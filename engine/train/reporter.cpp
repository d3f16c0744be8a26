#include "engine/train/reporter.h"

#include <unistd.h>

#include <cstdio>

namespace trainyard {

namespace {

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string duration_text(double seconds) {
  const auto total = static_cast<long>(seconds + 0.5);
  char text[32];
  if (total >= 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld", total / 60, total % 60);
  return text;
}

constexpr auto line_pause = std::chrono::milliseconds(100);
constexpr auto progress_pause = std::chrono::milliseconds(500);

}  // namespace

Reporter::Reporter(std::unique_ptr<EventWriter> events, std::optional<std::int64_t> rank)
    : events_(events ? std::move(events) : std::make_unique<EventWriter>(nullptr)), rank_(rank), node_(host_name()),
      terminal_(::isatty(STDERR_FILENO) == 1) {}

void Reporter::send(decltype(Event::body) body) {
  Event event;
  event.body = std::move(body);
  events_->send(std::move(event));
}

void Reporter::clear_line() {
  if (line_open_) std::fputs("\r\033[K", stderr);
  line_open_ = false;
}

void Reporter::message(MessageLevel level, const std::string& code, Map arguments, const std::string& text) {
  clear_line();
  std::fprintf(stderr, "engine: %s: %s\n", std::string(name_of(level)).c_str(), text.c_str());
  send(MessageEvent{level, code, std::move(arguments), text, rank_, node_});
}

void Reporter::progress(const std::string& phase, double done, double total) {
  if (!speaks()) return;
  const auto now = std::chrono::steady_clock::now();
  const bool new_phase = phase != last_phase_;
  if (!new_phase && now - last_progress_ < progress_pause) return;
  if (new_phase) std::fprintf(stderr, "%s%s\n", line_open_ ? "\r\033[K" : "", phase.c_str());
  line_open_ = line_open_ && !new_phase;
  last_phase_ = phase;
  last_progress_ = now;
  send(ProgressEvent{phase, done, total});
}

void Reporter::step_line(const StepLine& line) {
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ || !speaks() || now - last_line_ < line_pause) return;
  last_line_ = now;
  line_open_ = true;
  std::fprintf(stderr, "\r\033[Kstep %lld/%lld  loss %.4f  %.0f tokens/s  %s left", static_cast<long long>(line.step),
               static_cast<long long>(line.total_steps), line.loss, line.tokens_per_second, duration_text(line.seconds_left).c_str());
  std::fflush(stderr);
}

void Reporter::metrics(const MetricsEvent& metrics) {
  if (!speaks()) return;
  last_phase_.clear();
  std::string text = "step " + std::to_string(metrics.step.value_or(0));
  for (const auto& [name, value] : metrics.values) {
    char number[40];
    std::snprintf(number, sizeof number, "%.5g", value);
    text += "  " + name + " " + number;
  }
  clear_line();
  std::fprintf(stderr, "%s\n", text.c_str());
  send(metrics);
}

}  // namespace trainyard
