// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRandomGenerator>
#include <QTest>
#include <QTimer>

#include "remote/transfer/code.h"
#include "remote/transfer/data.h"
#include "remote/transfer/fetch.h"
#include "remote/transfer/rsync.h"
#include "tests/remote/transfer/over_ssh.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

// All through a real sshd, rsync and `yard rsh`.
class RsyncOverSshTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  std::unique_ptr<HostOverSsh> m_ssh;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  void connectTo(const QByteArray& login = {}, const QByteArray& more = {}) {
    m_ssh = std::make_unique<HostOverSsh>(more);
    if (!login.isEmpty()) {
      // What the account's login prints before each command.
      QFile keys(m_ssh->server.path(QStringLiteral("authorized_keys")));
      QVERIFY(keys.open(QIODevice::ReadOnly));
      const QByteArray key = keys.readAll();
      m_ssh->server.write(QStringLiteral("authorized_keys"), "command=\"" + login + "\" " + key);
    }
    m_ssh->server.start();
    m_ssh->host = std::make_unique<SshHost>(
        SshHostSettings{QStringLiteral("target"), QStringLiteral("host"), m_ssh->server.config()},
        m_ssh->person.ask(), m_ssh->door);
  }
  static std::string random(std::size_t bytes) {
    std::string content(bytes, '\0');
    QRandomGenerator generator(7);
    for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
      const quint32 word = generator.generate();
      std::memcpy(content.data() + i, &word, 4);
    }
    return content;
  }
  // Bytes of all files below the folder, unfinished ones too.
  static qint64 arrived(const fs::path& folder) {
    qint64 bytes = 0;
    std::error_code gone;
    for (fs::recursive_directory_iterator entry(folder, gone), end; !gone && entry != end;
         entry.increment(gone)) {
      const auto size = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
      if (!gone) bytes += static_cast<qint64>(size);
    }
    return bytes;
  }
  template <class T>
  static bool is(const Result<T>& result, const char* code) {
    if (!result && result.error().code == code) return true;
    qWarning("%s", result.ok() ? "no error"
                               : (result.error().code + ": " + result.error().message).c_str());
    return false;
  }
  template <class T>
  static bool good(const Result<T>& result) {
    if (!result) qWarning("%s: %s", result.error().code.c_str(), result.error().message.c_str());
    return result.ok();
  }

 private slots:
  void initTestCase() {
    if (!QFile::exists(sshdProgram())) QSKIP("no sshd here: the package openssh-server is missing");
    qputenv("XDG_CACHE_HOME", text(m_tree.path() / "cache").toUtf8());
  }
  void cleanup() { m_ssh.reset(); }

  void codeGoesAndResultsCome() {
    connectTo();
    const fs::path source = m_tree.newFolder(), first = m_tree.newFolder() / "it's a run",
                   second = m_tree.newFolder(), back = m_tree.newFolder() / "back [*]";
    fs::create_directories(first);
    fillWithHostileFiles(source);
    fs::create_symlink("plain.py", source / "link");
    auto state = resultOf(inspectCode(text(source), {}, {}));
    QVERIFY(good(state));
    QVERIFY(good(resultOf(sendCode(*m_ssh->host, text(source), *state, text(first), {}, {}, {}))));
    QVERIFY(contentOf(first / "code") == contentOf(source));
    QVERIFY(good(
        resultOf(sendCode(*m_ssh->host, text(source), *state, text(second), text(first), {}, {}))));
    QCOMPARE(inodeOf(second / "code/plain.py"), inodeOf(first / "code/plain.py"));
    QVERIFY(good(resultOf(fetchTree(*m_ssh->host, QStringLiteral("results"), text(first / "code"),
                                    text(back), {}, {}))));
    QVERIFY(contentOf(back) == contentOf(source) ||
            contentOf(back).size() == contentOf(source).size());
    for (const auto& [name, content] : contentOf(back))
      QVERIFY2(content == contentOf(source).at(name), name.c_str());
    QCOMPARE(m_ssh->door.open(), 0);
  }

  void patternsInThePathAreOnlyLetters() {
    connectTo();
    const fs::path parent = m_tree.newFolder(), back = m_tree.newFolder() / "back";
    writeFile(parent / "run[ab]*?/results/right", "right");
    writeFile(parent / "runa-x/results/wrong", "wrong");
    QVERIFY(good(resultOf(fetchTree(*m_ssh->host, QStringLiteral("results"),
                                    text(parent / "run[ab]*?/results"), text(back), {}, {}))));
    QCOMPARE(contentOf(back).size(), std::size_t(1));
    QCOMPARE(readWhole(back / "right"), std::string("right"));
  }

  void noiseOfALoginDoesNoHarm() {
    connectTo("echo welcome; echo warning >&2; eval \\\"$SSH_ORIGINAL_COMMAND\\\"");
    const fs::path source = m_tree.newFolder(), base = m_tree.newFolder();
    writeFile(source / "data", random(1 << 20));
    auto sent = resultOf(sendData(*m_ssh->host, text(source / "data"), text(base), {}, {}));
    QVERIFY(good(sent));
    QCOMPARE(readWhole(sent->toStdString()), readWhole(source / "data"));
  }

  void cutInTheMiddleGoesOn() {
    connectTo();
    const fs::path source = m_tree.newFolder(), base = m_tree.newFolder();
    writeFile(source / "data", random(60 << 20));
    int cuts = 0;
    QTimer watch;
    connect(&watch, &QTimer::timeout, this, [&] {
      if (cuts >= 3 || arrived(base) < (cuts + 1) * (12LL << 20) || arrived(base) > (50LL << 20))
        return;
      ++cuts;
      m_ssh->server.cut();
    });
    watch.start(2);
    auto sent = resultOf(sendData(*m_ssh->host, text(source / "data"), text(base), {}, {}));
    QVERIFY(good(sent));
    QVERIFY(cuts > 0);
    QVERIFY(readWhole(sent->toStdString()) == readWhole(source / "data"));
    QCOMPARE(contentOf(base).size(), std::size_t(1));
  }

  void brokenForGoodIsSaid() {
    connectTo();
    const fs::path source = m_tree.newFolder(), to = m_tree.newFolder();
    writeFile(source / "data", random(60 << 20));
    RsyncRequest request;
    request.what = QStringLiteral("data");
    request.source = text(source);
    request.destination = text(to);
    request.patience = std::chrono::seconds(3);
    QTimer watch;
    connect(&watch, &QTimer::timeout, this, [&] {
      if (arrived(to) > (4 << 20)) m_ssh->server.stop();
    });
    watch.start(2);
    auto sent = resultOf(runRsync(*m_ssh->host, request, {}, {}));
    QVERIFY(is(sent, "transfer.link"));
    QCOMPARE(sent.error().exit_code, ExitCode::unreachable);
    QVERIFY(!fs::exists(to / "data"));
  }

  void stopEndsBothHalves() {
    connectTo();
    const fs::path source = m_tree.newFolder(), base = m_tree.newFolder();
    writeFile(source / "data", random(60 << 20));
    std::stop_source stop;
    QTimer watch;
    connect(&watch, &QTimer::timeout, this, [&] {
      if (arrived(base) > (8 << 20)) stop.request_stop();
    });
    watch.start(2);
    auto sent =
        resultOf(sendData(*m_ssh->host, text(source / "data"), text(base), {}, stop.get_token()));
    QVERIFY(is(sent, "cancelled"));
    QVERIFY(QTest::qWaitFor([&] { return m_ssh->server.sessions().size() <= 2; }, 20000));
    // And it goes on later.
    sent = resultOf(sendData(*m_ssh->host, text(source / "data"), text(base), {}, {}));
    QVERIFY(good(sent));
    QVERIFY(readWhole(sent->toStdString()) == readWhole(source / "data"));
  }

  void fullDiskIsOneSentence() {
    if (::geteuid() != 0) QSKIP("only root can make a small disk");
    connectTo();
    const fs::path source = m_tree.newFolder(), small = m_tree.newFolder();
    writeFile(source / "data", random(8 << 20));
    QCOMPARE(QProcess::execute(QStringLiteral("mount"),
                               {QStringLiteral("-t"), QStringLiteral("tmpfs"), QStringLiteral("-o"),
                                QStringLiteral("size=4m"), QStringLiteral("none"), text(small)}),
             0);
    auto sent = resultOf(sendData(*m_ssh->host, text(source / "data"), text(small), {}, {}));
    const bool isSaid = is(sent, "transfer.disk_full");
    QCOMPARE(QProcess::execute(QStringLiteral("umount"), {QStringLiteral("-l"), text(small)}), 0);
    QVERIFY(isSaid);
    QVERIFY(sent.error().message.find("No space left") != std::string::npos);
  }

  void oneGigabyte() {
    if (qEnvironmentVariableIsEmpty("TRAINYARD_LONG_TESTS"))
      QSKIP("long: set TRAINYARD_LONG_TESTS");
    connectTo();
    const fs::path source = m_tree.newFolder(), base = m_tree.newFolder(),
                   back = m_tree.newFolder() / "back";
    const std::string block = random(16 << 20);
    std::ofstream file(source / "large", std::ios::binary);
    for (int i = 0; i < 64; ++i) file << block;
    file.close();
    auto sent = resultOf(sendData(*m_ssh->host, text(source / "large"), text(base), {}, {}));
    QVERIFY(good(sent));
    QVERIFY(good(resultOf(fetchTree(*m_ssh->host, QStringLiteral("data"), QFileInfo(*sent).path(),
                                    text(back), {}, {}))));
    QCOMPARE(
        QProcess::execute(QStringLiteral("cmp"), {text(source / "large"), text(back / "large")}),
        0);
  }
};

TRAINYARD_TEST(RsyncOverSshTest);
#include "rsync_over_ssh_test.moc"
