// SPDX-License-Identifier: GPL-3.0-or-later
// A preset's card: picture, title, name, needs. Clicking it opens the preset as a new experiment;
// pointing at it offers to run its sample.
#pragma once

#include "gui/home/card_button.h"
#include "gui/home/preset_cards.h"

class QPushButton;

namespace trainyard {

class PresetCardView : public CardButton {
  Q_OBJECT
 public:
  explicit PresetCardView(const PresetCard& card);

  const PresetCard& card() const { return m_card; }
  QSize sizeHint() const override;
  // Its sample is being made or submitted; nothing can be tried meanwhile.
  void setBusy(bool isBusy);

 signals:
  void tryWanted(const QString& preset);

 protected:
  void paintContent(QPainter& painter) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void pointedAtChanged() override;

 private:
  PresetCard m_card;
  QPushButton* m_try;
  bool m_isBusy = false;
};

}  // namespace trainyard
