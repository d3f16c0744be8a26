// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of other trackers are offered on Home, and imported from there.
#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "gui/home/history_card.h"
#include "remote/history/historic_run.h"
#include "remote/history/history_finder.h"
#include "remote/process/native_path.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct HistoryScene {
  HistoryScene() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    client = std::make_unique<ServiceClient>(service.places());
    card = std::make_unique<HistoryCard>(client.get());
    client->connectToService();
  }
  ~HistoryScene() {
    card.reset();
    QCoreApplication::processEvents();
  }

  // An empty file: what lies below home is known by its name.
  void leave(const QString& path) {
    const QString file = home() + '/' + path;
    QDir().mkpath(QFileInfo(file).path());
    QFile made(file);
    if (!made.open(QIODevice::WriteOnly)) qFatal("no file");
  }
  QString home() const { return folder.filePath("home"); }
  QStringList shownButtons() const {
    QStringList texts;
    for (QPushButton* button : card->findChildren<QPushButton*>())
      if (button->isVisibleTo(card.get())) texts << button->text();
    return texts;
  }
  QPushButton* button(const QString& text) const {
    for (QPushButton* button : card->findChildren<QPushButton*>())
      if (button->text() == text) return button;
    return nullptr;
  }
  bool says(const QString& text) const {
    for (QLabel* label : card->findChildren<QLabel*>())
      if (label->text().contains(text)) return true;
    return false;
  }

  QTemporaryDir folder;
  ScriptedService service;
  std::unique_ptr<ServiceClient> client;
  std::unique_ptr<HistoryCard> card;
};

QJsonObject imported(int added, int known) {
  return {{"added", added},     {"updated", 0},          {"known", known},
          {"points", 12},       {"empty", QJsonArray()}, {"damaged", QJsonArray()},
          {"is_complete", true}};
}

}  // namespace

class HistoryCardTest : public QObject {
  Q_OBJECT
 private slots:
  void whatTrackersLeftIsOffered() {
    HistoryScene scene;
    scene.leave("papers/tutor/wandb/run-20240101_000000-aaaaaaaa/run-aaaaaaaa.wandb");
    scene.leave("papers/tutor/wandb/offline-run-20240102_000000-bbbbbbbb/run-bbbbbbbb.wandb");
    scene.leave("<b>ehrs</b>/runs/one/events.out.tfevents.1700000000.host.1.0");
    scene.leave("old/lightning_logs/version_0/metrics.csv");
    scene.leave("photos/runs/marathon.jpg");
    scene.leave(".cache/wandb/run-20240101_000000-cccccccc/run-cccccccc.wandb");
    scene.leave("a/b/c/d/wandb/run-20240101_000000-dddddddd/run-dddddddd.wandb");
    QVERIFY(!scene.card->isVisibleTo(nullptr));
    scene.card->look(scene.home());
    QTRY_VERIFY(scene.button("Bring 4 runs along"));
    QVERIFY(!scene.card->isHidden());
    const auto boxes = scene.card->findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 3);
    QStringList names;
    for (QCheckBox* box : boxes) names << box->accessibleName();
    QCOMPARE(names, (QStringList{"TensorBoard: " + scene.home() + "/<b>ehrs</b>/runs",
                                 "Lightning: " + scene.home() + "/old/lightning_logs",
                                 "Weights & Biases: " + scene.home() + "/papers/tutor/wandb"}));
    for (QLabel* label : scene.card->findChildren<QLabel*>())
      QCOMPARE(label->textFormat(), Qt::PlainText);
    boxes[2]->setChecked(false);
    QVERIFY(scene.button("Bring 2 runs along"));
    for (QCheckBox* box : boxes) box->setChecked(false);
    QVERIFY(!scene.button("Bring 0 runs along")->isEnabled());
  }

  void chosenFoldersAreImported() {
    HistoryScene scene;
    scene.leave("a/wandb/run-20240101_000000-aaaaaaaa/run-aaaaaaaa.wandb");
    scene.leave("b/runs/events.out.tfevents.1700000000.host.1.0");
    QJsonObject asked;
    scene.service.answers["runs.import"] = [&](const QJsonObject& parameters) {
      asked = parameters;
      return imported(1, 3);
    };
    scene.card->look(scene.home());
    QTRY_VERIFY(scene.button("Bring 2 runs along"));
    scene.card->findChildren<QCheckBox*>()[1]->setChecked(false);
    scene.button("Bring 1 run along")->click();
    QTRY_VERIFY(scene.says("1 run imported, 3 known already."));
    QCOMPARE(asked["folders"].toArray(), (QJsonArray{scene.home() + "/a/wandb"}));
    QSignalSpy wanted(scene.card.get(), &HistoryCard::runsWanted);
    scene.button("Show runs")->click();
    QCOMPARE(wanted.count(), 1);
  }

  void whatIsKnownIsNotOffered() {
    HistoryScene scene;
    scene.leave("wandb/run-20240101_000000-aaaaaaaa/run-aaaaaaaa.wandb");
    scene.leave("wandb/run-20240101_000000-bbbbbbbb/run-bbbbbbbb.wandb");
    const auto found = findHistory(nativePath(scene.home()), {});
    QVERIFY(found && found->sources.size() == 2);
    const QString first = historicRunId(found->sources[0]);
    scene.card->setKnown({first});
    scene.card->look(scene.home());
    QTRY_VERIFY(scene.button("Bring 1 run along"));
    scene.card->setKnown({first, historicRunId(found->sources[1])});
    QVERIFY(scene.card->isHidden());
  }

  void whatIsDismissedDoesNotComeBack() {
    HistoryScene scene;
    scene.leave("wandb/run-20240101_000000-aaaaaaaa/run-aaaaaaaa.wandb");
    scene.card->look(scene.home());
    QTRY_VERIFY(!scene.card->isHidden());
    scene.button("Dismiss")->click();
    QVERIFY(scene.card->isHidden());
    const auto places = findHistoryPlaces(scene.home(), {});
    QCOMPARE(places.size(), 1);
    QCOMPARE(QSettings().value("home/dismissedHistory").toStringList(),
             (QStringList{places[0].folder}));
  }

  void anErrorIsShown() {
    HistoryScene scene;
    scene.leave("wandb/run-20240101_000000-aaaaaaaa/run-aaaaaaaa.wandb");
    scene.service.answers["runs.import"] = [](const QJsonObject&) {
      return QJsonObject{
          {"error", QJsonObject{{"code", "store.write"}, {"message", "no space left"}}}};
    };
    scene.card->look(scene.home());
    QTRY_VERIFY(scene.button("Bring 1 run along"));
    scene.button("Bring 1 run along")->click();
    QTRY_VERIFY(scene.says("no space left"));
    QVERIFY(scene.shownButtons().contains("Bring 1 run along"));
  }

  void progressIsShownAndCanBeCancelled() {
    HistoryScene scene;
    scene.leave("wandb/run-20240101_000000-aaaaaaaa/run-aaaaaaaa.wandb");
    scene.card->look(scene.home());
    QTRY_VERIFY(scene.button("Bring 1 run along"));
    scene.button("Bring 1 run along")->click();
    QTRY_COMPARE(scene.service.count("runs.import"), 1);
    QCOMPARE(scene.shownButtons(), (QStringList{"Cancel"}));
    scene.button("Cancel")->click();
    QTRY_VERIFY(scene.shownButtons().contains("Bring 1 run along"));
  }

  void aSearchThatIsStoppedReturnsWhatItHas() {
    HistoryScene scene;
    scene.leave("wandb/run-20240101_000000-aaaaaaaa/run-aaaaaaaa.wandb");
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(findHistoryPlaces(scene.home(), stop.get_token()).size(), 0);
  }
};

TRAINYARD_WINDOW_TEST(HistoryCardTest);
#include "history_card_test.moc"
