// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_answers.h"

#include <array>
#include <string_view>

#include <QRegularExpression>
#include <QStringList>

#include "engine/contract/messages.h"
#include "remote/schedulers/slurm/slurm_values.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

struct TroubleText {
  std::string_view words;
  SlurmTrouble trouble;
  const char* code;
};

// The first match counts. Messages of 20.11 to 26.05.
constexpr std::array<TroubleText, 24> troubleTable{{
    {"Rate limit exceeded", SlurmTrouble::rateLimit, "slurm.silent.rate_limit"},
    {"Munge", SlurmTrouble::noMunge, "slurm.silent.munge"},
    {"authentication error", SlurmTrouble::noMunge, "slurm.silent.identity"},
    {"Invalid authentication credential", SlurmTrouble::noMunge, "slurm.silent.identity"},
    {"accounting storage is disabled", SlurmTrouble::noAccounting, "slurm.silent.no_accounting"},
    {"Invalid job id specified", SlurmTrouble::invalidJob, "slurm.silent.unknown_job"},
    {"persistent connection", SlurmTrouble::noDatabase, "slurm.silent.accounting"},
    {"PersistInit", SlurmTrouble::noDatabase, "slurm.silent.accounting"},
    {"talking to the database", SlurmTrouble::noDatabase, "slurm.silent.accounting"},
    {"Unable to connect to database", SlurmTrouble::noDatabase, "slurm.silent.accounting"},
    {"slurmdbd", SlurmTrouble::noDatabase, "slurm.silent.accounting"},
    {"slurm.conf", SlurmTrouble::noConfig, "slurm.silent.not_set_up"},
    {"configuration source", SlurmTrouble::noConfig, "slurm.silent.not_set_up"},
    {"fetch config", SlurmTrouble::noConfig, "slurm.silent.not_set_up"},
    {"unable to status file", SlurmTrouble::noConfig, "slurm.silent.not_set_up"},
    {"cannot stat file", SlurmTrouble::noConfig, "slurm.silent.not_set_up"},
    {"Unable to contact slurm controller", SlurmTrouble::noController, "slurm.silent.controller"},
    {"Unable to contact", SlurmTrouble::noController, "slurm.silent.controller"},
    {"timed out", SlurmTrouble::noController, "slurm.silent.controller_late"},
    {"Zero Bytes were transmitted", SlurmTrouble::noController, "slurm.silent.controller"},
    {"backup controller", SlurmTrouble::noController, "slurm.silent.backup"},
    {"Connection refused", SlurmTrouble::noController, "slurm.silent.controller"},
    {"command not found", SlurmTrouble::noCommand, "slurm.silent.no_commands"},
    {"No such file or directory", SlurmTrouble::noCommand, "slurm.silent.no_commands"},
}};

// A line without the program's name and the word "error" in front.
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
  const QString words = lastWords(output.err.isEmpty() ? output.out : output.err);
  const Map arguments{{"words", words.isEmpty() ? "-" : words.toStdString()},
                      {"code", output.exitCode}};
  const auto silence = [&](SlurmTrouble trouble, const char* code) {
    const Error error = make_error(code, arguments);
    return SlurmSilence{trouble, text(error.message), as_argument(error)};
  };
  if (output.exitCode == 127) return silence(SlurmTrouble::noCommand, "slurm.silent.no_commands");
  for (const TroubleText& row : troubleTable)
    if (output.err.contains(
            QByteArrayView(row.words.data(), static_cast<qsizetype>(row.words.size()))))
      return silence(row.trouble, row.code);
  if (output.exitCode == 124)
    return silence(SlurmTrouble::noController, "slurm.silent.controller_late");
  return silence(SlurmTrouble::other, "slurm.silent.other");
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
  // A site's plugin reports its message without a reason of Slurm's own.
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
  // Since 25.05 with a stray "a" before "using".
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
