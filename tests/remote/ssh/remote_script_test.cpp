// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/remote_script.h"

#include <QProcess>
#include <QTest>

#include "remote/process/command_line.h"
#include "remote/ssh/login/agent_filter.h"
#include "remote/ssh/liveness.h"
#include "tests/remote/hostile_texts.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RemoteScriptTest : public QObject {
  Q_OBJECT

 private slots:
  void anyBytesAreOneWord() {
    QByteArray every;
    for (int c = 1; c < 256; ++c) every += char(c);
    QList<QByteArray> texts{every};
    for (const QString& text : hostileTexts(QStringLiteral("/nonexistent/mark")))
      texts << text.toUtf8();
    for (const QByteArray& text : texts) {
      const RemoteScript wrapped = wrapScript("printf %s " + quoteForShell(text), Readers::owner);
      QVERIFY(std::all_of(wrapped.command.begin(), wrapped.command.end(),
                          [](char c) { return c >= ' ' && c < 127; }));
      QProcess shell;
      shell.start(QStringLiteral("/bin/sh"),
                  {QStringLiteral("-c"), QString::fromLatin1(wrapped.command)});
      QVERIFY(shell.waitForFinished(20000));
      NoiseFilter out(wrapped.sentinel), err(wrapped.sentinel);
      QCOMPARE(out.feed(shell.readAllStandardOutput()), text);
      QCOMPARE(err.feed(shell.readAllStandardError()), QByteArray());
      QVERIFY(out.isPast() && err.isPast());
      QVERIFY(out.pid() > 1);
    }
  }

  void noiseIsDroppedHoweverItIsCut() {
    const QByteArray all =
        "Welcome\n\x1b[1m0123\n0123456789abcdef\n"
        "0123456789abcdef0"
        "0123456789abcdef01234567\nresult 0123456789abcdef0123\n";
    const QByteArray sentinel = "0123456789abcdef0123";
    for (qsizetype piece = 1; piece <= all.size(); ++piece) {
      NoiseFilter filter(sentinel);
      QByteArray kept;
      for (qsizetype at = 0; at < all.size(); at += piece) kept += filter.feed(all.mid(at, piece));
      QCOMPARE(kept, QByteArray("result 0123456789abcdef0123\n"));
      QCOMPARE(filter.pid(), qint64(4567));
    }
  }

  void endlessNoiseIsTooMuch() {
    NoiseFilter filter("0123456789abcdef");
    for (int i = 0; i < 40 && !filter.isTooMuch(); ++i)
      QCOMPARE(filter.feed(QByteArray(64 << 10, 'y')), QByteArray());
    QVERIFY(filter.isTooMuch());
    QVERIFY(filter.noise().size() <= 500);
  }

  void silenceIsAskedAboutAndThenDead() {
    using std::chrono::seconds;
    Liveness liveness;
    Liveness::Clock::time_point now{std::chrono::hours(1)};
    std::chrono::system_clock::time_point wall{std::chrono::hours(400000)};
    const auto after = [&](seconds time, std::uint64_t bytes, seconds asleep = seconds(0)) {
      now += time;
      wall += time + asleep;
      return liveness.check(bytes, now, wall);
    };
    QCOMPARE(after(seconds(0), 1), Liveness::Verdict::alive);
    QCOMPARE(after(seconds(3), 1), Liveness::Verdict::alive);
    QCOMPARE(after(seconds(1), 1), Liveness::Verdict::ask);
    QCOMPARE(after(seconds(9), 1), Liveness::Verdict::alive);
    QCOMPARE(after(seconds(0), 2), Liveness::Verdict::alive);  // it has answered
    QCOMPARE(after(seconds(4), 2), Liveness::Verdict::ask);
    QCOMPARE(after(seconds(10), 2), Liveness::Verdict::dead);
    // The computer slept: it is asked at once, and has less time.
    QCOMPARE(after(seconds(0), 3), Liveness::Verdict::alive);
    QCOMPARE(after(seconds(1), 3, seconds(600)), Liveness::Verdict::ask);
    QCOMPARE(after(seconds(4), 3), Liveness::Verdict::alive);
    QCOMPARE(after(seconds(1), 3), Liveness::Verdict::dead);
    // A clock that is set back is nothing.
    QCOMPARE(after(seconds(0), 4), Liveness::Verdict::alive);
    QCOMPARE(after(seconds(1), 4, seconds(-600)), Liveness::Verdict::alive);
    QVERIFY(liveness.untilNext(now) <= seconds(1));
  }

  void theAgentsKeysAreOrdered() {
    const auto string = [](const QByteArray& text) {
      return QByteArray("\0\0\0", 3) + char(text.size()) + text;
    };
    const auto entry = [&](const QByteArray& blob) {
      return string(blob) + string("comment of " + blob);
    };
    const auto answer = [&](const QByteArrayList& blobs) {
      QByteArray bytes = QByteArray("\x0c\0\0\0", 4) + char(blobs.size());
      for (const QByteArray& blob : blobs) bytes += entry(blob);
      return bytes;
    };
    const QByteArray from = answer({"a", "b", "c", "d"});
    QCOMPARE(orderIdentities(from, {"d", "b"}, AgentFilter::Others::offered),
             answer({"d", "b", "a", "c"}));
    QCOMPARE(orderIdentities(from, {"d", "b"}, AgentFilter::Others::hidden), answer({"d", "b"}));
    QCOMPARE(orderIdentities(from, {}, AgentFilter::Others::hidden), answer({}));
    QCOMPARE(orderIdentities(from, {}, AgentFilter::Others::offered), from);
    for (qsizetype length = 0; length < from.size(); ++length)
      (void)orderIdentities(from.left(length), {"d"}, AgentFilter::Others::hidden);
    QCOMPARE(orderIdentities(from.left(from.size() - 3), {"d"}, AgentFilter::Others::hidden),
             from.left(from.size() - 3));
    const QByteArray signature = "\x0e rest";
    QCOMPARE(orderIdentities(signature, {"d"}, AgentFilter::Others::hidden), signature);
  }
};

TRAINYARD_TEST(RemoteScriptTest);
#include "remote_script_test.moc"
