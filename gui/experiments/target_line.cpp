// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/target_line.h"

#include <QTimer>

#include "engine/system/unix_time.h"
#include "gui/experiments/checks/target_check.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

// "in 5 min" becomes "in 4 min", and "4 s ago" becomes "9 s ago".
constexpr int clockMilliseconds = 5000;

}  // namespace

TargetLine::TargetLine(TargetCheck* check) : m_check(check), m_clock(new QTimer(this)) {
  m_text->setFont(look::font(look::Role::caption));
  m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);  // no stop of the Tab key
  m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  look::setInk(m_text, [](const look::Tokens& t) { return t.text3; });
  look::setKind(m_connect, look::linkKind);
  m_connect->setFont(look::font(look::Role::helpName));
  auto* row = look::rowIn(this, look::px(8));
  row->addWidget(m_text, 1);
  row->addWidget(m_connect);
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
  m_connect->setText(tr("Connect and check"));
  m_connect->setVisible(m_check->needsLogin());
}

}  // namespace trainyard
