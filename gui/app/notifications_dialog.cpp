// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/notifications_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPointer>
#include <QPushButton>
#include <QUrl>
#include <memory>

#include "engine/contract/messages.h"
#include "gui/look/ink.h"
#include "gui/look/layouts.h"
#include "gui/targets/error_text.h"
#include "remote/service/notifications/notifier.h"

using namespace Qt::StringLiterals;

namespace trainyard {

NotificationsDialog::NotificationsDialog(QWidget* parent)
    : QDialog(parent),
      m_desktop(new QCheckBox(tr("On the desktop"))),
      m_forgetsWebhook(new QCheckBox(tr("Remove the webhook"))),
      m_test(new QPushButton(tr("Send one now"))) {
  setWindowTitle(tr("Notifications"));
  build();
  const auto settings = readNotificationSettings();
  if (settings)
    show(*settings);
  else
    say(errorText(settings.error()), true);
}

void NotificationsDialog::build() {
  auto* column = new QVBoxLayout(this);
  column->setSpacing(look::px(10));
  auto* head = plainLabel(look::Role::body,
                          tr("You are told of runs on all targets while the background service "
                             "follows them, also when this window is closed."));
  head->setWordWrap(true);
  column->addWidget(head);
  auto* form = new QFormLayout;
  form->addRow(QString(), m_desktop);
  form->addRow(tr("Command"), m_command);
  form->addRow(tr("Webhook"), m_webhook);
  form->addRow(QString(), m_forgetsWebhook);
  m_command->setPlaceholderText(tr("A line for the shell; it finds TRAINYARD_TEXT"));
  m_command->setAccessibleName(tr("Command"));
  m_webhook->setEchoMode(QLineEdit::Password);
  m_webhook->setAccessibleName(tr("Webhook"));
  look::addAll(column, {form, buildEvents()});
  m_said->setWordWrap(true);
  m_said->setMinimumHeight(2 * look::lineHeight(look::Role::help));  // kept: nothing moves
  column->addWidget(m_said);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
  m_save->setDefault(true);
  buttons->addButton(m_test, QDialogButtonBox::ActionRole);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, &NotificationsDialog::save);
  connect(m_test, &QPushButton::clicked, this, &NotificationsDialog::test);
  resize(look::px(560), sizeHint().height());
}

QWidget* NotificationsDialog::buildEvents() {
  auto* events = new QWidget;
  auto* column = look::columnIn(events, look::px(4));
  column->addWidget(plainLabel(look::Role::emphasis, tr("Tell me when")));
  for (const NotificationEvent& event : notificationEvents()) {
    const QString name = QLatin1String(event.name);
    auto* box = new QCheckBox(meaningOf(name));
    m_events.insert(name, box);
    column->addWidget(box);
  }
  return events;
}

// notificationEvents() in the language of the window.
QString NotificationsDialog::meaningOf(const QString& event) {
  const QMap<QString, QString> meanings{
      {u"started"_s, tr("a run begins")},
      {u"completed"_s, tr("a run is complete")},
      {u"failed"_s, tr("a run failed, reached its time limit, or was preempted for good")},
      {u"cancelled"_s, tr("a run was cancelled")},
      {u"not_finite"_s, tr("a loss is not a finite number")},
      {u"stalled"_s, tr("a run has made no step for ten minutes, or ten times its usual pace")},
      {u"gpus_idle"_s, tr("all GPUs of a run have been idle for ten minutes")},
      {u"loss_flat"_s, tr("a training loss has not fallen for 1,000 values and an hour")},
      {u"disk_low"_s, tr("the base folder of a target where runs are open is nearly full")},
      {u"consent"_s, tr("an agent asks for consent")},
      {u"rule"_s, tr("a rule of the experiment about a metric acts")}};
  return meanings.value(event, event);
}

void NotificationsDialog::show(const NotificationSettings& settings) {
  m_settings = settings;
  m_desktop->setChecked(settings.showsOnDesktop);
  m_command->setText(settings.command);
  const QString host = QUrl(settings.webhook).host();
  m_webhook->setPlaceholderText(
      settings.webhook.isEmpty() ? tr("An address that takes JSON, such as that of a chat")
                                 : tr("One of %1 is set; another address replaces it").arg(host));
  m_forgetsWebhook->setVisible(!settings.webhook.isEmpty());
  for (auto box = m_events.cbegin(); box != m_events.cend(); ++box)
    box.value()->setChecked(settings.events.contains(box.key()));
}

NotificationSettings NotificationsDialog::written() const {
  NotificationSettings settings = m_settings;
  settings.showsOnDesktop = m_desktop->isChecked();
  settings.command = m_command->text().trimmed();
  if (m_forgetsWebhook->isChecked()) settings.webhook.clear();
  if (const QString address = m_webhook->text().trimmed(); !address.isEmpty())
    settings.webhook = address;
  settings.events.clear();
  for (const NotificationEvent& event : notificationEvents())
    if (m_events[QLatin1String(event.name)]->isChecked())
      settings.events << QLatin1String(event.name);
  return settings;
}

void NotificationsDialog::save() {
  if (const auto saved = writeNotificationSettings(written()); !saved)
    return say(errorText(saved.error()), true);
  accept();
}

// As it would be after saving, which is not needed for it.
void NotificationsDialog::test() {
  const NotificationSettings settings = written();
  if (settings.isOff()) return say(errorText(make_error("notifications.off", {})), true);
  const RunNotice notice{"test", {}, u"test"_s, u"here"_s, make_error("notify.test", {})};
  const auto left = std::make_shared<int>((settings.command.isEmpty() ? 0 : 1) +
                                          (settings.showsOnDesktop ? 1 : 0) +
                                          (settings.webhook.isEmpty() ? 0 : 1));
  const auto problems = std::make_shared<QStringList>();
  m_test->setEnabled(false);
  say(tr("Sending…"), false);
  const QPointer<NotificationsDialog> self(this);
  deliver(settings, notice, m_network, [self, left, problems](const QString& problem) {
    if (!problem.isEmpty()) *problems << problem;
    if (--*left > 0 || !self) return;
    self->m_test->setEnabled(true);
    if (problems->isEmpty()) return self->say(tr("Delivered."), false);
    self->say(errorText(make_error("notifications.not_delivered",
                                   {{"why", problems->join(u"; "_s).toStdString()}})),
              true);
  });
}

void NotificationsDialog::say(const QString& sentence, bool isProblem) {
  m_said->setText(sentence);
  look::setInk(m_said, [isProblem](const look::Tokens& t) {
    return isProblem ? t.tone(look::Tone::failed).word : t.text2;
  });
}

}  // namespace trainyard
