// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/consents/consent_text.h"

#include <QLocale>
#include <QStringList>

#include "engine/system/unix_time.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostOfName = 60, mostOfPath = 300, mostOfWords = 2000, mostOfValue = 300;
constexpr QStringView changeMark = u"# --set ";

QString hoursNumber(double value) { return QLocale().toString(value, 'g', 4); }

}  // namespace

QString ConsentText::line(const QString& text, qsizetype most) {
  const QString shown = shownText(text.left(most), ShownLines::one).simplified();
  return text.size() > most ? shown + u'…' : shown;
}

QString ConsentText::agent(const ConsentRequest& request) {
  const QString name = line(request.agent, mostOfName);
  return name.isEmpty() ? tr("An agent") : name;
}

QString ConsentText::title(const ConsentRecord& record) {
  const QString who = agent(record.request), count = QLocale().toString(record.runs);
  const bool isOne = record.runs == 1;
  // Both at once: a name may contain "%2".
  switch (record.request.kind) {
    case ConsentKind::submit:
      return isOne ? tr("%1 asks to submit a run").arg(who)
                   : tr("%1 asks to submit %2 runs").arg(who, count);
    case ConsentKind::resume:
      return isOne ? tr("%1 asks to resume a run").arg(who)
                   : tr("%1 asks to resume %2 runs").arg(who, count);
    case ConsentKind::cancel:
      break;
  }
  return isOne ? tr("%1 asks to cancel a run").arg(who)
               : tr("%1 asks to cancel %2 runs").arg(who, count);
}

QString ConsentText::origin(const ConsentRecord& record) {
  const QString folder = line(record.request.folder, mostOfPath);
  const QString since = QuantityText::clock(record.asked, unix_time());
  return folder.isEmpty() ? tr("An agent over MCP, since %1").arg(since)
                          : tr("An agent over MCP in %1, since %2").arg(folder, since);
}

QString ConsentText::purpose(const ConsentRequest& request) {
  const QString shown = shownText(request.purpose.left(mostOfWords), ShownLines::several);
  return request.purpose.size() > mostOfWords ? shown + u'…' : shown;
}

QString ConsentText::countdown(double seconds) {
  if (seconds <= 0) return {};
  const qint64 left = static_cast<qint64>(seconds) + 1;
  return u"%1:%2"_s.arg(left / 60).arg(left % 60, 2, 10, QChar(u'0'));
}

QString ConsentText::name(const SpentRun& run) { return line(run.name, mostOfName * 2); }

QString ConsentText::values(const SpentRun& run) {
  return line(run.values.join(u"  "_s), mostOfValue);
}

QString ConsentText::where(const Spending& spending, const SpentRun& run) {
  QStringList parts{TargetText::name(line(spending.target, mostOfName))};
  if (run.jobs != 1) parts << tr("%1 jobs").arg(QLocale().toString(run.jobs));
  if (run.gpusPerNode > 0)
    parts << QuantityText::gpus(static_cast<int>(run.nodes * run.gpusPerNode));
  if (run.nodes > 1) parts << QuantityText::nodes(static_cast<int>(run.nodes));
  return parts.join(u", "_s);
}

QString ConsentText::limit(const SpentRun& run) {
  return run.limitSeconds ? QuantityText::duration(static_cast<double>(*run.limitSeconds))
                          : tr("none");
}

QString ConsentText::hours(const std::optional<double>& hours) {
  return hours ? hoursNumber(*hours) : tr("no bound");
}

QString ConsentText::changesTitle(const ConsentRequest& request) {
  const Spending& spending = request.spending;
  if (spending.since.isEmpty()) return tr("No run of this name is known.");
  const QString run = line(spending.since.left(8), mostOfName);
  if (request.kind == ConsentKind::resume)
    return spending.changes.isEmpty() ? tr("Run %1 would go on as it is.").arg(run)
                                      : tr("Settings of run %1 that would change").arg(run);
  return spending.changes.isEmpty()
             ? tr("No setting differs from run %1.").arg(run)
             : tr("What differs from run %1, the last of this name").arg(run);
}

QString ConsentText::changes(const Spending& spending) {
  QStringList lines;
  const auto value = [](const QString& given) {
    return given.isEmpty() ? tr("not set") : line(given, mostOfValue);
  };
  for (const ChangedSetting& change : spending.changes)
    lines << u"%1: %2 → %3"_s.arg(line(change.path, mostOfValue), value(change.from),
                                  value(change.to));
  return lines.join(u'\n');
}

BudgetShare ConsentText::shareOf(const ConsentRecord& record) {
  const ConsentRequest& request = record.request;
  BudgetShare share;
  if (request.kind == ConsentKind::cancel) return share;
  share.hasHours = request.budgetHours > 0 || request.budgetJobs;
  share.all = request.budgetHours;
  share.spent = request.spentHours;
  share.isUnbounded = !record.gpuHours;
  share.asked = record.gpuHours.value_or(0);
  share.left = share.all - share.spent - share.asked;
  if (request.budgetJobs) share.jobsLeft = *request.budgetJobs - request.spentJobs - record.jobs;
  return share;
}

QString ConsentText::budget(const ConsentRecord& record) {
  const BudgetShare share = shareOf(record);
  const ConsentRequest& request = record.request;
  if (!share.hasHours) return tr("This session has none: each submission asks.");
  QStringList parts;
  if (request.budgetHours > 0)
    parts << (share.isUnbounded
                  ? tr("%1 of %2 GPU-hours spent")
                        .arg(hoursNumber(share.spent), hoursNumber(share.all))
                  : tr("%1 spent, %2 asked for, %3 left of %4 GPU-hours")
                        .arg(hoursNumber(share.spent), hoursNumber(share.asked),
                             hoursNumber(std::max(0.0, share.left)), hoursNumber(share.all)));
  if (request.budgetJobs)
    parts << tr("%1 of %2 jobs spent")
                 .arg(QLocale().toString(request.spentJobs),
                      QLocale().toString(*request.budgetJobs));
  return parts.join(u"; "_s);
}

QString ConsentText::excess(const ConsentRecord& record) {
  const BudgetShare share = shareOf(record);
  if (!share.isOver()) return {};
  if (share.isUnbounded)
    return tr("This takes GPUs for a time that has no bound, which no budget covers.");
  if (share.left < 0)
    return tr("This is %1 GPU-hours more than is left of the session's budget.")
        .arg(hoursNumber(-share.left));
  return tr("This is %1 jobs more than are left of the session's budget.")
      .arg(QLocale().toString(-share.jobsLeft));
}

QString ConsentText::once(const ConsentRecord& record) {
  if (record.request.kind == ConsentKind::cancel)
    return tr("These runs end. Anything else is asked again.");
  return record.runs == 1 ? tr("This run as it stands here. Anything else is asked again.")
                          : tr("These %1 runs as they stand here. Anything else is asked again.")
                                .arg(QLocale().toString(record.runs));
}

ExperimentCopy ConsentText::copyOf(const ConsentRequest& request) {
  QStringList lines = request.document.split(u'\n');
  ExperimentCopy copy;
  // Only below the text: there it is Trainyard that wrote them.
  while (!lines.isEmpty() && lines.last().startsWith(changeMark)) {
    const QString change = lines.takeLast().sliced(changeMark.size());
    copy.values.prepend({change.section(u'=', 0, 0), change.section(u'=', 1)});
  }
  copy.text = lines.join(u'\n');
  copy.path = request.folder + u"/experiment.yaml"_s;  // paths in it are relative to its folder
  return copy;
}

}  // namespace trainyard
