// SPDX-License-Identifier: GPL-3.0-or-later
// yard notify: what a person is told of runs, and how.
#include <QJsonArray>
#include <QJsonObject>
#include <QUrl>

#include "engine/contract/messages.h"
#include "remote/cli/arguments.h"
#include "remote/cli/output.h"
#include "remote/service/notifications/notifier.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

struct NotifyChanges {
  std::string command, webhook;
  std::vector<std::string> events;
  bool showsOnDesktop = false, isOff = false, isTest = false, isJson = false;
};

// The address of a webhook is a secret: only its host is shown.
QString shownWebhook(const NotificationSettings& settings) {
  const QUrl address(settings.webhook);
  return settings.webhook.isEmpty()
             ? QString()
             : address.scheme() + QStringLiteral("://") + address.host() + QStringLiteral("/…");
}

void show(const NotificationSettings& settings, bool isJson) {
  if (isJson)
    return void(printJson(
        QJsonObject{{QStringLiteral("command"), settings.command},
                    {QStringLiteral("webhook"), shownWebhook(settings)},
                    {QStringLiteral("desktop"), settings.showsOnDesktop},
                    {QStringLiteral("events"), QJsonArray::fromStringList(settings.events)}}));
  if (settings.isOff())
    return print(QStringLiteral(
        "Off. `yard notify --desktop`, `--command COMMAND` or `--webhook ADDRESS` turns it on."));
  if (!settings.command.isEmpty())
    print(QStringLiteral("command  ") + sanitizedForTerminal(settings.command));
  if (!settings.webhook.isEmpty()) print(QStringLiteral("webhook  ") + shownWebhook(settings));
  if (settings.showsOnDesktop) print(QStringLiteral("desktop  notify-send"));
  print(QStringLiteral("events   ") + settings.events.join(QStringLiteral(", ")));
}

// Like a notice, and waits until it has been given away.
int test(const NotificationSettings& settings) {
  if (settings.isOff()) return fail(make_error("notifications.off", {}));
  const RunNotice notice{
      "test", {}, QStringLiteral("test"), QStringLiteral("here"), make_error("notify.test", {})};
  QNetworkAccessManager network;
  if (const auto delivered = deliverNow(settings, notice, network); !delivered)
    return fail(delivered.error());
  print(QStringLiteral("Delivered."));
  return 0;
}

int notify(const NotifyChanges& changes, const CLI::App& given) {
  auto settings = readNotificationSettings();
  if (!settings) return fail(settings.error());
  if (changes.isOff) {
    settings->command.clear();
    settings->webhook.clear();
    settings->showsOnDesktop = false;
  }
  if (given.count("--command") > 0) settings->command = text(changes.command);
  if (given.count("--webhook") > 0) settings->webhook = text(changes.webhook);
  if (changes.showsOnDesktop) settings->showsOnDesktop = true;
  if (given.count("--on") > 0) {
    settings->events.clear();
    for (const std::string& event : changes.events) settings->events << text(event);
  }
  const bool isChanged = changes.isOff || given.count("--command") + given.count("--webhook") +
                                                  given.count("--desktop") + given.count("--on") >
                                              0;
  if (isChanged)
    if (const auto written = writeNotificationSettings(*settings); !written)
      return fail(written.error());
  if (changes.isTest) return test(*settings);
  show(*settings, changes.isJson);
  return 0;
}

std::string eventsHelp() {
  std::string help = "Events to be told of, separated by commas: ";
  for (const NotificationEvent& event : notificationEvents())
    help += std::string(&event == &notificationEvents().front() ? "" : "; ") + event.name + " (" +
            event.meaning + ")";
  return help;
}

}  // namespace

void addNotify(CLI::App& app, std::function<int()>& action) {
  static NotifyChanges changes;
  CLI::App* notifying =
      app.add_subcommand("notify", "Show or set how you are told what happens to runs");
  notifying->add_option("--command", changes.command,
                        "A shell command; it finds TRAINYARD_TEXT, TRAINYARD_EVENT, TRAINYARD_RUN, "
                        "TRAINYARD_NAME and TRAINYARD_TARGET in its environment");
  notifying->add_option("--webhook", changes.webhook,
                        "An address that takes JSON with `text`, such as that of a chat");
  notifying->add_flag("--desktop", changes.showsOnDesktop, "On the desktop, with notify-send");
  notifying->add_option("--on", changes.events, eventsHelp())->delimiter(',');
  notifying->add_flag("--off", changes.isOff, "No notifications any more");
  notifying->add_flag("--test", changes.isTest, "Send one now");
  notifying->add_flag("--json", changes.isJson, "Print JSON");
  whenGiven(notifying, action, [notifying] { return notify(changes, *notifying); });
}

}  // namespace trainyard
