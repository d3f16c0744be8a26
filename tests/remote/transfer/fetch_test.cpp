#include "remote/transfer/fetch.h"

#include <QTest>

#include "engine/contract/checkpoint_manifest.h"
#include "remote/host/here_host.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class FetchTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  HereHost m_host;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  Result<void> fetch(const fs::path& there, const fs::path& here) {
    return resultOf(fetchTree(m_host, QStringLiteral("results"), text(there), text(here), {}, {}));
  }
  static void makeCheckpoint(const fs::path& folder) {
    writeFile(folder / "model.safetensors", std::string(5000, 'm'));
    writeFile(folder / "training/state", "state");
    QVERIFY(write_manifest(folder, 4));
  }

 private slots:
  void hostileNamesComeByteForByte() {
    const fs::path there = m_tree.newFolder(), here = m_tree.newFolder() / "results";
    fillWithHostileFiles(there);
    fs::create_symlink("plain.py", there / "link");
    auto preview = resultOf(previewFetch(m_host, text(there), text(here), {}));
    QVERIFY(preview);
    QCOMPARE(preview->files, static_cast<qint64>(hostileFiles().size()));
    auto fetched = fetch(there, here);
    QVERIFY2(fetched.ok(), fetched.ok() ? "" : fetched.error().message.c_str());
    QVERIFY(contentOf(here) == contentOf(there));
    QCOMPARE(std::distance(fs::directory_iterator(here.parent_path()), fs::directory_iterator()),
             1);
  }

  void whatIsHereStays() {
    const fs::path there = m_tree.newFolder(), here = m_tree.newFolder() / "results";
    writeFile(there / "train_results.json", "old");
    writeFile(there / "same.json", "same");
    QVERIFY(fetch(there, here));
    const ino_t same = inodeOf(here / "same.json");
    writeFile(here / "mine.txt", "mine");
    writeFile(there / "train_results.json", "newer");
    auto preview = resultOf(previewFetch(m_host, text(there), text(here), {}));
    QVERIFY(preview);
    QCOMPARE(preview->files, 1);
    QVERIFY(fetch(there, here));
    QCOMPARE(readWhole(here / "train_results.json"), std::string("newer"));
    QCOMPARE(readWhole(here / "mine.txt"), std::string("mine"));
    QCOMPARE(inodeOf(here / "same.json"), same);
    QCOMPARE(std::distance(fs::directory_iterator(here.parent_path()), fs::directory_iterator()),
             1);
  }

  void checkpointIsVerified() {
    const fs::path there = m_tree.newFolder() / "step-00000004",
                   here = m_tree.newFolder() / "step-00000004";
    makeCheckpoint(there);
    QVERIFY(fetch(there, here));
    QVERIFY(verify_manifest(here));
    const fs::path other = m_tree.newFolder() / "checkpoints";
    writeFile(there / "training/state", "STATE");
    auto fetched = fetch(there.parent_path(), other);
    QVERIFY(!fetched);
    QCOMPARE(fetched.error().code, std::string("checkpoint.damaged"));
    QVERIFY(fs::is_empty(other.parent_path()));
  }

  void nothingOutsideIsTouched() {
    const fs::path there = m_tree.newFolder(), world = m_tree.newFolder(),
                   here = world / "a/results";
    writeFile(world / "outside/secret", "secret");
    fs::create_directories(world / "a");
    writeFile(there / "fine", "fine");
    fs::create_symlink("/etc/passwd", there / "absolute");
    fs::create_symlink("../../outside", there / "climbs");
    fs::create_symlink("fine", there / "good");
    QCOMPARE(::mkfifo((there / "pipe").c_str(), 0600), 0);
    const auto before = snapshotOf(world / "outside");
    QVERIFY(fetch(there, here));
    QVERIFY(snapshotOf(world / "outside") == before);
    // rsync drops links that lead out, and special files.
    const auto got = contentOf(here);
    QCOMPARE(got.size(), std::size_t(2));
    QCOMPARE(got.at("good"), std::string("l:fine"));
  }

  void plantedStagingIsNotTrusted() {
    const fs::path there = m_tree.newFolder(), world = m_tree.newFolder();
    writeFile(world / "outside/file", "outside");
    writeFile(there / "sub/file", "from there");
    fs::create_directories(world / ".trainyard-fetch-results");
    fs::create_symlink(world / "outside", world / ".trainyard-fetch-results/sub");
    const auto before = snapshotOf(world / "outside");
    QVERIFY(fetch(there, world / "results"));
    QVERIFY(snapshotOf(world / "outside") == before);
    QCOMPARE(readWhole(world / "results/sub/file"), std::string("from there"));
    // The staging folder itself as a link.
    fs::remove_all(world / "results");
    fs::create_symlink(world / "outside", world / ".trainyard-fetch-results");
    QVERIFY(fetch(there, world / "results"));
    QVERIFY(snapshotOf(world / "outside") == before);
  }

  void missingFolderIsSaid() {
    const fs::path here = m_tree.newFolder() / "results";
    auto fetched = fetch(m_tree.path() / "no such folder", here);
    QVERIFY(!fetched);
    QCOMPARE(fetched.error().code, std::string("fetch.nothing"));
    QVERIFY(fs::is_empty(here.parent_path()));
  }
};

TRAINYARD_TEST(FetchTest);
#include "fetch_test.moc"
