// SPDX-License-Identifier: GPL-3.0-or-later
// The interface to a session's thread: new channels, the request to stop, and a descriptor that
// wakes its poll.
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

  // May be called from any thread.
  void wake();
  void stop();
  // A socket that stop() shuts down, since the session's thread may be blocked on it inside libssh;
  // -1: none.
  void setInterruptible(int socket);
  bool isStopped() const { return m_stopped; }
  bool isOver() const { return m_isOver; }  // accepts no more channels
  // If the session is over, the channel ends immediately.
  void add(std::shared_ptr<ChannelMail> mail);
  // Detected once and valid for the session.
  void setForwardingRefused() { m_isForwardingRefused = true; }
  bool isForwardingRefused() const { return m_isForwardingRefused; }
  // How many programs were open when the server last refused another one; some may have just ended.
  // 0: it never refused.
  void setProgramLimit(int limit) { m_programLimit = limit; }
  int programLimit() const { return m_programLimit; }
  // Counts programs on Qt's side that occupy one of these as long as the user needs them.
  void countLasting(int change) { m_lasting += change; }
  int lastingPrograms() const { return m_lasting; }

  // For the session's thread.
  int descriptor() const { return m_descriptor; }
  std::vector<std::shared_ptr<ChannelMail>> take();
  void drain();  // clears the wake-up
  // Stops accepting channels; returns those that came too late.
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
