// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_submission.h"

namespace trainyard {
namespace {

const char* wordOf(AfterWhen when) {
  switch (when) {
    case AfterWhen::ended:
      return "afterany";
    case AfterWhen::failed:
      return "afternotok";
    case AfterWhen::completed:
      break;
  }
  return "afterok";
}

// "qsub: Unknown queue", which a site's hook may put more lines around.
QString refusalOf(QByteArrayView printed) {
  QStringList lines;
  for (const QString& line : QString::fromUtf8(printed).split(QLatin1Char('\n'))) {
    QString text = line.simplified();
    if (text.startsWith(QLatin1String("qsub: "))) text = text.sliced(6);
    if (!text.isEmpty() && !lines.contains(text)) lines << text;
  }
  return lines.mid(std::max<qsizetype>(0, lines.size() - 12)).join(QLatin1Char(' '));
}

}  // namespace

QStringList qsubArguments(const JobRequest& request) {
  QStringList arguments{
      QStringLiteral("-j"), QStringLiteral("oe"), QStringLiteral("-o"),
      QStringLiteral("%1/submissions/%2/").arg(request.folder).arg(request.submission)};
  if (!request.array.isEmpty()) arguments << QStringLiteral("-J") << request.array;
  QStringList depends;
  if (!request.dependency.isEmpty()) depends << request.dependency;
  for (const JobDependency& after : request.after)
    depends << QLatin1String(wordOf(after.when)) + QLatin1Char(':') + after.job;
  if (!depends.isEmpty())
    arguments << QStringLiteral("-W") << QStringLiteral("depend=") + depends.join(QLatin1Char(','));
  return arguments << request.folder + QStringLiteral("/job.sh");
}

const SubmissionDialect& pbsSubmission() {
  static constexpr SubmissionDialect dialect{"pbs.sh", qsubArguments, refusalOf};
  return dialect;
}

}  // namespace trainyard
