// SPDX-License-Identifier: GPL-3.0-or-later
// How controls are painted and measured; everything else is Fusion's.
#pragma once

#include <QProxyStyle>

namespace trainyard::look {

class DrawnStyle : public QProxyStyle {
 public:
  using QProxyStyle::QProxyStyle;

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                          QPainter* painter, const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                       SubControl subControl, const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option,
                       const QWidget* widget) const override;

 private:
  // Whether it was one of theirs; everything else is Fusion's.
  bool drawIndicator(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const;
  bool drawPanel(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                 const QWidget* widget) const;
  bool drawOfView(ControlElement element, const QStyleOption* option, QPainter* painter,
                  const QWidget* widget) const;
  bool drawWidget(ControlElement element, const QStyleOption* option, QPainter* painter,
                  const QWidget* widget) const;
  void drawItem(const QStyleOptionViewItem& option, QPainter* painter, const QWidget* widget) const;
};

}  // namespace trainyard::look
