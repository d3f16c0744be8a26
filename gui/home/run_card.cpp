// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/run_card.h"

#include <QLocale>
#include <QPainter>

#include "engine/system/unix_time.h"
#include "gui/charts/curve_mark.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/state_mark.h"
#include "gui/targets/target_text.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr qsizetype mostRunning = 3;
constexpr double curveShare = 0.58;     // of a card's width
constexpr int newsMilliseconds = 2000;  // a run may report twenty times a second

}  // namespace

void RunCard::show(const RunRecord& run, double now) {
  m_run = run;
  m_now = now;
  setText(RunText::name(run));
  setAccessibleName(RunText::name(run) + QStringLiteral(", ") + RunText::state(run));
  setAccessibleDescription(RunText::summary(run));
  setToolTip(plainTip(RunText::summary(run)));
  update();
}

QSize RunCard::sizeHint() const { return {px(240), px(122)}; }

QString RunCard::footText() const {
  if (const QString expected = RunText::expected(m_run, m_now); !expected.isEmpty())
    return expected;
  const auto share = RunText::progress(m_run);
  if (!share) return m_run.step ? tr("step %1").arg(QLocale().toString(*m_run.step)) : QString();
  const double elapsed = RunText::elapsed(m_run, m_now);
  const QString percent = QLocale().toString(static_cast<int>(*share * 100)) + QStringLiteral(" %");
  if (*share <= 0.01 || elapsed <= 0) return percent;
  return tr("%1, %2 left").arg(percent, QuantityText::duration(elapsed * (1 - *share) / *share));
}

void RunCard::paintContent(QPainter& painter) {
  const look::Tokens& tokens = look::tokens(palette());
  const double left = px(12), right = width() - px(12);
  const look::PillText mark{RunText::state(m_run), stateIcon(m_run.state), stateTone(m_run.state)};
  const double stateWidth = look::pillWidth(mark);
  look::paintState(painter, QRectF(right - stateWidth, px(9), stateWidth, px(22)), mark, tokens);
  look::paintWords(painter, QRectF(left, px(9), right - stateWidth - px(8) - left, px(22)),
                   RunText::name(m_run), Role::emphasis, tokens.text);
  const QRectF middle(left, px(40), right - left, px(40));
  const auto loss = m_run.evalLoss ? m_run.evalLoss : m_run.trainLoss;
  if (loss) {
    paintLoss(painter, middle, *loss);
  } else {
    painter.setFont(look::font(Role::help));
    painter.setPen(tokens.text2);
    painter.drawText(middle, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     RunText::summary(m_run));
  }
  const QRectF bar(left, px(86), right - left, px(4));
  const auto share = RunText::progress(m_run);
  if (share || m_run.state != RunState::running)
    look::paintBar(painter, bar, share.value_or(0), tokens.accent, tokens.press);
  else
    look::paintBusyBar(painter, bar, 0, tokens.accent, tokens.press);
  const QRectF foot(left, px(96), right - left, px(16));
  const QString target = TargetText::name(m_run.target);
  look::paintWords(painter, foot, target, Role::caption, tokens.text3, Qt::AlignRight);
  look::paintWords(painter,
                   foot.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(target) - px(8), 0),
                   footText(), Role::caption, tokens.text3);
}

// The number stands at the right of the curve, or alone.
void RunCard::paintLoss(QPainter& painter, const QRectF& rect, double loss) const {
  const look::Tokens& tokens = look::tokens(palette());
  QRectF words = rect;
  if (m_curve.size() > 1) {
    paintSpark(painter, QRectF(rect.left(), rect.top(), rect.width() * curveShare, px(36)), m_curve,
               look::curveColour(0, palette()));
    words.setLeft(rect.left() + rect.width() * curveShare + px(14));
  }
  look::paintWords(painter, QRectF(words.topLeft(), QSizeF(words.width(), px(22))),
                   QLocale().toString(loss, 'g', 4), Role::card, tokens.text);
  look::paintWords(painter, QRectF(words.left(), words.top() + px(22), words.width(), px(16)),
                   m_run.evalLoss ? tr("loss of the evaluation") : tr("loss"), Role::caption,
                   tokens.text3);
}

void RunCard::setCurve(const QList<QPointF>& points) {
  m_curve = points;
  update();
}

RunningNow::RunningNow() : m_cards(look::rowIn(nullptr, px(16))) {
  connect(&m_curves, &SparkReader::curveRead, this, &RunningNow::showCurves);
  look::setKind(m_all, look::quietKind);
  auto* head = new QHBoxLayout;
  look::addAll(head, {{m_title, 1}, m_all});
  look::addAll(look::columnIn(this, px(8)), {head, m_cards});
  connect(m_all, &QPushButton::clicked, this, &RunningNow::allWanted);
  hide();
  look::keepTranslated(this, [this] {
    m_title->setText(tr("Running now"));
    m_all->setText(tr("All runs"));
  });
}

void RunningNow::show(const QList<RunRecord>& runs) {
  QList<RunRecord> open;
  for (const RunRecord& run : runs)
    if (isOpen(run.state) && run.parent.isEmpty() && open.size() < mostRunning) open << run;
  // Cards of the same place keep what they are, so that a click meets what was aimed at.
  while (m_cards->count() > open.size()) {
    QLayoutItem* last = m_cards->takeAt(m_cards->count() - 1);
    delete last->widget();
    delete last;
  }
  while (m_cards->count() < open.size()) {
    auto* card = new RunCard;
    card->setFocusPolicy(Qt::StrongFocus);
    connect(card, &RunCard::clicked, this, [this, card] { emit runWanted(card->run()); });
    m_cards->addWidget(card, 1);
  }
  for (int i = 0; i < open.size(); ++i)
    static_cast<RunCard*>(m_cards->itemAt(i)->widget())->show(open[i], unix_time());
  if (!m_sinceRead.isValid() || m_sinceRead.hasExpired(newsMilliseconds)) {
    QStringList names;
    for (const RunRecord& run : open) names << run.run;
    m_curves.noteChanged(names);
    m_sinceRead.start();
  }
  showCurves();
  setVisible(!open.isEmpty());
}

void RunningNow::showCurves() {
  for (int i = 0; i < m_cards->count(); ++i) {
    auto* card = static_cast<RunCard*>(m_cards->itemAt(i)->widget());
    card->setCurve(m_curves.curve(card->run(), QStringLiteral("train/loss")));
  }
}

}  // namespace trainyard
