// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/targets/practice_start.h"

#include <QPointer>
#include <utility>

#include "gui/targets/error_text.h"
#include "gui/targets/target_list.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString practiceName = u"practice"_s;

}  // namespace

PracticeStart::PracticeStart(ServiceClient* client, TargetList* targets)
    : QObject(targets), m_client(client), m_targets(targets) {
  connect(client, &ServiceClient::progressArrived, this, [this](const ProgressReport& report) {
    if (!m_isBusy || report.target != practiceName) return;
    m_doing = report.what;
    emit changed();
  });
  connect(targets, &TargetList::changed, this, [this] {
    if (!m_awaited.isEmpty() && m_targets->find(m_awaited))
      emit started(std::exchange(m_awaited, {}));
  });
}

PracticeStart::~PracticeStart() { m_stop.request_stop(); }

bool PracticeStart::isThere() const { return m_targets->find(practiceName); }

void PracticeStart::start() {
  if (m_isBusy) return;
  m_isBusy = true;
  m_doing.clear();
  m_stop = std::stop_source();
  emit changed();
  run(m_stop.get_token());
}

void PracticeStart::cancel() { m_stop.request_stop(); }

QCoro::Task<void> PracticeStart::run(std::stop_token stop) {
  const QPointer<PracticeStart> self(this);  // may be gone when the answer arrives
  const auto answer = co_await m_client->call(methods::startPractice, stop);
  if (!self) co_return;
  m_isBusy = false;
  if (answer) {
    m_awaited = answer->target;
    m_targets->refresh();
  }
  emit changed();
  if (self && !answer && answer.error().kind != ErrorKind::cancelled)
    emit failed(errorText(answer.error()));
}

}  // namespace trainyard
