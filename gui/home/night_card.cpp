// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/night_card.h"

#include <QJsonDocument>
#include <QLabel>
#include <QLocale>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "gui/forms/plain_label.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

const QString nightKey = u"home/night"_s, dismissedKey = u"home/nightDismissed"_s;
constexpr qsizetype mostNamed = 3;
constexpr qint64 secondsBetweenPlans = 60;

double hourOf(const QDateTime& now) {
  return now.time().hour() + now.time().minute() / 60.0 + now.time().second() / 3600.0;
}

double secondsOf(const QDateTime& now) {
  return static_cast<double>(now.toMSecsSinceEpoch()) / 1000;
}

// "a, b and 3 more"
QString namesOf(const QStringList& names) {
  if (names.size() <= mostNamed) return QLocale().createSeparatedList(names);
  return names.first(mostNamed).join(u", "_s) + u" …"_s;
}

}  // namespace

NightCard::NightCard(const QString& storePath)
    : m_reader(storePath),
      m_figures(textLabel(look::Role::emphasis)),
      m_text(textLabel(look::Role::body)),
      m_chart(new NightChart),
      m_dismiss(new QPushButton) {
  look::setInk(m_text, [](const look::Tokens& t) { return t.text2; });
  look::setKind(m_dismiss, look::quietKind);
  look::setSmall(m_dismiss);
  auto* head = look::rowIn(nullptr, px(8));
  look::addAll(head, {{m_figures, 1}, m_dismiss});
  look::addAll(column(), {head, m_text, m_chart});
  connect(&m_reader, &NightReader::inputsRead, this, &NightCard::showInputs);
  connect(m_chart, &NightChart::runChosen, this, &NightCard::runWanted);
  connect(m_dismiss, &QPushButton::clicked, this, [this] {
    QSettings().setValue(dismissedKey, kept().made);
    hide();
  });
  hide();
  look::keepTranslated(this, [this] { retranslate(); });
}

NightPlan NightCard::kept() {
  return nightFromJson(QJsonDocument::fromJson(QSettings().value(nightKey).toByteArray()).object());
}

void NightCard::retranslate() {
  m_dismiss->setText(tr("Hide"));
  m_dismiss->setToolTip(tr("Hide this card until the next evening"));
  m_open.clear();  // its words are those of another language
  if (m_now.isValid()) show(m_runs);
}

void NightCard::show(const QList<RunRecord>& runs) {
  m_runs = runs;
  m_now = m_clock();
  const NightPlan plan = kept();
  const bool isDismissed = QSettings().value(dismissedKey).toDouble() == plan.made;
  if (isMorning(plan, secondsOf(m_now), hourOf(m_now))) {
    if (isDismissed) return hide();
    return showMorning(plan);
  }
  QStringList open;
  for (const RunRecord& run : runs)
    if (isOpen(run.state)) open << run.run;
  if (open.isEmpty() || !isEveningHour(hourOf(m_now))) return hide();
  // Runs report every second, and a plan is made from many past ones.
  if (std::exchange(m_open, open) == open && m_readAt.secsTo(m_now) < secondsBetweenPlans) return;
  m_readAt = m_now;
  m_reader.read(runs);
}

void NightCard::showInputs(const QList<NightInput>& inputs) {
  const double now = secondsOf(m_now);
  const NightPlan plan = nightPlan(inputs, now);
  if (!isEvening(plan, now, hourOf(m_now))) return hide();
  const NightPlan before = kept();
  // What is hidden stays hidden this evening.
  const bool isSameEvening = now - before.made < 12 * 3600.0;
  const bool isDismissed =
      isSameEvening && QSettings().value(dismissedKey).toDouble() == before.made;
  QSettings settings;
  settings.setValue(nightKey, QJsonDocument(toJson(plan)).toJson(QJsonDocument::Compact));
  if (isDismissed) settings.setValue(dismissedKey, plan.made);
  if (isDismissed) return hide();
  showEvening(plan);
}

void NightCard::showEvening(const NightPlan& plan) {
  const double now = secondsOf(m_now);
  setTitle(tr("Tonight"));
  QStringList figures{tr("%n runs", nullptr, static_cast<int>(plan.rows.size()))};
  if (const double start = plan.firstStart(); start > 0)
    figures << tr("the first that waits starts %1").arg(QuantityText::clock(start, now));
  if (const double end = plan.lastEnd(); end > 0)
    figures << tr("the last ends %1").arg(QuantityText::clock(end, now));
  if (const double hours = plan.gpuHours(plan.lastEnd()); hours > 0)
    figures << tr("%1 GPU-hours").arg(QLocale().toString(hours, 'f', hours < 10 ? 1 : 0));
  m_figures->setText(figures.join(u", "_s));
  m_text->setText(findings(plan));
  m_text->setVisible(!m_text->text().isEmpty());
  m_chart->showPlan(plan, now);
  setVisible(true);
}

QString NightCard::findings(const NightPlan& plan) const {
  QStringList cut, noStart, noLength;
  for (const NightRow& row : plan.rows) {
    if (row.isCut) cut << row.name;
    if (row.start <= 0) noStart << row.name;
    if (row.start > 0 && (row.isLimit || row.end <= 0)) noLength << row.name;
  }
  QStringList out;
  if (!cut.isEmpty())
    out << tr("Its time limit ends %n before it is done: %1.", nullptr,
              static_cast<int>(cut.size()))
               .arg(namesOf(cut));
  if (!noStart.isEmpty())
    out << tr("The scheduler does not say when these start: %1.").arg(namesOf(noStart));
  if (!noLength.isEmpty())
    out << tr("How long these take is not known, their time limit is shown: %1.")
               .arg(namesOf(noLength));
  return out.join(u' ');
}

void NightCard::showMorning(const NightPlan& plan) {
  const QList<NightOutcome> outcomes = nightOutcomes(plan, m_runs);
  if (outcomes.isEmpty()) return hide();
  const double now = secondsOf(m_now);
  setTitle(tr("Last night"));
  int done = 0;
  double last = 0;
  for (const NightOutcome& outcome : outcomes) {
    done += outcome.state == RunState::completed ? 1 : 0;
    last = std::max(last, outcome.end);
  }
  QStringList figures{
      tr("%1 of %n completed", nullptr, static_cast<int>(outcomes.size())).arg(done)};
  if (last > 0) figures << tr("the last ended %1").arg(QuantityText::clock(last, now));
  m_figures->setText(figures.join(u", "_s));
  m_text->setText(cameTrue(outcomes));
  m_text->setVisible(true);
  m_chart->showOutcomes(outcomes, now);
  setVisible(true);
}

QString NightCard::cameTrue(const QList<NightOutcome>& outcomes) const {
  QStringList failed, other;
  int asSaid = 0;
  for (const NightOutcome& outcome : outcomes) {
    asSaid += outcome.isAsSaid ? 1 : 0;
    if (outcome.state == RunState::failed)
      failed << outcome.said.name;
    else if (!outcome.isAsSaid && !isOpen(outcome.state))
      other << outcome.said.name;
  }
  QStringList out{
      tr("%1 of %n went as said.", nullptr, static_cast<int>(outcomes.size())).arg(asSaid)};
  if (!failed.isEmpty()) out << tr("Failed: %1.").arg(namesOf(failed));
  if (!other.isEmpty()) out << tr("Otherwise than said: %1.").arg(namesOf(other));
  return out.join(u' ');
}

}  // namespace trainyard
