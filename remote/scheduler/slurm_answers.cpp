#include "remote/scheduler/slurm_answers.h"

#include <array>
#include <string_view>

#include <QRegularExpression>
#include <QStringList>

#include "remote/scheduler/slurm_values.h"

namespace trainyard {
namespace {

struct TroubleWords {
  std::string_view words;
  SlurmTrouble trouble;
  std::string_view sentence;
};

// The first that is found. Wordings of 20.11 to 26.05.
constexpr std::array<TroubleWords, 24> troubleTable{{
    {"Rate limit exceeded", SlurmTrouble::rateLimit, "Slurm asks to be asked less often"},
    {"Munge", SlurmTrouble::noMunge,
     "munge, by which Slurm knows who asks, does not work on the login node"},
    {"authentication error", SlurmTrouble::noMunge,
     "Slurm does not know who asks: munge does not work, or the clocks of the cluster differ"},
    {"Invalid authentication credential", SlurmTrouble::noMunge,
     "Slurm does not know who asks: munge does not work, or the clocks of the cluster differ"},
    {"accounting storage is disabled", SlurmTrouble::noAccounting,
     "the cluster keeps no accounting"},
    {"Invalid job id specified", SlurmTrouble::invalidJob, "Slurm does not know the job"},
    {"persistent connection", SlurmTrouble::noDatabase, "Slurm's accounting does not answer"},
    {"PersistInit", SlurmTrouble::noDatabase, "Slurm's accounting does not answer"},
    {"talking to the database", SlurmTrouble::noDatabase, "Slurm's accounting does not answer"},
    {"Unable to connect to database", SlurmTrouble::noDatabase,
     "Slurm's accounting does not answer"},
    {"slurmdbd", SlurmTrouble::noDatabase, "Slurm's accounting does not answer"},
    {"slurm.conf", SlurmTrouble::noConfig, "Slurm is not set up on the login node"},
    {"configuration source", SlurmTrouble::noConfig, "Slurm is not set up on the login node"},
    {"fetch config", SlurmTrouble::noConfig, "Slurm is not set up on the login node"},
    {"unable to status file", SlurmTrouble::noConfig, "Slurm is not set up on the login node"},
    {"cannot stat file", SlurmTrouble::noConfig, "Slurm is not set up on the login node"},
    {"Unable to contact slurm controller", SlurmTrouble::noController,
     "Slurm's controller does not answer"},
    {"Unable to contact", SlurmTrouble::noController, "Slurm's controller does not answer"},
    {"timed out", SlurmTrouble::noController, "Slurm's controller does not answer in time"},
    {"Zero Bytes were transmitted", SlurmTrouble::noController,
     "Slurm's controller does not answer"},
    {"backup controller", SlurmTrouble::noController,
     "Slurm's controller is being replaced by its backup"},
    {"Connection refused", SlurmTrouble::noController, "Slurm's controller does not answer"},
    {"command not found", SlurmTrouble::noCommand, "Slurm's commands are not there"},
    {"No such file or directory", SlurmTrouble::noCommand, "Slurm's commands are not there"},
}};

// A line without the name of the program and the word error before it.
QString bareLine(QByteArrayView line) {
  QString text = QString::fromUtf8(line).trimmed();
  static const QRegularExpression before(QStringLiteral("\\A(\\w+: )?(error|fatal|warning): "));
  text.remove(before);
  for (const auto* name :
       {"sbatch: ", "squeue: ", "sacct: ", "scontrol: ", "scancel: ", "sinfo: ", "sacctmgr: "})
    if (text.startsWith(QLatin1String(name))) text.remove(0, static_cast<qsizetype>(qstrlen(name)));
  return text.left(1000);
}

QString lastWords(QByteArrayView err) {
  QString last;
  for (const QByteArrayView line : slurmLines(err))
    if (const QString text = bareLine(line); !text.isEmpty()) last = text;
  return last;
}

}  // namespace

SlurmSilence silenceOf(const ProgramOutput& output) {
  const bool complains = output.err.contains("error:") || output.err.contains("fatal:") ||
                         output.err.contains("slurm_load_jobs error");
  if (output.exitCode == 0 && !(complains && output.out.isEmpty())) return {};
  if (output.exitCode == 127)
    return {SlurmTrouble::noCommand, QStringLiteral("Slurm's commands are not there")};
  const QString words = lastWords(output.err.isEmpty() ? output.out : output.err);
  for (const TroubleWords& row : troubleTable)
    if (output.err.contains(
            QByteArrayView(row.words.data(), static_cast<qsizetype>(row.words.size()))))
      return {row.trouble, QStringLiteral("%1 (%2)").arg(
                               QString::fromUtf8(row.sentence.data(),
                                                 static_cast<qsizetype>(row.sentence.size())),
                               words)};
  if (output.exitCode == 124)
    return {SlurmTrouble::noController,
            QStringLiteral("Slurm's controller does not answer in time")};
  return {SlurmTrouble::other, QStringLiteral("Slurm's command ended with code %1 (%2)")
                                   .arg(output.exitCode)
                                   .arg(words.isEmpty() ? QStringLiteral("no message") : words)};
}

std::optional<qint64> submittedJob(QByteArrayView out) {
  std::optional<qint64> job;
  for (const QByteArrayView line : slurmLines(out)) {
    const QByteArrayView trimmed = line.trimmed();
    const qsizetype semicolon = trimmed.indexOf(';');
    if (const auto number = slurmNumber(semicolon < 0 ? trimmed : trimmed.first(semicolon));
        number && *number > 0)
      job = number;
  }
  return job;
}

QString refusalOf(QByteArrayView err) {
  static const QRegularExpression before(
      QStringLiteral("\\A(Batch job submission failed|allocation failure): "));
  QStringList lines;
  QString final;
  for (const QByteArrayView line : slurmLines(err)) {
    QString text = bareLine(line);
    if (text.isEmpty() || text.startsWith(QLatin1String("Try \"sbatch"))) continue;
    if (text.contains(before))
      final = text.remove(before);
    else if (!lines.contains(text))
      lines << text;
  }
  if (lines.size() > 12) lines = lines.mid(lines.size() - 12);
  const QString more = lines.join(QLatin1Char(' '));
  // What a site's plugin says goes with no reason of Slurm's own.
  if (final.isEmpty() || (final == QLatin1String("Unspecified error") && !more.isEmpty()))
    return more;
  return more.isEmpty() ? final : QStringLiteral("%1 (%2)").arg(final, more);
}

std::optional<TestedSubmission> testedSubmission(const ProgramOutput& output) {
  TestedSubmission tested;
  if (output.exitCode != 0) {
    if (silenceOf(output).trouble != SlurmTrouble::other) return std::nullopt;
    tested.refusal = refusalOf(output.err);
    return tested.refusal.isEmpty() ? std::nullopt : std::optional(tested);
  }
  // From 25.05 on with a stray "a" before "using".
  static const QRegularExpression line(QStringLiteral(
      "Job \\d+ to start at (\\S+)( a)? using \\d+ \\S+ on nodes (\\S+)( in partition (\\S+))?"));
  const QRegularExpressionMatch match =
      line.match(QString::fromUtf8(output.err + '\n' + output.out));
  if (!match.hasMatch()) return std::nullopt;
  tested.start = slurmTime(match.captured(1).toLatin1());
  tested.nodes = match.captured(3);
  tested.partition = match.captured(5);
  return tested;
}

}  // namespace trainyard
