// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/empty_runs.h"

#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"

namespace trainyard {

using look::px;

EmptyRuns::EmptyRuns() {
  m_why->setAlignment(Qt::AlignHCenter | Qt::AlignBottom);
  m_why->setWordWrap(true);
  m_why->setMargin(px(30));
  m_why->setForegroundRole(QPalette::PlaceholderText);
  auto* column = look::columnIn(this);
  column->addWidget(m_why, 1);
  column->addWidget(m_begin, 0, Qt::AlignHCenter);
  column->addStretch(1);
  connect(m_begin, &QPushButton::clicked, this, &EmptyRuns::presetWanted);
  look::keepTranslated(this, [this] { m_begin->setText(tr("Start from a preset")); });
}

void EmptyRuns::show(const QString& why, bool isBeginning) {
  m_why->setText(why);
  m_begin->setVisible(isBeginning);
}

}  // namespace trainyard
