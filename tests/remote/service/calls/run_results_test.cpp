// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a run's results on a cluster, as a client gets them.
#include "remote/service/calls/run_results.h"
#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RunResultsTest : public ServedFixture {
  Q_OBJECT

 private slots:
  void ofTheSplitsThatAreThere() {
    const QString run = submit();
    QVERIFY(!run.isEmpty());
    const auto person = client();
    QVERIFY(resultOf(person->call(methods::resultsList, {}, run))->splits.isEmpty());
    const QString results = QStringLiteral("base/far-%1/results/").arg(run.left(8));
    const QByteArray large(3 << 19, 'x');  // one and a half pieces
    write(results + QStringLiteral("validation/curves.json"), "{}");
    write(results + QStringLiteral("test/curves.json"), large);
    write(results + QStringLiteral("temporal_test/metrics.json"), "{}");
    write(results + QStringLiteral("model/curves.json"), "no split");
    write(results + QStringLiteral("test/secret"), "no curves");
    const auto files = resultOf(person->call(methods::resultsList, {}, run));
    QVERIFY(files);
    QCOMPARE(files->splits.size(), 2);
    QCOMPARE(files->splits.at(0).split, QStringLiteral("test"));
    QCOMPARE(files->splits.at(0).bytes, large.size());
    QCOMPARE(files->splits.at(1).split, QStringLiteral("validation"));
    const auto read = [&](const QString& split, qint64 offset) {
      return resultOf(person->call(methods::resultsRead, {}, run, split, offset))->data.content;
    };
    const QByteArray first = read(QStringLiteral("test"), 0);
    QCOMPARE(first.size(), 1 << 20);
    QCOMPARE(first + read(QStringLiteral("test"), first.size()), large);
    QCOMPARE(read(QStringLiteral("test"), large.size()), QByteArray());
    QCOMPARE(read(QStringLiteral("validation"), 0), QByteArray("{}"));
    QVERIFY(
        !resultOf(person->call(methods::resultsRead, {}, run, QStringLiteral("validation"), -7)));
    // A name leads to no other file.
    for (const char* name : {"model", "", "..", "test/secret", "../results/test", "temporal_test",
                             "test/../model", "train"})
      QCOMPARE(read(QLatin1String(name), 0), QByteArray());
  }
};

TRAINYARD_TEST(RunResultsTest);
#include "run_results_test.moc"
