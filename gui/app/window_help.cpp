// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_help.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextDocumentFragment>
#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "gui/forms/help_topic.h"
#include "gui/help/help_browser.h"
#include "gui/help/help_drawer.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString helpOpenKey = u"help/open"_s, helpPinnedKey = u"help/pinned"_s,
              helpWidthKey = u"help/width"_s;
constexpr int usualWidth = 460, leastWidth = 320;

// What F1 is about where a widget has the focus: of the widget, or of the nearest one that it
// stands in; none if nobody knows.
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

// What the pointer would show there, as plain text; empty: nothing.
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

}  // namespace

WindowHelp::WindowHelp(QStackedWidget* pages, const QString& store,
                       std::function<HelpTopic()> ofPage, std::function<RunKind()> ofExperiment)
    : QObject(pages),
      m_pages(pages),
      m_ofPage(std::move(ofPage)),
      m_ofExperiment(std::move(ofExperiment)),
      m_runs(store),
      m_area(new QSplitter),
      m_drawer(new HelpDrawer) {
  m_area->setHandleWidth(1);
  m_area->setChildrenCollapsible(false);
  m_area->addWidget(pages);
  m_area->addWidget(m_drawer);
  m_area->setStretchFactor(0, 1);
  m_area->setStretchFactor(1, 0);
  m_drawer->setMinimumWidth(look::px(leastWidth));
  m_drawer->hide();
  m_drawer->setPinned(QSettings().value(helpPinnedKey).toBool());
  connect(m_area, &QSplitter::splitterMoved, this,
          [this] { QSettings().setValue(helpWidthKey, m_drawer->width()); });
  connect(m_drawer, &HelpDrawer::closeWanted, this, &WindowHelp::close);
  connect(m_drawer, &HelpDrawer::fieldWanted, this, &WindowHelp::fieldWanted);
  connect(m_drawer, &HelpDrawer::topicShown, this, &WindowHelp::askForRuns);
  connect(&m_runs, &TableReader::tableRead, this, &WindowHelp::takeRuns);
  connect(&m_runs, &TableReader::tableRefused, this, [this] { takeRuns({}); });
  connect(m_drawer, &HelpDrawer::pinned, this,
          [](bool isPinned) { QSettings().setValue(helpPinnedKey, isPinned); });
  m_area->installEventFilter(this);
  connect(m_pages, &QStackedWidget::currentChanged, this, &WindowHelp::followPage);
  connect(qApp, &QApplication::focusChanged, this,
          [this](QWidget*, QWidget* now) { followFocus(now); });
}

QWidget* WindowHelp::pane() const { return m_drawer->isVisible() ? m_drawer : nullptr; }

bool WindowHelp::hasFocus() const {
  const QWidget* focus = QApplication::focusWidget();
  return focus && m_drawer->isAncestorOf(focus);
}

void WindowHelp::fit() {
  const int wanted = QSettings().value(helpWidthKey, look::px(usualWidth)).toInt();
  const int room = m_area->width() - m_area->handleWidth();
  const int width =
      std::clamp(wanted, look::px(leastWidth), std::max(look::px(leastWidth), room / 2));
  m_area->setSizes({room - width, width});
}

void WindowHelp::open() {
  if (m_drawer->isHidden()) {
    m_drawer->show();
    fit();
    QSettings().setValue(helpOpenKey, true);
  }
}

// Of a number: nothing else has a place along an axis.
void WindowHelp::askForRuns(const HelpTopic& topic) {
  const FieldInfo* field =
      topic.kind == HelpTopic::Kind::field ? find_field(topic.name.toStdString()) : nullptr;
  if (!field || (field->kind != Kind::integer && field->kind != Kind::real &&
                 field->kind != Kind::auto_integer))
    return;
  m_asked.enqueue(topic.name);
  m_runs.requestTable(OwnRuns::query(topic.name));
}

void WindowHelp::takeRuns(const RunTable& table) {
  const QString path = m_asked.dequeue();
  m_drawer->showRuns(path, OwnRuns::of(table, path, m_ofExperiment()));
}

void WindowHelp::restore() {
  if (!QSettings().value(helpOpenKey).toBool()) return;
  open();
  showPage();
}

bool WindowHelp::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_area && event->type() == QEvent::Resize && !m_drawer->isHidden()) fit();
  return QObject::eventFilter(watched, event);
}

void WindowHelp::show(const HelpTopic& topic) {
  if (!hasFocus()) m_focusBefore = QApplication::focusWidget();
  open();
  m_drawer->showTopic(topic);
  m_drawer->body()->setFocus(Qt::OtherFocusReason);
}

// Pressed again, in the help, it is that of the page.
void WindowHelp::showOfFocus() {
  QWidget* focus = QApplication::focusWidget();
  HelpTopic topic = hasFocus() ? HelpTopic() : helpOf(focus);
  if (topic.isNone()) {
    topic = m_shownPage = m_ofPage();
    if (!hasFocus() && m_pages->isAncestorOf(focus)) topic.words = tipOf(focus);
  }
  if (!m_drawer->isPinned()) return show(topic);
  open();
  m_drawer->showTopic(topic);
}

void WindowHelp::showPage() {
  m_shownPage = m_ofPage();
  m_drawer->showTopic(m_shownPage);
}

// The help of a page is no longer wanted on another one.
void WindowHelp::followPage() {
  if (pane() && (m_drawer->isPinned() || m_drawer->topic().name == m_shownPage.name)) showPage();
}

bool WindowHelp::goBack() {
  if (!hasFocus()) return false;
  m_drawer->goBack();
  return true;
}

void WindowHelp::close() {
  const bool hadFocus = hasFocus();
  m_drawer->hide();
  QSettings().setValue(helpOpenKey, false);
  if (!hadFocus) return;
  QWidget* back =
      m_focusBefore && m_focusBefore->isVisible() ? m_focusBefore.data() : m_pages->currentWidget();
  back->setFocus(Qt::OtherFocusReason);
}

void WindowHelp::followFocus(QWidget* now) {
  if (!now || !pane() || !m_pages->isAncestorOf(now)) return;
  m_focusBefore = now;
  if (!m_drawer->isPinned()) return;
  if (const HelpTopic topic = helpOf(now); !topic.isNone()) m_drawer->showTopic(topic);
}

}  // namespace trainyard
