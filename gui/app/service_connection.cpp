// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/service_connection.h"

#include <QPointer>
#include <utility>

#include "gui/app/rail.h"
#include "gui/app/window_pages.h"
#include "gui/forms/message_bar.h"
#include "gui/targets/error_text.h"

namespace trainyard {
namespace {

constexpr int retryMilliseconds = 3000;

}  // namespace

ServiceConnection::ServiceConnection(ServiceClient* client, WindowPages* pages, Rail* rail)
    : m_client(client), m_pages(pages), m_rail(rail) {
  m_retry.setSingleShot(true);
  m_retry.setInterval(retryMilliseconds);
  connect(&m_retry, &QTimer::timeout, this, &ServiceConnection::connectToService);
  connect(m_client, &ServiceClient::connected, this, &ServiceConnection::show);
  connect(m_client, &ServiceClient::storeChanged, this, [this] {
    show();
    if (m_client->storeRefusal()) m_pages->notices()->showError(storeRefusal());
  });
  connect(m_client, &ServiceClient::disconnected, this, [this] {
    show();
    m_retry.start();
  });
}

void ServiceConnection::connectToService() { run(); }

QCoro::Task<void> ServiceConnection::run() {
  const QPointer<ServiceConnection> self(this);  // may be closed when the answer arrives
  const auto result = co_await m_client->connectToService(m_stop.get_token());
  if (!self || result || result.error().kind == ErrorKind::cancelled) co_return;
  const QString sentence = errorText(result.error());
  // Shown once, not at every attempt.
  if (std::exchange(m_failure, sentence) != sentence) m_pages->notices()->showError(sentence);
  m_retry.start();
}

QString ServiceConnection::storeRefusal() const {
  const std::optional<Error>& refusal = m_client->storeRefusal();
  return refusal ? errorText(*refusal) : QString();
}

void ServiceConnection::show() {
  const bool isConnected = m_client->isConnected();
  if (isConnected) m_failure.clear();
  const QString refusal = isConnected ? storeRefusal() : QString();
  m_rail->showConnection(isConnected && refusal.isEmpty(),
                         isConnected           ? tr("Events cannot be recorded: %1").arg(refusal)
                         : m_failure.isEmpty() ? tr("Connecting to the service")
                                               : tr("No service: %1").arg(m_failure));
}

}  // namespace trainyard
