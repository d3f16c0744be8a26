// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/preview.h"

#include <QPointer>

#include "gui/targets/error_text.h"
#include "gui/experiments/checks/submission.h"

namespace trainyard {
namespace {}  // namespace

Preview::Preview(ServiceClient* client) : m_client(client) {}

Preview::~Preview() { m_stop.request_stop(); }

void Preview::request(const SubmitRequest& what) {
  m_stop.request_stop();
  m_stop = std::stop_source();
  run(what, m_stop.get_token());
}

QCoro::Task<void> Preview::run(SubmitRequest what, std::stop_token stop) {
  const QPointer<Preview> self(this);  // may be gone when an answer arrives
  const auto connected = co_await m_client->connectToService(stop);
  if (!self || stop.stop_requested()) co_return;
  if (!connected) co_return refuse(connected.error());
  const auto rendered = co_await m_client->call(methods::render, stop, what);
  if (!self || stop.stop_requested()) co_return;
  if (!rendered) co_return refuse(rendered.error());
  emit ready(QString::fromUtf8(rendered->script), rendered->commandLine);
  if (!self || stop.stop_requested() || what.target == QLatin1String("here")) co_return;
  const auto sync = co_await m_client->call(methods::syncPreview, stop, what);
  if (!self || stop.stop_requested()) co_return;
  if (sync)
    emit syncReady(*sync);
  else
    emit syncFailed(errorText(sync.error()));
}

void Preview::refuse(const Error& error) {
  const QPointer<Preview> self(this);
  if (const auto findings = findingsOf(error); !findings.empty()) emit refused(findings);
  if (self) emit failed(errorText(error));
}

}  // namespace trainyard
