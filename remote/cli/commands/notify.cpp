// SPDX-License-Identifier: GPL-3.0-or-later
// yard notify: what a person is told of runs, and how.
#include <QJsonArray>
#include <QJsonObject>
#include <QUrl>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/service/notifications/notifier.h"

namespace trainyard {
namespace {

// The address of a webhook is a secret: only its host is shown.
QString shownWebhook(const NotificationSettings& settings) {
  const QUrl address(settings.webhook);
  return settings.webhook.isEmpty() ? QString()
                                    : address.scheme() + u"://"_s + address.host() + u"/…"_s;
}

void printSettings(const NotificationSettings& settings, Format format) {
  if (format == Format::json)
    return void(printJson(QJsonObject{{u"command"_s, settings.command},
                                      {u"webhook"_s, shownWebhook(settings)},
                                      {u"desktop"_s, settings.showsOnDesktop},
                                      {u"events"_s, QJsonArray::fromStringList(settings.events)}}));
  if (settings.isOff())
    return print(
        u"Off. `yard notify --desktop`, `--command COMMAND` or `--webhook ADDRESS` turns it on."_s);
  if (!settings.command.isEmpty()) print(u"command  "_s + sanitizedForTerminal(settings.command));
  if (!settings.webhook.isEmpty()) print(u"webhook  "_s + shownWebhook(settings));
  if (settings.showsOnDesktop) print(u"desktop  notify-send"_s);
  print(u"events   "_s + settings.events.join(u", "_s));
}

// Like a notice, and waits until it has been given away.
Result<int> sendTest(const NotificationSettings& settings) {
  if (settings.isOff()) return make_error("notifications.off", {});
  const RunNotice notice{"test", {}, u"test"_s, u"here"_s, make_error("notify.test", {})};
  QNetworkAccessManager network;
  TRY(deliverNow(settings, notice, network));
  print(u"Delivered."_s);
  return 0;
}

std::string eventsHelp() {
  std::string help = "Events to be told of, separated by commas: ";
  for (const NotificationEvent& event : notificationEvents())
    help += std::string(&event == &notificationEvents().front() ? "" : "; ") + event.name + " (" +
            event.meaning + ")";
  return help;
}

struct NotifyCommand {
  std::optional<QString> shellCommand, webhook;
  QStringList events;
  bool showsOnDesktop = false, isOff = false, isTest = false;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "--command", shellCommand,
              "A shell command; it finds TRAINYARD_TEXT, TRAINYARD_EVENT, TRAINYARD_RUN, "
              "TRAINYARD_NAME and TRAINYARD_TARGET in its environment");
    addOption(command, "--webhook", webhook,
              "An address that takes JSON with `text`, such as that of a chat");
    command.add_flag("--desktop", showsOnDesktop, "On the desktop, with notify-send");
    addOption(command, "--on", events, eventsHelp())->delimiter(',');
    command.add_flag("--off", isOff, "No notifications any more");
    command.add_flag("--test", isTest, "Send one now");
    json.describe(command);
  }

  Result<int> run() {
    TRY(auto settings, readNotificationSettings());
    if (isOff) {
      settings.command.clear();
      settings.webhook.clear();
      settings.showsOnDesktop = false;
    }
    settings.command = shellCommand.value_or(settings.command);
    settings.webhook = webhook.value_or(settings.webhook);
    settings.showsOnDesktop |= showsOnDesktop;
    if (!events.isEmpty()) settings.events = events;
    if (isOff || shellCommand || webhook || showsOnDesktop || !events.isEmpty())
      if (const auto written = writeNotificationSettings(settings); !written)
        return written.error();
    if (isTest) return sendTest(settings);
    printSettings(settings, json.format());
    return 0;
  }
};

}  // namespace

extern const Command notifyCommand{"notify", "Show or set how you are told what happens to runs",
                                   addCommand<NotifyCommand>};

}  // namespace trainyard
