// SPDX-License-Identifier: GPL-3.0-or-later
// An agent's request in its dialog: what it says, whose words they are, and how it is answered.
#include "gui/consents/consent_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QTableView>
#include <QTest>

#include "gui/consents/consent_text.h"
#include "tests/gui/consents/consent_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct DialogScene : ConsentScene {
  explicit DialogScene(const ConsentRecord& record) : client(service.places()), consents(&client) {
    requests = {record};
    QObject::connect(&consents, &Consents::failed, [](const QString& why) { qWarning() << why; });
    client.connectToService();
    if (!QTest::qWaitFor([&] { return !consents.open().isEmpty(); })) qFatal("no request");
    dialog = new ConsentDialog(&consents, record, nullptr);
    dialog->show();
    dialog->activateWindow();
    if (!QTest::qWaitForWindowActive(dialog)) qFatal("the dialog has no keys");
  }
  ~DialogScene() { delete dialog; }

  QPushButton* button(const QString& words) const {
    for (auto* one : dialog->findChildren<QPushButton*>())
      if (one->text() == words) return one;
    return nullptr;
  }
  QRadioButton* choice(const QString& words) const {
    for (auto* one : dialog->findChildren<QRadioButton*>())
      if (one->text() == words) return one;
    return nullptr;
  }
  void press(Qt::Key key) const {
    QWidget* focus = dialog->focusWidget();
    QTest::keyClick(focus ? focus : dialog.data(), key);
  }
  bool says(const QString& words) const {
    for (const auto* label : dialog->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  QTableView* table() const { return dialog->findChild<QTableView*>(); }
  QString cell(int row, int column) const {
    return table()->model()->index(row, column).data().toString();
  }

  ServiceClient client;
  Consents consents;
  QPointer<ConsentDialog> dialog;
};

}  // namespace

class ConsentDialogTest : public QObject {
  Q_OBJECT
 private slots:
  void aKeyChoosesAndReturnAnswers_data() {
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("answer");
    QTest::newRow("once") << static_cast<int>(Qt::Key_1) << "once";
    QTest::newRow("session") << static_cast<int>(Qt::Key_2) << "session";
    QTest::newRow("refused") << static_cast<int>(Qt::Key_3) << "denied";
  }

  void aKeyChoosesAndReturnAnswers() {
    QFETCH(int, key);
    QFETCH(QString, answer);
    DialogScene scene(ConsentScene::five());
    scene.press(Qt::Key_Return);
    scene.press(Qt::Key_Space);
    QCOMPARE(scene.service.count("consent.answer"), 0);
    QVERIFY(scene.dialog->isVisible());
    scene.press(static_cast<Qt::Key>(key));
    scene.press(Qt::Key_Return);
    QTRY_VERIFY(!scene.dialog);
    QCOMPARE(scene.service.count("consent.answer"), 1);
    QCOMPARE(scene.service.last("consent.answer")["answer"].toString(), answer);
    QCOMPARE(scene.service.last("consent.answer")["id"].toString(), "3f2a9c");
  }

  void whatIsWrittenIsToldWithARefusal() {
    DialogScene scene(ConsentScene::five());
    auto* words = scene.dialog->findChild<QLineEdit*>();
    words->setFocus();
    QTest::keyClicks(words, "1 or 2 rates");
    QVERIFY(scene.choice("Refuse")->isChecked());
    QTest::keyClick(words, Qt::Key_Return);
    QTRY_VERIFY(!scene.dialog);
    const QJsonObject said = scene.service.last("consent.answer");
    QCOMPARE(said["answer"].toString(), "denied");
    QCOMPARE(said["words"].toString(), "1 or 2 rates");
  }

  void escapeLeavesItOpen() {
    DialogScene scene(ConsentScene::five());
    scene.press(Qt::Key_1);
    scene.press(Qt::Key_Escape);
    QTRY_VERIFY(!scene.dialog);
    QCOMPARE(scene.service.count("consent.answer"), 0);
    QCOMPARE(scene.consents.open().size(), 1);
  }

  void itSaysWhatItWouldTake() {
    DialogScene scene(ConsentScene::five());
    QVERIFY(scene.says("lab-agent asks to submit 5 runs"));
    QCOMPARE(scene.table()->model()->rowCount(), 6);
    QCOMPARE(scene.cell(0, 1), "optimizer.learning_rate=2e-6");
    QCOMPARE(scene.cell(0, 2), "leonardo, 4 GPUs");
    QCOMPARE(scene.cell(5, 4), "80");
    QVERIFY(scene.says("12 spent, 80 asked for, 8 left of 100 GPU-hours"));
    QCOMPARE(scene.dialog->findChild<QPlainTextEdit*>("changes")->toPlainText(),
             QString("training.max_steps: 1000 → 2000"));
    QVERIFY(scene.says("9:") || scene.says("10:00"));
  }

  void itOpensAsAnExperiment() {
    DialogScene scene(ConsentScene::five());
    ExperimentCopy copy;
    connect(scene.dialog, &ConsentDialog::experimentWanted, this,
            [&copy](const ExperimentCopy& wanted) { copy = wanted; });
    QTest::mouseClick(scene.button("Open as experiment"), Qt::LeftButton);
    QCOMPARE(copy.text, "format: 1\nname: tutor");
    QCOMPARE(copy.values, (QList<std::pair<QString, QString>>{{"seed", "7"}}));
    QVERIFY(copy.path.startsWith("/home/me/papers/tutor/"));
    QVERIFY(scene.dialog->isVisible());
  }

  void moreThanTheBudgetIsNotAllowed() {
    ConsentRecord record = ConsentScene::five();
    record.request.spentHours = 30;
    record.request.offersSession = false;
    DialogScene scene(record);
    QVERIFY(scene.says("This is 10 GPU-hours more than is left of the session's budget."));
    QVERIFY(!scene.choice("Allow for this session"));
    scene.press(Qt::Key_1);
    scene.press(Qt::Key_Return);
    QVERIFY(!scene.choice("Allow once")->isChecked());
    QVERIFY(!scene.button("Allow once")->isEnabled());
    QCOMPARE(scene.service.count("consent.answer"), 0);
    QVERIFY(scene.button("Refuse")->isEnabled());
  }

  // Who gave no budget is asked each time.
  void withoutABudgetItMayBeAllowedOnce() {
    ConsentRecord record = ConsentScene::five();
    record.request.budgetHours = record.request.spentHours = 0;
    record.request.offersSession = false;
    record.request.spending.runs[0].gpuHours.reset();
    DialogScene scene(ConsentScene::counted(record));
    QCOMPARE(scene.cell(5, 4), "no bound");
    QVERIFY(!scene.choice("Allow for this session"));
    scene.press(Qt::Key_2);
    QVERIFY(!scene.button("Allow once")->isEnabled());
    scene.press(Qt::Key_1);
    QVERIFY(scene.button("Allow once")->isEnabled());
  }

  void whatIsAnsweredElsewhereIsNotAnsweredHere() {
    DialogScene scene(ConsentScene::five());
    scene.press(Qt::Key_1);
    scene.set({});
    QTRY_VERIFY(scene.says("answered elsewhere meanwhile"));
    QVERIFY(!scene.button("Allow once")->isEnabled() && !scene.button("Refuse")->isEnabled());
    scene.press(Qt::Key_Return);
    QCOMPARE(scene.service.count("consent.answer"), 0);
    QVERIFY(scene.dialog->isVisible());
  }

  void whatLapsesIsSaid() {
    ConsentRecord record = ConsentScene::five();
    record.expires = unix_time() + 1;
    DialogScene scene(record);
    QVERIFY(scene.button("Refuse")->isEnabled());
    QTRY_VERIFY(scene.says("Nobody answered in time"));
    QVERIFY(!scene.button("Refuse")->isEnabled());
  }

  void aServiceThatGoesTakesItAlong() {
    DialogScene scene(ConsentScene::five());
    scene.service.drop();
    QTRY_VERIFY(!scene.button("Refuse")->isEnabled());
  }

  void runsAreCancelledWithoutABudget() {
    ConsentRecord record = ConsentScene::five();
    record.request.kind = ConsentKind::cancel;
    record.request.offersSession = false;
    record.request.document.clear();
    DialogScene scene(record);
    QVERIFY(scene.says("lab-agent asks to cancel 5 runs"));
    QCOMPARE(scene.table()->model()->rowCount(), 5);
    QVERIFY(!scene.says("Budget"));
    QVERIFY(!scene.button("Open as experiment")->isVisible());
    QVERIFY(!scene.dialog->findChild<QPlainTextEdit*>("changes"));
  }

  // All that an agent may choose is text, in no direction but its own, and of bounded length.
  void hostileWordsStayWords() {
    ConsentRecord record = ConsentScene::five();
    ConsentRequest& asked = record.request;
    asked.agent = "<b>Trainyard</b>\u202E\nsystem %2" + QString(100'000, 'x');
    asked.folder = "<img src=file:///etc/passwd>" + QString(100'000, '/');
    asked.purpose = "<h1>Allowed</h1>\u2066\x1b[31m" + QString(100'000, 'w');
    asked.spending.target = "<i>far</i>" + QString(1000, 't');
    asked.spending.runs[0].name = "<u>name</u>" + QString(100'000, 'n');
    asked.spending.runs[0].values = {"a=<b>\u202Eb</b>" + QString(100'000, 'v')};
    asked.spending.changes = {{"<p>", "", "<script>" + QString(100'000, 's')}};
    DialogScene scene(record);
    const QString purpose = scene.dialog->findChild<QPlainTextEdit*>("purpose")->toPlainText();
    QVERIFY(purpose.startsWith("<h1>Allowed</h1>\uFFFD\uFFFD[31mww"));
    QVERIFY(purpose.size() <= 2001);
    QVERIFY(ConsentText::title(record).startsWith("<b>Trainyard</b>\uFFFD\uFFFDsystem %2xx"));
    QVERIFY(ConsentText::title(record).size() < 120);
    QVERIFY(scene.cell(0, 1).startsWith("a=<b>\uFFFDb</b>vv") && scene.cell(0, 1).size() < 400);
    QVERIFY(scene.cell(0, 0).startsWith("<u>name</u>nn") && scene.cell(0, 0).size() < 400);
    for (const auto* label : scene.dialog->findChildren<QLabel*>()) {
      QCOMPARE(label->textFormat(), Qt::PlainText);
      QVERIFY(!label->toolTip().contains("<img") && label->text().size() < 500);
    }
    QVERIFY(scene.dialog->width() < 1000);
    QCOMPARE(scene.dialog->windowTitle(), "An agent asks for consent");
  }
};

TRAINYARD_WINDOW_TEST(ConsentDialogTest);
#include "consent_dialog_test.moc"
