// SPDX-License-Identifier: GPL-3.0-or-later
// Home: presets as cards, samples that are run from them, runs and what needs the user.
#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "gui/home/home_page.h"
#include "gui/home/installation_card.h"
#include "gui/home/preset_card_view.h"
#include "gui/home/run_card.h"
#include "gui/targets/practice_start.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct HomeScene {
  HomeScene() {
    qputenv("HOME", QFile::encodeName(home.path()));  // which it searches for runs of others
    service.answers["targets.list"] = [](const QJsonObject&) {
      return QJsonObject{{"targets", QJsonArray()}};
    };
    client = std::make_unique<ServiceClient>(service.places());
    targets = std::make_unique<TargetList>(client.get());
    page = std::make_unique<HomePage>(client.get(), targets.get());
    page->resize(1232, 900);
    page->show();
    client->connectToService();
  }
  ~HomeScene() {
    page.reset();
    targets.reset();
    QCoreApplication::processEvents();
  }
  QList<PresetCardView*> shownCards() const {
    QList<PresetCardView*> shown;
    for (PresetCardView* card : page->findChildren<PresetCardView*>())
      if (card->isVisible()) shown << card;
    return shown;
  }
  PresetCardView* card(const QString& name) const {
    for (PresetCardView* card : page->findChildren<PresetCardView*>())
      if (card->card().preset.name == name) return card;
    return nullptr;
  }

  QTemporaryDir home;
  ScriptedService service;
  std::unique_ptr<ServiceClient> client;
  std::unique_ptr<TargetList> targets;
  std::unique_ptr<HomePage> page;
};

RunRecord run(const char* name, RunState state) {
  RunRecord record;
  record.run = record.name = QLatin1String(name);
  record.target = QStringLiteral("here");
  record.state = state;
  record.created = record.started = record.ended =
      static_cast<double>(QDateTime::currentSecsSinceEpoch());
  return record;
}

}  // namespace

class HomePageTest : public QObject {
  Q_OBJECT
 private slots:
  void everyPresetHasATitleAndWhatItNeeds() {
    const QList<PresetCard> cards = PresetCards::all();
    QCOMPARE(cards.size(), static_cast<qsizetype>(presets().size()));
    for (const PresetCard& card : cards) {
      QVERIFY2(card.title != card.preset.name, qPrintable(card.preset.name));
      QVERIFY2(!card.needs.isEmpty(), qPrintable(card.preset.name));
      // Runs from here, or is a program of the user's own.
      QVERIFY2(card.hasSample || card.subject == PresetSubject::script,
               qPrintable(card.preset.name));
    }
    QCOMPARE(cards.front().preset.name, "quickstart");
  }

  void cardsAreFoundBySubjectAndWords() {
    HomeScene scene;
    QCOMPARE(scene.shownCards().size(), static_cast<qsizetype>(presets().size()));
    auto* search = scene.page->findChild<QLineEdit*>();
    search->setText(QStringLiteral("notes readmission"));
    QCOMPARE(scene.shownCards().size(), 1);
    QCOMPARE(scene.shownCards().front()->card().preset.name, "nyutron-finetune-readmission");
    search->setText(QStringLiteral("no such preset"));
    QVERIFY(scene.shownCards().isEmpty());
    search->clear();
    QCOMPARE(scene.shownCards().size(), static_cast<qsizetype>(presets().size()));
  }

  void aCardOpensItsPresetByClickAndKey() {
    HomeScene scene;
    QSignalSpy wanted(scene.page.get(), &HomePage::presetWanted);
    PresetCardView* card = scene.card(QStringLiteral("unity-gpt2-medium"));
    QVERIFY(card);
    card->click();
    card->setFocus();
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(wanted.count(), 2);
    QCOMPARE(wanted.front().front().value<Preset>().name, "unity-gpt2-medium");
  }

  void aSampleIsMadeByTheServiceOnce() {
    HomeScene scene;
    QJsonObject asked;
    scene.service.answers["sample.make"] = [&](const QJsonObject& arguments) {
      asked = arguments;
      return QJsonObject{{"path", "/samples/quickstart/sample.yaml"}};
    };
    QTRY_VERIFY(scene.client->isConnected());
    QSignalSpy made(scene.page.get(), &HomePage::sampleMade);
    PresetCardView* card = scene.card(QStringLiteral("quickstart"));
    emit card->tryWanted(QStringLiteral("quickstart"));
    emit card->tryWanted(QStringLiteral("quickstart"));
    QTRY_COMPARE(made.count(), 1);
    QCOMPARE(asked["preset"].toString(), "quickstart");
    QCOMPARE(made.front().front().toString(), "/samples/quickstart/sample.yaml");
  }

  void aCompletedRunWhoseLossIsNotFiniteNeedsTheUser() {
    HomeScene scene;
    RunRecord fine = run("fine", RunState::completed), bad = run("bad", RunState::completed);
    fine.trainLoss = 1.2;
    bad.trainLoss = qQNaN();
    scene.page->showRuns({fine, bad});
    QStringList said;  // words beside it are elided
    for (const QPushButton* button : scene.page->findChildren<QPushButton*>())
      said << button->accessibleName();
    QVERIFY(said.contains("Show: bad was completed, but its loss is not finite"));
    QVERIFY(said.filter("fine").isEmpty());
  }

  void thePracticeClusterIsStartedAndBecomesATarget() {
    HomeScene scene;
    QTRY_VERIFY(scene.client->isConnected());
    const auto press = [&](const QString& words) {
      for (QPushButton* button : scene.page->findChildren<QPushButton*>())
        if (button->accessibleName().contains(QStringLiteral("practice cluster")) &&
            button->text() == words) {
          button->click();
          return true;
        }
      return false;
    };
    QVERIFY(press(QStringLiteral("Start")));
    QTRY_COMPARE(scene.service.count(QStringLiteral("practice.start")), 1);  // has no answer yet
    scene.service.notify(QStringLiteral("progress"),
                         toJson(ProgressReport{{}, "practice", "controller and four nodes"}));
    QTRY_COMPARE(scene.targets->practice()->doing(), QStringLiteral("controller and four nodes"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(press(QStringLiteral("Cancel")));
    QTRY_VERIFY(!scene.targets->practice()->isBusy());

    QSignalSpy started(scene.targets->practice(), &PracticeStart::started);
    QSignalSpy failed(scene.targets->practice(), &PracticeStart::failed);
    scene.service.answers["practice.start"] = [](const QJsonObject&) {
      return ScriptedService::error("practice.no_checkout", "No source code.");
    };
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(press(QStringLiteral("Start")));
    QTRY_COMPARE(failed.count(), 1);
    scene.service.answers["practice.start"] = [&](const QJsonObject&) {
      TargetRecord cluster;
      cluster.settings.name = QStringLiteral("practice");
      cluster.kind = QStringLiteral("slurm");
      scene.service.answers["targets.list"] = [record = toJson(cluster)](const QJsonObject&) {
        return QJsonObject{{"targets", QJsonArray{record}}};
      };
      return QJsonObject{{"target", "practice"}};
    };
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(press(QStringLiteral("Start")));
    QTRY_COMPARE(started.count(), 1);
    QVERIFY(scene.targets->practice()->isThere());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(press(QStringLiteral("Again")));
  }

  void whatOneHasIsWhereOneBegins() {
    using Way = WhatYouHave::Way;
    HomeScene scene;
    QStringList samples;
    scene.service.answers["sample.make"] = [&](const QJsonObject& asked) {
      samples << asked["preset"].toString();
      return QJsonObject{{"path", "/samples/quickstart/sample.yaml"}};
    };
    QTRY_VERIFY(scene.client->isConnected());
    auto* ways = scene.page->findChild<WhatYouHave*>();
    QVERIFY(!ways->isVisible());  // it is not known yet that there are no runs
    scene.page->showRuns({});
    QVERIFY(ways->isVisible());
    QSignalSpy files(scene.page.get(), &HomePage::filesWanted);
    QSignalSpy settings(scene.page.get(), &HomePage::settingsWanted);
    QSignalSpy data(scene.page.get(), &HomePage::dataWanted);
    QSignalSpy made(scene.page.get(), &HomePage::sampleMade);
    QSignalSpy study(scene.page.get(), &HomePage::studySampleMade);
    ways->card(Way::jobScript)->click();
    QVERIFY(files.back().front().toString().contains("*.slurm"));
    QTest::keyClick(ways->card(Way::program), Qt::Key_Return);
    QCOMPARE(files.back().front().toString(), "*.py");
    ways->card(Way::deepSpeed)->click();
    QCOMPARE(settings.back().front().toString(), "*.json");
    ways->card(Way::data)->click();
    QCOMPARE(data.count(), 1);
    ways->card(Way::question)->click();
    QTRY_COMPARE(study.count(), 1);
    ways->card(Way::nothing)->click();
    QTRY_COMPARE(made.count(), 1);
    QCOMPARE(samples, (QStringList{"quickstart", "quickstart"}));
    scene.page->showRuns({run("done", RunState::completed)});
    QVERIFY(!ways->isVisible());
  }

  void itSaysWhatThisInstallationCanTrain() {
    HomeScene scene;
    scene.service.answers["installation.show"] = [](const QJsonObject&) {
      return QJsonObject{
          {"python", "/usr/bin/python3"},
          {"python_version", "3.12.1"},
          {"torch", ""},
          {"engine", true},
          {"can_train", false},
          {"cores", 16},
          {"gpus", QJsonArray{QJsonObject{{"name", "RTX <b>4070</b>"}, {"memory_mib", 8192}}}}};
    };
    auto* card = scene.page->findChild<InstallationCard*>();
    QTRY_VERIFY(card->isVisible());
    QString words;
    for (const QLabel* label : card->findChildren<QLabel*>()) words += label->text() + u'\n';
    QVERIFY2(words.contains("Python 3.12.1 (/usr/bin/python3), without torch"), qPrintable(words));
    QVERIFY2(words.contains("The engine needs torch"), qPrintable(words));
    QVERIFY2(words.contains("RTX <b>4070</b>, 8"), qPrintable(words));
    QSignalSpy added(scene.page.get(), &HomePage::clusterWanted);
    for (QPushButton* button : card->findChildren<QPushButton*>()) button->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), "uv tool install 'trainyard[engine]'");
    QCOMPARE(added.count(), 1);
  }

  void openRunsAndFailuresAreShown() {
    HomeScene scene;
    QSignalSpy wanted(scene.page.get(), &HomePage::runWanted);
    scene.page->showRuns({run("goes-on", RunState::running), run("broken", RunState::failed),
                          run("done", RunState::completed)});
    const auto cards = scene.page->findChildren<RunCard*>();
    QCOMPARE(cards.size(), 1);
    cards.front()->click();
    QCOMPARE(wanted.front().front().toString(), "goes-on");
    QPushButton* show = nullptr;
    for (QPushButton* button : scene.page->findChildren<QPushButton*>())
      if (button->accessibleName().contains(QStringLiteral("broken"))) show = button;
    QVERIFY(show);
    show->click();
    QCOMPARE(wanted.back().front().toString(), "broken");
    scene.page->showRuns({});
    QVERIFY(scene.page->findChildren<RunCard*>().isEmpty());
  }
};

TRAINYARD_WINDOW_TEST(HomePageTest);
#include "home_page_test.moc"
