// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/free_gpus.h"

#include <QTest>

#include "tests/qt_tests.h"

using namespace trainyard;

class FreeGpusTest : public QObject {
  Q_OBJECT

  static PartitionState partition(const char* name, const QList<GpuCount>& gpus,
                                  const char* state = "up") {
    PartitionState partition;
    partition.limits.name = QString::fromLatin1(name);
    partition.limits.state = QString::fromLatin1(state);
    partition.gpus = gpus;
    return partition;
  }
  static ClusterState cluster() {
    ClusterState state;
    state.partitions = {
        partition("cpu", {}), partition("small", {{QStringLiteral("t4"), 8, 5, 2}}),
        partition("big", {{QStringLiteral("a100"), 16, 3, 3}, {QStringLiteral("h100"), 4, 0, 0}}),
        partition("broken", {{QStringLiteral("a100"), 64, 64, 8}}, "DOWN")};
    return state;
  }

 private slots:
  void thePartitionWithTheMostFreeOnes() {
    const AvailableGpus any = availableGpusIn(cluster(), {2});
    QCOMPARE(any.partition, QStringLiteral("small"));
    QCOMPARE(any.free, 5);
    QCOMPARE(any.maxOnANode, 2);
    QCOMPARE(any.mostTotal, 16);
  }

  void onlyOfThisTypeAndInThisPartition() {
    const AvailableGpus type = availableGpusIn(cluster(), {2, QStringLiteral("A100")});
    QCOMPARE(type.partition, QStringLiteral("big"));
    QCOMPARE(type.free, 3);
    QCOMPARE(type.total, 16);
    const AvailableGpus busy = availableGpusIn(cluster(), {1, QStringLiteral("h100")});
    QCOMPARE(busy.free, 0);
    QCOMPARE(busy.mostTotal, 4);
    const AvailableGpus none = availableGpusIn(cluster(), {1, {}, QStringLiteral("cpu")});
    QCOMPARE(none.mostTotal, 0);
    QVERIFY(none.partition.isEmpty());
  }
};

TRAINYARD_TEST(FreeGpusTest);
#include "free_gpus_test.moc"
