// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/problems_head.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

#include "engine/system/unix_time.h"
#include "gui/experiments/checks/target_check.h"
#include "gui/experiments/document/diagnostics_model.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {

using look::px;

namespace {

constexpr double problemsHeadHeight = 32, problemsHeadPadding = 12, problemsHeadGap = 8,
                 severityMark = 14, severityGap = 4, foldTool = 24;

QString countWords(Severity severity, int count) {
  const QString number = QLocale().toString(count);
  switch (severity) {
    case Severity::error:
      return count == 1 ? ProblemsHead::tr("1 error") : ProblemsHead::tr("%1 errors").arg(number);
    case Severity::warning:
      return count == 1 ? ProblemsHead::tr("1 warning")
                        : ProblemsHead::tr("%1 warnings").arg(number);
    case Severity::info:
      return count == 1 ? ProblemsHead::tr("1 note") : ProblemsHead::tr("%1 notes").arg(number);
  }
  return {};
}

// "in 5 min" becomes "in 4 min", and "4 s ago" becomes "9 s ago".
constexpr int clockMilliseconds = 5000;

// What the document was checked against and when, or why not; and the button to log in.
class TargetLine : public QWidget {
 public:
  // The check must outlive it.
  explicit TargetLine(TargetCheck* check);

 private:
  void refresh();

  TargetCheck* m_check;
  ElidedLabel* m_text = new ElidedLabel;
  QPushButton* m_connect = new QPushButton;
  QTimer* m_clock;
};

TargetLine::TargetLine(TargetCheck* check) : m_check(check), m_clock(new QTimer(this)) {
  m_text->setFont(look::font(look::Role::caption));
  m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);  // no stop of the Tab key
  m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  look::setInk(m_text, [](const look::Tokens& t) { return t.text3; });
  look::setKind(m_connect, look::linkKind);
  m_connect->setFont(look::font(look::Role::helpName));
  look::addAll(look::rowIn(this, look::px(8)), {{m_text, 1}, m_connect});
  connect(m_connect, &QPushButton::clicked, m_check, &TargetCheck::askNow);
  connect(m_check, &TargetCheck::changed, this, &TargetLine::refresh);
  m_clock->setInterval(clockMilliseconds);
  connect(m_clock, &QTimer::timeout, this, &TargetLine::refresh);
  m_clock->start();
  look::keepTranslated(this, [this] { refresh(); });
}

void TargetLine::refresh() {
  const double now = unix_time();
  const QString checked = m_check->checked(now), summary = m_check->summary(now);
  m_text->setText(checked.isEmpty() ? summary : checked);
  // What it costs and when it would start is in the foot, too.
  if (!checked.isEmpty()) m_text->setToolTip(plainTip(summary));
  m_connect->setText(ProblemsHead::tr("Connect and check"));
  m_connect->setVisible(m_check->needsLogin());
}

}  // namespace

class SeverityCount : public QWidget {
 public:
  explicit SeverityCount(Severity severity) : m_severity(severity) {
    setFont(look::font(look::Role::helpName));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
  }
  void show(int count) {
    m_count = count;
    setVisible(count > 0);
    setAccessibleName(countWords(m_severity, count));
    setToolTip(plainTip(accessibleName()));
    updateGeometry();
    update();
  }
  QSize sizeHint() const override {
    return {px(severityMark) + px(severityGap) +
                fontMetrics().horizontalAdvance(QLocale().toString(m_count)) + 1,
            px(20)};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const look::Tokens& tokens = look::tokens(palette());
    const QColor colour = tokens.tone(look::toneOf(m_severity)).word;
    const double mark = px(severityMark);
    QPainter painter(this);
    look::paintIcon(painter, QRectF(0, 0, mark, height()), mark, look::iconOf(m_severity), colour,
                    look::stateStroke);
    look::paintWords(painter, QRectF(rect()).adjusted(mark + px(severityGap), 0, 0, 0),
                     QLocale().toString(m_count), look::Role::helpName, colour);
  }

 private:
  Severity m_severity;
  int m_count = 0;
};

ProblemsHead::ProblemsHead(TargetCheck* check)
    : m_counts{new SeverityCount(Severity::error), new SeverityCount(Severity::warning),
               new SeverityCount(Severity::info)} {
  setFixedHeight(px(problemsHeadHeight));
  look::setKind(m_fold, look::quietKind);
  m_fold->setToolButtonStyle(Qt::ToolButtonIconOnly);
  m_fold->setAutoRaise(true);
  m_fold->setFixedSize(px(foldTool), px(foldTool));
  auto* row = look::rowIn(this, px(problemsHeadGap),
                          {px(problemsHeadPadding), 0, px(problemsHeadPadding) / 2, 0});
  row->addWidget(m_title);
  for (SeverityCount* count : m_counts) row->addWidget(count);
  look::addAll(row, {{new TargetLine(check), 1}, m_fold});
  connect(m_fold, &QToolButton::clicked, this, &ProblemsHead::foldWanted);
  showFolded(false);
  look::keepTranslated(this, [this] { retranslate(); });
}

void ProblemsHead::showCounts(const DiagnosticsModel& findings) {
  for (const Severity severity : {Severity::error, Severity::warning, Severity::info})
    m_counts[static_cast<std::size_t>(severity)]->show(findings.count(severity));
}

void ProblemsHead::showFolded(bool isFolded) {
  m_isFolded = isFolded;
  m_fold->setIcon(look::icon(isFolded ? u"chevron-up"_s : u"chevron-down"_s));
  retranslate();
}

void ProblemsHead::retranslate() {
  m_title->setText(tr("Problems"));
  m_fold->setAccessibleName(m_isFolded ? tr("Show the list of problems")
                                       : tr("Fold the list of problems"));
  m_fold->setToolTip(plainTip(m_fold->accessibleName()));
}

void ProblemsHead::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit foldWanted();
}

void ProblemsHead::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).subtle, Qt::BottomEdge);
}

}  // namespace trainyard
