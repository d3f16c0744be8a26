// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/file_thread.h"

#include <QTest>
#include <semaphore>

#include "tests/qt_tests.h"
#include "tests/remote/result_of.h"

using namespace trainyard;

namespace {

// A file system that answers once it is told to.
struct HangingFiles {
  std::binary_semaphore mayAnswer{0};
};

std::function<Result<int>()> hangs(std::shared_ptr<HangingFiles> files) {
  return [files]() -> Result<int> {
    files->mayAnswer.acquire();
    files->mayAnswer.release();
    return 7;
  };
}

}  // namespace

class FileThreadTest : public QObject {
  Q_OBJECT
 private slots:
  void anAnswerIsReturned() {
    const auto answer =
        resultOf(inFileThread<int>("/a/file", [] { return Result<int>(5); }, std::stop_token()));
    QCOMPARE(*answer, 5);
  }

  void whatHangsIsLeftAndRefusedUntilItIsBack() {
    const auto files = std::make_shared<HangingFiles>();
    const auto ask = [&](const QString& path) {
      return resultOf(
          inFileThread<int>(path, hangs(files), std::stop_token(), std::chrono::milliseconds(50)));
    };
    const auto first = ask("/hung/a");
    QVERIFY(!first);
    QCOMPARE(first.error().code, "file.no_answer");
    QCOMPARE(first.error().message.substr(0, 23), "/hung/a does not answer");
    // At once, without a thread of its own.
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!ask("/hung/b"));
    QVERIFY(timer.elapsed() < 40);
    // Another folder is asked.
    const auto other =
        resultOf(inFileThread<int>("/other/a", [] { return Result<int>(1); }, std::stop_token()));
    QVERIFY(other.ok());
    files->mayAnswer.release();
    QTRY_VERIFY(!hungFolders::contains("/hung"));
    QVERIFY(ask("/hung/a").ok());
  }

  void aStopIsNotHeldUp() {
    const auto files = std::make_shared<HangingFiles>();
    std::stop_source stop;
    QTimer::singleShot(20, this, [&] { stop.request_stop(); });
    const auto answer = resultOf(inFileThread<int>("/stopped/a", hangs(files), stop.get_token()));
    QCOMPARE(answer.error().kind, ErrorKind::cancelled);
    files->mayAnswer.release();
    QTRY_VERIFY(!hungFolders::contains("/stopped"));
  }

  void aThreadMayWaitForSoLong() {
    const auto files = std::make_shared<HangingFiles>();
    const std::chrono::milliseconds time(30);
    const std::function<int()> work = [files] {
      files->mayAnswer.acquire();
      return 1;
    };
    QVERIFY(!waitInFileThread<int>("/slow", time, work));
    QVERIFY(hungFolders::contains("/slow"));
    files->mayAnswer.release();
    QTRY_VERIFY(!hungFolders::contains("/slow"));
    const std::function<int()> quick = [] { return 3; };
    QCOMPARE(waitInFileThread<int>("/slow", std::chrono::seconds(20), quick).value_or(0), 3);
  }
};

TRAINYARD_TEST(FileThreadTest);
#include "file_thread_test.moc"
