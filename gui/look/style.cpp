// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/style.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QTextEdit>

#include "gui/look/style_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

bool isPopup(const QWidget* widget) {
  return qobject_cast<const QMenu*>(widget) || widget->inherits("QTipLabel") ||
         widget->inherits("QComboBoxPrivateContainer");
}

bool wantsHover(const QWidget* widget) {
  return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
         qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QSlider*>(widget) ||
         qobject_cast<const QScrollBar*>(widget) || qobject_cast<const QTabBar*>(widget) ||
         qobject_cast<const QHeaderView*>(widget);
}

bool isModifier(int key) {
  return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt ||
         key == Qt::Key_Meta || key == Qt::Key_AltGr;
}

bool changesByWheel(const QWidget* widget) {
  const bool isSlider =
      qobject_cast<const QAbstractSlider*>(widget) && !qobject_cast<const QScrollBar*>(widget);
  return isSlider || qobject_cast<const QComboBox*>(widget) ||
         qobject_cast<const QAbstractSpinBox*>(widget);
}

bool isTextArea(const QWidget* widget) {
  return qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QTextEdit*>(widget);
}

void repolish(QWidget* widget, const char* property, const QVariant& value) {
  if (widget->property(property) == value) return;
  widget->setProperty(property, value);
  widget->updateGeometry();
  widget->update();
}

}  // namespace

void setKind(QWidget* button, const char* kind) {
  repolish(button, kindProperty, QString::fromLatin1(kind));
}

void setSmall(QWidget* control) { repolish(control, smallProperty, true); }

void setKeys(QWidget* button, const QString& keys) { repolish(button, keysProperty, keys); }

void setFieldTone(QWidget* field, const QString& tone) { repolish(field, toneProperty, tone); }

Kind kindOf(const QObject* control) {
  if (!control) return Kind::plain;
  const QString kind = control->property(kindProperty).toString();
  if (kind == QLatin1String(primaryKind)) return Kind::primary;
  if (kind == QLatin1String(quietKind)) return Kind::quiet;
  if (kind == QLatin1String(linkKind)) return Kind::link;
  if (kind == QLatin1String(dangerKind)) return Kind::danger;
  if (kind == QLatin1String(destroyKind)) return Kind::destroy;
  return kind == QLatin1String(toolKind) ? Kind::tool : Kind::plain;
}

bool isSmall(const QWidget* widget) { return widget && widget->property(smallProperty).toBool(); }

bool isEnabled(const QStyleOption& option) { return option.state.testFlag(QStyle::State_Enabled); }

bool isHovered(const QStyleOption& option) {
  return isEnabled(option) && option.state.testFlag(QStyle::State_MouseOver);
}

bool isPressed(const QStyleOption& option) {
  return isEnabled(option) && option.state.testFlag(QStyle::State_Sunken);
}

bool isChecked(const QStyleOption& option) { return option.state.testFlag(QStyle::State_On); }

bool showsFocus(const QStyleOption& option) {
  return option.state.testFlag(QStyle::State_HasFocus) &&
         option.state.testFlag(QStyle::State_KeyboardFocusChange);
}

Style::Style() : DrawnStyle(u"fusion"_s) {
  setObjectName(u"trainyard"_s);
  if (qApp) qApp->installEventFilter(this);
}

bool Style::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Wheel && watched->isWidgetType())
    if (const auto* widget = static_cast<QWidget*>(watched);
        changesByWheel(widget) && !widget->hasFocus()) {
      event->ignore();  // it scrolls what the widget is in
      return true;
    }
  const bool isKey =
      event->type() == QEvent::KeyPress && !isModifier(static_cast<QKeyEvent*>(event)->key());
  if ((isKey || event->type() == QEvent::MouseButtonPress) && watched->isWidgetType()) {
    QWidget* window = static_cast<QWidget*>(watched)->window();
    if (window->testAttribute(Qt::WA_KeyboardFocusChange) != isKey) {
      window->setAttribute(Qt::WA_KeyboardFocusChange, isKey);
      if (QWidget* focus = QApplication::focusWidget()) {
        focus->update();
        if (auto* area = qobject_cast<QAbstractScrollArea*>(focus)) area->viewport()->update();
      }
    }
  }
  return QProxyStyle::eventFilter(watched, event);
}

void Style::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (wantsHover(widget)) widget->setAttribute(Qt::WA_Hover);
  // Nor does the wheel give it the focus.
  if (changesByWheel(widget) && widget->focusPolicy() == Qt::WheelFocus)
    widget->setFocusPolicy(Qt::StrongFocus);
  if (auto* view = qobject_cast<QAbstractItemView*>(widget))
    view->viewport()->setMouseTracking(true);
  if (qobject_cast<QTableView*>(widget)) watchRows(widget);
  if (auto* bar = qobject_cast<QProgressBar*>(widget)) keepMoving(bar);
  if (isPopup(widget)) makePopup(widget);
}

void Style::unpolish(QWidget* widget) {
  if (wantsHover(widget)) widget->setAttribute(Qt::WA_Hover, false);
  QProxyStyle::unpolish(widget);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option,
                       const QWidget* widget) const {
  switch (metric) {
    case PM_DefaultFrameWidth:
      // So that the corners of a text area are inside of its round frame.
      if (isTextArea(widget)) return px(3);
      return widget && widget->inherits("QComboBoxPrivateContainer") ? popupMargin(widget) + px(4)
                                                                     : 1;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_TabBarTabOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_ToolBarFrameWidth:
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ScrollView_ScrollBarOverlap:
    case PM_MenuPanelWidth:
      return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
      return px(16);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
      return px(8);
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
      return px(12);
    case PM_SliderThickness:
    case PM_SliderControlThickness:
      return px(16);
    case PM_SliderLength:
      return px(14);
    case PM_ScrollBarExtent:
      return px(12);
    case PM_ScrollBarSliderMin:
      return px(28);
    case PM_SplitterWidth:
    case PM_TabBarBaseOverlap:
      return 1;
    case PM_TabBarTabHSpace:
      return px(20);
    case PM_TabBarTabVSpace:
      return px(12);
    case PM_MenuHMargin:
    case PM_MenuVMargin:
      return px(4) + popupMargin(widget);
    case PM_MenuButtonIndicator:
      return px(20);
    case PM_HeaderDefaultSectionSizeVertical:
      return px(rowHeight);
    case PM_FocusFrameHMargin:
      return px(cellPadding) - 1;
    case PM_ToolTipLabelFrameWidth:
      return px(7) + popupMargin(widget);
    case PM_ToolBarItemSpacing:
      return px(2);
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returned) const {
  switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ComboBox_Popup:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_MessageBox_CenterButtons:
    case SH_ScrollBar_Transient:
    case SH_ScrollView_FrameOnlyAroundContents:
    case SH_Widget_Animation_Duration:
      return 0;
    case SH_ComboBox_ListMouseTracking:
    case SH_ItemView_ShowDecorationSelected:
    case SH_Menu_MouseTracking:
      return 1;
    case SH_ToolTip_WakeUpDelay:
      return 500;
    case SH_ToolTipLabel_Opacity:
      return 255;
    case SH_ToolTip_Mask:
      return 0;
    default:
      return QProxyStyle::styleHint(hint, option, widget, returned);
  }
}

QPalette Style::standardPalette() const {
  return paletteOf(tokens(QProxyStyle::standardPalette()));
}

}  // namespace trainyard::look
