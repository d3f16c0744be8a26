// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of an authenticated session: one poll over its socket and its inbox; then every channel
// gets its turn. No call in it blocks, so a slow channel does not delay others.
#pragma once

#include <list>
#include <memory>
#include <vector>

#include <libssh/libssh.h>
#include <poll.h>

#include "remote/ssh/channels/channel_worker.h"
#include "remote/ssh/liveness.h"
#include "remote/ssh/channels/session_inbox.h"
#include "remote/ssh/config/ssh_settings.h"

namespace trainyard {

class SessionLoop {
 public:
  // `session` is authenticated and non-blocking.
  SessionLoop(ssh_session session, SessionInbox& inbox, const SshSettings& settings);
  // Runs until the inbox is stopped or the connection is lost; returns why, after ending all
  // channels with that error.
  Error run();

 private:
  void sleep(bool hasMore);
  void receive();
  bool serveChannels();
  int openPrograms() const;
  bool mayOpenProgram() const;
  void learnFromRefusal(ChannelWorker& refused);
  void noteProgramsEnd();
  void askForLife();
  std::optional<Error> trouble();
  Error finish(Error why);

  ssh_session m_session;
  SessionInbox& m_inbox;
  const SshSettings& m_settings;
  ssh_event m_event;
  struct ssh_counter_struct m_socketCounter{}, m_packetCounter{};
  Liveness m_liveness;
  std::vector<pollfd> m_polled;
  std::list<std::unique_ptr<ChannelWorker>> m_channels;
  // Servers limit the number of programs (10 by default, 2 at strict sites) and do not report the
  // limit: it is learned from a refusal, and later one more is tried.
  int m_programBudget = firstProgramBudget, m_refusals = 0;
  bool m_isClearing = false;  // the last refusal may be due to programs that were just ending
  std::chrono::steady_clock::time_point m_refusedAt{}, m_programEndedAt{};

  static constexpr int firstProgramBudget = 6;
};

}  // namespace trainyard
