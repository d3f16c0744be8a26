// SPDX-License-Identifier: GPL-3.0-or-later
// Searches whose trials are jobs of their own, on a cluster whose queue says what the test wants.
#include <cmath>

#include "engine/contract/messages.h"
#include "engine/search/journal.h"
#include "remote/service/protocol/study_request.h"
#include "remote/store/study_reader.h"
#include "remote/values/study_runs.h"
#include "tests/qt_tests.h"
#include "tests/remote/service/runs_fixture.h"

using namespace trainyard;
using search::TrialState;

namespace {

// Each trial is a submission with several programs, on a machine that may be busy.
constexpr int patience = 30000;

const QByteArray rates =
    "search: {space: {optimizer.learning_rate: [0.001, 0.01, 0.1, 1.0]}, sampler: grid, "
    "objective: loss, trials: 4";
// Any number of trials with values of their own.
const QByteArray manyRates =
    "search: {space: {optimizer.learning_rate: {low: 0.1, high: 0.9}}, sampler: random, "
    "objective: loss, trials: 20";

}  // namespace

class StudiesTest : public RunsFixture {
  Q_OBJECT

  int m_jobs = 0;  // that the test has seen

  SubmitRequest requestFor(const QByteArray& searchSection) {
    SubmitRequest request;
    request.path = source(searchSection + "}\n").path;
    request.target = QStringLiteral("far");
    request.run = newId();
    return request;
  }

  // The UUID of the started study.
  QString begun(const QByteArray& searchSection) {
    m_jobs = 0;
    (void)site();
    auto started = resultOf(m_service->studies.start(requestFor(searchSection), {}));
    if (!started) qWarning("%s", started.error().message.c_str());
    return started ? started->study : QString();
  }

  StudyReader::Reading reading(const QString& study) {
    StudyReader reader(path(QStringLiteral("runs.sqlite")));
    StudyReader::Reading reading;
    if (auto read = reader.read(study, reading); !read)
      qWarning("%s", read.error().message.c_str());
    return reading;
  }
  std::vector<search::Trial> trials(const QString& study) {
    return reading(study).recorded.study.trials;
  }
  TrialState stateOfTrial(const QString& study, std::size_t number) {
    const auto all = trials(study);
    return number < all.size() ? all[number].state : TrialState::running;
  }

  bool waits(const QString& study, std::int64_t trial, std::int64_t seedIndex = 0) {
    const QString run = trialRun(study, trial, seedIndex);
    return QTest::qWaitFor([&] { return stateOf(run) == QStringLiteral("waiting"); }, patience);
  }

  static QByteArray value(int step, const QByteArray& number, const QByteArray& metric = "loss") {
    return "\"event\": \"metrics\", \"step\": " + QByteArray::number(step) + ", \"values\": {\"" +
           metric + "\": " + number + "}";
  }

  // The trial's run starts and does this.
  void runs(const QString& study, std::int64_t trial, const QList<QByteArray>& bodies,
            std::int64_t seedIndex = 0) {
    site().queue.now = running();
    happens(trialRun(study, trial, seedIndex), 1, bodies, QByteArray::number(100 + ++m_jobs));
  }

 private slots:
  void init() {
    RunsFixture::init();
    m_jobs = 0;
  }

  void everyTrialIsARunWithItsValues() {
    const QString study = begun(rates);
    for (int trial = 0; trial < 4; ++trial) {
      QVERIFY(waits(study, trial));
      QCOMPARE(trials(study).size(), std::size_t(trial + 1));
      runs(study, trial,
           {value(1, "5"), value(2, QByteArray::number(3 - trial)), value(3, "4"),
            ends("completed", 0)});
      QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, std::size_t(trial)), TrialState::complete,
                                patience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_service->studies.size(), 0, patience);
    const auto read = reading(study);
    const search::Trial* best = search::best_trial(read.recorded.study);
    QVERIFY(best && best->number == 3 && *best->value == 0);
    QCOMPARE(best->reports.size(), std::size_t(3));
    QCOMPARE(get<double>(best->values, "optimizer.learning_rate"), 1.0);
    QCOMPARE(site().queue.submitted, 4);
    const QList<RunRecord> all = *m_service->registry.store.study(study);
    QCOMPARE(all.size(), 4);
    const RunRecord last = runOf(trialRun(study, 3, 0));
    QCOMPARE(last.studyValues, QStringList{QStringLiteral("optimizer.learning_rate=1.0")});
    QFile document(last.folder + QStringLiteral("/resolved.yaml"));
    QVERIFY(document.open(QIODevice::ReadOnly));
    const QByteArray resolved = document.readAll();
    QVERIFY2(resolved.contains("learning_rate: 1.0"), resolved.constData());
    QVERIFY2(!resolved.contains("optimizer.learning_rate"), resolved.constData());
  }

  void theSameRequestFindsTheStudy() {
    SubmitRequest request = requestFor(rates);
    (void)site();
    std::optional<Result<StartedStudy>> first, second;
    keepResult(m_service->studies.start(request, {}), first);
    keepResult(m_service->studies.start(request, {}), second);
    QTRY_VERIFY_WITH_TIMEOUT(first && second, patience);
    QVERIFY(*first && *second);
    QCOMPARE((*first)->study, request.run);
    QCOMPARE((*second)->study, request.run);
    QVERIFY(waits(request.run, 0));
    QCOMPARE(QDir(path(QStringLiteral("studies"))).entryList({QStringLiteral("*.jsonl")}).size(),
             1);
    // Secrets are not written.
    request.environment = {{QStringLiteral("TOKEN"), QStringLiteral("secret")}};
    request.run = newId();
    QVERIFY(keepStudyRequest(path(QStringLiteral("studies")), request));
    QFile kept(studyRequestPath(path(QStringLiteral("studies")), request.run));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QVERIFY(!kept.readAll().contains("secret"));
  }

  void whatIsNoStudyIsRefusedAndLeavesNothing() {
    (void)site();
    const auto codeOf = [&](const QByteArray& section) {
      auto started = resultOf(m_service->studies.start(requestFor(section), {}));
      return started ? std::string() : started.error().code;
    };
    QCOMPARE(codeOf("search: {trials: 3"), std::string("study.no_search"));
    QCOMPARE(codeOf("search: {space: {optimizer.learning_rat: [1]}"),
             std::string("experiment.invalid"));
    QCOMPARE(codeOf("resources: {array: 0-3}\n" + rates), std::string("study.array"));
    QVERIFY(QDir(path(QStringLiteral("studies"))).isEmpty());
    auto alone = resultOf(m_service->runs.submissions().submit(newId(), QStringLiteral("far"),
                                                               source(rates + "}\n"), {}));
    QVERIFY(!alone);
    QCOMPARE(alone.error().code, std::string("study.is_search"));
  }

  // The service died after it had noted the trial, before it submitted it.
  void aTrialWithoutItsRunIsSubmittedOnce() {
    SubmitRequest request = requestFor(rates);
    QFile document(request.path);
    QVERIFY(document.open(QIODevice::ReadOnly));
    request.text = document.readAll();
    m_service.reset();
    const QString folder = path(QStringLiteral("studies"));
    QVERIFY(keepStudyRequest(folder, request));
    {
      search::StudyRecord record;
      record.search.space = {{"optimizer.learning_rate", List{0.001, 0.01}}};
      record.search.sampler = SearchSampler::grid;
      record.search.objective = "loss";
      record.search.trials = 2;
      auto journal = search::StudyJournal::create(
          (folder + QLatin1Char('/') + request.run + QStringLiteral(".jsonl")).toStdString(),
          record);
      QVERIFY(journal);
      QVERIFY(journal->start({{"optimizer.learning_rate", 0.001}}));
      // Of this one it had noted the result, but not yet that it was the last.
      QVERIFY(journal->start({{"optimizer.learning_rate", 0.01}}));
      QVERIFY(journal->add_result(1, 0, 7));
    }
    m_service = std::make_unique<Service>(m_folder->path());
    QVERIFY(waits(request.run, 0));
    restart();
    QVERIFY(waits(request.run, 0));
    (void)site();
    runs(request.run, 0, {value(1, "1"), ends("completed", 0)});
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(request.run, 0), TrialState::complete, patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_service->studies.size(), 0, patience);
    QCOMPARE(trials(request.run).size(), std::size_t(2));
    QCOMPARE(stateOfTrial(request.run, 1), TrialState::complete);
    QCOMPARE(m_service->registry.store.study(request.run)->size(), 1);
  }

  void aCauseThatMayPassIsTriedAgainThreeTimes() {
    const QString study = begun(rates);
    QVERIFY(waits(study, 0));
    const QString run = trialRun(study, 0, 0);
    for (int attempt = 1; attempt <= 4; ++attempt) {
      QTRY_COMPARE_WITH_TIMEOUT(site().queue.submitted, attempt, patience);
      QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), QStringLiteral("waiting"), patience);
      site().queue.now = running();
      happens(run, attempt, {value(attempt, "1"), ends("timed_out", 75)},
              QByteArray::number(100 + attempt));
      QTRY_COMPARE_WITH_TIMEOUT(runOf(run).attempt, attempt, patience);
      site().queue.now = gone(endOf(Outcome::timed_out, "slurm.timeout", 75));
    }
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 0), TrialState::failed, patience);
    QCOMPARE(trials(study)[0].retries, std::int64_t(3));
    QCOMPARE(trials(study)[0].reports.size(), std::size_t(4));
  }

  void whatFailsForGoodIsNotTriedAgain() {
    const QString study = begun(manyRates);
    for (int trial = 0; trial < 5; ++trial) {
      QVERIFY(waits(study, trial));
      runs(study, trial, {value(1, "1"), ends("failed", 1)});
      QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, std::size_t(trial)), TrialState::failed,
                                patience);
    }
    // Five of five: more would fail, too.
    QTRY_COMPARE_WITH_TIMEOUT(m_service->studies.size(), 0, patience);
    QCOMPARE(reading(study).recorded.record.search.trials, std::int64_t(5));
    QCOMPARE(trials(study).size(), std::size_t(5));
    QCOMPARE(site().queue.submitted, 5);
  }

  void aRunWithoutTheObjectiveFailsItsTrial() {
    const QString study = begun(manyRates);
    QVERIFY(waits(study, 0));
    runs(study, 0, {value(1, "1", "accuracy"), ends("completed", 0)});
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 0), TrialState::failed, patience);
    const search::Trial trial = trials(study)[0];
    QCOMPARE(trial.cause, std::string("search.no_objective"));
    const std::string said = render_message(trial.cause, trial.arguments);
    QVERIFY2(said.find("accuracy") != said.npos, said.c_str());
    QVERIFY(waits(study, 1));
    runs(study, 1, {ends("completed", 0)});
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 1), TrialState::failed, patience);
    QCOMPARE(trials(study)[1].cause, std::string("study.no_metrics"));
    QVERIFY(waits(study, 2));
    runs(study, 2, {value(1, "\"NaN\""), ends("completed", 0)});
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 2), TrialState::failed, patience);
    QCOMPARE(trials(study)[2].cause, std::string("study.not_finite"));
    // By the user: the others go on.
    QVERIFY(waits(study, 3));
    QVERIFY(resultOf(m_service->runs.cancel(trialRun(study, 3, 0))));
    site().queue.now = gone();
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 3), TrialState::failed, patience);
    QCOMPARE(trials(study)[3].cause, std::string("cancelled"));
  }

  void aRefusedSubmissionFailsItsTrial() {
    site().queue.refusal =
        foreign_error("scheduler.refused", {}, "sbatch says no", ExitCode::refused_by_scheduler);
    const QString refused = begun(manyRates);
    QTRY_COMPARE_WITH_TIMEOUT(m_service->studies.size(), 0, patience);
    QCOMPARE(trials(refused).size(), std::size_t(5));
    const search::Trial trial = trials(refused)[0];
    QCOMPARE(render_message(trial.cause, trial.arguments),
             std::string("its run failed: sbatch says no"));
  }

  void aTrialThatIsPrunedIsCancelled() {
    const QString study = begun(manyRates + ", pruner: asha, prune_after_steps: 1");
    QVERIFY(waits(study, 0));
    runs(study, 0, {value(1, "0.1"), value(2, "0.1"), ends("completed", 0)});
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 0), TrialState::complete, patience);
    QVERIFY(waits(study, 1));
    runs(study, 1, {value(1, "0.9")});
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 1), TrialState::pruned, patience);
    QTRY_COMPARE_WITH_TIMEOUT(site().queue.cancelled, 1, patience);
    QVERIFY(waits(study, 2));
    QCOMPARE(trials(study)[1].steps, std::int64_t(1));
  }

  void eachSeedIsARunAndTheirMeanCounts() {
    const QString study = begun(manyRates + ", seeds: 2}\nseed: 7\nlogging: {every_steps: 1");
    QVERIFY(waits(study, 0, 0) && waits(study, 0, 1));
    QVERIFY(runOf(trialRun(study, 0, 1)).studyValues.contains(QStringLiteral("seed=8")));
    runs(study, 0, {value(1, "2"), ends("completed", 0)}, 0);
    runs(study, 0, {value(1, "4"), ends("completed", 0)}, 1);
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 0), TrialState::complete, patience);
    const search::Trial trial = trials(study)[0];
    QCOMPARE(*trial.value, 3.0);
    QCOMPARE(trial.results.at(8), 4.0);
    QCOMPARE(trial.reports.size(), std::size_t(1));
  }

  void severalTrialsRunAtOnce() {
    const QString study = begun(manyRates + ", parallel: 3");
    QVERIFY(waits(study, 0) && waits(study, 1) && waits(study, 2));
    QCOMPARE(trials(study).size(), std::size_t(3));
    QVERIFY(resultOf(m_service->studies.setTrials(study, 0, {})));
    site().queue.now = running();
    happens(trialRun(study, 1, 0), 1, {value(1, "2"), ends("completed", 0)}, "102");
    QTRY_COMPARE_WITH_TIMEOUT(stateOfTrial(study, 1), TrialState::complete, patience);
    // No further ones: it ends when the two that run have ended.
    QCOMPARE(reading(study).recorded.record.search.trials, std::int64_t(3));
    QVERIFY(m_service->studies.size() > 0);
    happens(trialRun(study, 0, 0), 1, {value(1, "1"), ends("completed", 0)}, "101");
    happens(trialRun(study, 2, 0), 1, {value(1, "3"), ends("completed", 0)}, "103");
    QTRY_COMPARE_WITH_TIMEOUT(m_service->studies.size(), 0, patience);
    QCOMPARE(trials(study).size(), std::size_t(3));
    // More of them, for a study that is over.
    QVERIFY(resultOf(m_service->studies.setTrials(study, 4, {})));
    QVERIFY(waits(study, 3));
    auto unknown = resultOf(m_service->studies.setTrials(newId(), 4, {}));
    QVERIFY(!unknown && unknown.error().code == "study.unknown");
  }

  void aStudyInOneJobReadsItsNumberFromAFile() {
    const QString run = submit();
    site().queue.now = running();
    const QByteArray record = R"({\"kind\":\"study\",\"format\":1,\"name\":\"s\",\"search\":{}})";
    happens(run, 1, {"\"event\": \"study\", \"text\": \"" + record + "\""});
    QTRY_VERIFY_WITH_TIMEOUT(m_service->registry.store.searches().records(run, 0, 0)->attempt == 1,
                             patience);
    QVERIFY(resultOf(m_service->studies.setTrials(run, 9, {})));
    QFile wanted(runOf(run).folder + QStringLiteral("/search/trials"));
    QVERIFY(wanted.open(QIODevice::ReadOnly));
    QCOMPARE(wanted.readAll(), QByteArray("9"));
    QVERIFY(resultOf(m_service->studies.setTrials(run, 2, {})));
    happens(run, 1, {ends("completed", 0)});
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), QStringLiteral("completed"), patience);
    auto late = resultOf(m_service->studies.setTrials(run, 9, {}));
    QVERIFY(!late && late.error().code == "study.job_completed");
  }

  void noTrialStartsAfterTheTime() {
    const QString study = begun(manyRates + ", time_limit: \"0:0\"");
    QVERIFY(waits(study, 0));
    runs(study, 0, {value(1, "2"), ends("completed", 0)});
    QTRY_COMPARE_WITH_TIMEOUT(m_service->studies.size(), 0, patience);
    QCOMPARE(trials(study).size(), std::size_t(1));
    auto more = resultOf(m_service->studies.setTrials(study, 4, {}));
    QVERIFY(!more && more.error().code == "study.time_over");
  }
};

TRAINYARD_TEST(StudiesTest);
#include "studies_test.moc"
