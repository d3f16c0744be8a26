// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a program's streams to the service (remote/host/client_streams.h): a connection to its
// socket with a token, and the frames that come back on it.
#pragma once

#include <optional>
#include <string>

#include "remote/process/descriptor.h"

namespace trainyard {

// A connection that is not open: the service is not there.
Descriptor connectToListener(const std::string& socket);
// The request and its answer, one line each; false if the service does not know the token.
bool claimStream(const Descriptor& service, const std::string& token, const std::string& command);
// Passes the three streams; false if the service has gone.
bool passStreams(const Descriptor& service, int in, int out, int err);

class StatusFrames {
 public:
  // Reads what is there, and waits if nothing is. False at the end of the connection, and after
  // anything that is no frame.
  bool read(const Descriptor& service);
  std::optional<int> status() const { return m_status; }  // the program's exit status
  const std::string& text() const { return m_text; }      // for people

 private:
  bool take();

  std::string m_received, m_text;
  std::optional<int> m_status;
};

}  // namespace trainyard
