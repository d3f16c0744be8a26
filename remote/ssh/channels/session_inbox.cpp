// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/session_inbox.h"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

SessionInbox::SessionInbox() : m_descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
SessionInbox::~SessionInbox() { ::close(m_descriptor); }

void SessionInbox::wake() {
  if (!m_woken.exchange(true)) (void)::eventfd_write(m_descriptor, 1);
}

void SessionInbox::stop() {
  {
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
    if (m_interruptible >= 0) ::shutdown(m_interruptible, SHUT_RDWR);
  }
  wake();
}

void SessionInbox::setInterruptible(int socket) {
  const std::lock_guard lock(m_mutex);
  m_interruptible = socket;
  if (socket >= 0 && m_stopped) ::shutdown(socket, SHUT_RDWR);
}

void SessionInbox::add(std::shared_ptr<ChannelMail> mail) {
  {
    const std::lock_guard lock(m_mutex);
    if (m_closed) {
      const std::lock_guard mailLock(mail->mutex);
      mail->end(m_closed);
      return;
    }
    m_channels.push_back(std::move(mail));
  }
  wake();
}

void SessionInbox::drain() {
  eventfd_t count = 0;
  (void)::eventfd_read(m_descriptor, &count);
  m_woken = false;
}

std::vector<std::shared_ptr<ChannelMail>> SessionInbox::take() {
  drain();
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_channels, {});
}

std::vector<std::shared_ptr<ChannelMail>> SessionInbox::close(const Error& why) {
  const std::lock_guard lock(m_mutex);
  m_closed = why;
  m_isOver = true;
  return std::exchange(m_channels, {});
}

}  // namespace trainyard
