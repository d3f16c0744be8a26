// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/ssh_channel.h"

#include <utility>

namespace trainyard {

SshChannel::SshChannel(std::shared_ptr<SessionInbox> inbox, std::shared_ptr<ChannelMail> mail,
                       Waiter& waiter)
    : m_inbox(std::move(inbox)), m_mail(std::move(mail)) {
  {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->waiter = &waiter;
  }
  m_inbox->add(m_mail);
}

SshChannel::~SshChannel() {
  {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->waiter = nullptr;
    m_mail->abandoned = true;
    if (m_mail->ended) return;
  }
  m_inbox->wake();
}

SshChannel::News SshChannel::take() {
  News news;
  bool wasFull = false;
  {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->told = false;
    wasFull = m_mail->out.size() + m_mail->err.size() >= channelBufferBytes;
    news = {std::exchange(m_mail->out, {}),
            std::exchange(m_mail->err, {}),
            m_mail->opened,
            m_mail->outEnded,
            m_mail->ended,
            m_mail->exitCode,
            m_mail->error,
            m_mail->unsent};
  }
  if (wasFull) m_inbox->wake();
  return news;
}

void SshChannel::write(QByteArray bytes) {
  if (bytes.isEmpty()) return;
  {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->unsent += bytes.size();
    if (m_mail->input.isEmpty())
      m_mail->input = std::move(bytes);
    else
      m_mail->input += bytes;
  }
  m_inbox->wake();
}

void SshChannel::endInput() {
  {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->inputEnded = true;
  }
  m_inbox->wake();
}

void SshChannel::resize(TerminalSize size) {
  {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->newSize = size;
  }
  m_inbox->wake();
}

}  // namespace trainyard
