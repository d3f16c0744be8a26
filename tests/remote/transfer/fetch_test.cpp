// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/fetch.h"

#include <QSet>
#include <QTest>

#include "engine/contract/run/checkpoint_manifest.h"
#include "remote/host/local_host.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class FetchTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  LocalHost m_host;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  Result<FetchReport> fetch(const fs::path& there, const fs::path& here) {
    return resultOf(fetchTree(m_host, QStringLiteral("results"), text(there), text(here), {}, {}));
  }
  static void makeCheckpoint(const fs::path& folder) {
    writeFile(folder / "model.safetensors", std::string(5000, 'm'));
    writeFile(folder / "training/state", "state");
    QVERIFY(write_manifest(folder, 4));
  }

  // What the target sends at first: links by which `l` reaches world/outside, the folder of the
  // results being two below `world`. Then: files through it. Six kinds in five depths.
  static void plant(int tree, const fs::path& first, const fs::path& second,
                    const fs::path& world) {
    const int depth = 1 + tree / 6;
    fs::path names, up;
    for (int i = 0; i <= depth; ++i) {
      names /= "d" + std::to_string(i);
      up /= "..";
    }
    fs::create_directories(first / names);
    writeFile(first / names / "file", "file");
    switch (tree % 6) {
      case 0:  // a link to the root of the folder deep in it, and one that climbs from there
        fs::create_symlink(up, first / names / "x");
        fs::create_symlink(names / "x/../../outside", first / "l");
        break;
      case 1:  // the same in two steps
        fs::create_symlink(up, first / names / "x");
        fs::create_symlink(names / "x", first / "root");
        fs::create_symlink("root/../../outside", first / "l");
        break;
      case 2:  // absolute
        fs::create_symlink(world / "outside", first / "l");
        break;
      case 3: {  // a chain of links, of which the last one leads out
        std::string last = "../../outside";
        for (int i = 0; i < depth; ++i) {
          fs::create_symlink(last, first / ("l" + std::to_string(i)));
          last = "l" + std::to_string(i);
        }
        fs::create_symlink(last, first / "l");
        break;
      }
      case 4:  // climbs after it descended; what it descends through comes later as a link
        fs::create_symlink(names / ".." / ".." / "../../outside", first / "l");
        fs::create_symlink(up, second / "x");
        break;
      case 5:  // below a folder, out of it
        fs::create_symlink(up / "../../outside", first / names / "l");
        writeFile(second / names / "l/evil", "evil");
        break;
    }
    writeFile(second / "l/evil", "evil");
    writeFile(second / "l/kept", "evil");
    writeFile(second / "l0/evil", "evil");
  }

 private slots:
  void aFileBecomesAnother() {
    const auto take = [&](const char* there, const char* here) {
      return resultOf(fetchFile(m_host, QStringLiteral("file"), text(m_tree.path() / there),
                                text(m_tree.path() / here), {}, {}));
    };
    writeFile(m_tree.path() / "there/a b", "content");
    writeFile(m_tree.path() / "there/other", "other");
    writeFile(m_tree.path() / "here/kept", "kept");
    writeFile(m_tree.path() / "here/new", "old");
    QVERIFY(take("there/a b", "here/new"));
    QVERIFY(take("there/a b", "made/deep/a b"));
    QCOMPARE(readWhole(m_tree.path() / "here/new"), std::string("content"));
    QCOMPARE(readWhole(m_tree.path() / "made/deep/a b"), std::string("content"));
    QCOMPARE(readWhole(m_tree.path() / "here/kept"), std::string("kept"));
    QVERIFY(!fs::exists(m_tree.path() / "here/other"));
    // Nothing else is left, and what is not there changes nothing.
    QCOMPARE(std::distance(fs::directory_iterator(m_tree.path() / "here"), {}), 2);
    QVERIFY(!take("there/missing", "here/new"));
    QCOMPARE(readWhole(m_tree.path() / "here/new"), std::string("content"));
  }

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
    const auto fetched = fetch(there, here);
    QVERIFY(fetched);
    QCOMPARE(QSet<QString>(fetched->leftOut.begin(), fetched->leftOut.end()),
             (QSet<QString>{QStringLiteral("absolute"), QStringLiteral("climbs")}));
    QVERIFY(snapshotOf(world / "outside") == before);
    // Links that lead out, and special files, do not come.
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

  // Thirty targets that first send links and then files through them, to an rsync that knows
  // nothing of chained links, as those before 3.4.
  void chainedLinksReachNothingOutside() {
    const fs::path tools = m_tree.newFolder();
    writeFile(tools / "rsync",
              "#!/bin/bash\nwords=()\nfor w; do [ \"$w\" = --safe-links ] || words+=(\"$w\"); "
              "done\nPATH=${PATH#*:} exec rsync \"${words[@]}\"\n");
    fs::permissions(tools / "rsync", fs::perms::owner_all);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QByteArray::fromStdString(tools.native()) + ':' + path);
    for (int tree = 0; tree < 30; ++tree) {
      const fs::path first = m_tree.newFolder(), second = m_tree.newFolder(),
                     world = m_tree.newFolder(), here = world / "a/results";
      writeFile(world / "outside/kept", "kept");
      fs::create_directories(world / "a");
      const auto before = snapshotOf(world / "outside");
      plant(tree, first, second, world);
      const auto taken = fetch(first, here);
      QVERIFY2(taken, taken ? "" : taken.error().message.c_str());
      QVERIFY2(!taken->leftOut.isEmpty(), qPrintable(QString::number(tree)));
      (void)fetch(second, here);  // where a name is in the way it fails
      QVERIFY2(snapshotOf(world / "outside") == before, qPrintable(QString::number(tree)));
      QVERIFY(!fs::exists(world / "evil") && !fs::exists(world / "a/evil"));
      for (const auto& entry : fs::recursive_directory_iterator(here))
        QVERIFY(!entry.is_symlink() ||
                fs::weakly_canonical(entry.path()).native().starts_with(here.native()));
    }
    qputenv("PATH", path);
  }

  // The person's own links in the destination are not followed either.
  void aLinkInTheWayIsSaid() {
    const fs::path there = m_tree.newFolder(), world = m_tree.newFolder(), here = world / "results";
    writeFile(there / "plots/file", "file");
    fs::create_directories(here);
    fs::create_directories(world / "outside");
    fs::create_symlink(world / "outside", here / "plots");
    const auto fetched = fetch(there, here);
    QVERIFY(!fetched);
    QCOMPARE(fetched.error().code, std::string("fetch.not_placed"));
    QVERIFY(fs::is_empty(world / "outside"));
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
