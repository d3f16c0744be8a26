// SPDX-License-Identifier: GPL-3.0-or-later
// All presets as cards, of which a subject and words choose some.
#pragma once

#include <QGridLayout>
#include <QLineEdit>

#include "gui/forms/plain_label.h"
#include "gui/home/preset_cards.h"

class QButtonGroup;

namespace trainyard {

class PresetCardView;

class PresetGrid : public QWidget {
  Q_OBJECT
 public:
  PresetGrid();

  // In the current language.
  QList<PresetCard> cards() const;
  // In as many columns as this width, in pixels, has room for.
  void layOut(int width);
  // The sample of a preset is being made, or no longer.
  void setBusy(const QString& preset, bool isBusy);

 signals:
  void presetWanted(const trainyard::Preset& preset);
  void sampleWanted(const QString& preset);

 private:
  void retranslate();
  void filter();

  QLabel* m_title = plainLabel(look::Role::card);
  QButtonGroup* m_subjects;
  QLineEdit* m_search = new QLineEdit;
  QGridLayout* m_grid = new QGridLayout;
  QLabel* m_none = plainLabel();
  QList<PresetCardView*> m_cards;
  int m_width = 0;
};

}  // namespace trainyard
