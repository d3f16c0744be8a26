// SPDX-License-Identifier: GPL-3.0-or-later
// Submission to a target that is another folder of this computer, with a queue that is a list.
// One file because all cases share the target with its faults.
#include "remote/schedulers/submit_once.h"
#include "engine/contract/messages.h"
#include "remote/submit/submit.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUuid>

#include <sys/stat.h>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/run/run_folder.h"
#include "tests/remote/result_of.h"
#include "tests/remote/submit/faulty_target.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class SubmitTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  FaultyHost m_host;
  ListedScheduler m_scheduler;

  QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
  void file(const QString& name, const QByteArray& content) {
    const QString full = m_folder->filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(full).path()));
    QFile file(full);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
  }
  QByteArray read(const QString& full) {
    QFile file(full);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
  }
  Target target() {
    Target target;
    target.name = QStringLiteral("cluster");
    target.host = &m_host;
    target.scheduler = &m_scheduler;
    target.base = path("base");
    target.programs = path("programs");
    return target;
  }
  ExperimentSource source(const QByteArray& text) {
    ExperimentSource source;
    source.path = path("work/e.yaml");
    source.text = text;
    source.environment = QProcessEnvironment::systemEnvironment();
    return source;
  }
  static RunRequest requestOf(ExperimentSource source) {
    return {QUuid::createUuid().toString(QUuid::WithoutBraces), std::move(source), {}};
  }
  Result<StartedRun> submit(RunRequest request) {
    return resultOf(submitRun(target(), std::move(request), {}, {}));
  }
  QStringList runs() { return QDir(path("base")).entryList({QStringLiteral("toy-*")}, QDir::Dirs); }

  static QByteArray command(const QByteArray& more = {}) {
    return "format: 1\nname: toy\nworkload: command\ncommand: {launcher: none, program: train.py, "
           "metrics: none}\ncode: {source: .}\n" +
           more;
  }

 private slots:
  void init() {
    QStandardPaths::setTestModeEnabled(true);
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", path("cache").toUtf8());
    qputenv("HOME", path("home").toUtf8());
    m_scheduler = ListedScheduler();
    m_host.calls = m_host.failAt = 0;
    m_host.fails = FaultyHost::Fails::before;
    m_host.error = unreachable();
    file(QStringLiteral("work/train.py"), "print(1)\n");
    file(QStringLiteral("work/text.txt"), "a text\n");
    for (const char* program : {"programs/yard-agent", "programs/engine"}) {
      file(QLatin1String(program), "#!/bin/sh\n");
      QFile::setPermissions(path(program), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    QVERIFY(QDir().mkpath(path("home")));
  }

  void aRunFolderHoldsAllAndTheQueueOneJob() {
    const RunRequest request = requestOf(source(command()));
    auto run = submit(request);
    QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
    QCOMPARE(run->folder, path("base/toy-") + request.run.left(8));
    QCOMPARE(run->job, QStringLiteral("101"));
    const QStringList names =
        QDir(run->folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
    QCOMPARE(names, (QStringList{QStringLiteral("code"), QStringLiteral("experiment.yaml"),
                                 QStringLiteral("job.sh"), QStringLiteral("resolved.yaml"),
                                 QStringLiteral("run.json"), QStringLiteral("submission-1.json")}));
    QCOMPARE(read(run->folder + QStringLiteral("/code/train.py")), QByteArray("print(1)\n"));
    QCOMPARE(m_scheduler.jobs.size(), 1);
    QCOMPARE(m_scheduler.jobs[0].token, QStringLiteral("toy-%1.1").arg(request.run.left(8)));
    QVERIFY(read(run->folder + QStringLiteral("/submission-1.json"))
                .contains("\"after_preemption\":\"requeue\""));

    // The same call again, as after a lost answer, even when the experiment is gone by now.
    RunRequest again = request;
    again.folder = run->folder;
    again.source.text = "nonsense";
    auto same = submit(again);
    QVERIFY2(same.ok(), same ? "" : same.error().message.c_str());
    QCOMPARE(same->job, run->job);
    QCOMPARE(same->experiment.name, std::string("toy"));
    QCOMPARE(m_scheduler.jobs.size(), 1);
    QCOMPARE(runs().size(), 1);
  }

  void codeIsLinkedToTheEarlierRunOfTheSameSource() {
    auto first = submit(requestOf(source(command())));
    QVERIFY(first.ok());
    file(QStringLiteral("work/new.py"), "2\n");
    auto second = submit(requestOf(source(command())));
    QVERIFY(second.ok());
    struct stat one{}, two{};
    QCOMPARE(::stat(QFile::encodeName(first->folder + QStringLiteral("/code/train.py")).constData(),
                    &one),
             0);
    QCOMPARE(
        ::stat(QFile::encodeName(second->folder + QStringLiteral("/code/train.py")).constData(),
               &two),
        0);
    QCOMPARE(one.st_ino, two.st_ino);
    QVERIFY(QFile::exists(second->folder + QStringLiteral("/code/new.py")) &&
            !QFile::exists(first->folder + QStringLiteral("/code/new.py")));
  }

  void pathsThatTravelAreNamedThere() {
    file(QStringLiteral("home/there.txt"), "of the target\n");
    auto run =
        submit(requestOf(source("format: 1\nname: toy\ndata: {train: [text.txt, ~/there.txt], "
                                "tokenizer: null}\nmodel: {kind: gpt2}\n")));
    QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
    const Document document = read_experiment(
        read(run->folder + QStringLiteral("/resolved.yaml")).toStdString(), "resolved.yaml");
    QCOMPARE(document.experiment.data.train.size(), std::size_t(2));
    const QString first = QString::fromStdString(document.experiment.data.train[0]);
    QVERIFY2(first.startsWith(path("base/data/")) && first.endsWith(QStringLiteral("/text.txt")),
             qPrintable(first));
    QCOMPARE(read(first), QByteArray("a text\n"));
    QCOMPARE(document.experiment.data.train[1], path("home/there.txt").toStdString());
  }

  // Every finding of one document at once, each at its field.
  void whatIsNotThereIsSaidAtItsField() {
    const ExperimentSource wrong = source(
        "format: 1\nname: toy\n"
        "data: {train: [missing.txt, /nowhere/x.txt]}\n"
        "environment:\n"
        "  venv: ~/no-venv\n"
        "  variables: {NOT_SET_THERE: null}\n"
        "resources: {partition: nosuch}\n");
    m_scheduler.refusedField = "resources.partition";
    auto run = submit(requestOf(wrong));
    QVERIFY(!run.ok());
    QCOMPARE(run.error().code, std::string("experiment.invalid"));
    const QString said = QString::fromStdString(run.error().message);
    QVERIFY2(said.contains(QStringLiteral("e.yaml:3:")),
             qPrintable(said));  // what this computer knows comes first
    ExperimentSource rest = wrong;
    rest.text->replace("missing.txt", "text.txt");
    run = submit(requestOf(rest));
    QVERIFY(!run.ok());
    const QString found = QString::fromStdString(run.error().message);
    for (const char* part : {"e.yaml:3:26", "/nowhere/x.txt does not exist on cluster",
                             "e.yaml:5:9", "no ~/no-venv/bin/activate on cluster",
                             "NOT_SET_THERE is taken from your environment on cluster",
                             "e.yaml:7:24", "no such partition"})
      QVERIFY2(found.contains(QLatin1String(part)),
               qPrintable(QLatin1String(part) + QStringLiteral(" is not in ") + found));
    QCOMPARE(runs(), QStringList());
    ExperimentSource relative = source(command("environment: {venv: .venv}\n"));
    run = submit(requestOf(relative));
    QVERIFY(!run.ok() && run.error().message.find("cannot be sent") != std::string::npos);
  }

  void noisyLoginShell() {
    file(QStringLiteral("home/.bash_profile"),
         "echo 'trainyard 0 missing'; echo Welcome; printf 'no newline'\necho oops >&2\n");
    file(QStringLiteral("home/there.txt"), "x\n");
    auto run =
        submit(requestOf(source("format: 1\nname: toy\ndata: {train: [/nowhere, ~/there.txt]}\n")));
    QVERIFY(!run.ok());
    QCOMPARE(run.error().message.find("there.txt"), std::string::npos);
    file(QStringLiteral("home/.bash_profile"), "exit 1\n");
    run = submit(requestOf(source("format: 1\nname: toy\ndata: {train: [~/there.txt]}\n")));
    QVERIFY(!run.ok());
    QCOMPARE(run.error().code, std::string("target.no_answer"));
  }

  // The link breaks once at every call: what comes after it is one run folder and one job,
  // whichever call it was.
  void aBrokenLinkAnywhereLosesAndDoublesNothing_data() {
    QTest::addColumn<int>("fails");
    QTest::newRow("before") << 0;
    QTest::newRow("after") << 1;
  }
  void aBrokenLinkAnywhereLosesAndDoublesNothing() {
    QFETCH(int, fails);
    m_host.fails = fails == 0 ? FaultyHost::Fails::before : FaultyHost::Fails::after;
    int broken = 0;
    for (int at = 1;; ++at) {
      m_scheduler.jobs.clear();
      m_host.calls = 0;
      m_host.failAt = at;
      RunRequest request = requestOf(source(command("environment: {venv: ~/venv}\n")));
      file(QStringLiteral("home/venv/bin/activate"), "");
      auto run = submit(request);
      const bool wasBroken = m_host.calls >= at;
      if (!run) {
        ++broken;
        QVERIFY2(may_succeed_later(run.error()),
                 qPrintable(QString::number(at) +
                            QString::fromStdString(run.error().code + run.error().message)));
        QCOMPARE(m_scheduler.jobs.size(), 0);
        m_host.failAt = 0;
        run = submit(request);
        QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
      }
      QCOMPARE(m_scheduler.jobs.size(), 1);
      QVERIFY(!QFile::exists(run->folder + QStringLiteral("/preparing")));
      QCOMPARE(read(run->folder + QStringLiteral("/code/train.py")), QByteArray("print(1)\n"));
      QCOMPARE(runs().size(), at);
      if (!wasBroken) break;
    }
    QVERIFY2(broken > 8, qPrintable(QString::number(broken)));
  }

  // Any other failure leaves nothing: no folder, no job.
  void anotherFailureLeavesNothing() {
    m_host.error = foreign_error("file.not_written", {}, "the disk is full", ExitCode::environment);
    int failed = 0;
    for (int at = 1;; ++at) {
      m_scheduler.jobs.clear();
      m_host.calls = 0;
      m_host.failAt = at;
      auto run = submit(requestOf(source(command())));
      if (m_host.calls < at) break;
      if (!run) {
        ++failed;
        QCOMPARE(m_scheduler.jobs.size(), 0);
        QCOMPARE(runs(), QStringList());
      } else {
        QVERIFY(QDir(run->folder).removeRecursively() || true);
        QDir(path("base")).removeRecursively();
      }
    }
    QVERIFY2(failed > 6, qPrintable(QString::number(failed)));
  }

  // From the submission on a job may exist, and every error but a refusal goes on.
  void anErrorThatHidesTheJobIsNoEnd() {
    for (const char* code :
         {"host.no_shell", "file.unreadable", "program.deadline", "store.full"}) {
      m_scheduler.jobs.clear();
      m_scheduler.answerAfter = code;
      RunRequest request = requestOf(source(command()));
      auto run = submit(request);
      QVERIFY(!run.ok() && may_succeed_later(run.error()));
      QCOMPARE(run.error().code, std::string("submission.unsettled"));
      QVERIFY(run.error().message.find("as told") != std::string::npos);
      // The next try cannot look whether there is a folder.
      request.folder = path("base/toy-") + request.run.left(8);
      request.mayHaveJob = true;
      m_host.calls = 0;
      m_host.failAt = 1;
      m_host.error = foreign_error(code, {}, "as told", ExitCode::environment);
      run = submit(request);
      QVERIFY(!run.ok() && may_succeed_later(run.error()));
      m_host.failAt = 0;
      run = submit(request);
      QVERIFY(run.ok());
      QCOMPARE(m_scheduler.jobs.size(), 1);
    }
  }

  // A refusal is the last word only when the submission can do nothing any more.
  void aRefusalThatCannotBeWithdrawnIsNoEnd() {
    m_scheduler.answers = {"submission.not_begun"};
    m_scheduler.withdrawTrouble =
        foreign_error("host.no_shell", {}, "as told", ExitCode::environment);
    RunRequest request = requestOf(source(command()));
    auto run = submit(request);
    QVERIFY(!run.ok() && may_succeed_later(run.error()));
    QCOMPARE(runs().size(), 1);
    m_scheduler.withdrawTrouble.reset();
    m_scheduler.answers = {"submission.not_begun"};
    request.folder = path("base/toy-") + request.run.left(8);
    run = submit(request);
    QCOMPARE(run.error().code, std::string("submission.not_begun"));
    QCOMPARE(runs(), QStringList());
  }

  void whatWithdrawingFindsOut_data() {
    QTest::addColumn<QByteArray>("journal");  // "-": none
    QTest::addColumn<QString>("answer");
    QTest::newRow("never begun") << QByteArray("-") << "none";
    QTest::newRow("claimed") << QByteArray("claimed 1 n 2 b 3\n") << "none";
    QTest::newRow("sbatch runs") << QByteArray("claimed 1 n 2 b 3\nsbatch 4\n") << "job";
    QTest::newRow("released") << QByteArray("claimed 1\nsbatch 4\nsaid 0\njob 7\nreleased 9\n")
                              << "job";
    QTest::newRow("refused") << QByteArray("claimed 1\nsbatch 4\nsaid 1\nrefused 9\n") << "none";
    QTest::newRow("lost") << QByteArray("claimed 1\nsbatch 4\nsaid 1\nlost 9\n") << "none";
    QTest::newRow("cannot be read") << QByteArray("folder") << "error";
    QTest::newRow("no run folder") << QByteArray("gone") << "none";
  }
  void whatWithdrawingFindsOut() {
    QFETCH(QByteArray, journal);
    QFETCH(QString, answer);
    LocalHost host;
    const QString run = path("base/it's run");
    if (journal != "gone") file(QStringLiteral("base/it's run/submission-1.json"), "{}");
    QDir().mkpath(path("base"));
    if (journal == "folder")
      QDir().mkpath(run + QStringLiteral("/submissions/1/journal"));
    else if (journal != "-" && journal != "gone")
      file(QStringLiteral("base/it's run/submissions/1/journal"), journal);
    for (int i = 0; i < 2; ++i) {  // the same when it is asked again
      auto withdrawn = resultOf(withdrawSubmission(host, run, 1, {}));
      QCOMPARE(withdrawn.ok(), answer != QLatin1String("error"));
      if (withdrawn) QCOMPARE(*withdrawn, answer == QLatin1String("none"));
      const bool isMarked = QFile::exists(run + QStringLiteral("/withdrawn-1"));
      QCOMPARE(isMarked, journal != "gone" && answer != QLatin1String("job"));
    }
  }

  void whatTheQueueAnswers_data() {
    QTest::addColumn<QList<QByteArray>>("answers");
    QTest::addColumn<int>("submission");  // 0: no job
    QTest::addColumn<int>("folders");
    QTest::newRow("refused") << QList<QByteArray>{"scheduler.refused"} << 0 << 0;
    QTest::newRow("lost once") << QList<QByteArray>{"scheduler.lost"} << 2 << 1;
    QTest::newRow("lost three times")
        << QList<QByteArray>{"scheduler.lost", "scheduler.lost", "scheduler.lost"} << 4 << 1;
    QTest::newRow("lost always") << QList<QByteArray>{"scheduler.lost", "scheduler.lost",
                                                      "scheduler.lost", "scheduler.lost"}
                                 << 0 << 0;
    QTest::newRow("silent") << QList<QByteArray>{"scheduler.no_answer"} << 0 << 1;
  }
  void whatTheQueueAnswers() {
    QFETCH(QList<QByteArray>, answers);
    QFETCH(int, submission);
    QFETCH(int, folders);
    m_scheduler.answers = answers;
    RunRequest request = requestOf(source(command()));
    auto run = submit(request);
    QCOMPARE(run.ok(), submission > 0);
    if (run)
      QCOMPARE(run->submission, submission);
    else
      QCOMPARE(QByteArray::fromStdString(run.error().code), answers.last());
    QCOMPARE(runs().size(), folders);
    if (answers.last() != "scheduler.no_answer") return;
    request.folder = path("base/toy-") + request.run.left(8);
    run = submit(request);
    QVERIFY(run.ok());
    QCOMPARE(run->submission, 1);
    QCOMPARE(m_scheduler.jobs.size(), 1);
  }

  void aFolderOfAnotherRunIsNotTouched() {
    RunRequest request = requestOf(source(command()));
    file(QStringLiteral("base/toy-%1/precious").arg(request.run.left(8)), "x");
    auto run = submit(request);
    QVERIFY(!run.ok());
    QCOMPARE(run.error().code, std::string("run.folder_taken"));
    QVERIFY(QFile::exists(path("base/toy-") + request.run.left(8) + QStringLiteral("/precious")));
  }

  // The service was killed while it wrote whose folder it is.
  void aFolderWithAnUnfinishedMarkIsUsed() {
    RunRequest request = requestOf(source(command()));
    file(QStringLiteral("base/toy-%1/preparing.tmp-123-4").arg(request.run.left(8)), "0a1b");
    auto run = submit(request);
    QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
    QCOMPARE(run->run, request.run);
    QCOMPARE(m_scheduler.jobs.size(), 1);
  }

  void tasksOfAnArrayAreRuns() {
    auto run = submit(requestOf(source(command("resources: {array: \"0-4:2,7%2\"}\n"))));
    QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
    QCOMPARE(m_scheduler.jobs[0].array, QStringLiteral("0-4:2,7%2"));
    QList<std::int64_t> indices;
    QStringList uuids{run->run};
    for (const StartedTask& task : run->tasks) {
      indices << task.index;
      auto identity =
          read_run_identity(RunFolder{std::filesystem::path(task.folder.toStdString())});
      QVERIFY2(identity.ok(), identity ? "" : identity.error().message.c_str());
      QCOMPARE(identity->run, task.run.toStdString());
      QCOMPARE(identity->parent, run->run.toStdString());
      QCOMPARE(identity->array_index, std::optional<std::int64_t>(task.index));
      QVERIFY(!uuids.contains(task.run));
      uuids << task.run;
      QCOMPARE(read(task.folder + QStringLiteral("/resolved.yaml")),
               read(run->folder + QStringLiteral("/resolved.yaml")));
      QCOMPARE(read(task.folder + QStringLiteral("/code/train.py")), QByteArray("print(1)\n"));
    }
    QCOMPARE(indices, (QList<std::int64_t>{0, 2, 4, 7}));

    // One of them again, by itself.
    const StartedTask last = run->tasks.back();
    ResumeRequest request;
    request.folder = last.folder;
    auto job = resultOf(resumeRun(target(), request, {}));
    QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
    QCOMPARE(m_scheduler.jobs[1].token, QStringLiteral("toy-%1.2").arg(last.run.left(8)));
    QVERIFY(m_scheduler.jobs[1].array.isEmpty());
    const QByteArray script = read(last.folder + QStringLiteral("/job.sh"));
    QVERIFY(script.contains("--array-index 7") && !script.contains("#SBATCH --array"));
  }

  void resumingAgainFindsTheJob() {
    auto run = submit(requestOf(source(command("resources: {dependency: \"afterok:12\"}\n"))));
    QVERIFY(run.ok());
    ResumeRequest request;
    request.folder = run->folder;
    for (int i = 0; i < 2; ++i) {
      auto job = resultOf(resumeRun(target(), request, {}));
      QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
      QCOMPARE(*job, QStringLiteral("102"));
    }
    QCOMPARE(m_scheduler.jobs.size(), 2);
    QVERIFY(m_scheduler.jobs[0].dependency == QStringLiteral("afterok:12") &&
            m_scheduler.jobs[1].dependency.isEmpty());
    QVERIFY(!read(run->folder + QStringLiteral("/job.sh")).contains("--dependency"));
  }

  void anUnfinishedFolderCanBeDiscarded() {
    RunRequest request = requestOf(source(command()));
    m_scheduler.answers = {"scheduler.no_answer"};
    QVERIFY(!submit(request).ok());
    const QString folder = path("base/toy-") + request.run.left(8);
    auto other = resultOf(discardRun(target(), folder, QStringLiteral("somebody-else"), {}));
    QVERIFY(!other.ok());
    QVERIFY(QDir(folder).mkpath(QStringLiteral("submissions")));
    QCOMPARE(resultOf(discardRun(target(), folder, request.run, {})).error().code,
             std::string("run.submitted"));
    QVERIFY(QDir(folder).rmdir(QStringLiteral("submissions")));
    QVERIFY(resultOf(discardRun(target(), folder, request.run, {})).ok());
    QCOMPARE(runs(), QStringList());
  }

  void renderingIsWhatIsSubmitted() {
    const ExperimentSource given = source(command());
    const auto rendered = renderSubmission(target(), given);
    QVERIFY(rendered.ok());
    auto run = submit(requestOf(given));
    QVERIFY(run.ok());
    QCOMPARE(rendered->script, read(run->folder + QStringLiteral("/job.sh")));
    QString line = m_scheduler.commandLine(rendered->request).toShell();
    QCOMPARE(line.replace(QStringLiteral("RUN"), run->run.left(8)),
             m_scheduler.commandLine(m_scheduler.jobs[0]).toShell());
  }
};

TRAINYARD_TEST(SubmitTest);
#include "submit_test.moc"
