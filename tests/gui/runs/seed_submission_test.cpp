// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that would tell settings apart, submitted from the comparison after a question.
#include <QLabel>
#include <QPushButton>

#include "gui/runs/compare/compare_page.h"
#include "gui/runs/compare/comparison_sentence.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using namespace Qt::StringLiterals;

namespace {

// Two learning rates with three seeds each, whose ends overlap.
QList<RunRecord> sixRuns() {
  QList<RunRecord> runs;
  for (int i = 0; i < 6; ++i) {
    RunRecord run = runRecord(u"r%1"_s.arg(i), RunState::completed);
    run.source = "/experiments/gpt2.yaml";
    runs << run;
  }
  return runs;
}

struct SeedsScene : RunsScene {
  SeedsScene() : RunsScene(sixRuns()) {
    const double ends[] = {1.00, 1.01, 0.99, 1.05, 1.06, 0.95};
    for (int i = 0; i < 6; ++i) fill(u"r%1"_s.arg(i), i < 3 ? 1e-4 : 3e-4, i % 3, ends[i]);
    service.answers["submit"] = [this](const QJsonObject& asked) {
      if (service.count("submit") > most) return ScriptedService::error("x.y", "There is no room.");
      return QJsonObject{{"run", asked["run"]}, {"folder", "/scratch/new"}};
    };
    if (!QTest::qWaitFor([this] { return isFilled(); })) qFatal("no runs");
    page->goTo("compare/r0,r1,r2,r3,r4,r5");
    if (!QTest::qWaitFor([this] { return sentence()->runButton()->isVisible(); }))
      qFatal("%s", qPrintable(words()));
  }
  void fill(const QString& run, double rate, int seed, double end) {
    if (!writer.setSettings(run, {{"optimizer.learning_rate", QString::number(rate), rate},
                                  {"seed", QString::number(seed), double(seed)}}))
      qFatal("no settings");
    HeaderEvent header;
    header.attempt = 1;
    std::vector<Event> events{{1000, 0, header}};
    for (int step = 1; step <= 40; ++step) {
      MetricsEvent metrics;
      metrics.step = 10 * step;
      metrics.values = {{"eval/loss", end + 1.0 / step}};
      events.push_back({1000.0 + step, step, metrics});
    }
    if (!writer.importEvents(run, 1, events, 100, 0)) qFatal("no events");
  }

  ComparisonSentence* sentence() const {
    return page->comparison()->findChild<ComparisonSentence*>();
  }
  QString words() const {
    QStringList texts;
    for (const QLabel* label : sentence()->findChildren<QLabel*>()) texts << label->text();
    return texts.join(u" | "_s);
  }
  QPushButton* named(const QString& start) const {
    for (auto* button : sentence()->findChildren<QPushButton*>())
      if (button->text().startsWith(start) && button->isVisible()) return button;
    return nullptr;
  }

  int most = 1000;
};

}  // namespace

class SeedSubmissionTest : public QObject {
  Q_OBJECT
 private slots:
  void nothingIsSubmittedBeforeTheQuestionIsAnswered() {
    SeedsScene scene;
    RunsScene::click(scene.sentence()->runButton());
    QTRY_VERIFY(scene.words().contains("to cluster, the same with other seeds?"));
    QCOMPARE(scene.service.count("submit"), 0);
    RunsScene::click(scene.named("Not now"));
    QVERIFY(!scene.named("Submit"));
    QCOMPARE(scene.service.count("submit"), 0);
    QVERIFY(scene.sentence()->runButton()->hasFocus());
  }

  void eachSettingRunsWithNewSeeds() {
    SeedsScene scene;
    RunsScene::click(scene.sentence()->runButton());
    const int total = scene.named("Submit")->text().section(u' ', 1, 1).toInt();
    QVERIFY(total >= 2 && total % 2 == 0);
    RunsScene::click(scene.named("Submit"));
    QTRY_COMPARE_WITH_TIMEOUT(scene.service.count("submit"), total, 30000);
    QSet<QString> overrides, studies, runs;
    for (const auto& call : scene.service.calls) {
      if (call.method != "submit") continue;
      QCOMPARE(call.parameters["path"].toString(), "/experiments/gpt2.yaml");
      QCOMPARE(call.parameters["target"].toString(), "cluster");
      QStringList of;
      for (const QJsonValue& one : call.parameters["overrides"].toArray()) of << one.toString();
      overrides << of.join(u' ');
      studies << call.parameters["study"].toString();
      runs << call.parameters["run"].toString();
    }
    QCOMPARE(overrides.size(), total);
    QVERIFY(overrides.contains("optimizer.learning_rate=1e-4 seed=3"));
    QVERIFY(overrides.contains("optimizer.learning_rate=3e-4 seed=3"));
    QCOMPARE(studies.size(), 1);
    QCOMPARE(runs.size(), total);
    QTRY_COMPARE(scene.page->comparison()->runs().size(), 6 + total);
  }

  void aRefusalEndsIt() {
    SeedsScene scene;
    scene.most = 1;
    QString said;
    connect(scene.page->comparison(), &ComparePage::failed, this,
            [&said](const QString& sentence) { said = sentence; });
    RunsScene::click(scene.sentence()->runButton());
    RunsScene::click(scene.named("Submit"));
    QTRY_VERIFY(!said.isEmpty());
    QCOMPARE(scene.service.count("submit"), 2);
    QVERIFY2(said.contains("There is no room"), qPrintable(said));
    QTRY_COMPARE(scene.page->comparison()->runs().size(), 7);
  }
};

TRAINYARD_WINDOW_TEST(SeedSubmissionTest);
#include "seed_submission_test.moc"
