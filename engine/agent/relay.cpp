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
#include <chrono>
#include <csignal>
#include <iostream>

#include "engine/system/descriptor.h"
#include "engine/contract/messages.h"
#include "engine/contract/run/relay_protocol.h"

namespace trainyard::agent {
namespace {

using Clock = std::chrono::steady_clock;

// Reading pauses while this much output is pending.
constexpr std::size_t relay_output_bytes = 256 << 10;
// A client that has sent its last byte still gets an answer, but a service that keeps a connection
// open must not occupy its slot forever.
constexpr std::chrono::seconds silence{30};

Descriptor connect_to(std::uint16_t port, int flags) {
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket.is_open() &&
      ::connect(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 &&
      errno != EINPROGRESS)
    return Descriptor();
  return socket;
}

bool is_passing(int problem) {
  return problem == EAGAIN || problem == EWOULDBLOCK || problem == EINTR;
}

struct Joined {
  Descriptor socket;
  bool is_connected = false;
  bool takes_nothing = false;  // the service: further data for it is discarded
  bool is_told = false;        // that no more will follow
  Clock::time_point moved = Clock::now();
};

class Relay {
 public:
  // Returns false after a protocol violation.
  bool run();

 private:
  using Connection = RelayTalk::Connection;

  int pause() const;
  void fill(std::vector<pollfd>& polled, std::vector<std::uint32_t>& ids) const;
  short wanted(const Connection& connection, const Joined& joined) const;
  void connect_new();
  void serve(std::uint32_t id, short events);
  void write(std::uint32_t id, const Connection& connection, Joined& joined);
  bool read(std::uint32_t id, const Connection& connection, Joined& joined);
  void close(std::uint32_t id);
  bool flush();

  RelayTalk talk_{RelayTalk::Side::relay};
  std::map<std::uint32_t, Joined> joined_;
};

bool Relay::run() {
  std::vector<pollfd> polled;
  std::vector<std::uint32_t> ids;
  while (true) {
    fill(polled, ids);
    if (::poll(polled.data(), polled.size(), pause()) < 0 && errno != EINTR) return true;
    // Our output has been closed.
    if ((polled[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0 || !flush()) return true;
    if (polled[0].revents != 0) {
      char buffer[64 << 10];
      const ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
      if (got == 0 || (got < 0 && !is_passing(errno))) return true;
      if (got > 0 && !talk_.add({buffer, static_cast<std::size_t>(got)})) return false;
    }
    for (std::size_t i = 0; i < ids.size(); ++i) serve(ids[i], polled[i + 2].revents);
    connect_new();
  }
}

// A descriptor without events of interest is not polled, to avoid a busy loop.
void Relay::fill(std::vector<pollfd>& polled, std::vector<std::uint32_t>& ids) const {
  const bool is_full = talk_.output.size() >= relay_output_bytes;
  polled = {{is_full ? -1 : STDIN_FILENO, POLLIN, 0},
            {STDOUT_FILENO, static_cast<short>(talk_.output.empty() ? 0 : POLLOUT), 0}};
  ids.clear();
  for (const auto& [id, joined] : joined_) {
    const short events = wanted(talk_.connections().at(id), joined);
    polled.push_back({events == 0 ? -1 : joined.socket.number(), events, 0});
    ids.push_back(id);
  }
}

short Relay::wanted(const Connection& connection, const Joined& joined) const {
  const bool is_full = talk_.output.size() >= relay_output_bytes;
  const bool reads =
      joined.is_connected && !connection.is_closed && !is_full && connection.may_send > 0;
  const bool writes = !joined.is_connected || !connection.received.empty();
  return static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
}

// The time until a connection whose end was signalled has been silent for too long.
int Relay::pause() const {
  auto shortest = std::chrono::milliseconds::max();
  for (const auto& [id, joined] : joined_)
    if (joined.is_told || talk_.connections().at(id).is_closed)
      shortest = std::min(shortest, std::chrono::ceil<std::chrono::milliseconds>(
                                        joined.moved + silence - Clock::now()));
  if (shortest == std::chrono::milliseconds::max()) return -1;
  return static_cast<int>(std::max<std::int64_t>(shortest.count(), 0));
}

void Relay::connect_new() {
  std::vector<std::uint32_t> unreachable;
  for (const auto& [id, connection] : talk_.connections()) {
    if (joined_.contains(id)) continue;
    Descriptor socket = connect_to(connection.port, SOCK_NONBLOCK);
    if (socket.is_open())
      joined_[id].socket = std::move(socket);
    else
      unreachable.push_back(id);
  }
  for (const std::uint32_t id : unreachable) talk_.close(id);
}

void Relay::serve(std::uint32_t id, short events) {
  const Connection& connection = talk_.connections().at(id);
  Joined& joined = joined_.at(id);
  if (events != 0) joined.moved = Clock::now();
  // A failed connection is reported when it is read.
  const bool is_refused = !joined.is_connected && (events & (POLLERR | POLLHUP)) != 0;
  joined.is_connected |= events != 0;
  if (joined.is_connected) write(id, connection, joined);
  const bool is_delivered = joined.is_connected && connection.received.empty();
  if (connection.has_input_ended && is_delivered && !std::exchange(joined.is_told, true))
    ::shutdown(joined.socket.number(), SHUT_WR);
  const bool is_ended = connection.is_closed ? is_delivered
                                             : (events & (POLLIN | POLLHUP | POLLERR)) != 0 &&
                                                   !read(id, connection, joined);
  const bool is_late =
      (joined.is_told || connection.is_closed) && Clock::now() - joined.moved >= silence;
  if (is_refused || is_ended || is_late) close(id);
}

void Relay::write(std::uint32_t id, const Connection& connection, Joined& joined) {
  while (!connection.received.empty()) {
    ssize_t sent = static_cast<ssize_t>(connection.received.size());
    if (!joined.takes_nothing)
      sent = ::send(joined.socket.number(), connection.received.data(), connection.received.size(),
                    MSG_NOSIGNAL);
    if (sent < 0 && is_passing(errno)) return;
    if (sent < 0)
      joined.takes_nothing = true;
    else
      talk_.consumed(id, static_cast<std::size_t>(sent));
  }
}

// False: nothing more will come.
bool Relay::read(std::uint32_t id, const Connection& connection, Joined& joined) {
  char buffer[relay_frame_bytes];
  const std::size_t room = std::min(connection.may_send, sizeof buffer);
  if (room == 0) return true;
  const ssize_t got = ::recv(joined.socket.number(), buffer, room, 0);
  if (got > 0) talk_.send(id, {buffer, static_cast<std::size_t>(got)});
  return got > 0 || (got < 0 && is_passing(errno));
}

void Relay::close(std::uint32_t id) {
  talk_.close(id);
  joined_.erase(id);
}

// False: our output has been closed. Writes at most as much as a pipe is guaranteed to accept after
// poll reports it writable.
bool Relay::flush() {
  std::string& output = talk_.output;
  std::size_t done = 0;
  pollfd polled{STDOUT_FILENO, POLLOUT, 0};
  while (done < output.size() && ::poll(&polled, 1, 0) > 0 && (polled.revents & POLLOUT) != 0) {
    const ssize_t sent = ::write(STDOUT_FILENO, output.data() + done,
                                 std::min<std::size_t>(output.size() - done, 4096));
    if (sent < 0 && !is_passing(errno)) return false;
    if (sent < 0) break;
    done += static_cast<std::size_t>(sent);
  }
  output.erase(0, done);
  return true;
}

int complain(const char* code, const Map& arguments, ExitCode exit_code) {
  std::cerr << "yard-agent: " << render_message(code, arguments) << "\n";
  return static_cast<int>(exit_code);
}

int probe(const std::string& text) {
  unsigned port = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (problem != std::errc() || end != text.data() + text.size() || port == 0 || port > 65535)
    return complain("relay.usage", {}, ExitCode::invalid_input);
  if (!connect_to(static_cast<std::uint16_t>(port), 0).is_open())
    return complain("relay.no_answer", {{"port", std::int64_t{port}}}, ExitCode::environment);
  std::cout << relay_greeting << std::flush;
  return 0;
}

}  // namespace

int run_relay(const std::vector<std::string>& arguments) {
  if (arguments.size() == 2 && arguments[0] == "--probe") return probe(arguments[1]);
  if (!arguments.empty()) return complain("relay.usage", {}, ExitCode::invalid_input);
  std::signal(SIGPIPE, SIG_IGN);
  if (Relay().run()) return 0;
  return complain("relay.no_talk", {}, ExitCode::invalid_input);
}

}  // namespace trainyard::agent
