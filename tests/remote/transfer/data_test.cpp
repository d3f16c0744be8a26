// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/data.h"
#include "remote/transfer/verified_tree.h"

#include <QCryptographicHash>
#include <QTest>
#include <QTimer>

#include "remote/host/local_host.h"
#include "remote/process/task_group.h"
#include "remote/transfer/file_hash.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class DataTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  LocalHost m_host;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  Result<QString> send(const fs::path& path, const fs::path& base) {
    return resultOf(sendData(m_host, text(path), text(base), {}, {}));
  }
  Result<DataPlan> plan(const fs::path& path, const fs::path& base) {
    return resultOf(planData(m_host, text(path), text(base), {}, {}));
  }

 private slots:
  void initTestCase() { qputenv("XDG_CACHE_HOME", text(m_tree.path() / "cache").toUtf8()); }

  void fileGoesToItsHash() {
    const fs::path folder = m_tree.newFolder(), base = m_tree.newFolder();
    writeFile(folder / "two\nlines 'x'.txt", "hello\n");
    auto planned = plan(folder / "two\nlines 'x'.txt", base);
    QVERIFY(planned && !planned->isThere);
    QCOMPARE(planned->bytes, 6);
    auto sent = send(folder / "two\nlines 'x'.txt", base);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    QCOMPARE(
        *sent,
        text(base) +
            QStringLiteral("/data/5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03/"
                           "two\nlines 'x'.txt"));
    QCOMPARE(*sent, planned->path);
    QCOMPARE(readWhole(sent->toStdString()), std::string("hello\n"));
    QVERIFY((fs::status(sent->toStdString()).permissions() & fs::perms::owner_write) ==
            fs::perms::none);
    QCOMPARE(contentOf(base).size(), std::size_t(1));
    planned = plan(folder / "two\nlines 'x'.txt", base);
    QVERIFY(planned && planned->isThere);
  }

  void nothingTravelsTwice() {
    const fs::path folder = m_tree.newFolder(), base = m_tree.newFolder();
    writeFile(folder / "a.txt", "same");
    writeFile(folder / "b.txt", "same");
    auto first = send(folder / "a.txt", base);
    QVERIFY(first);
    const ino_t inode = inodeOf(first->toStdString());
    auto again = send(folder / "a.txt", base), other = send(folder / "b.txt", base);
    QVERIFY(again && other);
    QCOMPARE(inodeOf(again->toStdString()), inode);
    QCOMPARE(inodeOf(other->toStdString()), inode);
    QVERIFY(other->endsWith(QLatin1String("/b.txt")));
  }

  void twoAtOnceSendItOnce() {
    const fs::path folder = m_tree.newFolder(), base = m_tree.newFolder();
    writeFile(folder / "a.bin", std::string(1 << 20, 'a'));
    TaskGroup tasks;
    int done = 0;
    const auto one = [&](int) -> QCoro::Task<void> {
      auto sent = co_await sendData(m_host, text(folder / "a.bin"), text(base), {}, {});
      if (sent) ++done;
    };
    for (int i = 0; i < 4; ++i) tasks.start(one(i));
    QVERIFY(QTest::qWaitFor([&] { return tasks.size() == 0; }, 60000));
    QCOMPARE(done, 4);
    QCOMPARE(contentOf(base).size(), std::size_t(1));
  }

  void folderIsHashedAsATree() {
    const fs::path folder = m_tree.newFolder(), base = m_tree.newFolder();
    fillWithHostileFiles(folder / "tok enizer");
    writeFile(folder / "blob", "linked content");
    fs::create_symlink("../blob", folder / "tok enizer/model.safetensors");
    auto sent = send(folder / "tok enizer", base);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    auto got = contentOf(sent->toStdString());
    QCOMPARE(got.at("model.safetensors"), std::string("f:linked content"));
    got.erase("model.safetensors");
    auto wanted = contentOf(folder / "tok enizer");
    wanted.erase("model.safetensors");
    QVERIFY(got == wanted);
    writeFile(folder / "tok enizer/plain.py", "changed");
    auto changed = send(folder / "tok enizer", base);
    QVERIFY(changed && *changed != *sent);
    for (const auto& entry : fs::directory_iterator(base / "data"))
      QVERIFY(entry.path().filename().native().substr(0, 1) != ".");
  }

  void interruptedGoesOnAndDamageIsSeen() {
    const fs::path folder = m_tree.newFolder(), base = m_tree.newFolder();
    writeFile(folder / "a.bin", std::string(100000, 'a'));
    auto planned = plan(folder / "a.bin", base);
    QVERIFY(planned);
    const fs::path part = base / "data" /
                          (partialName().toStdString() +
                           fs::path(planned->path.toStdString()).parent_path().filename().native());
    writeFile(part / ".trainyard-partial/a.bin", std::string(50000, 'a'));
    // Of the right size and time, with other content: as a broken disk would leave it.
    writeFile(part / "a.bin", std::string(100000, 'b'));
    fs::last_write_time(part / "a.bin", fs::last_write_time(folder / "a.bin"));
    auto sent = send(folder / "a.bin", base);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    QCOMPARE(readWhole(sent->toStdString()), std::string(100000, 'a'));
    QVERIFY(!fs::exists(part));
  }

  void whatCannotTravelIsSaid() {
    const fs::path folder = m_tree.newFolder(), base = m_tree.newFolder();
    fs::create_directories(folder / "empty");
    fs::create_symlink("nowhere", folder / "broken");
    writeFile(folder / "circle/file", "x");
    fs::create_symlink("..", folder / "circle/up");
    QCOMPARE(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    for (const char* name : {"missing", "empty", "broken", "circle", "pipe"}) {
      auto sent = send(folder / name, base);
      QVERIFY2(!sent, name);
      QCOMPARE(sent.error().code, std::string("data.unreadable"));
      QVERIFY2(sent.error().message.find(name) != std::string::npos, sent.error().message.c_str());
    }
    QVERIFY(!fs::exists(base / "data"));
  }

  void knownHashesFollowTheFile() {
    const fs::path file = m_tree.newFolder() / "file";
    writeFile(file, "one");
    const auto old = fs::last_write_time(file) - std::chrono::hours(1);
    fs::last_write_time(file, old);
    const QByteArray name = QByteArray::fromStdString(file.native());
    auto first = hashFile(name, HashKind::sha256, {}, {});
    QVERIFY(first);
    QCOMPARE(*first, QCryptographicHash::hash("one", QCryptographicHash::Sha256).toHex());
    writeFile(file, "two");
    fs::last_write_time(file, old);
    auto second = hashFile(name, HashKind::sha256, {}, {});
    QVERIFY(second);
    QCOMPARE(*second, QCryptographicHash::hash("two", QCryptographicHash::Sha256).toHex());
  }

  void stopEndsReading() {
    const fs::path file = m_tree.newFolder() / "large", base = m_tree.newFolder();
    writeFile(file, "");
    fs::resize_file(file, 1ull << 33);
    std::stop_source source;
    QTimer::singleShot(50, this, [&] { source.request_stop(); });
    auto sent = resultOf(sendData(m_host, text(file), text(base), {}, source.get_token()));
    QVERIFY(!sent);
    QCOMPARE(sent.error().code, std::string("cancelled"));
  }
};

TRAINYARD_TEST(DataTest);
#include "data_test.moc"
