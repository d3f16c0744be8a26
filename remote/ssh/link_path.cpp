// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/link_path.h"

#include <QHostAddress>
#include <QHostInfo>

#include "remote/ssh/transport/bastion_transport.h"
#include "remote/ssh/channels/login_error.h"
#include "remote/ssh/transport/program_transport.h"

namespace trainyard {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds resolveTime{20};
constexpr milliseconds settlingTime{1000};

QCoro::Task<Result<QStringList>> resolve(SshSettings settings, std::stop_token stop) {
  if (QHostAddress().setAddress(settings.host)) co_return QStringList{settings.host};
  Waiter waiter;
  std::optional<QHostInfo> found;
  const int lookup = QHostInfo::lookupHost(settings.host, &waiter, [&](const QHostInfo& info) {
    found = info;
    waiter.wake();
  });
  const QDeadlineTimer deadline(resolveTime);
  while (!found) {
    const Waited waited = co_await waiter.wait(stop, deadline);
    if (waited == Waited::woken) continue;
    QHostInfo::abortHostLookup(lookup);
    if (waited == Waited::stopped) co_return cancelledError();
    co_return unreachableError(
        settings.alias, make_error("login.name_late", {{"address", settings.host.toStdString()}}));
  }
  QStringList addresses;
  for (const QHostAddress& address : found->addresses()) addresses << address.toString();
  if (addresses.isEmpty())
    co_return unreachableError(
        settings.alias,
        make_error("login.name_unknown", {{"address", settings.host.toStdString()}}));
  co_return addresses;
}

}  // namespace

// Prepares what a login needs: addresses, or a socket of the returned transport.
QCoro::Task<Result<std::unique_ptr<Transport>>> LinkPath::open(LoginRequest& request, bool isFirst,
                                                               std::stop_token stop) {
  std::unique_ptr<Transport> carrier;
  if (!isFirst) {
    const Hop& before = m_hops.back();
    CO_TRY(carrier, co_await carryThrough(before.session->inbox(), before.name, request.settings,
                                          m_waiter, stop));
  } else if (!request.settings.proxyCommand.isEmpty()) {
    carrier = carryByProgram(request.settings, m_waiter);
  } else if (request.addresses.isEmpty()) {
    CO_TRY(request.addresses, co_await resolve(request.settings, stop));
  }
  if (carrier) request.socket = carrier->socket();
  co_return carrier;
}

// A session notices the end of its data before the end of the program that transported it is
// noticed.
QCoro::Task<std::optional<Error>> LinkPath::whyNotCarried(Transport& carrier,
                                                          std::stop_token stop) {
  const QDeadlineTimer deadline(settlingTime);
  auto why = carrier.ended();
  while (!why && carrier.isProgram()) {
    const Waited waited = co_await m_waiter.wait(stop, deadline);
    if (waited != Waited::woken) break;
    why = carrier.ended();
  }
  co_return why;
}

// From the target backwards, so that nothing loses its transport first.
void LinkPath::drop() {
  while (!m_hops.empty()) {
    std::unique_ptr<Transport> carrier = std::move(m_hops.back().carrier);
    m_hops.pop_back();
    if (carrier) m_tasks.start(finishTransport(std::move(carrier)));
  }
}

// Why the host with this number is lost, by itself or because of its transport.
std::optional<Error> LinkPath::lostAt(std::size_t number) {
  const Hop& hop = m_hops[number];
  auto why = hop.carrier ? hop.carrier->ended() : std::nullopt;
  const bool isOfBastion = why && number > 0;
  if (!why) why = hop.session->ended();
  const std::size_t fault = isOfBastion ? number - 1 : number;
  if (why && fault + 1 < m_hops.size()) return atBastion(m_host, m_hops[fault].name, *why);
  return why;
}

// The first one on the path that has ended gives the reason: all behind it ended with it.
QCoro::Task<Error> LinkPath::untilLost(std::stop_token stop) {
  std::optional<QDeadlineTimer> settled;
  while (!stop.stop_requested()) {
    std::optional<Error> why;
    std::size_t number = 0;
    while (number < m_hops.size() && !why) why = lostAt(number++);
    // An earlier one may be detected as silent a moment later, or the end of a program may be
    // noticed.
    const bool isAlone = number == 1 && !m_hops[0].carrier;
    if (why && !settled) settled = QDeadlineTimer(isAlone ? milliseconds(0) : settlingTime);
    if (why && (isAlone || settled->hasExpired())) co_return *why;
    co_await m_waiter.wait(stop, settled.value_or(QDeadlineTimer(QDeadlineTimer::Forever)));
  }
  co_return cancelledError();
}

}  // namespace trainyard
