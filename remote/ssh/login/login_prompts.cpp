// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/login_prompts.h"

#include <chrono>
#include <utility>

#include <poll.h>

#include "engine/contract/messages.h"

namespace trainyard {

Result<LoginAnswer> LoginPrompts::ask(LoginQuestion question, int descriptor) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  {
    const std::lock_guard lock(m_mutex);
    m_question = std::move(question);
    m_answer.reset();
    m_isOpen = true;
  }
  m_asked.wake();
  while (true) {
    m_inbox->drain();
    if (auto answer = takeAnswer()) return std::move(*answer);
    // Not POLLIN: data from the server is left for libssh.
    pollfd polled[2] = {{descriptor, POLLRDHUP, 0}, {m_inbox->descriptor(), POLLIN, 0}};
    if (!m_inbox->isStopped()) ::poll(polled, 2, -1);
    const bool isEnded = (polled[0].revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
    if (!m_inbox->isStopped() && !isEnded) continue;
    const std::lock_guard lock(m_mutex);
    m_isOpen = false;
    m_question.reset();
    if (m_inbox->isStopped()) return make_error("login.stopped", {});
    const auto taken = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin);
    return make_error("login.too_slow", {{"seconds", static_cast<std::int64_t>(taken.count())}});
  }
}

std::optional<Result<LoginAnswer>> LoginPrompts::takeAnswer() {
  const std::lock_guard lock(m_mutex);
  if (m_answer) m_isOpen = false;
  return std::exchange(m_answer, std::nullopt);
}

std::optional<LoginQuestion> LoginPrompts::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_question, std::nullopt);
}

void LoginPrompts::answer(Result<LoginAnswer> answer) {
  {
    const std::lock_guard lock(m_mutex);
    if (!m_isOpen) return;
    m_answer = std::move(answer);
  }
  m_inbox->wake();
}

}  // namespace trainyard
