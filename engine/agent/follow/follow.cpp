// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/follow/follow.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <vector>

#include "engine/agent/follow/follow_messages.h"
#include "engine/agent/follow/guarded_files.h"
#include "engine/agent/follow/scheduler_query.h"
#include "engine/contract/result.h"

namespace trainyard::agent {
namespace {

using FollowClock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr seconds input_silence{180}, output_silence{60}, look_pause{1};
// Requests are left in the pipe while this much output is waiting.
constexpr std::size_t full_output_bytes = 1 << 20;
constexpr std::size_t max_waits = 8192, max_runs = 4;

class Follower {
 public:
  Follower(const std::string& base, int input, int output)
      : files_(base), input_(input), output_(output), out_(follow_greeting()) {}

  int run() {
    ::signal(SIGPIPE, SIG_IGN);
    for (const int each : {input_, output_})
      ::fcntl(each, F_SETFL, ::fcntl(each, F_GETFL) | O_NONBLOCK);
    while (!is_over_) turn();
    return exit_code_;
  }

 private:
  struct Wait {
    FollowQuestion question;
    FollowClock::time_point end;
  };

  void turn();
  void wait_for_something();
  void take_input();
  void take_questions();
  void take_question(const std::string& line);
  void look();
  void write_out();
  void answer(const FollowAnswer& answer) { out_ += to_text(answer); }
  void end(ExitCode code) {
    is_over_ = true;
    exit_code_ = static_cast<int>(code);
  }
  bool is_full() const { return out_.size() - written_ >= full_output_bytes; }

  GuardedFiles files_;
  int input_, output_;
  std::string in_, out_;
  std::size_t written_ = 0;  // of out_
  std::vector<Wait> waits_;
  std::vector<std::unique_ptr<SchedulerQuery>> runs_;
  FollowClock::time_point heard_ = FollowClock::now(), taken_ = FollowClock::now(),
                          next_look_ = FollowClock::now();
  bool is_over_ = false, has_question_ = false;  // a complete one is waiting in in_
  int exit_code_ = 0;
};

void Follower::turn() {
  wait_for_something();
  if (!is_full() && !has_question_) take_input();
  take_questions();
  std::erase_if(runs_, [this](const auto& run) {
    if (!run->advance()) return false;
    answer(run->answer);
    return true;
  });
  if (FollowClock::now() >= next_look_) look();
  write_out();
  const auto now = FollowClock::now();
  if (now - heard_ > input_silence || (!out_.empty() && now - taken_ > output_silence))
    end(ExitCode::communication);
}

void Follower::wait_for_something() {
  std::vector<pollfd> polled;
  if (!is_full() && has_question_) return;
  if (!is_full()) polled.push_back({input_, POLLIN, 0});
  if (!out_.empty()) polled.push_back({output_, POLLOUT, 0});
  for (const auto& run : runs_)
    for (const int each : {run->out(), run->err()})
      if (each >= 0) polled.push_back({each, POLLIN, 0});
  // Nothing to poll: only events that end it are awaited.
  const auto until = waits_.empty() && runs_.empty() ? FollowClock::now() + seconds(10)
                                                     : std::max(next_look_, FollowClock::now());
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(until - FollowClock::now()).count();
  ::poll(polled.data(), static_cast<nfds_t>(polled.size()),
         static_cast<int>(std::clamp<long long>(left + 1, 0, 10000)));
}

void Follower::take_input() {
  std::array<char, 64 << 10> piece;
  const ssize_t count = ::read(input_, piece.data(), piece.size());
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
    return end(ExitCode::completed);
  if (count > 0) {
    heard_ = FollowClock::now();
    in_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

// Reads as many requests as there is room for answers.
void Follower::take_questions() {
  std::size_t begin = 0, stop = 0;
  while (!is_full() && !is_over_ && (stop = in_.find('\n', begin)) != std::string::npos) {
    take_question(in_.substr(begin, stop - begin));
    begin = stop + 1;
  }
  in_.erase(0, begin);
  has_question_ = in_.find('\n') != std::string::npos;
  if (!has_question_ && in_.size() > max_question_bytes) end(ExitCode::invalid_input);
}

void Follower::take_question(const std::string& line) {
  const auto question = parse_follow_question(line);
  // Anyone who violates the protocol is not the program that started this.
  if (!question) return end(ExitCode::invalid_input);
  using Kind = FollowQuestion::Kind;
  switch (question->kind) {
    case Kind::ping:
      return answer({question->id, {}, {}, 0, {}, 0});
    case Kind::read:
      return answer(files_.read(*question));
    case Kind::list:
      return answer(files_.list(*question));
    case Kind::wait:
      if (waits_.size() >= max_waits) return answer({question->id, "busy", {}, 0, {}, 0});
      return waits_.push_back({*question, FollowClock::now() + seconds(question->seconds)});
    case Kind::run:
      if (runs_.size() >= max_runs) return answer({question->id, "busy", {}, 0, {}, 0});
      return runs_.push_back(std::make_unique<SchedulerQuery>(*question));
  }
}

void Follower::look() {
  const auto now = FollowClock::now();
  next_look_ = now + look_pause;
  std::erase_if(waits_, [&](const Wait& wait) {
    const std::int64_t size = std::max<std::int64_t>(0, files_.size(wait.question.path));
    if (size == wait.question.offset && now < wait.end) return false;
    answer({wait.question.id, {}, {}, 0, {}, 0});
    return true;
  });
}

void Follower::write_out() {
  while (written_ < out_.size()) {
    const ssize_t count = ::write(output_, out_.data() + written_, out_.size() - written_);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) return end(ExitCode::communication);
    written_ += static_cast<std::size_t>(count);
    taken_ = FollowClock::now();
  }
  out_.clear();
  if (out_.capacity() > 2 * full_output_bytes) out_.shrink_to_fit();
  written_ = 0;
  taken_ = FollowClock::now();
}

}  // namespace

int follow(const std::string& base, int input, int output) {
  return Follower(base, input, output).run();
}

}  // namespace trainyard::agent
