// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <utility>

namespace trainyard {

namespace {

constexpr auto redraw_pause = std::chrono::milliseconds(100);
constexpr auto plain_pause = std::chrono::seconds(10);
constexpr double seconds_before_estimate = 2;

// 7300 -> "7,300"
std::string count_text(double number) {
  std::string text = std::to_string(static_cast<long long>(number + 0.5));
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3)
    text.insert(static_cast<std::size_t>(place), ",");
  return text;
}

std::size_t columns(std::FILE* out) {
  winsize size{};
  return ::ioctl(::fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

}  // namespace

std::string duration_text(double seconds) {
  const auto total = static_cast<long>(seconds + 0.5);
  char text[40];
  if (total >= 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld", total / 60, total % 60);
  return text;
}

std::string step_text(const StepLine& line) {
  char text[120];
  std::snprintf(text, sizeof text, "step %lld/%lld  loss %.4f  lr %.2g  ",
                static_cast<long long>(line.step), static_cast<long long>(line.total_steps),
                line.loss, line.learning_rate);
  return text + count_text(line.tokens_per_second) + " tokens/s  " +
         duration_text(line.seconds_left) + " left";
}

std::string phase_text(const std::string& phase, double done, double total, double seconds) {
  if (total <= 0) return phase;
  std::string text = phase + "  " + std::to_string(static_cast<int>(100 * done / total)) + " %";
  if (done > 0 && seconds >= seconds_before_estimate)
    text += "  " + duration_text(seconds * (total - done) / done) + " left";
  return text;
}

Terminal::Terminal(std::FILE* out, std::function<Clock::time_point()> now)
    : out_(out), now_(std::move(now)), is_terminal_(::isatty(::fileno(out)) == 1) {}
Terminal::~Terminal() { clear(); }

void Terminal::redraw(const std::string& text) {
  is_line_open_ = true;
  drawn_ = now_();
  std::fprintf(
      out_, "\r\033[K%s",
      text.substr(0, columns(out_) - 1).c_str());  // a wrapped line could not be overwritten
  std::fflush(out_);
}

void Terminal::clear() {
  if (is_line_open_) std::fputs("\r\033[K", out_);
  is_line_open_ = false;
  std::fflush(out_);
}

void Terminal::step(const StepLine& line) {
  phase_.clear();
  if (!is_terminal_ || (now_() - drawn_ < redraw_pause && line.step < line.total_steps)) return;
  step_ = step_text(line);
  redraw(step_);
}

void Terminal::logged(const StepLine& line) {
  if (!is_terminal_) print(step_text(line));
}

void Terminal::phase(const std::string& name, double done, double total) {
  const auto now = now_();
  const bool is_new = phase_ != name;
  if (is_new) {
    phase_ = name;
    phase_start_ = phase_said_ = now;
  }
  const double seconds = std::chrono::duration<double>(now - phase_start_).count();
  if (is_terminal_) {
    if (is_new || now - drawn_ >= redraw_pause || done >= total)
      redraw(step_ + (step_.empty() ? "" : "  ") + phase_text(name, done, total, seconds));
  } else if (is_new) {
    print(name);
  } else if (now - phase_said_ >= plain_pause) {
    phase_said_ = now;
    print(phase_text(name, done, total, seconds));
  }
}

void Terminal::print(const std::string& text) {
  clear();
  std::fprintf(out_, "%s\n", text.c_str());
  std::fflush(out_);
}

}  // namespace trainyard
