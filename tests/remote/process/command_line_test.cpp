// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/command_line.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/remote/hostile_texts.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class CommandLineTest : public QObject {
  Q_OBJECT

 private slots:
  void plainWordsStayAsTheyAre() {
    QCOMPARE(quoteForShell(QStringLiteral("/usr/bin/env-1.2_x")),
             QStringLiteral("/usr/bin/env-1.2_x"));
    QCOMPARE(quoteForShell(QString()), QStringLiteral("''"));
    QCOMPARE(quoteForShell(QStringLiteral("it's")), QStringLiteral("'it'\\''s'"));
  }

  // Bash gives back exactly what went in, and runs nothing of it.
  void bashReadsEveryTextBack() {
    QTemporaryDir folder;
    const QString mark = folder.filePath(QStringLiteral("executed"));
    const QStringList texts = hostileTexts(mark);
    QCOMPARE(texts.size(), 100);
    const CommandLine command{QStringLiteral("printf"),
                              QStringList{QStringLiteral("%s\\0")} + texts};
    QProcess bash;
    bash.setWorkingDirectory(folder.path());
    bash.start(QStringLiteral("bash"), {QStringLiteral("--norc")});
    bash.write(command.toShell().toUtf8() + '\n');
    bash.closeWriteChannel();
    QVERIFY(bash.waitForFinished());
    QList<QByteArray> read = bash.readAllStandardOutput().split('\0');
    read.removeLast();
    QCOMPARE(read.size(), texts.size());
    for (qsizetype i = 0; i < texts.size(); ++i) QCOMPARE(QString::fromUtf8(read[i]), texts[i]);
    QVERIFY(!QFile::exists(mark));
    QCOMPARE(bash.readAllStandardError(), QByteArray());
  }
};

TRAINYARD_TEST(CommandLineTest);
#include "command_line_test.moc"
