// SPDX-License-Identifier: GPL-3.0-or-later
// How all controls look: Fusion, with everything that is seen painted from the tokens. A control's
// property `kind` says what it is for, `small` that it stands in a bar, `tone` that a field's value
// is wrong (failed), doubtful (waiting) or without effect (quiet). There is no style sheet: one
// would hide a style's own drawing, and would keep its colours when the theme changes.
#pragma once

#include <QProxyStyle>

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

class Style : public QProxyStyle {
  Q_OBJECT
 public:
  Style();

  using QProxyStyle::polish;
  using QProxyStyle::unpolish;
  void polish(QWidget* widget) override;
  void unpolish(QWidget* widget) override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                          QPainter* painter, const QWidget* widget) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option,
                  const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                       SubControl subControl, const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option,
                       const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returned) const override;
  QPalette standardPalette() const override;

 protected:
  // The focus is shown after a key, not after a click. The wheel changes the value of a control
  // only while that has the focus: whoever scrolls a page must not change what passes below the
  // pointer.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool drawOwnPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const;
  bool drawOwnControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                      const QWidget* widget) const;
  void drawItem(const QStyleOptionViewItem& option, QPainter* painter, const QWidget* widget) const;
  void drawToolButton(const QStyleOptionToolButton& option, QPainter* painter,
                      const QWidget* widget) const;
};

}  // namespace trainyard::look
