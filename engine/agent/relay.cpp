// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/relay.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <iostream>

#include "engine/contract/descriptor.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t relay_bytes = 256 << 10;
// Who has sent its last byte still gets an answer, but a service that keeps a connection open must
// not keep the step for ever.
constexpr int silence_milliseconds = 30000;

// One of the two ways: what was read and not yet written.
struct Way {
  int from, to;
  std::string waiting;
  bool is_ended = false;  // nothing more will be read

  bool wants_input() const { return !is_ended && waiting.size() < relay_bytes; }

  void read() {
    char buffer[64 << 10];
    const ssize_t got = ::read(from, buffer, sizeof buffer);
    if (got > 0) waiting.append(buffer, static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) is_ended = true;
  }
  // False: nobody takes it any more. At most so much that poll's word "writable" holds for a pipe.
  bool write() {
    const ssize_t sent = ::write(to, waiting.data(), std::min<std::size_t>(waiting.size(), 4096));
    if (sent > 0) waiting.erase(0, static_cast<std::size_t>(sent));
    return sent >= 0 || errno == EAGAIN || errno == EINTR;
  }
};

Descriptor connect_to(std::uint16_t port) {
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket.is_open() &&
      ::connect(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    return Descriptor();
  return socket;
}

void join(int socket) {
  Way up{STDIN_FILENO, socket, {}}, down{socket, STDOUT_FILENO, {}};
  bool is_told = false;  // that no more will come
  while (!down.is_ended || !down.waiting.empty()) {
    if (up.is_ended && up.waiting.empty() && !std::exchange(is_told, true))
      ::shutdown(socket, SHUT_WR);
    pollfd polled[4] = {{up.wants_input() ? up.from : -1, POLLIN, 0},
                        {up.waiting.empty() ? -1 : up.to, POLLOUT, 0},
                        {down.wants_input() ? down.from : -1, POLLIN, 0},
                        {down.waiting.empty() ? -1 : down.to, POLLOUT, 0}};
    const int ready = ::poll(polled, 4, is_told ? silence_milliseconds : -1);
    if (ready == 0 || (ready < 0 && errno != EINTR)) return;
    if (ready < 0) continue;
    if (polled[0].revents != 0) up.read();
    if (polled[1].revents != 0 && !up.write()) up = {up.from, up.to, {}, true};
    if (polled[2].revents != 0) down.read();
    if (polled[3].revents != 0 && !down.write()) return;
  }
}

}  // namespace

int run_relay(const std::vector<std::string>& arguments) {
  const bool is_probe = !arguments.empty() && arguments[0] == "--probe";
  unsigned port = 0;
  if (arguments.size() == (is_probe ? 2u : 1u)) {
    const std::string& text = arguments.back();
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (problem != std::errc() || end != text.data() + text.size()) port = 0;
  }
  if (port == 0 || port > 65535) {
    std::cerr << "yard-agent: " << render_message("relay.usage", {}) << "\n";
    return static_cast<int>(ExitCode::invalid_input);
  }
  std::signal(SIGPIPE, SIG_IGN);
  const Descriptor socket = connect_to(static_cast<std::uint16_t>(port));
  if (!socket.is_open()) {
    std::cerr << "yard-agent: " << render_message("relay.no_answer", {{"port", std::int64_t{port}}})
              << "\n";
    return static_cast<int>(ExitCode::environment);
  }
  if (!is_probe) join(socket.number());
  return 0;
}

}  // namespace trainyard::agent
