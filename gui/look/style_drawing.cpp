// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/style_drawing.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QSpinBox>
#include <QTreeView>
#include <algorithm>

#include "gui/look/icon.h"
#include "gui/look/style_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

template <class Option>
const Option* as(const QStyleOption* option) {
  return qstyleoption_cast<const Option*>(option);
}

// A line edit inside of another control, which paints the field.
bool isInnerField(const QWidget* widget) {
  return widget && (qobject_cast<const QComboBox*>(widget->parentWidget()) ||
                    qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()));
}

// Of a bar of tools.
QRect separatorOf(const QStyleOption& option) {
  const QRect& all = option.rect;
  return option.state.testFlag(QStyle::State_Horizontal)
             ? QRect(all.center().x(), all.top() + px(6), 1, all.height() - px(12))
             : QRect(all.left() + px(6), all.center().y(), all.width() - px(12), 1);
}

}  // namespace

void DrawnStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
  if (!drawIndicator(element, option, painter, widget) &&
      !drawPanel(element, option, painter, widget))
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

bool DrawnStyle::drawIndicator(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
  const Tokens& t = tokens(option->palette);
  switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
      paintCheckBox(*painter, *option);
      return true;
    case PE_IndicatorRadioButton:
      paintRadioButton(*painter, *option);
      return true;
    case PE_FrameFocusRect:
      // A view shows the focus along its row.
      if (showsFocus(*option) && !qobject_cast<const QAbstractItemView*>(widget))
        paintFocus(*painter, option->rect, px(smallRadius), t.focus);
      return true;
    case PE_IndicatorBranch:
      paintBranch(*painter, *option);
      return true;
    case PE_IndicatorItemViewItemDrop:
      painter->fillRect(option->rect.adjusted(0, 0, 0, option->rect.height() ? 0 : 2), t.accent);
      return true;
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight:
      paintIcon(*painter, option->rect,
                std::min({option->rect.width(), option->rect.height(), px(15)}),
                element == PE_IndicatorArrowDown   ? u"chevron-down"_s
                : element == PE_IndicatorArrowUp   ? u"chevron-up"_s
                : element == PE_IndicatorArrowLeft ? u"chevron-left"_s
                                                   : u"chevron-right"_s,
                isEnabled(*option) ? t.text2 : t.textOff);
      return true;
    case PE_IndicatorToolBarSeparator:
      painter->fillRect(separatorOf(*option), t.hairline);
      return true;
    default:
      return false;
  }
}

bool DrawnStyle::drawPanel(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
  const Tokens& t = tokens(option->palette);
  const auto* item = as<QStyleOptionViewItem>(option);
  switch (element) {
    case PE_PanelLineEdit: {
      const auto* frame = as<QStyleOptionFrame>(option);
      const bool isInner = isInnerField(widget);
      if (!frame || (frame->lineWidth <= 0 && !isInner)) return false;
      if (!isInner) paintField(*painter, *option, widget, option->state.testFlag(State_ReadOnly));
      return true;
    }
    case PE_FrameLineEdit:
    case PE_FrameStatusBarItem:
    case PE_PanelStatusBar:
    case PE_FrameMenu:
    case PE_FrameButtonTool:
      return true;
    case PE_PanelItemViewItem:
      if (item) paintItemGround(*painter, *item, widget);
      return item != nullptr;
    case PE_PanelItemViewRow:
      // A row's place left of its first item is part of it; there are no stripes.
      if (item && item->state.testFlag(State_Selected) && qobject_cast<const QTreeView*>(widget))
        paintItemGround(*painter, *item, widget);
      return true;
    case PE_PanelMenu:
    case PE_PanelTipLabel:
      paintPopup(*painter, *option, px(element == PE_PanelMenu ? panelRadius : controlRadius),
                 widget);
      return true;
    case PE_FrameTabBarBase:
    case PE_FrameTabWidget:
      paintEdge(*painter, option->rect,
                element == PE_FrameTabBarBase ? Qt::BottomEdge : Qt::TopEdge, t.hairline);
      return true;
    case PE_PanelScrollAreaCorner:
      painter->fillRect(option->rect, option->palette.color(QPalette::Base));
      return true;
    default:
      return false;
  }
}

void DrawnStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  if (!drawOfView(element, option, painter, widget) &&
      !drawWidget(element, option, painter, widget))
    QProxyStyle::drawControl(element, option, painter, widget);
}

// Tabs, the heads and items of views, what divides them.
bool DrawnStyle::drawOfView(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const {
  const Tokens& t = tokens(option->palette);
  switch (element) {
    case CE_TabBarTabShape:
      if (const auto* tab = as<QStyleOptionTab>(option)) paintTab(*painter, *tab, widget);
      return true;
    case CE_TabBarTabLabel:
      if (const auto* tab = as<QStyleOptionTab>(option))
        paintTabWords(*painter, *tab, proxy()->subElementRect(SE_TabBarTabText, option, widget),
                      widget);
      return true;
    case CE_Header:
      if (const auto* head = as<QStyleOptionHeader>(option)) paintHeader(*painter, *head);
      return true;
    case CE_HeaderEmptyArea:
      painter->fillRect(option->rect, t.subtle);
      paintEdge(*painter, option->rect, Qt::BottomEdge, t.hairline);
      return true;
    case CE_ItemViewItem:
      if (const auto* item = as<QStyleOptionViewItem>(option)) drawItem(*item, painter, widget);
      return true;
    case CE_Splitter:
      paintSplitter(*painter, *option);
      return true;
    default:
      return false;
  }
}

bool DrawnStyle::drawWidget(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const {
  const Tokens& t = tokens(option->palette);
  switch (element) {
    case CE_PushButton:
      if (const auto* button = as<QStyleOptionButton>(option))
        paintPushButton(*painter, *button, *proxy(), widget);
      return true;
    case CE_ShapedFrame:
      if (const auto* frame = as<QStyleOptionFrame>(option)) paintFrame(*painter, *frame, widget);
      return true;
    case CE_MenuItem:
      if (const auto* item = as<QStyleOptionMenuItem>(option))
        paintMenuItem(*painter, *item, widget);
      return true;
    case CE_MenuEmptyArea:
      return true;
    case CE_ProgressBar:
      if (const auto* bar = as<QStyleOptionProgressBar>(option)) paintProgress(*painter, *bar);
      return true;
    case CE_ToolBar:
      painter->fillRect(option->rect, t.rail);
      paintEdge(*painter, option->rect,
                option->state.testFlag(State_Horizontal) ? Qt::BottomEdge : Qt::RightEdge,
                t.hairline);
      return true;
    case CE_ComboBoxLabel:
      if (const auto* combo = as<QStyleOptionComboBox>(option)) {
        QStyleOptionComboBox words = *combo;
        words.palette.setColor(QPalette::ButtonText, isEnabled(*option) ? t.text : t.textOff);
        QProxyStyle::drawControl(element, &words, painter, widget);
        return true;
      }
      return false;
    default:
      return false;
  }
}

// The words of a selected row keep their colour: its ground is light.
void DrawnStyle::drawItem(const QStyleOptionViewItem& option, QPainter* painter,
                          const QWidget* widget) const {
  QStyleOptionViewItem item = option;
  const auto group = isEnabled(option) ? QPalette::Active : QPalette::Disabled;
  for (const auto each : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
    item.palette.setColor(each, QPalette::HighlightedText,
                          option.palette.color(group, QPalette::Text));
  QProxyStyle::drawControl(CE_ItemViewItem, &item, painter, widget);
}

void DrawnStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
  if (const auto* combo = as<QStyleOptionComboBox>(option); combo && control == CC_ComboBox)
    return paintComboBox(*painter, *combo, widget);
  if (const auto* spin = as<QStyleOptionSpinBox>(option); spin && control == CC_SpinBox)
    return paintSpinBox(*painter, *spin, *proxy(), widget);
  if (const auto* button = as<QStyleOptionToolButton>(option); button && control == CC_ToolButton)
    return paintToolButton(*painter, *button, *this, widget);
  if (const auto* group = as<QStyleOptionGroupBox>(option); group && control == CC_GroupBox)
    return paintGroupBox(*painter, *group, *proxy(), widget);
  if (const auto* slider = as<QStyleOptionSlider>(option)) {
    if (control == CC_ScrollBar) return paintScrollBar(*painter, *slider, *proxy(), widget);
    if (control == CC_Slider) return paintSlider(*painter, *slider, *proxy(), widget);
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QSize DrawnStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
  const int height = px(isSmall(widget) ? toolHeight : controlHeight);
  switch (type) {
    case CT_PushButton:
      if (const auto* button = as<QStyleOptionButton>(option))
        return pushButtonSize(*button, size, widget);
      break;
    case CT_ToolButton:
      if (const auto* button = as<QStyleOptionToolButton>(option))
        return toolButtonSize(*button, size, widget);
      break;
    case CT_LineEdit:
      if (const auto* frame = as<QStyleOptionFrame>(option); frame && frame->lineWidth > 0)
        return {size.width() + 2 * px(fieldPadding), std::max(size.height(), height)};
      break;
    case CT_ComboBox:
    case CT_SpinBox:
      return {size.width() + px(fieldPadding) +
                  px(type == CT_ComboBox ? arrowWidth : stepperWidth) + px(4),
              std::max(size.height(), height)};
    case CT_CheckBox:
    case CT_RadioButton:
      return QProxyStyle::sizeFromContents(type, option, size, widget).expandedTo({0, px(20)});
    case CT_TabBarTab:
      return {size.width(), px(tabHeight)};
    case CT_HeaderSection:
      if (const auto* head = as<QStyleOptionHeader>(option)) return headerSize(*head);
      break;
    case CT_ItemViewItem:
      // A table says the heights of its rows itself.
      return QProxyStyle::sizeFromContents(type, option, size, widget)
          .expandedTo({0, px(qobject_cast<const QTreeView*>(widget) ? rowHeight : listRowHeight)});
    case CT_MenuItem:
      if (const auto* item = as<QStyleOptionMenuItem>(option)) return menuItemSize(*item, size);
      break;
    case CT_ProgressBar:
      return {size.width(), std::max(px(4), size.height() / 3)};
    default:
      break;
  }
  return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QRect DrawnStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                 SubControl part, const QWidget* widget) const {
  const auto visual = [&](const QRect& rect) {
    return visualRect(option->direction, option->rect, rect);
  };
  if (const auto* combo = as<QStyleOptionComboBox>(option);
      combo && control == CC_ComboBox && part != SC_ComboBoxListBoxPopup)
    return visual(comboBoxPart(*combo, part));
  if (const auto* spin = as<QStyleOptionSpinBox>(option); spin && control == CC_SpinBox)
    return visual(spinBoxPart(*spin, part));
  if (const auto* group = as<QStyleOptionGroupBox>(option);
      group && control == CC_GroupBox && part != SC_GroupBoxCheckBox)
    return visual(groupBoxPart(*group, part));
  if (const auto* bar = as<QStyleOptionSlider>(option); bar && control == CC_ScrollBar)
    return scrollBarPart(*bar, part, proxy()->pixelMetric(PM_ScrollBarSliderMin, option, widget));
  return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect DrawnStyle::subElementRect(SubElement element, const QStyleOption* option,
                                 const QWidget* widget) const {
  switch (element) {
    case SE_LineEditContents:
      if (const auto* frame = as<QStyleOptionFrame>(option); frame && frame->lineWidth > 0)
        // The line edit itself adds a margin of two.
        return option->rect.adjusted(px(fieldPadding) - 2, 1, -px(fieldPadding) + 2, -1);
      break;
    case SE_TabWidgetTabContents: {
      const QRect pane = QProxyStyle::subElementRect(SE_TabWidgetTabPane, option, widget);
      return pane.adjusted(0, 1, 0, 0);
    }
    default:
      break;
  }
  return QProxyStyle::subElementRect(element, option, widget);
}

}  // namespace trainyard::look
