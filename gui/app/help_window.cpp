// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/help_window.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFile>
#include <QHelpEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

// Outside of a namespace, as Qt asks.
static void initialiseHelp() { Q_INIT_RESOURCE(trainyard_help); }

namespace trainyard {
namespace {

using look::px;

constexpr int helpWidth = 860, helpHeight = 720;

// Asks a widget for its tip at a place, as the pointer does.
bool askForTip(QWidget* widget, QPoint at) {
  QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
  QApplication::sendEvent(widget, &event);
  return event.isAccepted() && !QToolTip::text().isEmpty();
}

// Of views and editors the place where the keys act.
bool tipAtCursor(QWidget* widget) {
  if (auto* view = qobject_cast<QAbstractItemView*>(widget))
    return askForTip(view->viewport(), view->visualRect(view->currentIndex()).center());
  if (auto* text = qobject_cast<QPlainTextEdit*>(widget))
    if (askForTip(text->viewport(), text->cursorRect().center())) return true;
  return askForTip(widget, widget->rect().center());
}

}  // namespace

bool showTipOfFocus() {
  QWidget* focus = QApplication::focusWidget();
  if (!focus || tipAtCursor(focus)) return focus;
  for (QWidget* each = focus->parentWidget(); each && !each->isWindow();
       each = each->parentWidget())
    if (askForTip(each, each->mapFromGlobal(focus->mapToGlobal(focus->rect().bottomLeft()))))
      return true;
  return false;
}

HelpBrowser::HelpBrowser() {
  initialiseHelp();
  setOpenExternalLinks(true);
}

// Pictures stay outside, as they would make the program larger than its code.
QVariant HelpBrowser::loadResource(int type, const QUrl& name) {
  QFile file(u":/help/"_s + name.fileName());
  if (type == QTextDocument::ImageResource || !file.open(QIODevice::ReadOnly)) return {};
  QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
  lines.removeIf([](const QString& line) { return line.startsWith("!["_L1); });
  return lines.join(u'\n');
}

void HelpBrowser::showPart(const QString& page, const QString& heading) {
  setSource(QUrl(u"qrc:/help/"_s + page), QTextDocument::MarkdownResource);
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() == 0 || heading.isEmpty() ||
        !block.text().startsWith(heading))
      continue;
    setTextCursor(QTextCursor(block));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + cursorRect().top());
    return;
  }
}

HelpWindow::HelpWindow(QWidget* parent) : QDialog(parent) {
  auto* column = look::columnIn(this, px(8), {px(8), px(8), px(8), px(8)});
  auto* back = new QPushButton;
  column->addWidget(back, 0, Qt::AlignLeft);
  column->addWidget(m_browser, 1);
  connect(back, &QPushButton::clicked, m_browser, &QTextBrowser::backward);
  connect(m_browser, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
  back->setEnabled(false);
  back->setAutoDefault(false);
  resize(px(helpWidth), px(helpHeight));
  look::keepTranslated(this, [this, back] {
    setWindowTitle(tr("Help"));
    back->setText(tr("Back"));
    m_browser->setAccessibleName(tr("Help"));
  });
}

}  // namespace trainyard
