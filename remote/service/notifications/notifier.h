// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a person of what happens to runs, as the settings say. A notification that does not arrive
// is noted in the service's log, and nothing else waits for it. One thread.
#pragma once

#include <functional>

#include <QNetworkAccessManager>
#include <QObject>
#include <QTimer>

#include "remote/service/notifications/notification_settings.h"
#include "remote/service/notifications/run_notices.h"
#include "remote/service/protocol/consent_values.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/targets/target_registry.h"

namespace trainyard {

// Gives it to the command, the webhook and the desktop, whichever are set. `done` is called for
// each, with what went wrong; empty: it arrived.
using OnDelivered = std::function<void(const QString& problem)>;
void deliver(const NotificationSettings& settings, const RunNotice& notice,
             QNetworkAccessManager& network, const OnDelivered& done);

// The same, and waits. Error "notifications.not_delivered".
Result<void> deliverNow(const NotificationSettings& settings, const RunNotice& notice,
                        QNetworkAccessManager& network);

class Notifier : public QObject {
  Q_OBJECT

 public:
  // Both must outlive it.
  Notifier(RunRegistry& registry, TargetRegistry& targets);
  // Must be called once the store is open.
  void begin();
  // An agent waits for the person.
  void tellConsent(const ConsentRecord& request);

 private:
  void tell(const std::vector<RunNotice>& notices);
  void checkSpace();

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  RunNotices m_notices;
  QNetworkAccessManager m_network;
  QTimer m_clock;
};

}  // namespace trainyard
