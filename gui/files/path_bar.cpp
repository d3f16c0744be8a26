// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/path_bar.h"

#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/shown_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum PathPage { PartsPage, FieldPage };
constexpr qsizetype longestPart = 40;  // characters

}  // namespace

PathBar::PathBar() : m_known(new QStringListModel(this)) {
  insertWidget(PartsPage, m_parts);
  insertWidget(FieldPage, m_field);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::rowIn(m_parts);
  auto* completer = new QCompleter(m_known, this);
  completer->setCompletionMode(QCompleter::PopupCompletion);
  m_field->setCompleter(completer);
  m_field->installEventFilter(this);
  connect(m_field, &QLineEdit::returnPressed, this,
          [this] { emit openRequested(m_field->text()); });
  look::keepTranslated(this, [this] { retranslate(); });
  setCurrentIndex(FieldPage);
}

void PathBar::retranslate() {
  m_field->setAccessibleName(tr("Path"));
  m_field->setPlaceholderText(tr("A folder or file; what does not begin with / is in your home"));
  m_parts->setToolTip(tr("Type a path (Ctrl+L)"));
}

QStringList PathBar::foldersOf(const QString& path) {
  if (!path.startsWith(u'/')) return {};
  QStringList folders{u"/"_s};
  QString folder;
  for (const QString& part : path.split(u'/', Qt::SkipEmptyParts)) {
    folder += u'/' + part;
    folders << folder;
  }
  return folders;
}

void PathBar::setPath(const QString& path) {
  m_path = path;
  m_field->setText(path);
  showParts();
  setCurrentIndex(m_buttons.isEmpty() ? FieldPage : PartsPage);
}

void PathBar::offer(const QString& path) {
  m_field->setText(path);
  setCurrentIndex(FieldPage);
}

void PathBar::edit() {
  setCurrentIndex(FieldPage);
  m_field->setFocus();
  m_field->selectAll();
}

void PathBar::showParts() {
  look::clear(m_parts->layout());
  m_buttons.clear();
  const QStringList folders = foldersOf(m_path);
  auto* row = static_cast<QHBoxLayout*>(m_parts->layout());
  for (const QString& folder : folders) {
    const QString name = folder == u"/"_s ? folder : folder.section(u'/', -1);
    const bool isLong = name.size() > longestPart;
    auto* button =
        new QPushButton(shownText(isLong ? name.left(longestPart) + u'…' : name, ShownLines::one)
                            .replace(u"&"_s, u"&&"_s));
    look::setKind(button, look::quietKind);
    look::setSmall(button);
    button->setToolTip(plainTip(shownText(folder, ShownLines::one)));
    if (folder == folders.last()) button->setFont(look::font(look::Role::emphasis));
    connect(button, &QPushButton::clicked, this, [this, folder] { emit openRequested(folder); });
    m_buttons << button;
    row->addWidget(button);
  }
  row->addStretch(1);
  fit();
}

// Where there is no room for all, those next to the root go; Ctrl+L shows the whole path.
void PathBar::fit() {
  int needed = 0;
  for (const QPushButton* button : m_buttons) needed += button->sizeHint().width();
  for (qsizetype i = 0; i < m_buttons.size(); ++i) {
    const bool isShown = needed <= width() || i + 1 == m_buttons.size();
    m_buttons[i]->setVisible(isShown);
    if (!isShown) needed -= m_buttons[i]->sizeHint().width();
  }
}

void PathBar::resizeEvent(QResizeEvent* event) {
  QStackedWidget::resizeEvent(event);
  fit();
}

void PathBar::mousePressEvent(QMouseEvent*) { edit(); }

// Who leaves the field without opening anything sees where the folder is.
bool PathBar::eventFilter(QObject* watched, QEvent* event) {
  const bool isEscape =
      event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  const bool isLeft = event->type() == QEvent::FocusOut &&
                      static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
                      static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason;
  if (watched == m_field && (isEscape || isLeft) && !m_buttons.isEmpty()) {
    m_field->setText(m_path);
    setCurrentIndex(PartsPage);
    if (isEscape) return true;
  }
  return QStackedWidget::eventFilter(watched, event);
}

}  // namespace trainyard
