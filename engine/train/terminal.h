// SPDX-License-Identifier: GPL-3.0-or-later
// What a user sees of a training on stderr: one line that is updated on a terminal, else plain
// lines. Must be used from one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

namespace trainyard {

struct StepLine {
  std::int64_t step = 0, total_steps = 0;
  double loss = 0, learning_rate = 0, tokens_per_second = 0, seconds_left = 0;
};

// "step 5/240  loss 7.6047  lr 4.3e-05  7,300 tokens/s  1:20 left"
std::string step_text(const StepLine& line);

// "tokenizing  45 %  0:30 left"; without a total only the phase, and without time left in the first
// two seconds.
std::string phase_text(const std::string& phase, double done, double total, double seconds);

// "1:20", "2:03:05".
std::string duration_text(double seconds);

class Terminal {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Terminal(std::FILE* out, std::function<Clock::time_point()> now = Clock::now);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // To be called after every step: updates a terminal at most ten times per second.
  void step(const StepLine& line);
  // To be called at steps that are logged: prints a line, unless on a terminal.
  void logged(const StepLine& line);
  // The progress of something slow: on a terminal after the last step, else a line at the start and
  // every 10 s.
  void phase(const std::string& name, double done, double total);
  // Prints a permanent line.
  void print(const std::string& text);

 private:
  void redraw(const std::string& text);
  void clear();

  std::FILE* out_;
  std::function<Clock::time_point()> now_;
  bool is_terminal_;
  bool is_line_open_ = false;
  std::string step_;   // the text of the last step
  std::string phase_;  // empty between phases
  Clock::time_point drawn_{}, phase_start_{}, phase_said_{};
};

}  // namespace trainyard
