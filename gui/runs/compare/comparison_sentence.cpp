// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/comparison_sentence.h"

#include <QSettings>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/compare/more_seeds.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

const QString objectiveKey = u"compare/objective"_s;
constexpr int shortestObjective = 10;  // in characters

}  // namespace

ComparisonSentence::ComparisonSentence() {
  auto* row = look::rowIn(nullptr, px(10));
  auto* bulb = new QLabel;
  bulb->setTextFormat(Qt::PlainText);
  bulb->setPixmap(look::icon(u"bulb"_s).pixmap(px(18), px(18)));
  m_sentence->setWordWrap(true);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  look::setSmall(m_objective);
  m_objective->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_objective->setMinimumContentsLength(shortestObjective);
  look::addAll(row, {bulb, {m_sentence, 1}, m_objective, m_moreSeeds, m_duplicate});
  column()->addLayout(row);
  connect(m_objective, &QComboBox::activated, this, [this] {
    QSettings().setValue(objectiveKey, m_objective->currentText());
    emit objectiveChosen();
  });
  connect(m_moreSeeds, &QPushButton::clicked, this,
          [this] { emit experimentsRequested(m_copies); });
  connect(m_duplicate, &QPushButton::clicked, this, [this] { emit duplicateRequested(m_leader); });
}

QString ComparisonSentence::objective() { return QSettings().value(objectiveKey).toString(); }

void ComparisonSentence::show(const Comparison& comparison) {
  const auto verdict = leaderVerdict(comparison);
  m_sentence->setText(comparison.differenceSentence() + u' ' +
                      LeaderText::sentence(comparison, verdict));
  m_copies = verdict ? moreSeeds(comparison, *verdict) : QList<ExperimentCopy>();
  m_moreSeeds->setVisible(!m_copies.isEmpty());
  m_moreSeeds->setText(tr("More seeds…"));
  m_moreSeeds->setToolTip(
      plainTip(tr("Opens the experiments with the seeds that would most likely tell them apart.")));
  m_objective->setAccessibleName(tr("Metric that decides which run is best"));
  m_objective->clear();
  m_objective->addItems(comparison.metrics());
  m_objective->setCurrentText(comparison.objective());
  m_objective->setVisible(comparison.metrics().size() > 1);
  const auto leader = comparison.leader();
  m_duplicate->setVisible(leader.has_value());
  if (!leader) return;
  const RunRecord& run = comparison.runs()[*leader].record;
  m_leader = run.run;
  m_duplicate->setText(tr("Duplicate %1").arg(RunText::shortName(run)));
}

}  // namespace trainyard
