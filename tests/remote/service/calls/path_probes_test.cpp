// SPDX-License-Identifier: GPL-3.0-or-later
// The service's calls about paths: never a login, one probe at a time, answers kept for a while.
#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class PathProbesTest : public ServedFixture {
  Q_OBJECT

  const QString m_far = QStringLiteral("far");
  QStringList names(ServiceClient& person, const QString& prefix) {
    QStringList all;
    auto found = resultOf(person.call(methods::pathsList, {}, m_far, path("base"), prefix));
    if (!found) return {QString::fromStdString(found.error().code)};
    for (const NamedPath& one : found->names) all << one.name;
    return all;
  }

 private slots:
  void nothingIsAskedWithoutAConnection() {
    const auto person = client();
    const auto listed =
        resultOf(person->call(methods::pathsList, {}, m_far, path("base"), QString()));
    QVERIFY(!listed);
    QCOMPARE(listed.error().code, std::string("paths.not_connected"));
    QVERIFY(!resultOf(person->call(methods::pathsCount, {}, m_far, QStringList{path("base")})));
    QCOMPARE(site().loginsOnClick, 0);
    QCOMPARE(site().machine.calls, 0);
    QVERIFY(!resultOf(person->call(methods::pathsList, {}, "nowhere", "/", QString())));
  }

  void answersAreKeptAndNarrowed() {
    const auto person = client();
    write("base/train.csv", "12345");
    write("base/train.txt", "1");
    write("base/test.txt", "1");
    site().setAway(false);
    QTRY_VERIFY(site().learnings > 0);
    const int before = site().machine.calls;
    QCOMPARE(names(*person, "t"), QStringList({"test.txt", "train.csv", "train.txt"}));
    QCOMPARE(names(*person, "tr"), QStringList({"train.csv", "train.txt"}));
    QCOMPARE(names(*person, "train.c"), QStringList{"train.csv"});
    QCOMPARE(names(*person, "t"), QStringList({"test.txt", "train.csv", "train.txt"}));
    QCOMPARE(site().machine.calls, before + 1);
    QCOMPARE(names(*person, ""), QStringList({"test.txt", "train.csv", "train.txt"}));
    QCOMPARE(names(*person, "."), QStringList());  // those without a dot say nothing of it
    QCOMPARE(site().machine.calls, before + 3);
    const QStringList paths{path("base/train.csv"), path("no"), path("base/train.csv")};
    for (int i = 0; i < 2; ++i) {
      const auto counts = resultOf(person->call(methods::pathsCount, {}, m_far, paths));
      QVERIFY(counts);
      QCOMPARE(counts->counts.size(), 3);
      QCOMPARE(counts->counts.at(0).bytes, 5);
      QCOMPARE(counts->counts.at(1).kind, PathKind::missing);
      QCOMPARE(counts->counts.at(2).bytes, 5);
      QCOMPARE(site().machine.calls, before + 4);
    }
    write("base/trace", "1");
    QTest::qWait(5200);  // until what is kept is too old
    QCOMPARE(names(*person, "tra"), QStringList({"trace", "train.csv", "train.txt"}));
  }

  void ofThisComputerAsWell() {
    const auto person = client();
    write("here/data set.txt", "123");
    const auto found = resultOf(person->call(methods::pathsList, {}, "here", path("here"), "da"));
    QVERIFY(found);
    QCOMPARE(found->names.size(), 1);
    QCOMPARE(found->names[0].bytes, 3);
  }

  void wrongParametersAreSaid() {
    const auto person = client();
    for (const char* folder : {"", "relative", "~user"})
      QVERIFY(!resultOf(person->call(methods::pathsList, {}, "here", folder, QString())));
    QVERIFY(!resultOf(person->call(methods::pathsList, {}, "here", "/", "../etc")));
    QVERIFY(!resultOf(person->call(methods::pathsCount, {}, "here", QStringList(65, "/tmp"))));
    QCOMPARE(resultOf(person->call(methods::pathsCount, {}, "here", QStringList()))->counts.size(),
             0);
  }
};

TRAINYARD_TEST(PathProbesTest);
#include "path_probes_test.moc"
