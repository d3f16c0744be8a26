// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of projects: as they are typed, as they are kept, and as they move.
#include "remote/store/projects.h"

#include <QTest>

#include "tests/qt_tests.h"

using namespace trainyard;

class ProjectsPathTest : public QObject {
  Q_OBJECT
 private slots:
  void aProjectsPath_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isRefused");
    const QString name(64, u'n');
    QTest::newRow("as it is") << "language/ablations" << "language/ablations" << false;
    QTest::newRow("spaces") << " language / my runs " << "language/my runs" << false;
    QTest::newRow("no names") << " / //" << "" << false;
    QTest::newRow("at both ends") << "/language/" << "language" << false;
    QTest::newRow("other scripts") << QStringLiteral("日本/ä") << QStringLiteral("日本/ä") << false;
    QTest::newRow("a long name") << name << name << false;
    QTest::newRow("too long") << name + "n" << "" << true;
    QTest::newRow("a line break inside") << "a\nb" << "" << true;
    QTest::newRow("an escape") << "a\x1b[31m" << "" << true;
    QTest::newRow("eight") << "1/2/3/4/5/6/7/8" << "1/2/3/4/5/6/7/8" << false;
    QTest::newRow("nine") << "1/2/3/4/5/6/7/8/9" << "" << true;
  }
  void aProjectsPath() {
    QFETCH(QString, typed);
    QFETCH(QString, path);
    QFETCH(bool, isRefused);
    const auto read = projectPath(typed);
    QCOMPARE(!read, isRefused);
    if (read)
      QCOMPARE(*read, path);
    else
      QCOMPARE(read.error().code, std::string("project.invalid"));
  }

  void aProjectMovesWithThoseBelow() {
    QVERIFY(isInProject("a/b", "a") && isInProject("a", "a") && isInProject("a", ""));
    QVERIFY(!isInProject("ab", "a") && !isInProject("a", "a/b"));
    QCOMPARE(movedProject("a/b", "a", "c"), "c/b");
    QCOMPARE(movedProject("a", "a", "c/a"), "c/a");
    QCOMPARE(movedProject("a/b/c", "a/b", ""), "c");
    QCOMPARE(movedProject("a", "", "c"), "c/a");
    QCOMPARE(movedProject("", "", "c"), "c");
  }
};

TRAINYARD_TEST(ProjectsPathTest);
#include "projects_test.moc"
