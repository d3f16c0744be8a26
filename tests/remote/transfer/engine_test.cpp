// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/engine.h"
#include "remote/transfer/verified_tree.h"

#include <QProcess>
#include <QTest>

#include "remote/host/local_host.h"
#include "remote/transfer/elf_file.h"
#include "remote/host/places.h"
#include "remote/transfer/engine_tree.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/trees.h"
#include "tests/qt_tests.h"

using namespace trainyard;

// The "engine" here is a small program with a library in another folder, as torch's are, and one of
// the system.
class EngineTest : public QObject {
  Q_OBJECT

  TemporaryTree m_tree;
  LocalHost m_host;
  fs::path m_programs;

  static QString text(const fs::path& path) { return QString::fromStdString(path.native()); }
  Result<EnginePlan> plan(const fs::path& base, EngineParts parts, const TargetFacts& facts = {}) {
    return resultOf(planEngine(m_host, text(m_programs), text(base), parts, facts, {}));
  }
  Result<QString> send(const fs::path& base, EngineParts parts) {
    return resultOf(sendEngine(m_host, text(m_programs), text(base), parts, {}, {}));
  }

 private slots:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", text(m_tree.path() / "cache").toUtf8());
    m_programs = m_tree.newFolder();
    fs::copy_file(TRAINYARD_SMALL_PROGRAM, m_programs / "engine");
    fs::copy_file(TRAINYARD_SMALL_PROGRAM, m_programs / "yard-agent");
    fs::copy_file(TRAINYARD_SMALL_PROGRAM, m_programs / "yard-search");
    fs::copy_file(TRAINYARD_SMALL_LIBRARY, m_programs / "libengine_parquet.so");
    fs::copy_file(TRAINYARD_SMALL_LIBRARY, m_programs / "libengine_gpu.so");
    fs::copy_file(TRAINYARD_SMALL_LIBRARY, m_programs / "libengine_kernels.so");
  }

  void treesComeFromTheFilesThemselves() {
    auto trees = findEngineTrees(text(m_programs), EngineParts::processor);
    QVERIFY2(trees.ok(), trees.ok() ? "" : trees.error().message.c_str());
    QCOMPARE(trees->torch.size(), std::size_t(1));
    QCOMPARE(trees->torch[0].files.size(), std::size_t(1));
    QCOMPARE(trees->torch[0].files[0].name, QByteArray("libsmall_library.so"));
    QVERIFY2(trees->torch[0].name.startsWith(QLatin1String("torch-2.")),
             qPrintable(trees->torch[0].name));
    QByteArrayList names;
    for (const TreeFile& file : trees->programs.files) names << file.name;
    for (const char* name :
         {"engine", "engine.bin", "libengine_parquet.so", "yard-agent", "yard-search",
          "sys/libc.so.6", "sys/libstdc++.so.6", "sys/ld-linux-x86-64.so.2"})
      QVERIFY2(names.contains(name), name);
    QVERIFY(!names.contains("libengine_gpu.so") && !names.contains("libengine_kernels.so"));
    // What debuggers need does not travel.
    QVERIFY(trees->programs.bytes < static_cast<qint64>(20) << 20);
  }

  void runsFromWhatWasSent() {
    const fs::path base = m_tree.newFolder() / "it's a base";
    auto planned = plan(base, EngineParts::processor);
    QVERIFY2(planned.ok(), planned.ok() ? "" : planned.error().message.c_str());
    QVERIFY(!planned->isThere && planned->bytesToSend > 1000000);
    auto sent = send(base, EngineParts::processor);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    QCOMPARE(*sent, planned->programs);
    QCOMPARE(*sent, engineFolder(text(base), text(m_programs), EngineParts::processor));
    QProcess program;
    program.start(*sent + QStringLiteral("/engine"),
                  {QStringLiteral("a b"), QStringLiteral("$(id)\n")});
    QVERIFY(program.waitForFinished());
    const QList<QByteArray> lines = program.readAllStandardOutput().split('\n');
    QCOMPARE(lines.value(0), QByteArray("3 arguments, answer 42"));
    // Its libraries are the ones that were sent.
    for (const QByteArray& line : lines.mid(1))
      if (line.contains(".so"))
        QVERIFY2(line.startsWith(QFile::encodeName(text(base))), line.constData());
    planned = plan(base, EngineParts::processor);
    QVERIFY(planned && planned->isThere && planned->bytesToSend == 0);
    // The GPU half brings only what is not there.
    auto withGpus = findEngineTrees(text(m_programs), EngineParts::gpu);
    QVERIFY(withGpus);
    QByteArrayList names;
    for (const TreeFile& file : withGpus->programs.files) names << file.name;
    QVERIFY(names.contains("libengine_gpu.so") && names.contains("libengine_kernels.so"));
    QCOMPARE(withGpus->torch[0].name,
             findEngineTrees(text(m_programs), EngineParts::processor)->torch[0].name);
  }

  void brokenTransferContinuesAndDamageNeverShows() {
    const fs::path base = m_tree.newFolder();
    auto trees = findEngineTrees(text(m_programs), EngineParts::processor);
    QVERIFY(trees);
    const fs::path part =
        base / "engine" / (partialName().toStdString() + trees->programs.name.toStdString());
    writeFile(part / "engine.bin", "half");
    writeFile(part / "left over", "by somebody");
    auto sent = send(base, EngineParts::processor);
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    QVERIFY(!fs::exists(part));
    QVERIFY(!fs::exists(fs::path(sent->toStdString()) / "left over"));
    QCOMPARE(QProcess::execute(
                 QStringLiteral("sh"),
                 {QStringLiteral("-c"),
                  QStringLiteral("cd '%1' && sha256sum -c --quiet manifest.sha256").arg(*sent)}),
             0);
  }

  void withoutTheEngineTwoFilesAreSent() {
    auto sent = send(m_tree.newFolder(), EngineParts::agentOnly);
    QVERIFY(sent);
    QCOMPARE(contentOf(sent->toStdString()).size(), std::size_t(3));  // and the manifest
  }

  void newEngineMovesFewBytes() {
    const fs::path base = m_tree.newFolder();
    QVERIFY(send(base, EngineParts::processor));
    writeFile(m_programs / "yard-agent", readWhole(m_programs / "engine"));
    auto elf = readWhole(m_programs / "yard-agent");
    const auto at = elf.find("arguments, answer");
    QVERIFY(at != std::string::npos);
    elf[at] = 'A';
    writeFile(m_programs / "yard-agent", elf);
    auto planned = plan(base, EngineParts::processor);
    QVERIFY(planned && !planned->isThere);
    const auto trees = findEngineTrees(text(m_programs), EngineParts::processor);
    QCOMPARE(planned->bytesToSend, trees->programs.bytes);
  }

  void whatCannotWorkIsSaidBefore_data() {
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QStringList>("gpus");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<bool>("works");
    const auto row = [](const char* name, const char* driver, const QStringList& gpus,
                        const char* kernel, bool works) {
      QTest::newRow(name) << QString::fromLatin1(driver) << gpus << QString::fromLatin1(kernel)
                          << works;
    };
    row("unknown", "", {}, "", true);
    row("A100", "580.65", {QStringLiteral("NVIDIA A100-SXM4-40GB 8.0")}, "5.14.0-427.el9", true);
    row("newest", "600.1", {QStringLiteral("GPU 12.1")}, "6.1.0", true);
    row("one of two kinds", "580.65", {QStringLiteral("Tesla V100 7.0"), QStringLiteral("T4 7.5")},
        "4.18.0", true);
    row("V100", "580.65", {QStringLiteral("Tesla V100 7.0")}, "4.18.0", false);
    row("old driver", "535.104", {QStringLiteral("NVIDIA A100 8.0")}, "4.18.0", false);
    row("old kernel", "580.65", {QStringLiteral("NVIDIA A100 8.0")}, "2.6.32-754", false);
    row("no capability told", "580.65", {QStringLiteral("NVIDIA A100")}, "4.18.0", true);
  }
  void whatCannotWorkIsSaidBefore() {
    QFETCH(QString, driver);
    QFETCH(QStringList, gpus);
    QFETCH(QString, kernel);
    QFETCH(bool, works);
    TargetFacts facts;
    facts.node.node = QStringLiteral("gpu1");
    facts.node.driver = driver;
    facts.node.gpus = gpus;
    facts.node.kernel = kernel;
    auto planned = plan(m_tree.newFolder(), EngineParts::gpu, facts);
    QCOMPARE(planned.ok(), works);
    if (!works) QCOMPARE(planned.error().code, std::string("engine.incompatible"));
    facts.baseFreeBytes = 1000;
    planned = plan(m_tree.newFolder(), EngineParts::gpu, facts);
    QVERIFY(!planned);
    if (works) QCOMPARE(planned.error().code, std::string("engine.no_space"));
  }

  // The programs of a package: the engine is started by a launcher, and libraries of the system are
  // those of the machine that the package was made on.
  void ofAPackageItsOwnLibrariesAreSent() {
    const fs::path programs = m_tree.newFolder();
    for (const auto& entry : fs::directory_iterator(m_programs)) fs::copy(entry, programs);
    fs::rename(programs / "engine", programs / "engine.bin");
    writeFile(programs / "engine", "launcher");
    writeFile(programs / "yard.bin", "");
    fs::create_directories(programs / "lib/c");
    fs::copy_file("/lib/x86_64-linux-gnu/libc.so.6", programs / "lib/c/libc.so.6");
    fs::copy_file("/lib64/ld-linux-x86-64.so.2", programs / "ld-linux-x86-64.so.2");
    auto trees = findEngineTrees(text(programs), EngineParts::processor);
    QVERIFY2(trees.ok(), trees.ok() ? "" : trees.error().message.c_str());
    QStringList brought;
    for (const TreeFile& file : trees->programs.files) {
      if (file.name == "engine.bin")
        QVERIFY(
            file.content.startsWith("\x7f"
                                    "ELF"));
      if (file.source.startsWith(text(programs))) brought << QString::fromUtf8(file.name);
    }
    QCOMPARE(brought, QStringList({QStringLiteral("sys/ld-linux-x86-64.so.2"),
                                   QStringLiteral("sys/libc.so.6")}));
    QVERIFY(!hasEngine(text(programs)));  // there is no torch beside it
    QVERIFY(hasEngine(text(m_programs)));
  }

  // Login and compute nodes may differ, so the node decides.
  void ofTwoMachinesTheNodeStartsItsOwn() {
    const fs::path programs = m_tree.newFolder(), base = m_tree.newFolder();
    for (const auto& entry : fs::directory_iterator(m_programs)) fs::copy(entry, programs);
    // A program that needs nothing of ours.
    fs::copy_file("/bin/echo", programs / "yard-agent", fs::copy_options::overwrite_existing);
    for (const char* name : {"yard-agent.aarch64", "yard-search.aarch64"})
      writeFile(programs / name, "#!/bin/sh\necho \"of aarch64: $*\"\n");
    auto sent =
        resultOf(sendEngine(m_host, text(programs), text(base), EngineParts::agentOnly, {}, {}));
    QVERIFY2(sent.ok(), sent.ok() ? "" : sent.error().message.c_str());
    // A node whose `uname -m` is another one.
    const fs::path path = m_tree.newFolder();
    writeFile(path / "uname", "#!/bin/sh\necho aarch64\n");
    fs::permissions(path / "uname", fs::perms::owner_all);
    QProcess agent;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString usual = environment.value(QStringLiteral("PATH"));
    for (const bool isOther : {true, false}) {
      environment.insert(QStringLiteral("PATH"),
                         isOther ? text(path) + QLatin1Char(':') + usual : usual);
      agent.setProcessEnvironment(environment);
      agent.start(*sent + QStringLiteral("/yard-agent"),
                  {QStringLiteral("a b"), QStringLiteral("c")});
      QVERIFY(agent.waitForFinished());
      QCOMPARE(agent.readAllStandardOutput().split('\n').value(0),
               isOther ? QByteArray("of aarch64: a b c") : QByteArray("a b c"));
    }
  }

  void missingProgramIsNamed() {
    const auto planned =
        resultOf(planEngine(m_host, text(m_tree.newFolder()), text(m_tree.newFolder()),
                            EngineParts::agentOnly, {}, {}));
    QVERIFY(!planned);
    QCOMPARE(planned.error().code, std::string("engine.missing"));
    QVERIFY(planned.error().message.find("yard-agent") != std::string::npos);
  }
};

TRAINYARD_TEST(EngineTest);
#include "engine_test.moc"
