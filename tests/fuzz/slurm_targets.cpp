// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QByteArray>

#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/slurm_cluster_text.h"
#include "remote/schedulers/slurm/slurm_site_text.h"
#include "remote/schedulers/slurm/slurm_states.h"
#include "remote/schedulers/submission_journal.h"
#include "remote/target/site_balance.h"
#include "remote/values/records.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

constexpr qsizetype kLongestName = 200;

// No job that is not there: its number stands in the text.
void expectWritten(qint64 job, const QByteArray& text) {
  require(job > 0 && text.contains(QByteArray::number(job)));
}

// What is written as JSON is read back the same.
template <class Record>
void expectSameAgain(const Record& record) {
  const QJsonObject written = toJson(record);
  require(toJson(fromJson<Record>(written)) == written);
}

void expectCounts(const QList<GpuCount>& gpus) {
  for (const GpuCount& each : gpus)
    require(each.total >= 0 && each.free >= 0 && each.free <= each.total &&
            each.maxOnANode <= each.free);
}

void checkRow(const SlurmJobRow& row, const QByteArray& text) {
  expectWritten(row.job, text);
  require(!row.state.isEmpty() && !(row.task && row.tasks));
  require(!row.task || *row.task >= 0);
  require(!row.restarts || *row.restarts >= 0);
  const JobState state = jobStateFrom(row);
  const auto isFinal = isFinalState(row.state);
  require((state.phase == JobState::Phase::gone) == state.end.has_value());
  require(isFinal.has_value() || state.phase == JobState::Phase::unknown);
  if (row.tasks) {
    require(!row.tasks->ranges.isEmpty());
    const SlurmTasks::Range& first = row.tasks->ranges.first();
    require(row.tasks->holds(first.first).value_or(false));
  }
  const QueuedJob job = queuedJobFrom(row);
  require(job.tasks >= 1 && job.nodeCount >= 0 && job.gpus >= 0);
  for (const QString& name : {job.user, job.account, job.qos, job.name, job.nodes})
    require(name.size() <= kLongestName);
  expectSameAgain(job);
}

void checkRows(const QByteArray& text) {
  const qsizetype lines = text.count('\n') + 1;
  for (const SlurmLayout* layout :
       {&squeueLayout(), &clusterQueueLayout(), &sacctLayout(false), &sacctLayout(true)})
    // Lines of a terminal have | where those for this program have an unprintable character.
    for (const char separator : {layout->separator, '|'}) {
      const SlurmJobRows rows = readJobRows(text, {layout->columns, separator});
      require(rows.rows.size() + rows.damaged <= lines);
      for (const SlurmJobRow& row : rows.rows) checkRow(row, text);
      ClusterState state;
      addJobs(rows, state);
      require(state.jobs.size() <= rows.rows.size());
    }
}

void checkCluster(const QByteArray& text) {
  ClusterState state;
  QList<PartitionFacts> partitions = readPartitions(text);
  addNodes(text, "PDcmG", partitions);
  addNodes(text, "NPtcmGf", partitions);
  for (const PartitionFacts& facts : partitions) {
    PartitionState one;
    one.limits = facts;
    state.partitions.append(one);
  }
  const QList<SlurmNode> nodes = readNodes(text);
  addUse(nodes, state);
  require(state.nodes.total() == nodes.size());
  expectCounts(state.gpus);
  for (const PartitionState& partition : state.partitions) {
    require(!partition.limits.name.isEmpty() && partition.limits.processorsPerNode >= 0);
    require(partition.freeProcessors >= 0 && partition.freeProcessors <= partition.processors);
    expectCounts(partition.gpus);
  }
  state.reservations = readReservations(text);
  state.qos = readServiceClasses(text);
  const Associations own = readAssociations(text);
  state.accounts = own.accounts;
  state.features = readFeatures(text, "NPtcmGf");
  for (const ReservationState& reservation : state.reservations)
    require(!reservation.name.isEmpty() && reservation.nodes.size() <= kLongestName);
  SiteBalance granted{QStringLiteral("saldo -b"), QStringLiteral("core-hours")};
  granted.granted = 4;
  granted.used = 5;
  SiteBalance left{QStringLiteral("shares"), QStringLiteral("hours")};
  left.left = 2;
  for (const SiteBalance& columns : {granted, left})
    for (const AccountBalance& balance : balancesFrom(text, columns)) {
      require(!balance.account.isEmpty() && balance.left);
      state.balances.append(balance);
    }
  expectSameAgain(state);
  static_cast<void>(readConfig(text));
  static_cast<void>(readVersion(text));
}

void checkAnswers(const QByteArray& text) {
  if (const auto job = submittedJob(text)) expectWritten(*job, text);
  require(!refusalOf(text).contains(QLatin1Char('\n')));
  for (const ProgramOutput& output :
       {ProgramOutput{0, text, {}}, ProgramOutput{1, {}, text}, ProgramOutput{1, text, {}},
        ProgramOutput{0, {}, text}, ProgramOutput{124, {}, text}}) {
    const SlurmSilence silence = silenceOf(output);
    require((silence.trouble == SlurmTrouble::none) == silence.sentence.isEmpty());
    if (const auto tested = testedSubmission(output))
      require(output.exitCode == 0 || !tested->refusal.isEmpty());
  }
  const SubmissionJournal journal = readSubmissionJournal(text);
  require(journal.job.isEmpty() || text.contains("job " + journal.job.toLatin1()));
  require(journal.last != SubmissionJournal::Last::released || !journal.job.isEmpty());
  const QueuedFiles files = readQueuedFiles(text);
  for (const QString& path : {files.workFolder, files.output, files.errorOutput})
    require(path.isEmpty() || path.startsWith(QLatin1Char('/')));
}

}  // namespace

void fuzz_slurm(std::string_view input) {
  const QByteArray text(input.data(), static_cast<qsizetype>(input.size()));
  checkRows(text);
  checkCluster(text);
  checkAnswers(text);
}

}  // namespace trainyard
