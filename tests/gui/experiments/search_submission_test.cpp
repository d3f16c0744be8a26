// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/contract/experiment/reader.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString searchText = soundText + QStringLiteral(
                                           "search:\n"
                                           "  space:\n"
                                           "    seed_of_nothing: [1]\n"
                                           "  trials: 12\n");
const QString jobsText =
    QString(searchText)
        .replace("seed_of_nothing: [1]", "environment.variables.RATE: [\"0.1\", \"0.01\"]");

}  // namespace

class SearchSubmissionTest : public QObject {
  Q_OBJECT
 private slots:
  void aSearchOfJobsIsStartedAsOne() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.service.answers["studies.start"] = [](const QJsonObject& parameters) {
      return QJsonObject{{"study", parameters["run"]}, {"diagnostics", QJsonArray()}};
    };
    QVERIFY(scene.open("search.yaml", jobsText));
    QTRY_COMPARE(scene.reviewButton()->text(), "Review search of 12 trials");
    QSignalSpy started(scene.page->model()->submission(), &Submission::searchStarted);
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    auto* review = scene.page->findChild<ReviewPage*>();
    QTRY_VERIFY(scene.page->isReviewing());
    QCOMPARE(review->submitButton()->text(), "Start search of 12 trials");
    QTest::mouseClick(review->submitButton(), Qt::LeftButton);
    QTRY_COMPARE(started.count(), 1);
    QCOMPARE(scene.service.count("submit"), 0);
    QCOMPARE(scene.service.last("studies.start")["run"].toString(), started[0][0].toString());
    QCOMPARE(started[0][0].toString().size(), 36);
  }

  // Settings of a study's best trial: numbers, and an entry of a mapping.
  void theBestOfAStudyOpensWithoutItsSearch() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    ExperimentCopy copy;
    copy.path = scene.folder.filePath("gone.yaml");
    copy.text = jobsText;
    copy.settings = {{"environment.variables.RATE", "0.01"}, {"seed", 7}};
    copy.withoutSections = QStringList{"search"};
    QSignalSpy opened(scene.tabs.get(), &ExperimentTabs::opened);
    scene.tabs->openCopy(copy);
    QTRY_COMPARE(opened.count(), 1);
    scene.page = scene.tabs->current();
    const Experiment& experiment = scene.page->model()->document()->content().experiment;
    QVERIFY(experiment.search.space.empty());
    QVERIFY(!scene.page->model()->document()->text().contains("search"));
    QVERIFY(scene.page->model()->document()->text().contains("# a comment"));
    QCOMPARE(experiment.seed, 7);
    QVERIFY(scene.page->model()->document()->text().contains("RATE"));
    QTRY_COMPARE(scene.reviewButton()->text(), "Review and submit");
  }
};

TRAINYARD_WINDOW_TEST(SearchSubmissionTest);
#include "search_submission_test.moc"
