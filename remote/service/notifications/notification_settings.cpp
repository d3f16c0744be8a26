// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/notifications/notification_settings.h"

#include <algorithm>

#include <QFile>
#include <QUrl>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"
#include "remote/host/places.h"
#include "remote/values/records.h"

namespace trainyard {
namespace {

constexpr std::uint64_t settingsLimit = 64u << 10;

bool isKnown(const QString& event) {
  return std::ranges::any_of(notificationEvents(), [&](const NotificationEvent& each) {
    return event == QLatin1String(each.name);
  });
}

Result<void> check(const NotificationSettings& settings) {
  for (const QString& event : settings.events)
    if (!isKnown(event)) {
      std::vector<std::string> known;
      for (const NotificationEvent& each : notificationEvents()) known.emplace_back(each.name);
      return make_error("notifications.event",
                        {{"event", event.toStdString()}, {"known", comma_list(known)}});
    }
  const QUrl webhook(settings.webhook, QUrl::StrictMode);
  const bool isWeb =
      webhook.scheme() == QLatin1String("https") || webhook.scheme() == QLatin1String("http");
  if (!settings.webhook.isEmpty() && (!webhook.isValid() || !isWeb || webhook.host().isEmpty()))
    return make_error("notifications.webhook", {});
  return {};
}

}  // namespace

void describe(Section<NotificationSettings>& section) {
  section.field("command", &NotificationSettings::command);
  section.field("webhook", &NotificationSettings::webhook);
  section.field("desktop", &NotificationSettings::showsOnDesktop);
  section.field("events", &NotificationSettings::events);
}

const std::vector<NotificationEvent>& notificationEvents() {
  static const std::vector<NotificationEvent> all{
      {"started", "a run begins"},
      {"completed", "a run is complete"},
      {"failed", "a run failed, reached its time limit, or was preempted for good"},
      {"cancelled", "a run was cancelled"},
      {"not_finite", "a loss is not a finite number"},
      {"stalled", "a run has made no step for ten minutes, or ten times its usual pace"},
      {"gpus_idle", "all GPUs of a run have been idle for ten minutes"},
      {"loss_flat", "a training loss has not fallen for 1,000 values and an hour"},
      {"disk_low", "the base folder of a target where runs are open is nearly full"},
      {"consent", "an agent asks for consent"},
      {"rule", "a rule of the experiment about a metric acts"}};
  return all;
}

QString notificationSettingsPath() {
  return configFolder() + QStringLiteral("/notifications.json");
}

Result<NotificationSettings> readNotificationSettings() {
  const std::string path = QFile::encodeName(notificationSettingsPath()).toStdString();
  const auto text = read_file(path, settingsLimit);
  if (!text && text.error().kind == ErrorKind::not_found) return NotificationSettings();
  if (!text) return text.error();
  const auto parsed = parse_json(*text);
  NotificationSettings settings;
  ReadProblem problem;
  const auto* map = parsed ? parsed->get_if<Map>() : nullptr;
  if (!map || !read_into(settings, *map, problem))
    return make_error("notifications.unreadable", {{"path", path}});
  return settings;
}

Result<void> writeNotificationSettings(const NotificationSettings& settings) {
  TRY(check(settings));
  TRY(ensureFolder(configFolder()));
  const QString path = notificationSettingsPath();
  TRY(write_file_atomically(QFile::encodeName(path).toStdString(),
                            to_json(Value(to_map(settings))) + "\n"));
  QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
  return {};
}

}  // namespace trainyard
