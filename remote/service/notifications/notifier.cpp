// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/notifications/notifier.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QProcess>
#include <QStorageInfo>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/service/notifications/notice_text.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::chrono::minutes lookPause{1};
constexpr int timeLimitMilliseconds = 20'000;

void run(const QString& program, const QStringList& arguments, const RunNotice& notice,
         const OnDelivered& done) {
  auto* process = new QProcess;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("TRAINYARD_EVENT"), QLatin1String(notice.event));
  environment.insert(QStringLiteral("TRAINYARD_RUN"), notice.run);
  environment.insert(QStringLiteral("TRAINYARD_NAME"), notice.name);
  environment.insert(QStringLiteral("TRAINYARD_TARGET"), notice.target);
  environment.insert(QStringLiteral("TRAINYARD_TEXT"), plainNotice(text(notice.text.message)));
  process->setProcessEnvironment(environment);
  process->setStandardInputFile(QProcess::nullDevice());
  QObject::connect(process, &QProcess::finished, process, [process, done](int code) {
    const QString words = QString::fromUtf8(process->readAllStandardError().right(500)).trimmed();
    done(code == 0 ? QString()
                   : QStringLiteral("the command ended with code %1: %2").arg(code).arg(words));
    process->deleteLater();
  });
  QObject::connect(process, &QProcess::errorOccurred, process,
                   [process, done](QProcess::ProcessError problem) {
                     if (problem != QProcess::FailedToStart) return;
                     done(process->program() + QStringLiteral(": ") + process->errorString());
                     process->deleteLater();
                   });
  QTimer::singleShot(timeLimitMilliseconds, process, [process] { process->kill(); });
  process->start(program, arguments);
}

void post(const QString& address, const RunNotice& notice, QNetworkAccessManager& network,
          const OnDelivered& done) {
  const QString words = text(notice.text.message);
  // Chat services read `text` or `content`, and mentions in the latter; the rest is for programs.
  const QJsonObject body{
      {QStringLiteral("text"), chatText(words)},
      {QStringLiteral("content"), markdownText(words)},
      {QStringLiteral("allowed_mentions"), QJsonObject{{QStringLiteral("parse"), QJsonArray()}}},
      {QStringLiteral("event"), QLatin1String(notice.event)},
      {QStringLiteral("run"), notice.run},
      {QStringLiteral("name"), notice.name},
      {QStringLiteral("target"), notice.target}};
  QNetworkRequest request{QUrl(address)};
  request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
  request.setTransferTimeout(timeLimitMilliseconds);
  QNetworkReply* reply = network.post(request, QJsonDocument(body).toJson(QJsonDocument::Compact));
  // Not the reply's own sentence: it names the address, which is a secret.
  QObject::connect(reply, &QNetworkReply::finished, reply, [reply, done] {
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    done(reply->error() == QNetworkReply::NoError ? QString()
         : status > 0 ? QStringLiteral("the webhook answered with status %1").arg(status)
                      : QStringLiteral("the webhook cannot be reached"));
    reply->deleteLater();
  });
}

}  // namespace

void deliver(const NotificationSettings& settings, const RunNotice& notice,
             QNetworkAccessManager& network, const OnDelivered& done) {
  if (!settings.command.isEmpty())
    run(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), settings.command}, notice, done);
  if (settings.showsOnDesktop)
    run(QStringLiteral("notify-send"),
        {QStringLiteral("--app-name=Trainyard"), QStringLiteral("--"), QStringLiteral("Trainyard"),
         desktopBody(text(notice.text.message))},
        notice, done);
  if (!settings.webhook.isEmpty()) post(settings.webhook, notice, network, done);
}

Result<void> deliverNow(const NotificationSettings& settings, const RunNotice& notice,
                        QNetworkAccessManager& network) {
  int left = (settings.command.isEmpty() ? 0 : 1) + (settings.showsOnDesktop ? 1 : 0) +
             (settings.webhook.isEmpty() ? 0 : 1);
  QStringList problems;
  QEventLoop loop;
  deliver(settings, notice, network, [&](const QString& problem) {
    if (!problem.isEmpty()) problems << problem;
    if (--left == 0) loop.quit();
  });
  if (left > 0) loop.exec();
  if (problems.isEmpty()) return {};
  return make_error("notifications.not_delivered",
                    {{"why", problems.join(QStringLiteral("; ")).toStdString()}});
}

Notifier::Notifier(RunRegistry& registry, TargetRegistry& targets)
    : m_registry(registry), m_targets(targets) {
  m_clock.setInterval(lookPause);
  connect(&m_clock, &QTimer::timeout, this, [this] {
    tell(m_notices.passed(unix_time()));
    checkSpace();
  });
}

// What is known of a cluster is from its login or its last check; this computer is asked.
void Notifier::checkSpace() {
  const auto targets = m_targets.list();
  if (!targets) return;
  for (const TargetRecord& target : *targets) {
    const QString base = target.settings.base;
    if (target.isHere()) {
      const QStorageInfo disk(base);
      if (disk.isValid())
        tell(m_notices.spaceIs(target.settings.name, {base, disk.bytesAvailable()}));
    } else if (target.facts.baseFreeBytes) {
      tell(m_notices.spaceIs(target.settings.name,
                             {base, *target.facts.baseFreeBytes, target.facts.baseQuotaBytes}));
    }
  }
}

void Notifier::begin() {
  if (const auto runs = m_registry.store.runs())
    for (const RunRecord& run : *runs) m_notices.know(run);
  connect(&m_registry, &RunRegistry::changed, this, [this](const QString& run) {
    if (m_notices.isUntold(run)) return;
    if (const auto record = m_registry.store.run(run))
      tell(m_notices.changed(*record, unix_time()));
  });
  connect(&m_registry, &RunRegistry::imported, this,
          [this](const QString& run, int attempt, const std::vector<Event>& events) {
            if (!m_notices.isKnown(run))
              if (const auto record = m_registry.store.run(run)) m_notices.know(*record);
            tell(m_notices.arrived(run, attempt, events, unix_time()));
          });
  m_clock.start();
}

void Notifier::tellConsent(const ConsentRecord& request) {
  const ConsentRequest& asked = request.request;
  const QString agent = asked.agent.isEmpty() ? QStringLiteral("an agent") : asked.agent.left(60);
  const Map words{{"agent", agent.toStdString()},
                  {"target", asked.spending.target.toStdString()},
                  {"id", request.id.toStdString()}};
  const Error text = asked.kind == ConsentKind::submit ? make_error("notify.consent_submit", words)
                     : asked.kind == ConsentKind::resume
                         ? make_error("notify.consent_resume", words)
                         : make_error("notify.consent_cancel", words);
  tell({{"consent", {}, agent, asked.spending.target, text}});
}

// The settings are read each time: they may be another's by now.
void Notifier::tell(const std::vector<RunNotice>& notices) {
  if (notices.empty()) return;
  const auto settings = readNotificationSettings();
  if (!settings) return qWarning("notification: %s", settings.error().message.c_str());
  for (const RunNotice& notice : notices)
    if (settings->events.contains(QLatin1String(notice.event)))
      deliver(*settings, notice, m_network, [](const QString& problem) {
        if (!problem.isEmpty()) qWarning("notification: %s", qPrintable(problem));
      });
}

}  // namespace trainyard
