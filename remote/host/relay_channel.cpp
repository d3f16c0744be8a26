// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/relay_channel.h"

#include <algorithm>
#include <utility>

#include <QScopeGuard>

#include "remote/ssh/channels/remote_script.h"

namespace trainyard {
namespace {

using RelayLine = RelayChannel::Line;

constexpr std::chrono::seconds relayStartTime{30};
// The maximum buffered before the session takes it: small, so that the connections take turns.
constexpr qsizetype relayOutputBytes = 256 << 10;

RemoteScript relayScript(const SshLink& link, const CommandLine& program) {
  return wrapScript(pathScript(link.loginPath()) + "exec " + program.toShell().toUtf8() + '\n',
                    link.settings().readers);
}

// Sends what a connection may send now. Returns whether it sent anything.
bool sendOf(RelayLine& line, quint32 id, RelayLine::User& user) {
  const std::size_t sent =
      line.talk.send(id, {user.unsent.constData(), static_cast<std::size_t>(user.unsent.size())});
  user.unsent.remove(0, static_cast<qsizetype>(sent));
  if (user.unsent.isEmpty() && std::exchange(user.isInputEnded, false)) line.talk.end(id);
  if (sent > 0 && user.unsent.isEmpty()) user.waiter->wake();
  return sent > 0;
}

// Serves all connections in turn, one frame each, as long as there is room.
void sendAll(RelayLine& line, qsizetype unsent) {
  bool hasMore = true;
  while (hasMore && unsent + static_cast<qsizetype>(line.talk.output.size()) < relayOutputBytes) {
    hasMore = false;
    for (auto& [id, user] : line.users) hasMore |= sendOf(line, id, user);
  }
}

// Runs until the program ends, violates the protocol, is not needed any more, or does not start in
// time.
QCoro::Task<void> talk(SshLink& link, SshOperation& operation, std::shared_ptr<SessionInbox> inbox,
                       CommandLine program, std::shared_ptr<RelayLine> line) {
  const RemoteScript wrapped = relayScript(link, program);
  NoiseFilter noise(wrapped.sentinel);
  SshChannel channel(inbox,
                     std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0),
                     operation.waiter());
  line->turn = &operation.waiter();
  QDeadlineTimer deadline(relayStartTime);
  while (!operation.token().stop_requested()) {
    SshChannel::News news = channel.take();
    const QByteArray said = noise.feed(std::move(news.out));
    if (!line->talk.add({said.constData(), static_cast<std::size_t>(said.size())})) break;
    if (!said.isEmpty())
      for (const auto& [id, user] : line->users) user.waiter->wake();
    if (news.ended || noise.isTooMuch()) break;
    sendAll(*line, news.unsent);
    channel.write(QByteArray::fromStdString(std::exchange(line->talk.output, {})));
    if (line->talk.is_greeted()) deadline = QDeadlineTimer(QDeadlineTimer::Forever);
    const Waited waited = co_await operation.waiter().wait(operation.token(), deadline);
    if (waited == Waited::deadline) break;
  }
  line->turn = nullptr;
}

QCoro::Task<void> keepRelay(SshLink& link, CommandLine program, std::shared_ptr<RelayLine> line) {
  SshOperation operation(link, line->stop.get_token());
  auto inbox = co_await link.inbox(operation, QDeadlineTimer(relayStartTime));
  if (inbox) {
    (*inbox)->countLasting(1);
    const auto counted = qScopeGuard([kept = *inbox] { kept->countLasting(-1); });
    co_await talk(link, operation, *inbox, std::move(program), line);
  }
  line->isOver = true;
  for (const auto& [id, user] : line->users) user.waiter->wake();
}

}  // namespace

RelayChannel::~RelayChannel() {
  if (m_line) m_line->stop.request_stop();
}

std::shared_ptr<RelayLine> RelayChannel::line() {
  if (!m_line || m_line->isOver) {
    m_line = std::make_shared<Line>();
    m_link.tasks().start(keepRelay(m_link, m_program, m_line));
  }
  return m_line;
}

RelayConnection::RelayConnection(std::shared_ptr<RelayLine> line, quint16 port, Waiter& waiter)
    : m_line(std::move(line)), m_id(m_line->talk.open(port)) {
  m_line->users[m_id].waiter = &waiter;
  m_line->notify();
}

// Sends as much as there is room for.
RelayConnection::~RelayConnection() {
  while (sendOf(*m_line, m_id, m_line->users.at(m_id))) continue;
  m_line->users.erase(m_id);
  m_line->talk.close(m_id);
  m_line->notify();
}

SshChannel::News RelayConnection::take() {
  SshChannel::News news;
  const RelayTalk::Connection& connection = m_line->talk.connections().at(m_id);
  news.out = QByteArray::fromStdString(connection.received);
  news.unsent = m_line->users.at(m_id).unsent.size();
  news.ended = news.outEnded = connection.is_closed || m_line->isOver;
  m_line->talk.consumed(m_id, connection.received.size());
  if (!news.out.isEmpty()) m_line->notify();
  return news;
}

void RelayConnection::write(const QByteArray& bytes) {
  m_line->users.at(m_id).unsent += bytes;
  m_line->notify();
}

void RelayConnection::endInput() {
  m_line->users.at(m_id).isInputEnded = true;
  m_line->notify();
}

std::shared_ptr<RelayChannel> RelayChannels::of(const CommandLine& program) {
  std::erase_if(m_channels, [](const auto& each) { return each.second.expired(); });
  std::weak_ptr<RelayChannel>& known = m_channels[program.toShell()];
  std::shared_ptr<RelayChannel> channel = known.lock();
  if (!channel) known = channel = std::make_shared<RelayChannel>(m_link, program);
  return channel;
}

}  // namespace trainyard
