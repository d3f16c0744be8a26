// SPDX-License-Identifier: GPL-3.0-or-later
// Programs on a host that have a client's streams, through a real sshd and the client's own code.
#include <QTest>
#include <QtEndian>

#include <fcntl.h>
#include <sys/socket.h>

#include "remote/cli/service_stream.h"
#include "remote/process/in_thread.h"
#include "tests/remote/transfer/over_ssh.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// The client: it waits for what it wants to see in a thread of its own.
class TerminalClient {
 public:
  bool begin(const StreamListener::Ticket& ticket) {
    int in[2], out[2], err[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0)
      return false;
    const Descriptor far[] = {Descriptor(in[0]), Descriptor(out[1]), Descriptor(err[1])};
    m_in = Descriptor(in[1]);
    m_out = Descriptor(out[0]);
    m_err = Descriptor(err[0]);
    std::function<bool()> work = [&] {
      door = connectToListener(ticket.socket.toStdString());
      return door.is_open() && claimStream(door, ticket.token.toStdString(), {}) &&
             passStreams(door, far[0].number(), far[1].number(), far[2].number());
    };
    return QCoro::waitFor(inThread<bool>(std::move(work)));
  }
  // Everything of the output until `mark` has come, or until its end.
  QByteArray outUntil(const QByteArray& mark) {
    std::function<QByteArray()> work = [this, mark] {
      QByteArray got;
      char bytes[4096];
      while (mark.isEmpty() || !got.contains(mark)) {
        const ssize_t count = ::read(m_out.number(), bytes, sizeof bytes);
        if (count <= 0) break;
        got.append(bytes, count);
      }
      return got;
    };
    return QCoro::waitFor(inThread<QByteArray>(std::move(work)));
  }
  QByteArray errors() {
    QByteArray got(4096, '\0');
    got.truncate(std::max<ssize_t>(::read(m_err.number(), got.data(), 4096), 0));
    return got;
  }
  void type(const QByteArray& keys) {
    QCOMPARE(::write(m_in.number(), keys.constData(), static_cast<std::size_t>(keys.size())),
             keys.size());
  }
  void endInput() { m_in = Descriptor(); }
  void resize(quint32 columns, quint32 rows) {
    QByteArray frame(13, 'W');
    qToBigEndian<quint32>(8, frame.data() + 1);
    qToBigEndian(columns, frame.data() + 5);
    qToBigEndian(rows, frame.data() + 9);
    QCOMPARE(::send(door.number(), frame.constData(), 13, MSG_NOSIGNAL), ssize_t(13));
  }
  // -1: the connection ended without one.
  int status() {
    std::function<int()> work = [this] {
      while (!m_frames.status() && m_frames.read(door)) continue;
      return m_frames.status().value_or(-1);
    };
    return QCoro::waitFor(inThread<int>(std::move(work)));
  }
  std::string text() const { return m_frames.text(); }

  Descriptor door;

 private:
  Descriptor m_in, m_out, m_err;
  StatusFrames m_frames;
};

}  // namespace

class TerminalTest : public QObject {
  Q_OBJECT

  std::unique_ptr<HostOverSsh> m_ssh;
  std::shared_ptr<const bool> m_kept;

  Result<StreamListener::Ticket> offer(const QString& script, bool hasTerminal) {
    ClientProgram program;
    if (!script.isEmpty()) program.command = {QStringLiteral("sh"), {QStringLiteral("-c"), script}};
    if (hasTerminal) program.terminal = RemoteTerminal{"vt100", {80, 24}};
    m_kept = std::make_shared<const bool>(true);
    program.keeps = m_kept;
    return resultOf(m_ssh->host->offerProgram(std::move(program), {}));
  }

 private slots:
  void init() {
    m_ssh = std::make_unique<HostOverSsh>();
    m_ssh->server.start();
    m_ssh->host = std::make_unique<SshHost>(
        SshHostSettings{QStringLiteral("target"), QStringLiteral("host"), m_ssh->server.config()},
        m_ssh->person.ask(), m_ssh->door);
  }
  void cleanup() { m_ssh.reset(); }

  void theTerminalHasItsTypeAndSize() {
    // The size and what is typed go different ways: the new one may come a moment later.
    const auto ticket =
        offer(QStringLiteral("tty; echo $TERM; stty size; echo ready; read line; n=0; "
                             "while [ \"$(stty size)\" = '24 80' ] && [ $n -lt 200 ]; do "
                             "n=$((n + 1)); sleep 0.05; done; stty size; exit 7"),
              true);
    QVERIFY2(ticket, ticket ? "" : ticket.error().message.c_str());
    TerminalClient client;
    QVERIFY(client.begin(*ticket));
    const QByteArray first = client.outUntil("ready\r\n");
    QVERIFY2(first.contains("/dev/pts/") && first.contains("vt100\r\n24 80\r\n"), first);
    client.resize(132, 50);
    client.type("go\r");
    const QByteArray second = client.outUntil({});
    QVERIFY2(second.endsWith("50 132\r\n"), second);
    QCOMPARE(client.status(), 7);
    QVERIFY(QTest::qWaitFor([&] { return m_kept.use_count() == 1; }, 20000));
    QCOMPARE(m_ssh->door.open(), 0);
  }

  void controlCGoesToTheCommand() {
    const auto ticket = offer(QStringLiteral("echo ready; exec sleep 600"), true);
    QVERIFY(ticket);
    TerminalClient client;
    QVERIFY(client.begin(*ticket));
    client.outUntil("ready");
    client.type("\x03");
    QCOMPARE(client.status(), 128 + 2);
  }

  void withoutATerminalItIsAFilter() {
    m_ssh->server.write(QStringLiteral("home/.profile"), "echo welcome; echo warning >&2\n");
    const auto ticket = offer(QStringLiteral("cat; echo oops >&2; exit 3"), false);
    QVERIFY(ticket);
    TerminalClient client;
    QVERIFY(client.begin(*ticket));
    const QByteArray bytes("\x00\x03\r\n~.\x04\xff", 8);
    client.type(bytes);
    client.endInput();
    QCOMPARE(client.outUntil({}), bytes);
    QCOMPARE(client.errors(), QByteArray("oops\n"));
    QCOMPARE(client.status(), 3);
  }

  void aCommandHasTheEnvironmentOfALogin() {
    m_ssh->server.write(QStringLiteral("home/.profile"),
                        "umask 027; export FROM_LOGIN=yes; there() { echo function; }\n");
    ClientProgram program{{QStringLiteral("there"), {}}, {}, {}};
    auto ticket = resultOf(m_ssh->host->offerProgram(program, {}));
    QVERIFY(ticket);
    TerminalClient first;
    QVERIFY(first.begin(*ticket));
    QCOMPARE(first.outUntil({}), QByteArray("function\n"));
    ticket = offer(QStringLiteral("echo $FROM_LOGIN; umask"), false);
    TerminalClient second;
    QVERIFY(second.begin(*ticket));
    QCOMPARE(second.outUntil({}), QByteArray("yes\n0027\n"));
  }

  void withoutACommandItIsTheLoginShell() {
    const auto ticket = offer({}, false);
    QVERIFY(ticket);
    TerminalClient client;
    QVERIFY(client.begin(*ticket));
    client.type("echo $((6 * 7))\nexit 5\n");
    QCOMPARE(client.outUntil({}), QByteArray("42\n"));
    QCOMPARE(client.status(), 5);
  }

  void aClientThatLeavesEndsTheProgram() {
    const auto ticket = offer(QStringLiteral("echo $$; exec sleep 600"), true);
    QVERIFY(ticket);
    TerminalClient client;
    QVERIFY(client.begin(*ticket));
    const auto pid = static_cast<pid_t>(client.outUntil("\r\n").trimmed().toInt());
    QCOMPARE(::kill(pid, 0), 0);
    client.door = Descriptor();
    QVERIFY(QTest::qWaitFor([&] { return ::kill(pid, 0) != 0; }, 20000));
  }

  void aLostConnectionIsSaid() {
    const auto ticket = offer(QStringLiteral("echo ready; exec sleep 600"), true);
    QVERIFY(ticket);
    TerminalClient client;
    QVERIFY(client.begin(*ticket));
    client.outUntil("ready");
    m_ssh->server.cut();
    QCOMPARE(client.status(), 255);
    QVERIFY2(client.text().find("'host' could not be reached") == 0, client.text().c_str());
  }

  void aTicketIsForOneClient() {
    const auto ticket = offer(QStringLiteral("sleep 600"), false);
    QVERIFY(ticket);
    TerminalClient first, second;
    QVERIFY(first.begin(*ticket));
    QVERIFY(!second.begin(*ticket));
  }
};

TRAINYARD_TEST(TerminalTest);
#include "terminal_test.moc"
