// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/rsync.h"

#include <QTest>

#include "remote/host/local_host.h"
#include "remote/transfer/rsync_output.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

// This computer behind a remote shell that is a script: its arguments are the host's name and the
// remote command.
class ScriptHost : public LocalHost {
 public:
  ScriptHost(const fs::path& folder, const std::string& script) : m_script(folder / "my shell") {
    trainyard::writeFile(m_script, "#!/bin/sh\n" + script + "\n");
    fs::permissions(m_script, fs::perms::owner_all);
  }
  QCoro::Task<Result<std::unique_ptr<RemoteShell>>> remoteShell(std::stop_token) override {
    co_return std::unique_ptr<RemoteShell>(
        std::make_unique<Shell>(QString::fromStdString(m_script.native())));
  }

 private:
  struct Shell : RemoteShell {
    explicit Shell(QString script) : script(std::move(script)) {}
    QStringList words() const override { return {script, QStringLiteral("rsh")}; }
    QString host() const override { return QStringLiteral("target"); }
    QProcessEnvironment variables() const override { return {}; }
    QString script;
  };
  fs::path m_script;
};

class RsyncTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;

  Result<RsyncReport> send(Host& host, const fs::path& source, const fs::path& to,
                           std::chrono::milliseconds patience = std::chrono::milliseconds(2500)) {
    RsyncRequest request;
    request.what = QStringLiteral("code");
    request.source = QString::fromStdString(source.native());
    request.destination = QString::fromStdString(to.native());
    request.patience = patience;
    return resultOf(runRsync(host, request, {}, {}));
  }

 private slots:
  void progressIsRead() {
    QList<TransferProgress> seen;
    RsyncProgress progress(QStringLiteral("code"), 4000000,
                           [&](const TransferProgress& p) { seen << p; });
    const QByteArray output =
        "\r          32768   0%    0.00kB/s    0:00:00  \r        1238099  30%  146.38kB/s    "
        "0:00:08 (xfr#5, to-chk=169/396)\r\n"
        "a line that is none 12 13%\n\r        4000000 100%  146.38MB/s    1:00:08 (xfr#7, "
        "ir-chk=0/396)\n";
    for (const char byte : output) progress.take(QByteArray(1, byte));
    QCOMPARE(seen.size(), 3);
    QCOMPARE(seen[1].bytesDone, 1238099);
    QCOMPARE(seen[1].bytesTotal, 4000000);
    QCOMPARE(progress.files(), 7);
    progress.restart();
    progress.take("\r 1000 1% 1.0kB/s 0:00:01 \r");
    QCOMPARE(seen.last().bytesDone, 4001000);
  }

  void itemsAreRead() {
    RsyncReport report;
    RsyncItems items(report);
    const QByteArray lines =
        ">f+++++++++ 12 a b\n<f..t...... 30 c\ncd+++++++++ 4096 sub/\ncL+++++++++ 3 a "
        "link\\#012\n*deleting   0 old file\n";
    for (const char byte : lines) items.take(QByteArray(1, byte));
    QCOMPARE(report.links, QByteArrayList{"a link\n"});
    QCOMPARE(report.files, 2);
    QCOMPARE(report.bytes, 42);
    QCOMPARE(report.deleted, QByteArrayList{"old file"});
  }

  void failuresAreSentences_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const char* script, const char* code) {
      QTest::newRow(name) << QString::fromLatin1(script) << QString::fromLatin1(code);
    };
    row("no rsync there", "echo 'sh: 1: rsync: command not found' >&2; exit 127",
        "rsync.missing_there");
    row("no rsync there, said by dash",
        "exec dash -c 'exec rsync-that-is-not-there' 2>&1 | sed 's/-that-is-not-there//' >&2; exit "
        "127",
        "rsync.missing_there");
    row("link broke", "exit 255", "transfer.link");
    row("noise", "echo 'Welcome to the cluster, have a lot of fun'; exec cat >/dev/null",
        "rsync.no_understanding");
    row("quota",
        "echo 'rsync: [receiver] write failed on \"/x\": Disk quota exceeded (122)' >&2; exit 11",
        "transfer.disk_full");
    row("link of another user",
        "echo 'rsync: refusing to follow a symlink owned by an untrusted user: /project' >&2; exit "
        "11",
        "transfer.link_owner");
    row("not allowed",
        "echo 'rsync: [Receiver] mkdir \"/x\" failed: Permission denied (13)' >&2; exit 11",
        "transfer.refused");
  }
  void failuresAreSentences() {
    QFETCH(QString, script);
    QFETCH(QString, code);
    const fs::path source = m_tree.newFolder(), to = m_tree.newFolder();
    writeFile(source / "file", "content");
    ScriptHost host(m_tree.newFolder(), script.toStdString());
    const auto sent = send(host, source, to);
    QVERIFY(!sent);
    QVERIFY2(sent.error().code == code.toStdString(),
             (sent.error().code + ": " + sent.error().message).c_str());
    QVERIFY2(sent.error().message.find('\n') == std::string::npos, sent.error().message.c_str());
    QVERIFY(fs::is_empty(to));
  }

  void brokenLinkIsTriedAgain() {
    const fs::path source = m_tree.newFolder(), to = m_tree.newFolder(), place = m_tree.newFolder();
    fillWithHostileFiles(source);
    ScriptHost host(place, "shift 2\nif mkdir \"" + (place / "once").native() +
                               "\" 2>/dev/null; then exit 255; fi\nexec sh -c \"$*\"");
    const auto sent = send(host, source, to);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    QCOMPARE(sent->tries, 2);
    QVERIFY(contentOf(to) == contentOf(source));
  }

  void rsyncThatAlwaysFailsIsNotTriedForever() {
    const fs::path source = m_tree.newFolder(), to = m_tree.newFolder(), place = m_tree.newFolder();
    writeFile(source / "file", "content");
    ScriptHost host(place, "echo try >>\"" + (place / "tries").native() + "\"\nexit 12");
    const auto sent = send(host, source, to, std::chrono::minutes(10));
    QVERIFY(!sent);
    QCOMPARE(sent.error().code, std::string("rsync.failed"));
    QCOMPARE(readWhole(place / "tries"), std::string("try\ntry\ntry\ntry\ntry\n"));
  }

  void oldRsyncThereIsEnough() {
    // One that does not know what came after 3.1.
    const fs::path source = m_tree.newFolder(), to = m_tree.newFolder();
    fillWithHostileFiles(source);
    ScriptHost host(m_tree.newFolder(),
                    "shift 2\ncase \"$*\" in *stderr*|*mkpath*|*secluded*|*msgs2stderr*) exit 1;; "
                    "esac\nexec sh -c \"$* --protocol=30\"");
    const auto sent = send(host, source, to);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    QVERIFY(contentOf(to) == contentOf(source));
  }

  void personsDefaultsDoNotMatter() {
    const fs::path source = m_tree.newFolder(), to = m_tree.newFolder();
    writeFile(source / "file", "content");
    writeFile(to / "kept", "kept");
    qputenv("RSYNC_RSH", "false");
    qputenv("RSYNC_OLD_ARGS", "1");
    qputenv("RSYNC_PARTIAL_DIR", "/nowhere");
    ScriptHost host(m_tree.newFolder(), "shift 2\nexec sh -c \"$*\"");
    const auto sent = send(host, source, to);
    for (const char* name : {"RSYNC_RSH", "RSYNC_OLD_ARGS", "RSYNC_PARTIAL_DIR"}) qunsetenv(name);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    QCOMPARE(contentOf(to).size(), std::size_t(2));
  }
};

TRAINYARD_TEST(RsyncTest);
#include "rsync_test.moc"
