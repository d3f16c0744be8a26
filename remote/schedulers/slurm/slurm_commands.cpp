// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_commands.h"

#include "remote/schedulers/slurm/slurm_job_text.h"

namespace trainyard {
namespace {

// A longer list of names would approach the system's limit for a command line.
constexpr qsizetype longestNames = 32 * 1024;

CommandLine squeueOf(const TargetFacts& facts, const QStringList& which) {
  const QStringList whose{
      isSlurmAtLeast(facts.schedulerVersion, 20, 2) ? QStringLiteral("--me")
                                                    : QStringLiteral("--user=") + facts.user,
      QStringLiteral("-h"), QStringLiteral("-r"), QStringLiteral("-t"), QStringLiteral("all")};
  return slurmCommand(
      QStringLiteral("squeue"),
      whose + which + QStringList{QStringLiteral("-O"), QString::fromLatin1(squeueColumns())});
}

}  // namespace

bool isSlurmAtLeast(const QString& version, int major, int minor) {
  const QStringList parts = version.split(QLatin1Char('.'));
  if (parts.size() < 2) return true;
  const int itsMajor = parts[0].toInt(), itsMinor = parts[1].toInt();
  return itsMajor > major || (itsMajor == major && itsMinor >= minor);
}

CommandLine slurmCommand(const QString& program, QStringList arguments) {
  QStringList words;
  for (const auto* name :
       {"SQUEUE_PARTITION", "SQUEUE_NAMES",     "SQUEUE_ACCOUNT",      "SQUEUE_USERS",
        "SQUEUE_QOS",       "SQUEUE_LICENSES",  "SQUEUE_STATES",       "SQUEUE_FORMAT",
        "SQUEUE_FORMAT2",   "SQUEUE_SORT",      "SQUEUE_FEDERATION",   "SQUEUE_LOCAL",
        "SLURM_CLUSTERS",   "SACCT_FEDERATION", "SACCT_FORMAT",        "SLURM_BITSTR_LEN",
        "SCANCEL_STATE",    "SCANCEL_ACCOUNT",  "SCANCEL_PARTITION",   "SCANCEL_QOS",
        "SCANCEL_NAME",     "SCANCEL_BATCH",    "SCANCEL_INTERACTIVE", "SINFO_PARTITION",
        "SINFO_FORMAT",     "SINFO_SORT"})
    words << QStringLiteral("-u") << QLatin1String(name);
  words << QStringLiteral("LC_ALL=C") << QStringLiteral("SLURM_TIME_FORMAT=%s") << program
        << arguments;
  return {QStringLiteral("env"), words};
}

CommandLine squeueCommand(const TargetFacts& facts, const QStringList& names) {
  const QString list = names.join(QLatin1Char(','));
  const bool fits = !names.isEmpty() && list.size() <= longestNames;
  return squeueOf(facts, fits ? QStringList{QStringLiteral("-n"), list} : QStringList());
}

CommandLine squeueCommandFor(const TargetFacts& facts, const QStringList& jobs) {
  return squeueOf(facts, {QStringLiteral("-j"), jobs.join(QLatin1Char(','))});
}

QList<QStringList> inBatches(const QStringList& words) {
  QList<QStringList> batches;
  qsizetype length = longestNames;
  for (const QString& word : words) {
    length += word.size() + 1;
    if (length > longestNames) batches.append(QStringList()), length = word.size() + 1;
    batches.last() << word;
  }
  return batches;
}

CommandLine sacctCommand(const TargetFacts& facts, const QStringList& jobs, qint64 hours) {
  const QByteArray columns = sacctColumns(!facts.schedulerVersion.isEmpty() &&
                                          isSlurmAtLeast(facts.schedulerVersion, 24, 11));
  return slurmCommand(
      QStringLiteral("sacct"),
      {QStringLiteral("-X"), QStringLiteral("-D"), QStringLiteral("-P"), QStringLiteral("-n"),
       QStringLiteral("--delimiter=\x1f"), QStringLiteral("-S"),
       QStringLiteral("now-%1hours").arg(hours), QStringLiteral("-j"), jobs.join(QLatin1Char(',')),
       QStringLiteral("-o"), QString::fromLatin1(columns)});
}

CommandLine scancelCommand(const QString& job, const QString& name) {
  return slurmCommand(QStringLiteral("scancel"), {QStringLiteral("--name=") + name, job});
}

}  // namespace trainyard
