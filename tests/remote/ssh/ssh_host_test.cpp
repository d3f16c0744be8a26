// SPDX-License-Identifier: GPL-3.0-or-later
// Everything a host does, against a real sshd. One file because one sshd serves all of it.
#include "remote/host/ssh_host.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTimer>

#include "remote/host/places.h"
#include "tests/remote/hostile_texts.h"
#include "tests/remote/ssh/ssh_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// A login shell that talks, as ForceCommand: what it is asked to run comes after its noise.
QByteArray noisyShell(SshServer& server) {
  return "ForceCommand " +
         server
             .write(QStringLiteral("noisy"),
                    "#!/bin/sh\necho 'Welcome to the cluster'\necho 'Your quota is nearly full' "
                    ">&2\nprintf 'no end of line'\nexec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"\n",
                    true)
             .toUtf8();
}

}  // namespace

class SshHostTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
  }

  void runsACommand() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const auto output = host.shell(QStringLiteral("cat; echo oops >&2; exit 7"), {},
                                   std::chrono::seconds(20), "hello");
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("hello"));
    QCOMPARE(output->err, QByteArray("oops\n"));
    QCOMPARE(output->exitCode, 7);
    QCOMPARE(host->state().link, Link::connected);
  }

  void outputArrivesAsItComes() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const QString mark = server.path(QStringLiteral("seen"));
    ProgramOptions options;
    QByteArray seen;
    options.outputLimitBytes = 1000;  // of what is kept
    options.onOut = [&](QByteArray bytes) {
      seen += bytes;
      server.write(QStringLiteral("seen"), "");
    };
    // The second half comes only after the first was seen here.
    const QString script = QStringLiteral(
        "printf first; while [ ! -e %1 ]; do sleep 0.05; done; head -c 100000 /dev/zero");
    const auto output =
        resultOf(host->run({QStringLiteral("sh"), {QStringLiteral("-c"), script.arg(mark)}},
                           options, {}, QDeadlineTimer(20000)));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(seen, "first" + QByteArray(100000, '\0'));
    QVERIFY(output->out.isEmpty());
  }

  void runsAsAskedFor() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    QCOMPARE(host.shell(QStringLiteral("kill -TERM $$"))->exitCode, 128 + 15);
    QCOMPARE(host.shell(QStringLiteral("kill -KILL $$"))->exitCode, 128 + 9);
    const auto missing =
        resultOf(host->run({QStringLiteral("no-such-program"), {}}, {}, {}, QDeadlineTimer(20000)));
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, std::string("program.missing"));
    for (const char* path : {"/no/such/program", "/etc/passwd", "/etc"}) {
      const auto absent =
          resultOf(host->run({QString::fromLatin1(path), {}}, {}, {}, QDeadlineTimer(20000)));
      QVERIFY(!absent);
      QCOMPARE(absent.error().code, std::string("program.missing"));
    }
    ProgramOptions there;
    there.workingDirectory = QStringLiteral("/usr");
    QCOMPARE(
        resultOf(host->run({QStringLiteral("pwd"), {}}, there, {}, QDeadlineTimer(20000)))->out,
        QByteArray("/usr\n"));
    there.workingDirectory = QStringLiteral("/no/such/folder");
    const auto nowhere =
        resultOf(host->run({QStringLiteral("pwd"), {}}, there, {}, QDeadlineTimer(20000)));
    QVERIFY(!nowhere);
    QVERIFY(nowhere.error().message.find("/no/such/folder") != std::string::npos);
  }

  void hostileArgumentsArriveAsTheyAre() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const QString mark = server.path(QStringLiteral("mark"));
    QStringList arguments{QStringLiteral("%s\\0")};
    QByteArray expected;
    for (const QString& text : hostileTexts(mark)) {
      arguments << text;
      expected += text.toUtf8() + '\0';
    }
    const auto output =
        resultOf(host->run({QStringLiteral("printf"), arguments}, {}, {}, QDeadlineTimer(20000)));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, expected);
    for (const QString& text : hostileTexts(mark))
      if (!text.isEmpty()) (void)resultOf(host->run({text, {text}}, {}, {}, QDeadlineTimer(20000)));
    QVERIFY(!QFile::exists(mark));
  }

  void noiseOfTheLoginShellIsDropped() {
    SshServer server;
    SshServer noisy(noisyShell(server));
    noisy.start();
    TestHost host(noisy.config());
    const auto output =
        host.shell(QStringLiteral("cat; echo oops >&2"), {}, std::chrono::seconds(20), "hello");
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("hello"));
    QCOMPARE(output->err, QByteArray("oops\n"));
  }

  void everyLoginShellRunsTheSame_data() {
    QTest::addColumn<QString>("shell");
    for (const char* shell :
         {"/bin/sh", "/bin/bash", "/bin/tcsh", "/bin/csh", "/usr/bin/zsh", "/usr/bin/fish"})
      if (QFile::exists(QString::fromLatin1(shell)))
        QTest::newRow(shell) << QString::fromLatin1(shell);
  }
  void everyLoginShellRunsTheSame() {
    QFETCH(QString, shell);
    SshServer files;
    SshServer server(
        "ForceCommand " +
        files
            .write(QStringLiteral("shell"),
                   "#!/bin/sh\nexec " + shell.toUtf8() + " -c \"$SSH_ORIGINAL_COMMAND\"\n", true)
            .toUtf8());
    server.start();
    TestHost host(server.config());
    const auto output = host.shell(QStringLiteral("printf '%s' 'a!b $HOME'; cat; exit 3"), {},
                                   std::chrono::seconds(20), "in");
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("a!b $HOMEin"));
    QCOMPARE(output->exitCode, 3);
  }

  void anAccountWithoutAShellIsSaid() {
    SshServer server("ForceCommand echo 'This account is not available'; exit 1");
    server.start();
    TestHost host(server.config());
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("host.no_shell"));
    QVERIFY2(output.error().message.find("This account is not available") != std::string::npos,
             output.error().message.c_str());
  }

  // Where only a login shell has it.
  void thePathOfALoginShellIsUsed() {
    SshServer files;
    QDir().mkpath(files.path(QStringLiteral("slurm bin")));
    files.write(QStringLiteral("slurm bin/only-there"), "#!/bin/sh\necho found\n", true);
    SshServer server;
    server.start();
    server.write(
        QStringLiteral("home/.profile"),
        "echo noise\nPATH=\"" + files.path(QStringLiteral("slurm bin")).toUtf8() + ":$PATH\"\n");
    TestHost host(server.config());
    const auto output =
        resultOf(host->run({QStringLiteral("only-there"), {}}, {}, {}, QDeadlineTimer(20000)));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("found\n"));
  }

  void aLoginShellThatHangsIsDoneWithout() {
    SshServer server;
    server.start();
    server.write(QStringLiteral("home/.profile"), "sleep 1000\n");
    TestHost host(server.config());
    const auto output = host.shell(QStringLiteral("echo in"));
    QVERIFY2(output, output ? "" : output.error().message.c_str());
    QCOMPARE(output->out, QByteArray("in\n"));
  }

  void endsAtItsDeadlineAndKills() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    QVERIFY(resultOf(host->connect({})));
    const QString pidFile = server.path(QStringLiteral("pid"));
    const auto output = host.shell(
        QStringLiteral("echo $$ > '%1'; trap '' TERM; while :; do sleep 0.1; done").arg(pidFile),
        {}, std::chrono::milliseconds(1500));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("program.deadline"));
    const auto pid = server.read(QStringLiteral("pid")).trimmed();
    QVERIFY(!pid.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(QStringLiteral("/proc/") + QString::fromLatin1(pid)),
                             6000);
  }

  void endsWhenStopped() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    QVERIFY(resultOf(host->connect({})));
    std::stop_source stop;
    QTimer::singleShot(300, [&] { stop.request_stop(); });
    const auto output = host.shell(
        QStringLiteral("echo $$ > '%1'; exec sleep 1000").arg(server.path(QStringLiteral("pid"))),
        stop.get_token());
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("cancelled"));
    const auto pid = server.read(QStringLiteral("pid")).trimmed();
    QVERIFY(!pid.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(QStringLiteral("/proc/") + QString::fromLatin1(pid)),
                             6000);
  }

  void stopsWhoSaysTooMuch() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    ProgramOptions options;
    options.outputLimitBytes = 1 << 20;
    const auto output =
        resultOf(host->run({QStringLiteral("yes"), {}}, options, {}, QDeadlineTimer(30000)));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("program.output_limit"));
    QCOMPARE(host.shell(QStringLiteral("echo still"))->out, QByteArray("still\n"));
  }

  void moreCommandsAtOnceThanTheServerAllows_data() {
    QTest::addColumn<QByteArray>("option");
    QTest::newRow("two") << QByteArray("MaxSessions 2");
    QTest::newRow("one") << QByteArray("MaxSessions 1");
    QTest::newRow("usual") << QByteArray("MaxSessions 10");
  }
  void moreCommandsAtOnceThanTheServerAllows() {
    QFETCH(QByteArray, option);
    SshServer server(option);
    server.start();
    TestHost host(server.config());
    constexpr int count = 20;
    QList<int> codes;
    const auto one = [&](int i) -> QCoro::Task<void> {
      const CommandLine command{
          QStringLiteral("sh"),
          {QStringLiteral("-c"), QStringLiteral("sleep 0.1; exit %1").arg(i)}};
      auto output = co_await host->run(command, {}, {}, QDeadlineTimer(60000));
      codes << (output ? output->exitCode : -1);
    };
    std::vector<QCoro::Task<void>> all;
    for (int i = 0; i < count; ++i) all.push_back(one(i));
    for (auto& task : all) QCoro::waitFor(task);
    std::sort(codes.begin(), codes.end());
    QCOMPARE(codes.size(), count);
    for (int i = 0; i < count; ++i) QCOMPARE(codes[i], i);
  }

  void aServerThatOpensNoSessionIsSaid() {
    SshServer server("MaxSessions 0");
    server.start();
    TestHost host(server.config());
    const auto output = host.shell(QStringLiteral("true"));
    QVERIFY(!output);
    QCOMPARE(output.error().code, std::string("host.refused"));
  }

  void keepsFilesOfEveryName() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const QString folder = server.path(QStringLiteral("files"));
    QVERIFY(resultOf(host->makeFolder(folder + QStringLiteral("/deep/er"), {})));
    QStringList names;
    for (QString name : hostileTexts(server.path(QStringLiteral("mark")))) {
      name.replace(QLatin1Char('/'), QLatin1Char('_'));
      if (name.isEmpty() || names.contains(name)) continue;
      names << name;
      const auto written =
          resultOf(host->writeFile(folder + QLatin1Char('/') + name, name.toUtf8() + '\0', {}));
      QVERIFY2(written, written ? "" : written.error().message.c_str());
      const auto content = resultOf(host->readFile(folder + QLatin1Char('/') + name, 0, 1000, {}));
      QVERIFY2(content, content ? "" : content.error().message.c_str());
      QCOMPARE(*content, name.toUtf8() + '\0');
    }
    names << QStringLiteral("deep");
    std::sort(names.begin(), names.end());
    const auto listed = resultOf(host->list(folder, {}));
    QVERIFY2(listed, listed ? "" : listed.error().message.c_str());
    QStringList found;
    for (const FolderEntry& entry : *listed) {
      found << entry.name;
      QCOMPARE(entry.isFolder, entry.name == QStringLiteral("deep"));
      if (!entry.isFolder) QCOMPARE(entry.bytes, entry.name.toUtf8().size() + 1);
    }
    QCOMPARE(found, names);
    for (const QString& name : names)
      QVERIFY(resultOf(host->removeTree(folder + QLatin1Char('/') + name, {})));
    QVERIFY(QDir(folder).isEmpty());
    QVERIFY(!QFile::exists(server.path(QStringLiteral("mark"))));
  }

  void readsByOffset() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    QByteArray content;
    for (int i = 0; i < 200000; ++i) content += QByteArray::number(i) + '\n';
    const QString path = server.write(QStringLiteral("log"), content);
    for (const auto& [offset, limit] : QList<QPair<qint64, qint64>>{{0, 10},
                                                                    {5, 1},
                                                                    {content.size() - 3, 10},
                                                                    {content.size(), 10},
                                                                    {content.size() + 100, 10},
                                                                    {0, 10 << 20},
                                                                    {123456, 777777}}) {
      const auto part = resultOf(host->readFile(path, offset, limit, {}));
      QVERIFY2(part, part ? "" : part.error().message.c_str());
      QCOMPARE(*part, content.mid(offset, limit));
    }
    const auto missing =
        resultOf(host->readFile(server.path(QStringLiteral("nothing")), 0, 10, {}));
    QCOMPARE(missing.error().code, std::string("file.missing"));
    const auto folder = resultOf(host->readFile(QStringLiteral("/etc"), 0, 10, {}));
    QCOMPARE(folder.error().code, std::string("file.unreadable"));
    const auto relative = resultOf(host->readFile(QStringLiteral("log"), 0, 10, {}));
    QCOMPARE(relative.error().code, std::string("path.refused"));
  }

  void writesWholeOrNotAtAll() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const QString path = server.path(QStringLiteral("home/big"));
    const QByteArray content(30 << 20, 'x');
    QVERIFY(resultOf(host->writeFile(path, "old", {})));
    QCOMPARE(QFile(path).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup),
             QFile::Permissions());
    // Stopped in the middle.
    std::stop_source stop;
    QTimer::singleShot(30, [&] { stop.request_stop(); });
    (void)resultOf(host->writeFile(path, content, stop.get_token()));
    QVERIFY(QFileInfo(path).size() == 3 || QFileInfo(path).size() == content.size());
    QTRY_COMPARE_WITH_TIMEOUT(
        QDir(server.path(QStringLiteral("home"))).entryList(QDir::Files | QDir::Hidden),
        QStringList{QStringLiteral("big")}, 6000);
    QVERIFY(resultOf(host->writeFile(path, content, {})));
    QCOMPARE(server.read(QStringLiteral("home/big")), content);
    const auto folder = resultOf(host->writeFile(server.path(QStringLiteral("home")), "x", {}));
    QVERIFY(!folder);
    const auto nowhere = resultOf(host->writeFile(QStringLiteral("/no/such/folder/file"), "x", {}));
    QVERIFY(!nowhere);
    QVERIFY2(nowhere.error().message.find("/no/such/folder/file") == 0,
             nowhere.error().message.c_str());
  }

  void foldersAreMadeAndRemoved() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const QString folder = server.path(QStringLiteral("a/b"));
    QVERIFY(resultOf(host->makeFolder(folder, {})));
    QCOMPARE(resultOf(host->makeFolder(folder + QLatin1Char('/'), {})).error().code,
             std::string("folder.exists"));
    QCOMPARE(resultOf(host->makeFolder(QStringLiteral("/proc/nothing"), {})).error().code,
             std::string("folder.not_made"));
    QVERIFY(QFile::link(server.path(QStringLiteral("home")), folder + QStringLiteral("/link")));
    server.write(QStringLiteral("home/kept"), "kept");
    QVERIFY(resultOf(host->removeTree(folder + QStringLiteral("/link"), {})));
    QVERIFY(QFile::link(server.path(QStringLiteral("home")), folder + QStringLiteral("/link")));
    QVERIFY(resultOf(host->removeTree(server.path(QStringLiteral("a/")), {})));
    QVERIFY(!QFile::exists(server.path(QStringLiteral("a"))));
    QVERIFY(QFile::exists(server.path(QStringLiteral("home/kept"))));
    QVERIFY(resultOf(host->removeTree(server.path(QStringLiteral("a")), {})));
    QCOMPARE(resultOf(host->removeTree(QStringLiteral("//"), {})).error().code,
             std::string("path.refused"));
    QCOMPARE(resultOf(host->list(server.path(QStringLiteral("a")), {}))->size(), 0);
  }

  void forwardsAPort() {
    SshServer server;
    server.start();
    // Answers what it is sent after a greeting, and closes when the other side has.
    QTcpServer echo;
    echo.listen(QHostAddress::LocalHost);
    connect(&echo, &QTcpServer::newConnection, &echo, [&] {
      QTcpSocket* socket = echo.nextPendingConnection();
      socket->write("hello\n");
      connect(socket, &QTcpSocket::readyRead, socket,
              [socket] { socket->write(socket->readAll()); });
      connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    });
    TestHost host(server.config());
    auto forward = resultOf(host->forward(QStringLiteral("127.0.0.1"), echo.serverPort(), {}));
    QVERIFY2(forward, forward ? "" : forward.error().message.c_str());
    QCOMPARE((*forward)->address(), QStringLiteral("127.0.0.1"));
    for (int i = 0; i < 3; ++i) {
      QTcpSocket socket;
      socket.connectToHost((*forward)->address(), (*forward)->port());
      QByteArray sent(5 << 20, char('a' + i)), got;
      socket.write(sent);
      QTRY_VERIFY_WITH_TIMEOUT((got += socket.readAll()).size() == 6 + sent.size(), 20000);
      QCOMPARE(got, "hello\n" + sent);
    }
    const quint16 port = (*forward)->port();
    (*forward).reset();
    QTcpSocket late;
    late.connectToHost(QStringLiteral("127.0.0.1"), port);
    QVERIFY(!late.waitForConnected(1000));
  }

  void aForwardOutlivesItsSession() {
    SshServer server;
    server.start();
    QTcpServer greeter;
    greeter.listen(QHostAddress::LocalHost);
    connect(&greeter, &QTcpServer::newConnection, &greeter, [&] {
      QTcpSocket* socket = greeter.nextPendingConnection();
      socket->write("hello\n");
      socket->disconnectFromHost();
    });
    TestHost host(server.config());
    auto forward = resultOf(host->forward(QStringLiteral("127.0.0.1"), greeter.serverPort(), {}));
    QVERIFY(forward);
    server.cut();
    QTRY_VERIFY_WITH_TIMEOUT(host->state().link != Link::connected, 5000);
    QTcpSocket socket;
    socket.connectToHost((*forward)->address(), (*forward)->port());
    QByteArray got;
    QTRY_COMPARE_WITH_TIMEOUT(got += socket.readAll(), QByteArray("hello\n"), 10000);
  }

  void aPortThatNobodyListensToIsSaid() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    QTcpServer closed;
    closed.listen(QHostAddress::LocalHost);
    const quint16 port = closed.serverPort();
    closed.close();
    const auto forward = resultOf(host->forward(QStringLiteral("127.0.0.1"), port, {}));
    QVERIFY(!forward);
    QCOMPARE(forward.error().code, std::string("forward.unreachable"));
  }

  void forbiddenForwardingIsSaid() {
    SshServer server("AllowTcpForwarding no");
    server.start();
    TestHost host(server.config());
    for (int i = 0; i < 2; ++i) {
      const auto forward = resultOf(host->forward(QStringLiteral("127.0.0.1"), server.port(), {}));
      QVERIFY(!forward);
      QCOMPARE(forward.error().code, std::string("forward.refused"));
    }
    QCOMPARE(host.shell(QStringLiteral("echo still"))->out, QByteArray("still\n"));
  }

  // Where our helper does not run: one shell for all, and rarer looks while nothing happens.
  void questionsAboutFilesShareAShell() {
    SshServer server;
    const QString counter = server.path(QStringLiteral("commands"));
    server.write(
        QStringLiteral("counting"),
        "#!/bin/sh\necho x >>" + counter.toUtf8() + "\nexec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"\n",
        true);
    server.setFirst("ForceCommand " + server.path(QStringLiteral("counting")).toUtf8() + "\n", {});
    server.start();
    TestHost host(server.config());
    QVERIFY(host.shell(QStringLiteral("true")));
    const auto commands = [&] { return server.read(QStringLiteral("commands")).count('x'); };
    const QString folder = server.path(QStringLiteral("home"));
    const auto nameOf = [&](int i) { return folder + QStringLiteral("/f %1'").arg(i); };
    constexpr int files = 30;
    for (int i = 0; i < files; ++i)
      server.write(QStringLiteral("home/f %1'").arg(i),
                   QByteArray("bytes\0\n", 7) + QByteArray::number(i));
    qsizetype before = commands();
    std::vector<std::optional<Result<QByteArray>>> read(files + 1);
    for (int i = 0; i <= files; ++i) keepResult(host->readFile(nameOf(i), 2, 100, {}), read[i]);
    std::optional<Result<QList<FolderEntry>>> listed;
    keepResult(host->list(folder, {}), listed);
    QTRY_VERIFY_WITH_TIMEOUT(
        listed && std::all_of(read.begin(), read.end(), [](const auto& one) { return one; }),
        20000);
    for (int i = 0; i < files; ++i) {
      QVERIFY(read[i]->ok());
      QCOMPARE(**read[i], QByteArray("tes\0\n", 5) + QByteArray::number(i));
    }
    QCOMPARE(read[files]->error().code, std::string("file.missing"));
    QCOMPARE((*listed)->size(), files);
    QVERIFY2(commands() - before <= 2, qPrintable(QString::number(commands() - before)));
    // And whether they grew.
    before = commands();
    std::vector<std::optional<bool>> grown(files);
    std::stop_source stop;
    for (int i = 0; i < files; ++i) {
      const auto wait = [](SshHost& on, QString path, qint64 bytes,
                           std::stop_token end) -> QCoro::Task<bool> {
        co_await on.untilGrown(path, bytes, end);
        co_return true;
      };
      keepResult(wait(host.host, nameOf(i), QFileInfo(nameOf(i)).size(), stop.get_token()),
                 grown[i]);
    }
    server.write(QStringLiteral("home/f 7'"), "more bytes than before, and some more");
    QElapsedTimer took;
    took.start();
    QTRY_VERIFY_WITH_TIMEOUT(grown[7], 8000);
    QVERIFY2(commands() - before <= 2, qPrintable(QString::number(commands() - before)));
    QVERIFY(std::count_if(grown.begin(), grown.end(), [](const auto& one) { return one; }) == 1);
    stop.request_stop();
    QTRY_VERIFY(std::all_of(grown.begin(), grown.end(), [](const auto& one) { return one; }));
  }

  // Its start holds nobody up, and one that was killed is started again.
  void theHelperStartsInNoTimeAndComesBack() {
    SshServer server;
    server.start();
    TestHost host(server.config());
    const QString base = server.path(QStringLiteral("home"));
    server.write(QStringLiteral("home/file"), "text");
    QVERIFY(resultOf(host->connect({})));
    host->useHelper(base, QFileInfo(programPath(QStringLiteral("yard-agent"))).path());
    qint64 longest = 0;
    QElapsedTimer since, took;
    QTimer clock;
    connect(&clock, &QTimer::timeout, this, [&] {
      if (since.isValid()) longest = std::max(longest, since.elapsed());
      since.start();
    });
    clock.start(5);
    took.start();
    const auto text = resultOf(host->readFile(base + QStringLiteral("/file"), 0, 10, {}));
    QVERIFY(text.ok());
    QCOMPARE(*text, QByteArray("text"));
    QVERIFY2(host->helper().isThere(), qPrintable(host->helper().problem().text));
    QVERIFY2(took.elapsed() < 8000, qPrintable(QString::number(took.elapsed())));
    QVERIFY2(longest < 1000, qPrintable(QString::number(longest)));
  }
};

TRAINYARD_TEST(SshHostTest);
#include "ssh_host_test.moc"
