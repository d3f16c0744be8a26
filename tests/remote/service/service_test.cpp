// SPDX-License-Identifier: GPL-3.0-or-later
// The real programs on this computer: yard, its service, yard-agent, bash.
#include <QFileInfo>
#include <QJsonArray>
#include <QLocalSocket>
#include <QScopeGuard>
#include <QSet>

#include "remote/host/places.h"
#include "remote/service/client/client.h"
#include "tests/remote/hostile_texts.h"
#include "tests/remote/result_of.h"
#include "tests/remote/service/program_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ServiceTest : public ProgramTest {
  Q_OBJECT

 private slots:
  void submitsWatchesAndKeepsHistory() {
    const QString path = experiment(QStringLiteral("simple"),
                                    "for i in 1 2 3 4 5; do echo \"{\\\"step\\\": $i, "
                                    "\\\"train/loss\\\": $i.5}\"; done\necho done >&2\n");
    const Done done = yard({QStringLiteral("submit"), path, QStringLiteral("--set"),
                            QStringLiteral("notes=it's mine"), QStringLiteral("--watch")});
    QVERIFY2(done.code == 0, done.err.constData());
    RunStore store;
    auto run = store.resolve(QStringLiteral("last"));
    QVERIFY(run);
    QCOMPARE(run->state, RunState::completed);
    auto series = store.curves().series(run->run, QStringLiteral("train/loss"));
    QCOMPARE(series->size(), 5);
    QCOMPARE(series->last().value, 5.5);
    const QByteArray kept = [&] {
      QFile f(run->folder + QStringLiteral("/experiment.yaml"));
      return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
    }();
    QVERIFY2(kept.contains("# kept") && kept.contains("it's mine"), kept.constData());
    for (const char* name : {"resolved.yaml", "run.json", "job.sh", "submissions/1/job.json",
                             "attempts/0001/events.jsonl"})
      QVERIFY2(QFile::exists(run->folder + QLatin1Char('/') + QLatin1String(name)), name);
    QCOMPARE(yard({QStringLiteral("logs"), QStringLiteral("last"), QStringLiteral("--rank"),
                   QStringLiteral("0")})
                 .err,
             QByteArray("done\n"));
    QCOMPARE(yard({QStringLiteral("metrics"), QStringLiteral("last"), QStringLiteral("--csv")})
                 .out.split('\n')
                 .size(),
             5 + 2);
    QCOMPARE(yard({QStringLiteral("resume"), QStringLiteral("last")}).code, 2);
    QCOMPARE(yard({QStringLiteral("remove"), QStringLiteral("last"), QStringLiteral("--yes")}).code,
             0);
    QVERIFY(!QFile::exists(run->folder));
  }

  void whatPeopleReadIsShort() {
    QVERIFY(yard({QStringLiteral("runs")}).err.contains("no runs yet"));
    const QString path = experiment(QStringLiteral("short"),
                                    "echo '{\"step\": 7, \"train/loss\": 1.5, \"eval/loss\": 2.25, "
                                    "\"eval/perplexity\": 9.5}'\n");
    const Done done = yard({QStringLiteral("submit"), path, QStringLiteral("--watch")});
    const auto run = RunStore().resolve(QStringLiteral("last"));
    const QByteArray last = done.err.trimmed().split('\n').last();
    QVERIFY2(last.startsWith("completed  7 steps  ") &&
                 last.contains("  eval/loss 2.25  perplexity 9.5  ") &&
                 last.endsWith(QFile::encodeName(run->folder)),
             last.constData());
    const QList<QByteArray> table = yard({QStringLiteral("runs")}).out.trimmed().split('\n');
    QCOMPARE(table.size(), 2);
    QVERIFY(table[0].startsWith("RUN ") &&
            table[1].startsWith(run->run.left(8).toLatin1() + "  completed  "));
    for (const char* column : {"STATE", "LOSS", "NAME"})
      QVERIFY(table[1].at(table[0].indexOf(column)) != ' ' &&
              table[1].at(table[0].indexOf(column) - 1) == ' ');
    const QByteArray page = yard({QStringLiteral("show"), QStringLiteral("last")}).out;
    QVERIFY(page.contains("state       completed\n") &&
            page.contains("folder      " + QFile::encodeName(run->folder)) &&
            page.contains("eval/perplexity "));
    const QJsonObject json =
        QJsonDocument::fromJson(
            yard({QStringLiteral("show"), QStringLiteral("last"), QStringLiteral("--json")}).out)
            .object();
    QCOMPARE(json[QStringLiteral("attempts")].toArray().size(), 1);
    QCOMPARE(json[QStringLiteral("metrics")].toArray().size(), 3);
    QVERIFY(json[QStringLiteral("checkpoints")].isArray());
  }

  void aFailingProgramsCodeComesThrough() {
    const Done done =
        yard({QStringLiteral("submit"), experiment(QStringLiteral("failing"), "exit 17\n"),
              QStringLiteral("--watch")});
    QCOMPARE(done.code, 17);
    QVERIFY2(done.err.contains("failed: ") && done.err.contains("exit code 17; `yard logs "),
             done.err.constData());
    QCOMPARE(RunStore().resolve(QStringLiteral("last"))->state, RunState::failed);
  }

  void mistakesAreFoundBeforeAnythingIsMade() {
    const QString missing = file(QStringLiteral("missing.yaml"),
                                 "format: 1\nname: missing\nworkload: command\ncommand: {launcher: "
                                 "none, program: not-there-at-all}\n");
    const QString unknown =
        file(QStringLiteral("unknown.yaml"), "format: 1\nname: unknown\nworkloat: command\n");
    for (const QString& path :
         {missing, unknown, m_folder->filePath(QStringLiteral("none.yaml"))}) {
      const Done done = yard({QStringLiteral("submit"), path});
      QCOMPARE(done.code, 2);
      QVERIFY(!done.err.isEmpty());
    }
    QVERIFY(QDir(runsFolder()).isEmpty());
    QCOMPARE(yard({QStringLiteral("submit"), missing, QStringLiteral("--target"),
                   QStringLiteral("nowhere")})
                 .code,
             2);
    QCOMPARE(yard({QStringLiteral("show"), QStringLiteral("last")}).code, 2);
  }

  void thePreviewIsWhatIsSubmitted() {
    const QString path = experiment(QStringLiteral("previewed"), "exit 0\n");
    ServiceClient client;
    QVERIFY(resultOf(client.connectToService()));
    SubmitRequest request;
    request.path = path;
    const auto rendered = resultOf(client.call(methods::render, {}, request));
    QVERIFY(rendered);
    QVERIFY(QDir(runsFolder()).isEmpty());
    const Done printed = yard({QStringLiteral("render"), path});
    QCOMPARE(printed.out,
             rendered->script + "\n# Submitted with: " + rendered->commandLine.toUtf8() + '\n');
    const auto submitted = resultOf(client.submit(request));
    QVERIFY(submitted);
    QFile script(submitted->folder + QStringLiteral("/job.sh"));
    QVERIFY(script.open(QIODevice::ReadOnly));
    QCOMPARE(rendered->script, script.readAll());
    QVERIFY2(rendered->commandLine.contains(
                 QStringLiteral("--run-dir=%1/previewed-RUN'").arg(runsFolder())),
             qPrintable(rendered->commandLine));
    request.text = "format: 1\nname: Not A Name\n";
    QCOMPARE(resultOf(client.call(methods::render, {}, request)).error().code,
             std::string("experiment.invalid"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(submitted->run), RunState::completed, 30000);
  }

  void whatIsMissingIsShownAtItsField() {
    file(QStringLiteral("text.txt"), "a text\n");
    const QByteArray data(
        "format: 1\nname: missing\ndata:\n  train:\n    - text.txt\n    - not there.txt\n  "
        "sequence_length: 8\n");
    const QString engine = file(QStringLiteral("engine.yaml"), data);
    const QString command = file(QStringLiteral("command.yaml"),
                                 "format: 1\nname: missing\nworkload: command\ncommand: {launcher: "
                                 "none, program: not-there}\nenvironment: {venv: none}\n");
    QVERIFY(
        yard({QStringLiteral("check"), engine}).out.contains(engine.toUtf8() + ":6:7: error: "));
    const Done checked = yard({QStringLiteral("check"), command, QStringLiteral("--json")});
    QCOMPARE(checked.code, 2);
    QSet<QString> places;
    for (const QJsonValue& diagnostic : QJsonDocument::fromJson(checked.out).array())
      places.insert(QStringLiteral("%1 %2:%3")
                        .arg(diagnostic[QLatin1String("path")].toString())
                        .arg(diagnostic[QLatin1String("line")].toInt())
                        .arg(diagnostic[QLatin1String("column")].toInt()));
    QCOMPARE(places, (QSet<QString>{QStringLiteral("command.program 4:36"),
                                    QStringLiteral("environment.venv 5:21")}));
    // Lines that an override adds do not move them; what an override says is not in the file.
    const Done submitted = yard({QStringLiteral("submit"), engine, QStringLiteral("--set"),
                                 QStringLiteral("notes=more"), QStringLiteral("--set"),
                                 QStringLiteral("data.tokenizer=nowhere")});
    QCOMPARE(submitted.code, 2);
    QVERIFY2(submitted.err.contains(engine.toUtf8() + ":6:7: error: ") &&
                 submitted.err.contains("--set: error: "),
             submitted.err.constData());
  }

  void hostileArgumentsReachTheProgramAndNothingElse() {
    const QString mark = m_folder->filePath(QStringLiteral("executed"));
    QJsonArray arguments;
    QStringList texts;
    for (const QString& text : hostileTexts(mark))
      if (!text.contains(QLatin1Char('{')) &&
          std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x20; }))
        texts << text;  // placeholders are the agent's; control characters are refused, see below
    for (const QString& text : texts) arguments.append(text);
    const QByteArray list = QJsonDocument(arguments).toJson(QJsonDocument::Compact);  // is YAML too
    const QString path = file(QStringLiteral("hostile.yaml"),
                              "format: 1\nname: hostile\nworkload: command\ncommand:\n  launcher: "
                              "none\n  program: hostile.sh\n  metrics: none\n  arguments: " +
                                  list + "\n");
    const QString said = m_folder->filePath(QStringLiteral("said"));
    file(QStringLiteral("hostile.sh"),
         "#!/bin/bash\nprintf '%s\\0' \"$@\" > '" + said.toUtf8() + "'\n", true);
    const Done done = yard({QStringLiteral("submit"), path, QStringLiteral("--watch")});
    QVERIFY2(done.code == 0, done.err.constData());
    QFile read(said);
    QVERIFY(read.open(QIODevice::ReadOnly));
    QList<QByteArray> words = read.readAll().split('\0');
    words.removeLast();
    QCOMPARE(words.size(), texts.size());
    for (qsizetype i = 0; i < texts.size(); ++i) QCOMPARE(QString::fromUtf8(words[i]), texts[i]);
    const QString lines = file(QStringLiteral("lines.yaml"),
                               "format: 1\nname: lines\nworkload: command\ncommand:\n  launcher: "
                               "none\n  program: hostile.sh\n  arguments: [\"\\ntouch " +
                                   mark.toUtf8() + "\\n\"]\n");
    QCOMPARE(yard({QStringLiteral("submit"), lines}).code, 2);
    QVERIFY(!QFile::exists(mark));
  }

  void runsWaitTheirTurnInOrder() {
    const QString path = experiment(
        QStringLiteral("turn"), "while [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.1; done\n");
    const QString first = submit(path), second = submit(path), third = submit(path);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(first), RunState::running, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(
        RunStore().run(second)->reason.startsWith(QStringLiteral("waiting for ")), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(
        RunStore().run(third)->reason.contains(QStringLiteral("; 1 ahead of it in the queue")),
        30000);
    QCOMPARE(yard({QStringLiteral("cancel"), second}).code, 0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(second), RunState::cancelled, 30000);
    QCOMPARE(stateOf(third), RunState::waiting);
    file(QStringLiteral("go"), "x");
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(first), RunState::completed, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(third), RunState::completed, 30000);
  }

  void runsGoOnWithoutTheServiceAndAreFoundAgain() {
    const QString path =
        experiment(QStringLiteral("alone"),
                   "echo '{\"step\": 1, \"train/loss\": 1}'\nwhile [ ! -e \"$(dirname \"$0\")/go\" "
                   "]; do sleep 0.1; done\necho '{\"step\": 2, \"train/loss\": 2}'\n");
    const QString run = submit(path);
    QTRY_COMPARE_WITH_TIMEOUT(RunStore().run(run)->step, std::optional<qint64>(1), 30000);
    const qint64 before = servicePid();
    QVERIFY(before > 0);
    QCOMPARE(::kill(static_cast<pid_t>(before), SIGKILL), 0);
    file(QStringLiteral("go"), "x");
    const Done done = yard({QStringLiteral("watch"), run});
    QVERIFY2(done.code == 0, done.err.constData());
    QVERIFY(servicePid() != before);
    QCOMPARE(RunStore().curves().series(run, QStringLiteral("train/loss"))->size(), 2);
  }

  void onlyOneServiceRuns() {
    QCOMPARE(yard({QStringLiteral("runs")}).code, 0);
    const qint64 first = servicePid();
    const Done second = yard({QStringLiteral("serve")});
    QCOMPARE(second.code, 0);
    QVERIFY(second.err.contains("running already"));
    QCOMPARE(servicePid(), first);
    QCOMPARE(QFile::permissions(*serviceSocket()) &
                 (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
             QFile::Permissions());
  }

  void theServiceEndsWithNothingToDoAndLeavesAWholeStore() {
    QCOMPARE(yard({QStringLiteral("submit"),
                   experiment(QStringLiteral("store"), "echo '{\"step\": 1, \"train/loss\": 1}'\n"),
                   QStringLiteral("--watch")})
                 .code,
             0);
    const qint64 first = servicePid();
    QCOMPARE(::kill(static_cast<pid_t>(first), SIGKILL), 0);
    QFile log(dataFolder() + QStringLiteral("/service.log"));
    QVERIFY(log.open(QIODevice::Append) && log.resize(5 << 20));
    const Done served =
        yard({QStringLiteral("serve"), QStringLiteral("--idle-seconds"), QStringLiteral("1")});
    QCOMPARE(QFileInfo(log.fileName() + QStringLiteral(".1")).size(), 5 << 20);
    QVERIFY(QFileInfo(log.fileName()).size() < 4096);
    QVERIFY2(served.code == 0, served.err.constData());
    QVERIFY(!QFile::exists(dataFolder() + QStringLiteral("/service.json")));
    QCOMPARE(QFileInfo(RunStore::defaultPath() + QStringLiteral("-wal")).size(), 0);
    QCOMPARE(
        RunStore()
            .curves()
            .series(RunStore().resolve(QStringLiteral("last"))->run, QStringLiteral("train/loss"))
            ->size(),
        1);
  }

  void aRuntimeFolderThatIsTooLongForASocketIsReplaced() {
    const QString runtime = m_folder->filePath(QString(120, QLatin1Char('x')));
    QVERIFY(QDir().mkpath(runtime));
    qputenv("XDG_RUNTIME_DIR", runtime.toUtf8());
    const Done done = yard({QStringLiteral("runs")});
    QVERIFY2(done.code == 0, done.err.constData());
    QFile announced(dataFolder() + QStringLiteral("/service.json"));
    QVERIFY(announced.open(QIODevice::ReadOnly));
    const QString socket =
        QJsonDocument::fromJson(announced.readAll()).object()[QStringLiteral("socket")].toString();
    QVERIFY(socket.startsWith(QStringLiteral("/tmp/trainyard-")));
    QCOMPARE(QFile::permissions(QFileInfo(socket).path()) &
                 (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther),
             QFile::Permissions());
    ::kill(static_cast<pid_t>(servicePid()), SIGKILL);
    QVERIFY(QDir(QFileInfo(socket).path()).removeRecursively());
  }

  void eachDataFolderHasAServiceOfItsOwn() {
    QCOMPARE(yard({QStringLiteral("submit"), experiment(QStringLiteral("first"), "true\n"),
                   QStringLiteral("--watch")})
                 .code,
             0);
    const QString socket = *serviceSocket();
    const qint64 service = servicePid();
    const QString first = dataFolder();
    QVERIFY(QFile::exists(socket) && service > 0);

    qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("other data")).toUtf8());
    const auto endOther = qScopeGuard([&] {
      if (const qint64 other = servicePid(); other > 0 && other != service)
        ::kill(static_cast<pid_t>(other), SIGKILL);
      qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("data")).toUtf8());
    });
    QVERIFY(*serviceSocket() != socket);
    QCOMPARE(QFileInfo(*serviceSocket()).path(), QFileInfo(socket).path());
    QVERIFY(yard({QStringLiteral("runs")}).err.contains("no runs yet"));
    QCOMPARE(yard({QStringLiteral("submit"), experiment(QStringLiteral("second"), "true\n"),
                   QStringLiteral("--watch")})
                 .code,
             0);
    QVERIFY(servicePid() > 0 && servicePid() != service);
    QCOMPARE(RunStore().runs()->size(), 1);
    QVERIFY(RunStore().resolve(QStringLiteral("last"))->folder.startsWith(dataFolder()));
    QCOMPARE(RunStore(first + QStringLiteral("/runs.sqlite")).runs()->size(), 1);
  }

  void anAgentThatIsKilledIsNoticedAndNothingIsLeft() {
    const QString path = experiment(
        QStringLiteral("killed"),
        "trap '' TERM\necho \"{\\\"step\\\": $$, \\\"train/loss\\\": 1}\"\nexec sleep 1000\n");
    const QString run = submit(path);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::running, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(RunStore().run(run)->step.has_value(), 30000);
    const auto child = static_cast<pid_t>(*RunStore().run(run)->step);
    const auto agent = static_cast<pid_t>(
        RunStore().jobs(run)->last().job.section(QLatin1Char('-'), 0, 0).toLongLong());
    QVERIFY(agent > 1 && child > 1);
    QCOMPARE(::kill(agent, SIGKILL), 0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::failed, 30000);
    QCOMPARE(RunStore().run(run)->code, QStringLiteral("agent.gone"));
    QTRY_VERIFY_WITH_TIMEOUT(
        ::kill(child, 0) != 0 || QFile(QStringLiteral("/proc/%1/cmdline").arg(child)).size() == 0,
        10000);
  }

  void hostileLinesDoNotHurtTheService() {
    QCOMPARE(yard({QStringLiteral("runs")}).code, 0);
    const qint64 pid = servicePid();
    for (const QByteArray& line :
         {QByteArray("{}"), QByteArray("[1]"), QByteArray("not json"),
          QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"submit\",\"params\":{}}")}) {
      QLocalSocket socket;
      socket.connectToServer(*serviceSocket());
      QVERIFY(socket.waitForConnected(5000));
      socket.write(line + '\n');
      while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(5000)) {
      }
      QVERIFY(socket.bytesAvailable() > 0 || socket.waitForReadyRead(5000));
      QVERIFY(socket.readAll().contains("\"error\""));
    }
    QLocalSocket endless;
    endless.connectToServer(*serviceSocket());
    QVERIFY(endless.waitForConnected(5000));
    endless.write(QByteArray(5 << 20, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(endless.state(), QLocalSocket::UnconnectedState, 10000);
    QCOMPARE(yard({QStringLiteral("runs")}).code, 0);
    QCOMPARE(servicePid(), pid);
  }

  void whatChangedIsReadOnce() {
    const QString path =
        experiment(QStringLiteral("live"),
                   "while [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.05; done\nfor i in "
                   "{1..200}; do echo \"{\\\"step\\\": $i, \\\"train/loss\\\": 1}\"; done\n");
    ServiceClient client;
    QVERIFY(resultOf(client.connectToService()));
    SubmitRequest request;
    request.path = path;
    auto submitted = resultOf(client.submit(request));
    QVERIFY(submitted);
    QList<qint64> steps;
    RunStore store;
    MetricPoint last{0, -1};
    connect(&client, &ServiceClient::runsChanged, this, [&](const QStringList& runs) {
      if (!runs.contains(submitted->run)) return;
      const auto news = store.curves().seriesAfter(submitted->run, QStringLiteral("train/loss"),
                                                   last.attempt, last.sequence);
      for (const MetricPoint& point : *news) steps << *(last = point).step;
    });
    file(QStringLiteral("go"), "x");
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(submitted->run), RunState::completed, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(steps.size(), 200, 5000);
    for (qsizetype i = 0; i < steps.size(); ++i) QCOMPARE(steps[i], i + 1);
  }
};

TRAINYARD_TEST(ServiceTest);
#include "service_test.moc"
