// SPDX-License-Identifier: GPL-3.0-or-later
// Looking at data on a target over ssh, with an engine that does what the test wants: what is
// there, what is not, and a connection that is lost in the middle.
#include "remote/service/calls/data_inspection.h"

#include "tests/remote/ssh/ssh_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class DataInspectionThereTest : public QObject {
  Q_OBJECT

  std::unique_ptr<SshServer> m_server;
  std::unique_ptr<TestHost> m_host;

  Target target(bool hasEngine = true) {
    Target there;
    there.name = QStringLiteral("far");
    there.host = &m_host->host;
    there.base = m_server->path(QStringLiteral("base"));
    if (hasEngine) there.programs = m_server->path(QStringLiteral("programs"));
    return there;
  }
  // Says the document that it was given, and its words.
  void engine(const QByteArray& before = {}) {
    QDir().mkpath(m_server->path(QStringLiteral("programs")));
    m_server->write(QStringLiteral("programs/engine"),
                    "#!/bin/bash\n"
                    "echo '{\"phase\": \"phase.tokenizing\", \"done\": 1, \"total\": 2}'\n" +
                        before +
                        "\ndocument=$(base64 -w0 <\"$2\")\n"
                        "echo \"{\\\"format\\\": 1, \\\"text\\\": \\\"$document\\\", "
                        "\\\"tokenizer\\\": \\\"$*\\\"}\"\n",
                    true);
  }
  Result<Inspection> look(const QString& train, const Target& there, std::stop_token stop = {}) {
    ExperimentSource source;
    source.path = m_server->path(QStringLiteral("here.yaml"));
    source.text = "format: 1\nname: x\nworkload: engine\ndata:\n  train: [\"" + train.toUtf8() +
                  "\"]  # where it lies\n";
    source.environment = QProcessEnvironment::systemEnvironment();
    return resultOf(inspectOn(
        there, source, {},
        [this](const QString& phase, qint64 done, qint64) {
          m_progress << phase;
          m_done = done;
        },
        stop));
  }
  // Of the folders of this look, made there and removed again.
  QStringList left() const {
    return QDir(m_server->path(QStringLiteral("base"))).entryList({QStringLiteral("inspect-*")});
  }
  QStringList m_progress;
  qint64 m_done = 0;

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }
  void init() {
    m_server = std::make_unique<SshServer>();
    m_server->start();
    m_host = std::make_unique<TestHost>(m_server->config());
    m_progress.clear();
  }
  void cleanup() {
    m_host.reset();
    m_server.reset();
  }

  void pathsWithSpacesAndFromHome() {
    engine();
    QDir().mkpath(m_server->path(QStringLiteral("home/my data")));
    m_server->write(QStringLiteral("home/my data/it's a train $set.txt"), "a\nb\n");
    const QString file = m_server->path(QStringLiteral("home/my data/it's a train $set.txt"));
    for (const QString& written : {file, QStringLiteral("~/my data/it's a train $set.txt")}) {
      const auto said = look(written, target());
      QVERIFY2(said, said ? "" : said.error().message.c_str());
      const QByteArray document = QByteArray::fromBase64(QByteArray::fromStdString(said->text));
      QVERIFY2(document.contains(file.toUtf8()) && document.contains("# where it lies"),
               document.constData());
      QVERIFY(QString::fromStdString(said->tokenizer)
                  .contains("--raw 1000"));  // a login node reads no more
      QVERIFY(left().isEmpty());
    }
    QCOMPARE(m_progress, QStringList({"phase.tokenizing", "phase.tokenizing"}));
    QCOMPARE(m_done, 1);
  }

  void whatIsMissingIsSaidAtItsField() {
    engine();
    for (const char* missing : {"/no/such file.txt", "~/no such.txt"}) {
      const auto said = look(QString::fromLatin1(missing), target());
      QVERIFY(!said);
      QCOMPARE(said.error().code, std::string("experiment.invalid"));
      QVERIFY2(said.error().message.find(missing) != std::string::npos &&
                   said.error().message.find("here.yaml:5") != std::string::npos,
               said.error().message.c_str());
    }
    const auto lies = look(QStringLiteral("beside.txt"), target());
    QVERIFY(!lies);
    QVERIFY(m_progress.isEmpty() && left().isEmpty());
  }

  void anEngineThatIsNotThereYet() {
    const QString file = m_server->write(QStringLiteral("a.txt"), "a\n");
    for (const bool hasFolder : {true, false}) {
      const auto said = look(file, target(hasFolder));
      QVERIFY(!said);
      QCOMPARE(said.error().code, std::string("inspect.no_engine"));
      QCOMPARE(said.error().exit_code, ExitCode::environment);
    }
    QVERIFY(left().isEmpty());
  }

  void whatTheEngineSaysIsPassedOn() {
    const QString file = m_server->write(QStringLiteral("a.txt"), "a\n");
    engine("echo 'it is broken' >&2; exit 7");
    auto said = look(file, target());
    QVERIFY(!said);
    QVERIFY2(said.error().message.find("it is broken") != std::string::npos,
             said.error().message.c_str());
    engine("kill -KILL $$");
    said = look(file, target());
    QVERIFY(!said);
    QCOMPARE(said.error().code, std::string("inspect.failed"));
    QVERIFY(left().isEmpty());
  }

  void aConnectionThatIsLostInTheMiddle() {
    const QString file = m_server->write(QStringLiteral("a.txt"), "a\n");
    engine("touch '" + m_server->path(QStringLiteral("began")).toUtf8() + "'; sleep 120");
    QTimer cutter;
    connect(&cutter, &QTimer::timeout, this, [&] {
      if (!QFile::exists(m_server->path(QStringLiteral("began")))) return;
      cutter.stop();
      m_server->cut();
    });
    cutter.start(50);
    QElapsedTimer clock;
    clock.start();
    const auto said = look(file, target());
    QVERIFY(!said);
    QCOMPARE(said.error().code, std::string("host.unreachable"));
    QVERIFY(clock.elapsed() < 30000);
    QTRY_VERIFY_WITH_TIMEOUT(left().isEmpty(), 10000);  // it came back by itself
    engine();
    QVERIFY(look(file, target()));
  }

  void aPersonWhoStops() {
    const QString file = m_server->write(QStringLiteral("a.txt"), "a\n");
    engine("touch '" + m_server->path(QStringLiteral("began")).toUtf8() + "'; sleep 120");
    std::stop_source stop;
    QTimer stopper;
    connect(&stopper, &QTimer::timeout, this, [&] {
      if (QFile::exists(m_server->path(QStringLiteral("began")))) stop.request_stop();
    });
    stopper.start(50);
    const auto said = look(file, target(), stop.get_token());
    QVERIFY(!said);
    QCOMPARE(said.error().code, std::string("cancelled"));
    QVERIFY(left().isEmpty());
  }
};

TRAINYARD_TEST(DataInspectionThereTest);
#include "data_inspection_test.moc"
