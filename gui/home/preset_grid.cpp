// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/preset_grid.h"

#include <QButtonGroup>
#include <QPushButton>
#include <algorithm>

#include "gui/home/preset_card_view.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

namespace trainyard {
namespace {

using look::px;

constexpr int cardWidth = 240, cardGap = 16;

}  // namespace

PresetGrid::PresetGrid() : m_subjects(new QButtonGroup(this)) {
  auto* head = new QHBoxLayout;
  look::addAll(head, {{m_title, 1}, m_search});
  auto* subjects = new QHBoxLayout;
  for (int i = -1; i <= static_cast<int>(PresetSubject::script); ++i) {
    auto* subject = new QPushButton;
    look::setKind(subject, look::toolKind);
    subject->setCheckable(true);
    subject->setChecked(i < 0);
    m_subjects->addButton(subject, i + 1);
    subjects->addWidget(subject);
  }
  subjects->addStretch(1);
  m_search->setClearButtonEnabled(true);
  m_search->setFixedWidth(px(170));
  m_grid->setHorizontalSpacing(px(cardGap));
  m_grid->setVerticalSpacing(px(14));
  m_none->setForegroundRole(QPalette::PlaceholderText);
  m_none->hide();
  look::addAll(look::columnIn(this, px(12)), {head, subjects, m_grid, m_none});
  connect(m_subjects, &QButtonGroup::idClicked, this, &PresetGrid::filter);
  connect(m_search, &QLineEdit::textChanged, this, &PresetGrid::filter);
  look::keepTranslated(this, [this] { retranslate(); });
}

void PresetGrid::retranslate() {
  m_title->setText(tr("Start from a preset"));
  m_subjects->button(0)->setText(tr("All"));
  for (int i = 0; i <= static_cast<int>(PresetSubject::script); ++i)
    m_subjects->button(i + 1)->setText(PresetCards::subjectName(static_cast<PresetSubject>(i)));
  m_none->setText(tr("No preset matches."));
  qDeleteAll(m_cards);
  m_cards.clear();
  for (const PresetCard& card : PresetCards::all()) {
    auto* view = new PresetCardView(card);
    connect(view, &PresetCardView::clicked, this,
            [this, preset = card.preset] { emit presetWanted(preset); });
    connect(view, &PresetCardView::tryWanted, this, &PresetGrid::sampleWanted);
    m_cards << view;
  }
  filter();
  m_search->setPlaceholderText(tr("Search %n presets", nullptr, static_cast<int>(m_cards.size())));
  m_search->setAccessibleName(tr("Search presets"));
}

void PresetGrid::filter() {
  const int subject = m_subjects->checkedId() - 1;
  bool isAnyShown = false;
  for (PresetCardView* view : m_cards) {
    const bool isShown = (subject < 0 || static_cast<int>(view->card().subject) == subject) &&
                         PresetCards::matches(view->card(), m_search->text());
    view->setProperty("isShown", isShown);
    isAnyShown |= isShown;
  }
  m_none->setVisible(!isAnyShown);
  layOut(m_width);
}

void PresetGrid::layOut(int width) {
  m_width = width;
  while (QLayoutItem* item = m_grid->takeAt(0)) delete item;
  const int columns = std::max(1, (width + px(cardGap)) / px(cardWidth + cardGap));
  for (int i = 0; i < std::max(columns, m_grid->columnCount()); ++i)
    m_grid->setColumnStretch(i, i < columns);
  int number = 0;
  for (PresetCardView* view : m_cards) {
    const bool isShown = view->property("isShown").toBool();
    if (isShown) {
      m_grid->addWidget(view, number / columns, number % columns);
      ++number;
    }
    view->setVisible(isShown);
  }
}

QList<PresetCard> PresetGrid::cards() const {
  QList<PresetCard> cards;
  for (const PresetCardView* view : m_cards) cards << view->card();
  return cards;
}

void PresetGrid::setBusy(const QString& preset, bool isBusy) {
  for (PresetCardView* view : m_cards)
    if (view->card().preset.name == preset) view->setBusy(isBusy);
}

}  // namespace trainyard
