// SPDX-License-Identifier: GPL-3.0-or-later
// `yard import`: the real program on files as groups have them.
#include "tests/remote/service/program_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ImportCommandTest : public ProgramTest {
  Q_OBJECT

  static QString fixture(const char* name) {
    return QStringLiteral(TRAINYARD_SOURCE_FOLDER "/tests/fixtures/import/") + QLatin1String(name);
  }
  static QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private slots:
  void theDocumentGoesToStdoutAndNotesToStderr() {
    const Done done =
        yard({QStringLiteral("import"), fixture("run_clm.json"), fixture("ds_config.json"),
              QStringLiteral("--name"), QStringLiteral("story")});
    QCOMPARE(done.code, 0);
    QVERIFY(done.out.contains("\nname: story\n"));
    QVERIFY(done.out.contains("kind: warmup_decay_lr"));
    QVERIFY(done.err.contains("run_clm.json:29: warning: curriculum"));
    QVERIFY(!done.out.contains("warning"));
  }

  void aFileThatIsThereIsKept() {
    const QString output = m_folder->filePath(QStringLiteral("experiment.yaml"));
    const QStringList command{QStringLiteral("import"), fixture("two_nodes.sh"),
                              QStringLiteral("--output"), output};
    QCOMPARE(yard(command).code, 0);
    const QByteArray first = contentOf(output);
    QVERIFY(first.contains("name: story_multi"));
    // What was written is an experiment that yard itself reads; its data is not here.
    const Done checked = yard({QStringLiteral("check"), output});
    QVERIFY2(!checked.out.contains("unknown key") && !checked.out.contains("must be"),
             checked.out.constData());
    file(QStringLiteral("experiment.yaml"), "mine");
    const Done again = yard(command);
    QCOMPARE(again.code, static_cast<int>(ExitCode::invalid_input));
    QVERIFY(again.err.contains("--force"));
    QCOMPARE(contentOf(output), QByteArray("mine"));
    QCOMPARE(yard(command + QStringList{QStringLiteral("--force")}).code, 0);
    QCOMPARE(contentOf(output), first);
  }

  void aScriptBecomesWhatIsAskedFor() {
    const QString script = file(QStringLiteral("job.sh"),
                                "#!/bin/bash\npython run_clm.py --seed 1\npython fit.py --x 2\n");
    const auto imported = [&](const QStringList& more) {
      return yard(QStringList{QStringLiteral("import"), script} + more);
    };
    const Done second = imported({QStringLiteral("--as"), QStringLiteral("command"),
                                  QStringLiteral("--training"), QStringLiteral("2")});
    QCOMPARE(second.code, 0);
    QVERIFY2(second.out.contains("program: fit.py"), second.out.constData());
    const Done line = imported({QStringLiteral("--training"), QStringLiteral("2"),
                                QStringLiteral("--as"), QStringLiteral("engine")});
    QVERIFY2(line.err.contains("fit.py is not one of the known programs"), line.err.constData());
    QCOMPARE(imported({QStringLiteral("--as"), QStringLiteral("essay")}).code,
             static_cast<int>(ExitCode::invalid_input));
  }

  void whatCannotBeReadIsOneSentence() {
    const QString other = file(QStringLiteral("b.json"), R"({"learning_rate": 1})");
    const Done conflict =
        yard({QStringLiteral("import"), fixture("run_clm.json"), other, QStringLiteral("--output"),
              m_folder->filePath(QStringLiteral("never.yaml"))});
    QCOMPARE(conflict.code, static_cast<int>(ExitCode::invalid_input));
    QVERIFY(conflict.err.contains("run_clm.json:14") && conflict.err.contains("b.json:1"));
    QCOMPARE(conflict.err.count('\n'), 1);
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("never.yaml"))));
    for (const QString& path :
         {file(QStringLiteral("binary"), QByteArray("\x89PNG\r\n\x1a\n\0\x7f", 10)),
          file(QStringLiteral("empty"), ""), m_folder->path(),
          m_folder->filePath(QStringLiteral("missing"))}) {
      const Done done = yard({QStringLiteral("import"), path});
      QCOMPARE(done.code, static_cast<int>(ExitCode::invalid_input));
      QVERIFY2(done.err.startsWith("yard: ") && done.err.count('\n') == 1, done.err.constData());
      QVERIFY(done.out.isEmpty());
    }
  }
};

TRAINYARD_TEST(ImportCommandTest);
#include "import_command_test.moc"
