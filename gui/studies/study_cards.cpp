// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_cards.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/system/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/studies/study_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;
using look::Tone;

constexpr double trialBarHeight = 10, trialBarGap = 2, countIcon = 14, countGap = 4, factGap = 14;
constexpr int mostFacts = 6;
constexpr double factWidth = 84;

QLabel* selectable(QLabel* label) {
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

look::Ink quietInk() {
  return [](const look::Tokens& t) { return t.text3; };
}

// What has no room is left out by the card itself.
void takeAnyWidth(look::Card* card) {
  card->column()->setSizeConstraint(QLayout::SetNoConstraint);
  card->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  card->setMinimumWidth(px(160));
}

// In the order of the bar and of the counts below it.
std::array<std::pair<Tone, qint64>, 5> partsOf(const StudySummary& summary) {
  return {{{Tone::completed, summary.numComplete},
           {Tone::quiet, summary.numPruned},
           {Tone::running, summary.numRunning},
           {Tone::failed, summary.numFailed},
           {Tone::waiting, std::max<qint64>(0, summary.wanted - summary.numStarted())}}};
}

}  // namespace

// The trials of a study by their states, as parts of one bar.
class TrialBar : public QWidget {
 public:
  TrialBar() { setFixedHeight(px(trialBarHeight)); }
  void show(const StudySummary& summary) {
    m_parts = partsOf(summary);
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const look::Tokens& now = look::tokens(palette());
    look::SmoothPainter painter(this);
    qint64 all = 0;
    for (const auto& [tone, count] : m_parts) all += count;
    look::paintBox(painter, rect(), px(4), now.sunken);
    double left = 0;
    for (const auto& [tone, count] : m_parts) {
      if (count == 0) continue;
      const double part = width() * static_cast<double>(count) / static_cast<double>(all);
      QColor colour = now.tone(tone).word;
      if (tone == Tone::quiet) colour = look::mixed(colour, now.surface, 0.55);
      if (tone == Tone::waiting) colour = now.sunken;
      look::paintBox(painter, QRectF(left, 0, std::max(1.0, part - px(trialBarGap)), height()), 2,
                     colour);
      left += part;
    }
  }

 private:
  std::array<std::pair<Tone, qint64>, 5> m_parts{};
};

// The mark of a state, in its colour of the moment.
class TrialMark : public QWidget {
 public:
  TrialMark(const QString& icon, Tone tone) : m_icon(icon), m_tone(tone) {
    setFixedSize(px(countIcon), px(countIcon));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    look::paintIcon(painter, rect(), px(countIcon), m_icon,
                    look::tokens(palette()).tone(m_tone).word, look::stateStroke);
  }

 private:
  QString m_icon;
  Tone m_tone;
};

ProgressCard::ProgressCard() : m_title(selectable(plainLabel(Role::card))), m_bar(new TrialBar) {
  auto* head = new QHBoxLayout;
  m_where->setFont(look::font(Role::help));
  m_where->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  look::setInk(m_where, quietInk());
  look::addAll(head, {m_title, {m_where, 1}});
  look::addAll(column(), {head, m_bar});
  auto* counts = look::rowIn(nullptr, px(countGap));
  const std::array icons{u"circle-check-filled"_s, u"cut"_s, u"state-running"_s,
                         u"circle-x-filled"_s, u"clock"_s};
  for (const QString& icon : icons) {
    const Tone tone = partsOf({})[static_cast<std::size_t>(m_counts.size())].first;
    auto* mark = new TrialMark(icon, tone);
    m_counts << Count{mark, selectable(plainLabel(Role::help)), {}, {}};
    counts->addWidget(mark);
    counts->addWidget(m_counts.back().words);
    counts->addSpacing(px(countGap + 1));
  }
  counts->addStretch(1);
  column()->addLayout(counts);
  takeAnyWidth(this);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
}

void ProgressCard::show(const StudyContent& content) {
  const StudySummary& summary = content.summary;
  m_title->setText(
      tr("%1 of %2 decided")
          .arg(QLocale().toString(summary.numDecided()), QLocale().toString(summary.wanted)));
  QStringList where;
  if (summary.numRunning > 0 && summary.areTrialsRuns)
    where << tr("%n at a time", nullptr, static_cast<int>(content.search.parallel));
  if (!summary.areTrialsRuns) where << tr("one after another in one job");
  if (summary.areTrialsRuns && summary.hasRun) where << tr("submitted by a job of the cluster");
  if (!summary.target.isEmpty()) where << TargetText::name(summary.target);
  m_where->setText(where.join(u", "_s));
  m_bar->show(summary);
  const auto parts = partsOf(summary);
  const std::array words{tr("%1 completed"), tr("%1 pruned"), tr("%1 running"), tr("%1 failed"),
                         tr("%1 to come")};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Count& count = m_counts[static_cast<qsizetype>(i)];
    const bool isShown = parts[i].second > 0 || i == 0;
    count.mark->setVisible(isShown);
    count.words->setVisible(isShown);
    count.number = isShown ? QLocale().toString(parts[i].second) : QString();
    count.whole = isShown ? words[i].arg(count.number) : QString();
    for (QWidget* part : {count.mark, static_cast<QWidget*>(count.words)})
      part->setToolTip(plainTip(count.whole));
  }
  fit();
}

// Without their words, the marks say what is counted.
void ProgressCard::fit() {
  const QFontMetrics metrics(look::font(Role::help));
  int room = width() - 2 * px(16);
  for (const Count& count : std::as_const(m_counts))
    if (!count.whole.isEmpty())
      room -= metrics.horizontalAdvance(count.whole) + px(countIcon) + 3 * px(countGap) + 1;
  for (const Count& count : std::as_const(m_counts))
    count.words->setText(room >= 0 ? count.whole : count.number);
}

BestCard::BestCard() {
  auto* head = look::rowIn(nullptr, px(8));
  look::setInk(m_objective, [](const look::Tokens& t) { return t.text2; });
  look::setKind(m_open, look::linkKind);
  m_open->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);  // the title is elided first
  m_title->setFont(look::font(Role::card));
  m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_title->setMinimumWidth(1);
  m_objective->setFont(look::font(Role::help));
  m_objective->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_objective->setMinimumWidth(1);
  look::addAll(head, {m_title, {m_objective, 1}, m_open});
  column()->addLayout(head);
  auto* facts = look::rowIn(nullptr, px(factGap));
  for (int i = 0; i < mostFacts; ++i) {
    m_facts << addFact(i == 0 ? Role::page : Role::emphasis);
    facts->addWidget(m_facts.back().box);
  }
  look::setInk(m_facts.front().value, Tone::completed);
  facts->addStretch(1);
  column()->addLayout(facts);
  takeAnyWidth(this);
  connect(m_open, &QPushButton::clicked, this, &BestCard::runWanted);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
}

BestCard::Fact BestCard::addFact(Role role) {
  Fact fact{new QWidget, new ElidedLabel, selectable(plainLabel(role))};
  fact.name->setFont(look::font(Role::caption));
  fact.name->setFixedWidth(px(factWidth));
  look::setInk(fact.name, quietInk());
  fact.value->setFixedHeight(px(24));
  auto* column = look::columnIn(fact.box);
  column->addWidget(fact.name);
  column->addWidget(fact.value);
  return fact;
}

void BestCard::show(const StudyModel& study) {
  const StudyContent& content = *study.content();
  const auto best = study.best();
  m_objective->setText(StudyText::direction(content.summary));
  m_title->setText(best ? tr("Best: trial %1").arg(*best + 1) : tr("No trial is complete yet"));
  m_open->setText(tr("Open run"));
  m_open->setVisible(best.has_value());
  m_numFacts = 0;
  if (best) {
    const auto add = [&](const QString& name, const QString& tip, const QString& value) {
      if (m_numFacts == mostFacts) return;
      const Fact& fact = m_facts[m_numFacts++];
      fact.name->setText(name);
      fact.box->setToolTip(plainTip(tip));
      fact.value->setText(value);
    };
    add(content.summary.objective, {}, readOut(content.summary.bestValue));
    for (const StudyParameter* parameter : study.parameters())
      if (const double value = parameter->values[static_cast<std::size_t>(*best)];
          !std::isnan(value))
        add(parameter->title, parameter->path, parameter->words(value));
  }
  fit();
}

// What has no room is left out; the table has it.
void BestCard::fit() {
  const int room = (width() - 2 * px(16) + px(factGap)) / (px(factWidth) + px(factGap));
  for (int i = 0; i < mostFacts; ++i) m_facts[i].box->setVisible(i < std::min(m_numFacts, room));
}

EffortCard::EffortCard()
    : m_steps(selectable(plainLabel(Role::emphasis))),
      m_saved(selectable(plainLabel(Role::emphasis))),
      m_time(selectable(plainLabel(Role::emphasis))) {
  column()->setSpacing(px(5));
  const auto line = [this](QLabel* name, QLabel* value) {
    auto* row = look::rowIn(nullptr, px(8));
    look::setInk(name, [](const look::Tokens& t) { return t.text2; });
    look::addAll(row, {name, look::gap(), value});
    column()->addLayout(row);
  };
  line(m_stepsName, m_steps);
  line(m_savedName, m_saved);
  line(m_timeName, m_time);
}

void EffortCard::show(const StudyContent& content) {
  m_stepsName->setText(tr("Steps trained"));
  m_savedName->setText(tr("Saved by pruning"));
  m_timeName->setText(tr("Time"));
  const auto steps = [](double count) {
    return count >= 1e4 ? tickText(count, std::pow(10, std::floor(std::log10(count)) - 2))
                        : QLocale().toString(static_cast<qint64>(count));
  };
  m_steps->setText(steps(content.trainedSteps));
  m_saved->setText(steps(content.savedSteps));
  const double end = isOpen(content.summary.state) ? unix_time() : content.summary.ended;
  m_time->setText(content.summary.begun > 0 && end > content.summary.begun
                      ? QuantityText::duration(end - content.summary.begun)
                      : QString());
}

}  // namespace trainyard
