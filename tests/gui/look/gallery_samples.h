// SPDX-License-Identifier: GPL-3.0-or-later
// What the gallery shows that no page needs: controls held in a state, and pictures of the tokens.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyledItemDelegate>

#include "gui/look/style.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard::look {

// A button that is painted as if it were hovered, pressed or had the focus.
class HeldButton : public QPushButton {
  Q_OBJECT
 public:
  HeldButton(const QString& text, const char* kind, QStyle::State held);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QStyle::State m_held;
};

class HeldField : public QLineEdit {
  Q_OBJECT
 public:
  // `unit` stands at the right end of the field.
  HeldField(const QString& text, const QString& unit, bool hasFocus);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_unit;
  bool m_hasFocus;
};

class ColourSamples : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;
  QSize sizeHint() const override { return {px(352), px(240)}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
};

// A small box of words: a tag, the words of a filter, a key.
class ChipSample : public QWidget {
  Q_OBJECT
 public:
  enum class Kind { tag, filter, chosen };
  ChipSample(const QString& words, Kind kind);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_words;
  Kind m_kind;
};

// A mark and words in a tone.
class MarkedWords : public QWidget {
  Q_OBJECT
 public:
  MarkedWords(const QString& words, const QString& icon, const Ink& ink, double size);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_words, m_icon;
  Ink m_ink;
  double m_size;
};

// A menu or a tooltip within a page, with its shadow.
class RaisedBox : public QWidget {
  Q_OBJECT
 public:
  explicit RaisedBox(QWidget* content);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

class StateSample : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

QLabel* words(const QString& text, Role role, const Ink& ink = {});

}  // namespace trainyard::look
