// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the side navigation: icon, words, and a count or a note at its end. Folded, it shows its
// icon alone, with the words in the tooltip.
#pragma once

#include <QAbstractButton>

#include "gui/look/tokens.h"

namespace trainyard {

class RailRow : public QAbstractButton {
  Q_OBJECT
 public:
  enum class Kind { place, entry };

  RailRow(Kind kind, const QString& icon);

  // `key`: the shortcut, for the tooltip.
  void setWords(const QString& words, const QString& key = {});
  void setNote(const QString& note);
  // A mark in the tone of a state instead of the icon's own colour.
  void setMark(const QString& icon, look::Tone tone);
  void setFolded(bool isFolded);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  Kind m_kind;
  QString m_icon, m_note, m_key;
  std::optional<look::Tone> m_tone;
  bool m_isFolded = false, m_hasKeyFocus = false;
};

}  // namespace trainyard
