// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_commands.h"

#include <QJsonDocument>
#include <QRegularExpression>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// How the commands say that the server is away, is starting or does not let this login in.
bool isOfConnection(const QString& line) {
  static const QRegularExpression words(
      QStringLiteral("cannot connect|could not connect|Connection (refused|reset|timed out)|"
                     "authenticat|pbs_iff|Communication failure|Premature end of message|"
                     "End of File|[Tt]imed out|Server shutting down|not found"));
  return line.contains(words);
}

}  // namespace

const char* const pathWithPbs =
    "PATH=$PATH:$(sed -n 's/^PBS_EXEC=//p' \"${PBS_CONF_FILE:-/etc/pbs.conf}\" 2>/dev/null | "
    "tail -n 1)/bin";

CommandLine pbsCommand(const QString& program, const QStringList& arguments) {
  // $0 is the program, with its arguments behind it.
  const QString withPath = QLatin1String(pathWithPbs) + QStringLiteral(" exec \"$0\" \"$@\"");
  return {QStringLiteral("env"),
          QStringList{QStringLiteral("LC_ALL=C"), QStringLiteral("TZ=UTC"),
                      QStringLiteral("/bin/sh"), QStringLiteral("-c"), withPath, program} +
              arguments};
}

CommandLine qstatOf(const QStringList& jobs) {
  return pbsCommand(
      QStringLiteral("qstat"),
      QStringList{QStringLiteral("-x"), QStringLiteral("-t"), QStringLiteral("-f")} + jobs);
}

std::optional<Message> pbsSilence(const ProgramOutput& output) {
  const auto because = [](const QString& why) {
    return makeMessage("pbs.words", {{"words", why.toStdString()}});
  };
  if (output.exitCode == 127) return makeMessage("pbs.no_command");
  if (output.exitCode == 124 || output.exitCode == 137) return makeMessage("pbs.too_slow");
  QString last;
  for (const QString& line : QString::fromUtf8(output.err.right(4000)).split(QLatin1Char('\n'))) {
    if (isOfConnection(line)) return because(line.simplified().left(300));
    if (!line.trimmed().isEmpty()) last = line.simplified().left(300);
  }
  // 153 and 35: of one of the jobs at least it knows nothing, or that it is over.
  if (output.exitCode == 0 || output.exitCode == 153 || output.exitCode == 35) return std::nullopt;
  return because(last.isEmpty() ? QString::number(output.exitCode) : last);
}

std::optional<QJsonObject> pbsJson(const QByteArray& printed) {
  QJsonParseError problem;
  QJsonDocument document = QJsonDocument::fromJson(printed, &problem);
  if (problem.error != QJsonParseError::NoError) {
    static const QRegularExpression bare(
        QStringLiteral("^(\\s*\"[^\"\\n]*\":\\s*)([0-9.+-][^\"\\n]*?)(,?)$"),
        QRegularExpression::MultilineOption);
    QString text = QString::fromUtf8(printed);
    document = QJsonDocument::fromJson(text.replace(bare, QStringLiteral("\\1\"\\2\"\\3")).toUtf8(),
                                       &problem);
  }
  if (problem.error != QJsonParseError::NoError || !document.isObject()) return std::nullopt;
  return document.object();
}

QString pbsTaskJob(const QString& job, int task) {
  const qsizetype bracket = job.indexOf(QLatin1String("[]"));
  if (bracket < 0) return job;
  QString whole = job;
  return whole.insert(bracket + 1, QString::number(task));
}

}  // namespace trainyard
