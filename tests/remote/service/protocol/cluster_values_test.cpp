// SPDX-License-Identifier: GPL-3.0-or-later
// Which jobs of a long queue are listed.
#include "remote/service/protocol/cluster_values.h"

#include <QTest>
#include <algorithm>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QueuedJob job(int number, const char* user, QueuedJob::Phase phase, const char* partition) {
  QueuedJob job;
  job.id = job.number = QString::number(number);
  job.user = user;
  job.phase = phase;
  job.partitions = {partition};
  return job;
}

}  // namespace

class ClusterValuesTest : public QObject {
  Q_OBJECT
 private slots:
  // Beside what one's own wait for, the rest of a cluster is of no interest.
  void neighboursOfMineComeFirst() {
    using Phase = QueuedJob::Phase;
    ClusterState state;
    for (int i = 1; i <= 1000; ++i)
      state.jobs << job(i, "bo", Phase::running, i <= 900 ? "other" : "gpu");
    state.jobs << job(2000, "ada", Phase::waiting, "gpu")
               << job(2001, "ada", Phase::running, "cpu");
    const QueueAnswer answer = queueAnswerOf(state, "ada", {});
    const auto listed = std::ranges::count_if(answer.jobs, [](const QueueEntry& entry) {
      return !entry.isMine && entry.job.partitions.contains("gpu");
    });
    QCOMPARE(listed, 100);
    QCOMPARE(answer.jobs.size() + answer.leftOut, 1002);
    QVERIFY(answer.leftOut > 0);
  }
};

TRAINYARD_TEST(ClusterValuesTest);
#include "cluster_values_test.moc"
