// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/help_of_widget.h"

#include <QAbstractItemView>
#include <QTextDocumentFragment>

namespace trainyard {
HelpTopic helpOf(QWidget* focus) {
  for (QWidget* each = focus; each; each = each->isWindow() ? nullptr : each->parentWidget()) {
    if (const auto* view = qobject_cast<QAbstractItemView*>(each))
      if (const QVariant topic = view->currentIndex().data(helpTopicRole); topic.isValid())
        return topic.value<HelpTopic>();
    if (const auto source = each->property(helpSourceProperty).value<HelpSource>())
      if (const HelpTopic topic = source(); !topic.isNone()) return topic;
  }
  return {};
}

QString tipOf(QWidget* focus) {
  for (QWidget* each = focus; each && !each->isWindow(); each = each->parentWidget()) {
    const auto* view = qobject_cast<QAbstractItemView*>(each);
    const QString tip = view ? view->currentIndex().data(Qt::ToolTipRole).toString() : QString();
    for (const QString& words : {tip, each->toolTip()})
      if (!words.isEmpty())
        return Qt::mightBeRichText(words) ? QTextDocumentFragment::fromHtml(words).toPlainText()
                                          : words;
  }
  return {};
}

}  // namespace trainyard
