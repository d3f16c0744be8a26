// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/rsh.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

#include "remote/cli/service_stream.h"

namespace trainyard {
namespace {

constexpr int linkBroke = 255;

int fail(const char* what) {
  std::fprintf(stderr, "yard rsh: %s\n", what);
  return linkBroke;
}

// The service transfers the streams itself; here only its final messages are awaited.
int waitForStatus(const Descriptor& service) {
  StatusFrames frames;
  while (!frames.status() && frames.read(service)) continue;
  std::fwrite(frames.text().data(), 1, frames.text().size(), stderr);
  return frames.status().value_or(linkBroke);
}

}  // namespace

int remoteShell(int count, char** arguments) {
  const char* socket = std::getenv("TRAINYARD_RSH_SOCKET");
  const char* token = std::getenv("TRAINYARD_RSH_TOKEN");
  if (count < 2 || socket == nullptr || token == nullptr)
    return fail("is started by rsync, through the service of yard");
  std::string command;
  for (int i = 1; i < count; ++i) command += (i > 1 ? " " : "") + std::string(arguments[i]);
  std::signal(SIGPIPE, SIG_IGN);
  // rsync ends its remote shell with this signal; the other side's remaining messages are still
  // useful.
  std::signal(SIGUSR1, SIG_IGN);
  const Descriptor service = connectToListener(socket);
  if (!service.is_open()) return fail("the service of yard is not there");
  if (!claimStream(service, token, command))
    return fail("the service of yard does not know this transfer");
  if (!passStreams(service, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO))
    return fail("the service of yard has gone");
  return waitForStatus(service);
}

}  // namespace trainyard
