// SPDX-License-Identifier: GPL-3.0-or-later
// What a person wants to be told about runs, and how:
// $XDG_CONFIG_HOME/trainyard/notifications.json, readable by its owner alone, since the address of
// a webhook is a secret.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"

namespace trainyard {

struct NotificationSettings {
  QString command;  // for /bin/sh; empty: none
  QString webhook;  // http or https; empty: none
  bool showsOnDesktop = false;
  QStringList events = {
      QStringLiteral("completed"), QStringLiteral("failed"),    QStringLiteral("not_finite"),
      QStringLiteral("stalled"),   QStringLiteral("gpus_idle"), QStringLiteral("loss_flat"),
      QStringLiteral("disk_low"),  QStringLiteral("consent"),   QStringLiteral("rule")};

  bool isOff() const { return command.isEmpty() && webhook.isEmpty() && !showsOnDesktop; }
};
void describe(Section<NotificationSettings>& section);

// The events that there are, with what each means.
struct NotificationEvent {
  const char* name;
  const char* meaning;
};
const std::vector<NotificationEvent>& notificationEvents();

QString notificationSettingsPath();
// A file that does not exist is the default, which is off. Error "notifications.unreadable".
Result<NotificationSettings> readNotificationSettings();
// Errors: "notifications.event", "notifications.webhook", those of writing.
Result<void> writeNotificationSettings(const NotificationSettings& settings);

}  // namespace trainyard
