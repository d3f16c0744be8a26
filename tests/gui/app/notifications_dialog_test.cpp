// SPDX-License-Identifier: GPL-3.0-or-later
// The window sets what `yard notify` sets, and shows no secret.
#include "gui/app/notifications_dialog.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct DialogScene {
  explicit DialogScene(const NotificationSettings& settings) {
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    if (!writeNotificationSettings(settings)) qFatal("not written");
    dialog = std::make_unique<NotificationsDialog>(nullptr);
    dialog->QWidget::show();
  }
  ~DialogScene() { qunsetenv("XDG_CONFIG_HOME"); }

  QLineEdit* field(const char* name) const {
    for (auto* one : dialog->findChildren<QLineEdit*>())
      if (one->accessibleName() == QLatin1String(name)) return one;
    qFatal("no field %s", name);
  }
  QCheckBox* box(const char* words) const {
    for (auto* one : dialog->findChildren<QCheckBox*>())
      if (one->text() == QLatin1String(words)) return one;
    qFatal("no box %s", words);
  }
  void click(const char* words) const {
    for (auto* one : dialog->findChildren<QPushButton*>())
      if (one->text() == QLatin1String(words)) return QTest::mouseClick(one, Qt::LeftButton);
    qFatal("no button %s", words);
  }
  QString allWords() const {
    QString words;
    for (auto* one : dialog->findChildren<QLabel*>()) words += one->text() + '\n';
    for (auto* one : dialog->findChildren<QLineEdit*>())
      words += one->displayText() + one->placeholderText() + '\n';
    return words;
  }

  QTemporaryDir folder;
  std::unique_ptr<NotificationsDialog> dialog;
};

}  // namespace

class NotificationsDialogTest : public QObject {
  Q_OBJECT
 private slots:
  void everyEventHasItsWords() {
    DialogScene scene({});
    for (const NotificationEvent& event : notificationEvents())
      QVERIFY2(scene.box(event.meaning), event.name);
  }

  void whatIsSetIsSaved() {
    DialogScene scene({.command = "beep", .events = {"failed"}});
    QCOMPARE(scene.field("Command")->text(), "beep");
    QVERIFY(
        scene.box("a run failed, reached its time limit, or was preempted for good")->isChecked());
    QVERIFY(!scene.box("a run begins")->isChecked());
    scene.box("a run begins")->setChecked(true);
    scene.box("On the desktop")->setChecked(true);
    scene.field("Command")->setText("");
    scene.click("Save");
    QVERIFY(!scene.dialog->isVisible());
    const auto saved = readNotificationSettings();
    QVERIFY(saved);
    QCOMPARE(saved->command, "");
    QVERIFY(saved->showsOnDesktop);
    QCOMPARE(saved->events, (QStringList{"started", "failed"}));
  }

  void aWebhookIsKeptAndNotShown() {
    const QString secret = "https://chat.example.org/hooks/3f9a71";
    DialogScene scene({.webhook = secret});
    QVERIFY(!scene.allWords().contains("3f9a71"));
    QVERIFY(scene.allWords().contains("chat.example.org"));
    scene.click("Save");
    QCOMPARE(readNotificationSettings()->webhook, secret);
    DialogScene other({.webhook = secret});
    other.box("Remove the webhook")->setChecked(true);
    other.click("Save");
    QCOMPARE(readNotificationSettings()->webhook, "");
  }

  void whatIsWrongIsSaidAndNotSaved() {
    DialogScene scene({});
    scene.field("Webhook")->setText("chat.example.org");
    scene.click("Save");
    QVERIFY(scene.dialog->isVisible());
    QVERIFY2(scene.allWords().contains("http"), qPrintable(scene.allWords()));
    QCOMPARE(readNotificationSettings()->webhook, "");
  }

  void oneIsSentNow() {
    DialogScene scene({});
    const QString note = scene.folder.filePath("note");
    scene.field("Command")->setText("echo \"$TRAINYARD_TEXT\" >" + note);
    scene.click("Send one now");
    QTRY_VERIFY(scene.allWords().contains("Delivered."));
    QFile file(note);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "notifications arrive here\n");
    scene.field("Command")->setText("exit 4");
    scene.click("Send one now");
    QTRY_VERIFY(scene.allWords().contains("code 4"));
  }
};

TRAINYARD_WINDOW_TEST(NotificationsDialogTest);
#include "notifications_dialog_test.moc"
