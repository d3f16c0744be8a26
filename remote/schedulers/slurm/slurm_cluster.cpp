// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_cluster.h"

#include <algorithm>

#include <QHash>
#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/slurm_cluster_text.h"
#include "remote/process/embedded_script.h"
#include "remote/schedulers/slurm/slurm_commands.h"
#include "remote/schedulers/slurm/slurm_site_text.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

using LookAnswers = QHash<QByteArray, ProgramOutput>;

QCoro::Task<Result<LookAnswers>> askAll(Host& host, QString user, std::stop_token stop) {
  const CommandLine command{QStringLiteral("/bin/sh"),
                            {QStringLiteral("-s"), QStringLiteral("--"),
                             QString::fromLatin1(clusterQueueColumns()), user}};
  ProgramOptions options;
  options.input = embeddedScript("cluster_state.sh").toUtf8();
  CO_TRY(const auto output,
         co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::minutes(5))));
  LookAnswers answers;
  for (const QByteArray& line : output.out.split('\n')) {
    const QList<QByteArray> words = line.split(' ');
    if (words.size() != 3) continue;
    const QByteArray text = QByteArray::fromBase64(words[2]);
    const int code = words[1].toInt();
    answers.insert(words[0],
                   code == 0 ? ProgramOutput{0, text, {}} : ProgramOutput{code, {}, text});
  }
  if (answers.isEmpty()) {
    const QString said = QString::fromUtf8(output.err).simplified().left(500);
    co_return said.isEmpty() ? make_error("host.no_answer", {})
                             : make_error("host.other_answer", {{"said", said.toStdString()}});
  }
  co_return answers;
}

// Reads the answer to one of the queries, or why there is none.
class LookReader {
 public:
  LookReader(const LookAnswers& answers, ClusterState& state)
      : m_answers(answers), m_state(state) {}

  QByteArray take(const char* name) {
    const auto found = m_answers.constFind(name);
    if (found == m_answers.constEnd()) return {};
    const SlurmSilence silence = silenceOf(*found);
    if (silence.trouble == SlurmTrouble::none) return found->out;
    if (!m_state.silent.contains(silence.sentence)) m_state.silent << silence.sentence;
    return {};
  }

 private:
  const LookAnswers& m_answers;
  ClusterState& m_state;
};

// `squeue -O JobArrayID,SchedNodes` of the user's waiting jobs, with \x1f between them: those that
// are listed get the nodes that Slurm plans to start them on.
void addPlannedNodes(const QByteArray& text, ClusterState& state) {
  constexpr qsizetype maxPlanned = 10'000, maxText = 200;
  QHash<QString, QString> planned;
  for (const QByteArray& line : text.split('\n')) {
    const QList<QByteArray> columns = line.split('\x1f');
    if (columns.size() != 2 || planned.size() == maxPlanned) continue;
    const QString nodes = QString::fromUtf8(columns[1].trimmed().left(maxText));
    if (!nodes.isEmpty() && !nodes.startsWith(QLatin1Char('(')) && nodes != QLatin1String("N/A"))
      planned.insert(QString::fromUtf8(columns[0].trimmed().left(maxText)), nodes);
  }
  for (QueuedJob& job : state.jobs)
    if (job.phase == QueuedJob::Phase::waiting && job.nodes.isEmpty())
      job.nodes = planned.value(job.id);
}

void takeClasses(LookReader& reader, ClusterState& state) {
  const Associations own = readAssociations(reader.take("associations"));
  if (!own.accounts.isEmpty()) state.accounts = own.accounts;
  const QList<ServiceClass> classes = readServiceClasses(reader.take("classes"));
  const QStringList names = own.qos;
  if (names.isEmpty()) return;
  state.qos.clear();
  for (const QString& name : names) {
    const auto known = std::find_if(classes.begin(), classes.end(),
                                    [&](const ServiceClass& each) { return each.name == name; });
    state.qos.append(known == classes.end() ? ServiceClass{name, {}, {}, {}, {}} : *known);
  }
}

bool isJobNumber(const QString& job) {
  static const QRegularExpression number(QStringLiteral("^[0-9]{1,18}(_[0-9]{1,9})?$"));
  return number.match(job).hasMatch();
}

}  // namespace

QCoro::Task<Result<ClusterState>> probeSlurm(Host& host, TargetFacts facts, Look look,
                                             std::stop_token stop) {
  const bool asksAccounting =
      look == Look::everything && facts.hasAccounting && !facts.user.isEmpty();
  const QString user = asksAccounting ? facts.user : QString();
  CO_TRY(const auto answers, co_await askAll(host, user, stop));
  if (const SlurmSilence silence = silenceOf(answers.value("partitions"));
      silence.trouble != SlurmTrouble::none)
    co_return make_error("cluster.no_answer", {{"why", silence.why}});
  ClusterState state;
  state.time = unix_time();
  state.accounts = facts.accounts;
  for (const QString& name : facts.qos) state.qos.append({name, {}, {}, {}, {}});
  LookReader reader(answers, state);
  for (const PartitionFacts& partition : readPartitions(reader.take("partitions"))) {
    PartitionState one;
    one.limits = partition;
    state.partitions.append(one);
  }
  addUse(readNodes(reader.take("nodes")), state);
  state.reservations = readReservations(reader.take("reservations"));
  addJobs(readJobRows(reader.take("queue"), clusterQueueLayout()), state);
  // Not knowing it is no trouble.
  if (const auto planned = answers.constFind("planned");
      planned != answers.constEnd() && planned->exitCode == 0)
    addPlannedNodes(planned->out, state);
  if (asksAccounting) takeClasses(reader, state);
  co_return state;
}

QCoro::Task<Result<void>> cancelOnSlurm(Host& host, TargetFacts facts, QString job, QString name,
                                        std::stop_token stop) {
  if (!isJobNumber(job)) co_return make_error("queue.no_job", {{"job", job.toStdString()}});
  QStringList words{QStringLiteral("--name=") + name, job};
  if (!facts.user.isEmpty()) words.prepend(QStringLiteral("--user=") + facts.user);
  const CommandLine command = slurmCommand(QStringLiteral("scancel"), words);
  CO_TRY(const auto output,
         co_await host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(90))));
  const SlurmSilence silence = silenceOf(output);
  if (silence.trouble == SlurmTrouble::none || silence.trouble == SlurmTrouble::invalidJob)
    co_return {};
  co_return make_error("scheduler.not_cancelled", {{"why", silence.why}});
}

QCoro::Task<Result<QueuedFiles>> filesOnSlurm(Host& host, QString job, std::stop_token stop) {
  if (!isJobNumber(job)) co_return make_error("queue.no_job", {{"job", job.toStdString()}});
  const CommandLine command = slurmCommand(QStringLiteral("scontrol"),
                                           {QStringLiteral("show"), QStringLiteral("job"), job});
  CO_TRY(const auto output,
         co_await host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(60))));
  const SlurmSilence silence = silenceOf(output);
  if (silence.trouble == SlurmTrouble::invalidJob)
    co_return make_error("queue.no_job", {{"job", job.toStdString()}});
  if (silence.trouble != SlurmTrouble::none)
    co_return make_error("cluster.no_answer", {{"why", silence.why}});
  co_return readQueuedFiles(output.out);
}

}  // namespace trainyard
