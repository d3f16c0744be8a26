// SPDX-License-Identifier: GPL-3.0-or-later
// How all controls look: Fusion, with everything that is seen painted from the tokens. A control's
// property `kind` says what it is for, `small` that it stands in a bar, `tone` that a field's value
// is wrong (failed), doubtful (waiting) or without effect (quiet). There is no style sheet: one
// would hide a style's own drawing, and would keep its colours when the theme changes.
#pragma once

#include "gui/look/style_drawing.h"

namespace trainyard::look {

// Values of the property `kind` of a button.
inline constexpr char primaryKind[] = "primary", quietKind[] = "quiet", dangerKind[] = "danger",
                      toolKind[] = "tool";
// Words that lead somewhere, within other words.
inline constexpr char linkKind[] = "link";
// Filled, for the last question before something is destroyed.
inline constexpr char destroyKind[] = "destroy";
// Of a bar of tabs that each stand for a document.
inline constexpr char documentsKind[] = "documents";
// Of an action in a menu, too.
inline constexpr char kindProperty[] = "kind", smallProperty[] = "small", toneProperty[] = "tone",
                      keysProperty[] = "keys";

// Sets a property and paints the widget again in it.
void setKind(QWidget* button, const char* kind);
void setSmall(QWidget* control);
// The shortcut that stands behind the words of a push button.
void setKeys(QWidget* button, const QString& keys);
// "failed", "waiting", "quiet" or empty.
void setFieldTone(QWidget* field, const QString& tone);

class Style : public DrawnStyle {
  Q_OBJECT
 public:
  Style();

  using DrawnStyle::polish;
  using DrawnStyle::unpolish;
  void polish(QWidget* widget) override;
  void unpolish(QWidget* widget) override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option,
                  const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returned) const override;
  QPalette standardPalette() const override;

 protected:
  // The focus is shown after a key, not after a click. The wheel changes the value of a control
  // only while that has the focus: whoever scrolls a page must not change what passes below the
  // pointer.
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace trainyard::look
