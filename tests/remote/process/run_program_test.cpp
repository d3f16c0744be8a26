// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/run_program.h"

#include <QTest>
#include <QTimer>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "remote/process/private_process.h"
#include "tests/remote/result_of.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RunProgramTest : public QObject {
  Q_OBJECT

  static Result<ProgramOutput> bash(const QString& script, std::stop_token stop = {},
                                    QDeadlineTimer deadline = QDeadlineTimer(60000),
                                    qint64 limitBytes = 1 << 20) {
    const CommandLine command{QStringLiteral("bash"), {QStringLiteral("-c"), script}};
    ProgramOptions options;
    options.input = "hello";
    options.outputLimitBytes = limitBytes;
    return resultOf(runProgram(command, options, stop, deadline));
  }

 private slots:
  void keepsOutputAndExitCode() {
    auto output = bash(QStringLiteral("cat; echo oops >&2; exit 7"));
    QVERIFY(output);
    QCOMPARE(output->out, QByteArray("hello"));
    QCOMPARE(output->err, QByteArray("oops\n"));
    QCOMPARE(output->exitCode, 7);
  }

  void missingProgramIsAnError() {
    auto output = resultOf(
        runProgram({QStringLiteral("/no/such/program"), {}}, {}, {}, QDeadlineTimer(60000)));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("program.missing"));
  }

  void killedBySignalIs128AndTheNumber() {
    auto output = bash(QStringLiteral("kill -KILL $$"));
    QVERIFY(output);
    QCOMPARE(output->exitCode, 128 + 9);
  }

  void endsAtItsDeadline() {
    auto output = bash(QStringLiteral("exec sleep 1000"), {}, QDeadlineTimer(100));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("program.deadline"));
  }

  void endsWhenStopped() {
    std::stop_source source;
    QTimer::singleShot(50, this, [&] { source.request_stop(); });
    auto output = bash(QStringLiteral("exec sleep 1000"), source.get_token());
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("cancelled"));
  }

  void stopsWhoSaysTooMuch() {
    auto output = bash(QStringLiteral("exec yes"), {}, QDeadlineTimer(60000), 100000);
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("program.output_limit"));
  }

  // Last: it changes this process.
  void aPrivateProcessIsOpaque() {
    restrictUmask();
    QCOMPARE(::prctl(PR_GET_DUMPABLE), 0);
    rlimit cores{};
    QCOMPARE(::getrlimit(RLIMIT_CORE, &cores), 0);
    QCOMPARE(cores.rlim_cur, rlim_t{0});
    QCOMPARE(::umask(077), mode_t{077});
  }
};

TRAINYARD_TEST(RunProgramTest);
#include "run_program_test.moc"
