// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/torch_list.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

#include "remote/host/local_host.h"
#include "remote/transfer/engine.h"
#include "remote/transfer/engine_tree.h"
#include "remote/transfer/torch_fetch.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

// torch is here a small library, in a folder that a program names as torch's are named, and which
// is taken away. The package index is a folder with its wheel.
class TorchListTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  LocalHost m_host;
  fs::path m_programs, m_site, m_index;
  EngineTrees m_withTorch;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  static QString sha256(const std::string& content) {
    return QString::fromLatin1(
        QCryptographicHash::hash(QByteArray::fromStdString(content), QCryptographicHash::Sha256)
            .toHex());
  }

  // The program looks for its library in m_site.
  static void writeProgram(const fs::path& path, const fs::path& site) {
    std::string elf = readWhole(TRAINYARD_SMALL_PROGRAM);
    const std::string folder = fs::path(TRAINYARD_SMALL_LIBRARY).parent_path().native();
    std::string place = site.native();
    const auto at = elf.find(folder);
    QVERIFY(at != std::string::npos && place.size() <= folder.size());
    place.resize(folder.size(), '\0');
    elf.replace(at, folder.size(), place);
    writeFile(path, elf);
    fs::permissions(path, fs::perms::owner_all);
  }

  QString wheelName() const { return QStringLiteral("torch-2.11.0-py3-none-any.whl"); }

  // A wheel with the library, or with other content in its place.
  void writeWheel(const std::string& content) {
    const fs::path source = m_tree.newFolder();
    writeFile(source / "libsmall_library.so", content);
    const QString program = QStringLiteral(
        "import sys, zipfile\n"
        "wheel = zipfile.ZipFile(sys.argv[1], 'w')\n"
        "wheel.writestr('torch-2.11.0.dist-info/METADATA',"
        " 'Metadata-Version: 2.1\\nName: torch\\nVersion: 2.11.0\\n')\n"
        "wheel.writestr('torch-2.11.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\n')\n"
        "wheel.write(sys.argv[2], 'torch/lib/libsmall_library.so')\n"
        "wheel.close()\n");
    QCOMPARE(QProcess::execute(
                 QStringLiteral("python3"),
                 {QStringLiteral("-c"), program, text(m_index) + QLatin1Char('/') + wheelName(),
                  text(source / "libsmall_library.so")}),
             0);
  }

  QJsonObject listed() const {
    const std::string library = readWhole(TRAINYARD_SMALL_LIBRARY),
                      wheel = readWhole(m_index / wheelName().toStdString());
    const EngineTree& tree = m_withTorch.torch[0];
    const QJsonObject file{{"name", "libsmall_library.so"},
                           {"bytes", static_cast<qint64>(library.size())},
                           {"sha256", sha256(library)},
                           {"wheel", wheelName()},
                           {"path", "torch/lib/libsmall_library.so"}};
    return {{"wheels", QJsonArray{QJsonObject{{"distribution", "torch"},
                                              {"version", "2.11.0"},
                                              {"file", wheelName()},
                                              {"bytes", static_cast<qint64>(wheel.size())},
                                              {"sha256", sha256(wheel)}}}},
            {"trees", QJsonArray{QJsonObject{{"name", tree.name},
                                             {"kind", "cpu"},
                                             {"needs", QJsonArray::fromStringList(tree.needs)},
                                             {"files", QJsonArray{file}}}}}};
  }

  void writeList(const QJsonObject& list) {
    writeFile(m_programs / "torch_trees.json", QJsonDocument(list).toJson().toStdString());
  }

  Result<QString> send(const fs::path& base, TorchFrom from = TorchFrom::targetFirst) {
    return resultOf(
        sendEngine(m_host, text(m_programs), text(base), EngineParts::processor, {}, {}, from));
  }

 private slots:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", text(m_tree.path() / "cache").toUtf8());
    m_programs = m_tree.newFolder();
    m_site = m_tree.path() / "s";
    m_index = m_tree.newFolder();
    fs::create_directory(m_site);
    fs::copy_file(TRAINYARD_SMALL_LIBRARY, m_site / "libsmall_library.so");
    writeProgram(m_programs / "engine", m_site);
    for (const char* name : {"yard-agent", "yard-search"})
      fs::copy_file(TRAINYARD_SMALL_PROGRAM, m_programs / name);
    fs::copy_file(TRAINYARD_SMALL_LIBRARY, m_programs / "libengine_parquet.so");
    auto trees = findEngineTrees(text(m_programs), EngineParts::processor);
    QVERIFY2(trees.ok(), trees.ok() ? "" : trees.error().message.c_str());
    m_withTorch = std::move(*trees);
    fs::rename(m_site, m_tree.path() / "away");
  }

  void init() {
    fs::remove_all(m_tree.path() / "cache" / "trainyard" / "torch");
    fs::remove(m_programs / "torch_trees.json");
    qputenv("PIP_CONFIG_FILE", "/dev/null");
    qputenv("PIP_NO_INDEX", "1");
    qputenv("PIP_FIND_LINKS", text(m_index).toUtf8());
    writeWheel(readWhole(TRAINYARD_SMALL_LIBRARY));
  }

  void withoutListAndTorchTheLibraryIsNamed() {
    const auto trees = findEngineTrees(text(m_programs), EngineParts::processor);
    QVERIFY(!trees);
    QCOMPARE(trees.error().code, std::string("engine.no_library"));
  }

  void namesAreThoseOfASubmissionWithTorch() {
    writeList(listed());
    const auto trees = findEngineTrees(text(m_programs), EngineParts::processor);
    QVERIFY2(trees.ok(), trees.ok() ? "" : trees.error().message.c_str());
    QCOMPARE(trees->torch.size(), std::size_t(1));
    QVERIFY(!trees->torch[0].isHere);
    QCOMPARE(trees->torch[0].name, m_withTorch.torch[0].name);
    QCOMPARE(trees->torch[0].bytes, m_withTorch.torch[0].bytes);
    QCOMPARE(trees->programs.name, m_withTorch.programs.name);
    QCOMPARE(trees->programs.bytes, m_withTorch.programs.bytes);
    const auto plan = resultOf(planEngine(m_host, text(m_programs), text(m_tree.newFolder()),
                                          EngineParts::processor, {}, {}));
    QVERIFY(plan);
    QCOMPARE(plan->bytesToSend, m_withTorch.torch[0].bytes + m_withTorch.programs.bytes);
  }

  void damagedListsAreRefused_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("a path that leads out") << "torch/lib/libsmall" << "torch/../libsmall";
    QTest::newRow("an absolute path") << "torch/lib/libsmall" << "/torch/lib/libsmall";
    QTest::newRow("a hash") << "\"sha256\": \"" << "\"sha256\": \"x";
    QTest::newRow("a wheel that is not listed") << "\"wheel\": \"torch" << "\"wheel\": \"other";
    QTest::newRow("a tree's name") << "\"name\": \"torch-" << "\"name\": \"../torch-";
    QTest::newRow("no number") << "\"bytes\": " << "\"bytes\": -";
    QTest::newRow("no JSON") << "{" << "";
  }
  void damagedListsAreRefused() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QString json = QString::fromUtf8(QJsonDocument(listed()).toJson());
    QVERIFY(json.contains(from));
    json.replace(json.indexOf(from), from.size(), to);
    writeFile(m_programs / "torch_trees.json", json.toStdString());
    const auto trees = findEngineTrees(text(m_programs), EngineParts::processor);
    QVERIFY(!trees);
    QCOMPARE(trees.error().code, std::string("torch.list_damaged"));
  }

  void whatIsFetchedIsWhatWouldBeSent() {
    writeList(listed());
    const fs::path base = m_tree.newFolder() / "it's a base";
    const auto sent = send(base);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    const fs::path tree = base / "engine" / m_withTorch.torch[0].name.toStdString();
    QCOMPARE(readWhole(tree / "libsmall_library.so"), readWhole(TRAINYARD_SMALL_LIBRARY));
    QCOMPARE(readWhole(tree / "manifest.sha256"),
             sha256(readWhole(TRAINYARD_SMALL_LIBRARY)).toStdString() + "  libsmall_library.so\n");
    QVERIFY(!fs::exists(base / "engine" / ".partial-torch"));
    QVERIFY(!fs::exists(fetchedTorchFolder().toStdString()));
    QProcess program;
    program.start(*sent + QStringLiteral("/engine"), {});
    QVERIFY(program.waitForFinished());
    QVERIFY(program.readAllStandardOutput().contains("answer 42"));
  }

  void fromHereItIsFetchedHereAndSent() {
    writeList(listed());
    const fs::path base = m_tree.newFolder();
    const auto sent = send(base, TorchFrom::here);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    const std::string name = m_withTorch.torch[0].name.toStdString();
    for (const fs::path& folder : {base / "engine", fs::path(fetchedTorchFolder().toStdString())})
      QCOMPARE(readWhole(folder / name / "libsmall_library.so"),
               readWhole(TRAINYARD_SMALL_LIBRARY));
  }

  void wrongWheelsAreRefused() {
    writeList(listed());
    writeWheel("something else");
    const fs::path base = m_tree.newFolder();
    const auto sent = send(base);
    QVERIFY(!sent);
    QCOMPARE(sent.error().code, std::string("torch.wrong_hash"));
    for (const QString& hash : {sha256(readWhole(m_index / wheelName().toStdString())),
                                listed()["wheels"][0]["sha256"].toString()})
      QVERIFY2(sent.error().message.find(hash.toStdString()) != std::string::npos,
               sent.error().message.c_str());
    QVERIFY(fs::is_empty(base / "engine"));
  }

  // The wheel is the listed one, but its file is not.
  void wrongFilesAreRefused() {
    writeWheel("something else");
    writeList(listed());
    const fs::path base = m_tree.newFolder();
    const auto sent = send(base);
    QVERIFY(!sent);
    QCOMPARE(sent.error().code, std::string("torch.wrong_hash"));
    QVERIFY(fs::is_empty(base / "engine"));
  }

  void withoutIndexBothReasonsAreSaid() {
    writeList(listed());
    qputenv("PIP_FIND_LINKS", "");
    const auto sent = send(m_tree.newFolder());
    QVERIFY(!sent);
    QCOMPARE(sent.error().code, std::string("torch.nowhere"));
  }

  void whatIsThereInPartIsContinued() {
    writeList(listed());
    const fs::path base = m_tree.newFolder();
    const fs::path part =
        base / "engine" / ".partial-torch" / m_withTorch.torch[0].name.toStdString();
    // Complete, and so not fetched again: there is no index any more.
    writeFile(part / "libsmall_library.so", readWhole(TRAINYARD_SMALL_LIBRARY));
    writeFile(part / "left over", "by somebody");
    qputenv("PIP_FIND_LINKS", "");
    const auto sent = send(base);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    const fs::path tree = base / "engine" / m_withTorch.torch[0].name.toStdString();
    QVERIFY(!fs::exists(tree / "left over"));
    // One that was damaged is fetched again.
    fs::rename(tree, base / "engine" / "away");
    std::string damaged = readWhole(TRAINYARD_SMALL_LIBRARY);
    damaged[damaged.size() / 2] ^= 1;
    writeFile(part / "libsmall_library.so", damaged);
    qputenv("PIP_FIND_LINKS", text(m_index).toUtf8());
    QVERIFY(send(base).ok());
    QCOMPARE(readWhole(tree / "libsmall_library.so"), readWhole(TRAINYARD_SMALL_LIBRARY));
  }
};

TRAINYARD_TEST(TorchListTest);
#include "torch_list_test.moc"
