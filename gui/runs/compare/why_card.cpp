// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/why_card.h"

#include <QLabel>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {

using look::px;

WhyCard::WhyCard(CurveSet* curves)
    : m_curves(curves),
      m_sentence(textLabel(look::Role::body)),
      m_before(new QToolButton),
      m_next(new QToolButton),
      m_strip(new RankStrip) {
  m_before->setIcon(look::icon(u"chevron-left"_s));
  m_next->setIcon(look::icon(u"chevron-right"_s));
  for (QToolButton* button : {m_before, m_next}) {
    button->setAutoRaise(true);
    look::setKind(button, look::toolKind);
  }
  auto* head = look::rowIn(nullptr, px(6));
  look::addAll(head, {{m_sentence, 1}, m_before, m_next});
  head->setAlignment(m_before, Qt::AlignTop);
  head->setAlignment(m_next, Qt::AlignTop);
  look::addAll(column(), {head, m_strip});
  connect(m_before, &QToolButton::clicked, this, [this] { m_strip->goToStop(false); });
  connect(m_next, &QToolButton::clicked, this, [this] { m_strip->goToStop(true); });
  connect(m_strip, &RankStrip::stepChosen, this, &WhyCard::stepChosen);
  connect(m_curves, &CurveSet::stepsChanged, this, &WhyCard::showResumes);
  hide();
  look::keepTranslated(this, [this] { retranslate(); });
}

void WhyCard::retranslate() {
  setTitle(tr("Why"));
  m_before->setToolTip(plainTip(tr("The change before (Shift+F8)")));
  m_before->setAccessibleName(tr("The change before"));
  m_next->setToolTip(plainTip(tr("The next change (F8)")));
  m_next->setAccessibleName(tr("The next change"));
  show(m_comparison);
}

void WhyCard::show(const Comparison& comparison) {
  m_comparison = comparison;
  m_history = comparison.runs().size() > 1 ? comparisonRanks(comparison) : RankHistory();
  setVisible(!m_history.leads.empty());
  showResumes();
}

void WhyCard::showResumes() {
  const auto events = comparisonEvents(m_comparison, [this](const QString& run) {
    QList<double> steps;
    for (const CurvesOfRun::Resume& resume : m_curves->resumes(run)) steps << resume.step;
    return steps;
  });
  m_sentence->setText(WhyText::sentence(m_comparison, m_history, events));
  m_strip->show(m_comparison, m_history, events);
  const bool hasStops = !m_strip->stops().empty();
  m_before->setEnabled(hasStops);
  m_next->setEnabled(hasStops);
}

}  // namespace trainyard
