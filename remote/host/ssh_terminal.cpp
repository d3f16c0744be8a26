// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/ssh_terminal.h"

#include <utility>

#include <QScopeGuard>

#include "remote/host/client_streams.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds arrivalTime{30};

struct Arrival {
  Waiter waiter;
  Descriptor client;
};

CarriedProgram carriedFrom(const ClientProgram& program) {
  CarriedProgram carried;
  carried.terminal = program.terminal;
  carried.script = [command = program.command,
                    isTerminal = program.terminal.has_value()](const SshLink& link) {
    if (command.program.isEmpty()) return RemoteScript();
    return wrapLoginCommand(command, isTerminal ? StartOutput::kept : StartOutput::dropped,
                            link.loginPath());
  };
  return carried;
}

QCoro::Task<void> serveClient(SshLink& link, std::shared_ptr<SessionInbox> inbox,
                              StreamListener& door, QString token, std::shared_ptr<Arrival> arrival,
                              ClientProgram program) {
  SshOperation operation(link, {});
  inbox->countLasting(1);
  const auto counted = qScopeGuard([inbox] { inbox->countLasting(-1); });
  const QDeadlineTimer deadline(arrivalTime);
  while (!arrival->client.is_open())
    if (const Waited waited = co_await arrival->waiter.wait(operation.token(), deadline);
        waited != Waited::woken)
      break;
  door.forget(token);
  if (!arrival->client.is_open()) co_return;
  co_await carryStreams(link, std::move(arrival->client), carriedFrom(program), operation.token());
}

}  // namespace

StreamListener::Ticket offerProgram(SshLink& link, std::shared_ptr<SessionInbox> inbox,
                                    StreamListener& door, ClientProgram program) {
  auto arrival = std::make_shared<Arrival>();
  StreamListener::Ticket ticket =
      door.expect([arrival](std::unique_ptr<QLocalSocket> socket, QByteArray) {
        if (arrival->client.is_open()) return;  // one program a ticket
        arrival->client = connectionOf(std::move(socket));
        arrival->waiter.wake();
      });
  link.tasks().start(
      serveClient(link, std::move(inbox), door, ticket.token, arrival, std::move(program)));
  return ticket;
}

}  // namespace trainyard
