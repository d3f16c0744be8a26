// SPDX-License-Identifier: GPL-3.0-or-later
// How a person is told what happens to runs: what `yard notify` sets. The address of a webhook is a
// secret: what is set is not shown again, only replaced or removed.
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QMap>
#include <QNetworkAccessManager>

#include "gui/forms/plain_label.h"
#include "remote/service/notifications/notification_settings.h"

class QCheckBox;
class QPushButton;

namespace trainyard {

class NotificationsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit NotificationsDialog(QWidget* parent);

 private:
  void build();
  QWidget* buildEvents();
  void show(const NotificationSettings& settings);
  NotificationSettings written() const;
  void save();
  void test();
  void say(const QString& sentence, bool isProblem);
  static QString meaningOf(const QString& event);

  NotificationSettings m_settings;  // as they were read
  QCheckBox* m_desktop;
  QLineEdit* m_command = new QLineEdit;
  QLineEdit* m_webhook = new QLineEdit;
  QCheckBox* m_forgetsWebhook;
  QMap<QString, QCheckBox*> m_events;
  QPushButton* m_test;
  QPushButton* m_save;
  QLabel* m_said = plainLabel(look::Role::help);
  QNetworkAccessManager m_network;
};

}  // namespace trainyard
