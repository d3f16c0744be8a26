// SPDX-License-Identifier: GPL-3.0-or-later
// The way into a session's thread: new channels, the order to stop, and a descriptor that wakes its
// poll.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "remote/ssh/channels/channel_mail.h"

namespace trainyard {

class SessionInbox {
 public:
  SessionInbox();
  ~SessionInbox();
  SessionInbox(const SessionInbox&) = delete;
  SessionInbox& operator=(const SessionInbox&) = delete;

  // From any thread.
  void wake();
  void stop();
  // A socket that stop() shuts down, since the session's thread may be waiting for it inside
  // libssh; -1: none.
  void setInterruptible(int socket);
  bool isStopped() const { return m_stopped; }
  bool isOver() const { return m_isOver; }  // takes no more channels
  // A session that is over ends the channel at once.
  void add(std::shared_ptr<ChannelMail> mail);
  // Learnt once and true for the session.
  void setForwardingRefused() { m_isForwardingRefused = true; }
  bool isForwardingRefused() const { return m_isForwardingRefused; }
  // How many programs the server had open when it last refused one more, of which some may just
  // have ended; 0: it never refused.
  void setProgramLimit(int limit) { m_programLimit = limit; }
  int programLimit() const { return m_programLimit; }
  // Programs of Qt's side that keep their place among those as long as a person uses them.
  void countLasting(int change) { m_lasting += change; }
  int lastingPrograms() const { return m_lasting; }

  // For the session's thread.
  int descriptor() const { return m_descriptor; }
  std::vector<std::shared_ptr<ChannelMail>> take();
  void drain();  // the next wake() wakes again
  // No more channels are taken; returns those that came too late.
  std::vector<std::shared_ptr<ChannelMail>> close(const Error& why);

 private:
  std::mutex m_mutex;
  std::vector<std::shared_ptr<ChannelMail>> m_channels;
  std::optional<Error> m_closed;
  std::atomic<bool> m_stopped = false, m_woken = false, m_isForwardingRefused = false,
                    m_isOver = false;
  std::atomic<int> m_programLimit = 0;
  int m_lasting = 0;
  int m_descriptor = -1, m_interruptible = -1;
};

}  // namespace trainyard
