// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/values_page.h"

#include <QHeaderView>
#include <QLabel>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/look/card.h"
#include "gui/look/layouts.h"

namespace trainyard {

using look::px;

ValuesPage::ValuesPage()
    : m_table(new SettingsTable(this)),
      m_note(textLabel(look::Role::body)),
      m_view(plainTable(m_table)) {
  auto* column = look::columnIn(this, px(10), {px(20), px(14), px(20), px(16)});
  m_find->setClearButtonEnabled(true);
  m_find->setMaximumWidth(px(360));
  m_note->hide();
  column->addWidget(m_find);
  column->addWidget(m_note);
  auto* around = new look::Card;
  around->column()->setContentsMargins(1, 1, 1, 1);
  around->column()->addWidget(m_view);
  column->addWidget(around, 1);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setWordWrap(false);
  m_view->horizontalHeader()->setStretchLastSection(true);
  connect(m_find, &QLineEdit::textChanged, m_table, &SettingsTable::setWords);
}

void ValuesPage::show(const Comparison& comparison) {
  m_table->show(comparison);
  m_view->resizeColumnToContents(0);
}

void ValuesPage::setNames(const QString& search, const QString& heading,
                          const QString& accessible) {
  m_find->setPlaceholderText(search);
  m_find->setAccessibleName(search);
  m_table->setHeading(heading);
  m_view->setAccessibleName(accessible);
}

void ValuesPage::setNote(const QString& note) {
  m_note->setText(note);
  m_note->setVisible(!note.isEmpty());
}

}  // namespace trainyard
