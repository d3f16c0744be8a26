// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/look/type.h"
#include "gui/runs/run_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int pollMilliseconds = 500;
constexpr int maxLines = 20000;
// How much of a long file is read from its end initially, and the maximum with "Earlier".
constexpr qint64 tailBytes = 1 << 20, maxTailBytes = 16 << 20;

}  // namespace

LogView::LogView(RunModel* run, RunActions* actions, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_actions(actions),
      m_files(new QComboBox),
      m_attempts(new QComboBox),
      m_follow(new QCheckBox),
      m_find(new QLineEdit),
      m_previous(new QToolButton),
      m_next(new QToolButton),
      m_note(new QLabel),
      m_earlier(new QToolButton),
      m_text(new QPlainTextEdit) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildBar();
  m_text->setReadOnly(true);
  m_text->setFont(look::font(look::Role::code));
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setMaximumBlockCount(maxLines);
  m_text->setUndoRedoEnabled(false);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_text, 1);
  m_timer.setInterval(pollMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &LogView::poll);
  m_timer.start();
  connect(m_run, &RunModel::chosen, this, &LogView::restart);
  connect(m_actions, &RunActions::logsListed, this,
          [this](const QString& name, int, const QList<LogFile>& files) {
            if (name == m_shownRun) showFiles(files);
          });
  connect(m_actions, &RunActions::logRead, this,
          [this](const QString& name, int attempt, const QString& file, const LogChunk& chunk) {
            m_reading = false;
            if (name == m_shownRun && attempt == m_attempt && file == m_file) showChunk(chunk);
          });
  connect(m_actions, &RunActions::logFailed, this,
          [this](const QString& name, const QString& sentence) {
            m_reading = false;
            if (name != m_shownRun) return;
            m_problem = sentence;
            showNote();
          });
  retranslate();
}

void LogView::buildBar() {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 8, 10, 6);
  m_files->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_follow->setChecked(true);
  m_find->setClearButtonEnabled(true);
  m_find->installEventFilter(this);
  m_note->setTextFormat(Qt::PlainText);
  m_find->setMaximumWidth(220);
  m_note->setForegroundRole(QPalette::PlaceholderText);
  m_previous->setArrowType(Qt::UpArrow);
  m_next->setArrowType(Qt::DownArrow);
  bar->addWidget(m_attempts);
  bar->addWidget(m_files);
  bar->addWidget(m_follow);
  bar->addWidget(m_earlier);
  bar->addWidget(m_note, 1);
  bar->addWidget(m_find);
  bar->addWidget(m_previous);
  bar->addWidget(m_next);
  static_cast<QVBoxLayout*>(layout())->addLayout(bar);
  connect(m_files, &QComboBox::activated, this, &LogView::openFile);
  connect(m_attempts, &QComboBox::activated, this, [this](int index) {
    m_attempt = m_attempts->itemData(index).toInt();
    m_file.clear();
    m_actions->listLogs(m_shownRun, m_attempt);
  });
  m_earlier->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_earlier->hide();
  connect(m_earlier, &QToolButton::clicked, this, [this] {
    m_follow->setChecked(false);
    openTail(4 * m_tail);
  });
  connect(m_find, &QLineEdit::textChanged, this, [this] {
    m_found.clear();
    showNote();
  });
  connect(m_previous, &QToolButton::clicked, this, [this] { find(true); });
  connect(m_next, &QToolButton::clicked, this, [this] { find(false); });
  connect(m_follow, &QCheckBox::toggled, this, [this](bool on) {
    if (on) m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
  });
}

void LogView::retranslate() {
  m_follow->setText(tr("Follow"));
  m_follow->setToolTip(tr("Follow the newest line"));
  m_files->setToolTip(tr("Whose output"));
  m_files->setAccessibleName(tr("Whose output"));
  m_attempts->setAccessibleName(tr("Attempt"));
  m_earlier->setText(tr("Earlier"));
  m_earlier->setAccessibleName(tr("Earlier output"));
  m_earlier->setToolTip(tr("Show earlier output"));
  m_find->setPlaceholderText(tr("Find (Ctrl+F)"));
  m_find->setAccessibleName(tr("Find in the output"));
  m_previous->setToolTip(tr("Previous match (Shift+Return)"));
  m_previous->setAccessibleName(tr("Previous match"));
  m_next->setToolTip(tr("Next match (Return)"));
  m_next->setAccessibleName(tr("Next match"));
  m_text->setAccessibleName(tr("Output"));
  for (int i = 0; i < m_files->count(); ++i)
    m_files->setItemText(i, title(m_files->itemData(i).toString()));
}

QString LogView::title(const QString& file) const {
  if (file == u"stdout.log"_s) return tr("Standard output");
  if (file == u"stderr.log"_s) return tr("Standard error");
  if (file.startsWith(u"tasks/"_s))
    return tr("Task %1: %2").arg(file.section(u'/', 1, 1), title(file.section(u'/', 2)));
  const QString node = file.section(u'/', 1, 1), name = file.section(u'/', -1);
  const QString rank = name.section(u'-', 1).section(u'.', 0, 0);
  if (!file.startsWith(u"nodes/"_s)) return file;
  return name.endsWith(u".err"_s) ? tr("Rank %1 on %2, standard error").arg(rank, node)
                                  : tr("Rank %1 on %2").arg(rank, node);
}

void LogView::restart() {
  m_shownRun = m_run->record().run;
  m_file.clear();
  m_attempt = 0;
  m_reading = m_isLastLook = m_isComplete = m_openLineShown = false;
  m_files->clear();
  m_attempts->clear();
  m_attempts->hide();
  m_text->clear();
  m_lines.clear();
  m_begin = m_offset = 0;
  m_problem.clear();
  m_found.clear();
  showNote();
  if (isVisible() && !m_shownRun.isEmpty()) m_actions->listLogs(m_shownRun, m_attempt);
}

void LogView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_shownRun.isEmpty()) m_actions->listLogs(m_shownRun, m_attempt);
}

void LogView::showFiles(const QList<LogFile>& files) {
  const QSignalBlocker quiet(m_files);
  const QString before = m_file;
  m_files->clear();
  for (const LogFile& file : files) {
    m_files->addItem(title(file.name), file.name);
    m_files->setItemData(m_files->count() - 1, file.bytes, Qt::UserRole + 1);
  }
  const auto& attempts = m_run->attempts();
  if (attempts.size() > 1 && m_attempts->count() != attempts.size()) {
    m_attempts->clear();
    for (const AttemptRecord& attempt : attempts)
      m_attempts->addItem(tr("Attempt %1").arg(attempt.attempt), attempt.attempt);
    m_attempts->setCurrentIndex(m_attempts->count() - 1);
  }
  m_attempts->setVisible(attempts.size() > 1);
  const int kept = before.isEmpty() ? -1 : m_files->findData(before);
  if (kept >= 0) return m_files->setCurrentIndex(kept);
  m_files->setCurrentIndex(preferredFile(files));
  openFile();
}

// Prefers the program's output or, for a run that failed, its standard error; an empty file is
// skipped.
int LogView::preferredFile(const QList<LogFile>& files) const {
  int found = -1;
  for (int i = static_cast<int>(files.size()) - 1; i >= 0; --i) {
    if (files[i].bytes <= 0) continue;
    if (m_run->record().state == RunState::failed && files[i].name == u"stderr.log"_s) return i;
    found = i;
  }
  return found < 0 && !files.isEmpty() ? 0 : found;
}

void LogView::openFile() {
  m_file = m_files->currentData().toString();
  openTail(tailBytes);
}

// Shows the complete lines within this many bytes at the end of the file.
void LogView::openTail(qint64 bytes) {
  m_tail = std::min(bytes, maxTailBytes);
  m_lines.clear();
  m_text->clear();
  m_text->setMaximumBlockCount(m_tail > tailBytes ? 0 : maxLines);
  m_openLineShown = m_isLastLook = m_isComplete = false;
  const qint64 size = m_files->currentData(Qt::UserRole + 1).toLongLong();
  m_begin = m_offset = std::max<qint64>(0, size - m_tail);
  m_isCutBegin = m_begin > 0;
  m_problem.clear();
  m_found.clear();
  showNote();
  poll();
}

// The note that only the end of the file is shown is combined with the search's message, not
// replaced by it.
void LogView::showNote() {
  QStringList words;
  if (!m_problem.isEmpty())
    words << m_problem;
  else if (m_begin > 0)
    words << tr("The last %1 MiB; the file has everything.").arg(m_tail >> 20);
  else if (m_file.isEmpty() && !m_shownRun.isEmpty())
    words << tr("No output yet.");
  if (!m_found.isEmpty()) words << m_found;
  m_note->setText(words.join(u' '));
  m_earlier->setVisible(m_begin > 0 && m_tail < maxTailBytes);
}

void LogView::poll() {
  if (!isVisible() || m_reading || m_shownRun.isEmpty()) return;
  if (m_file.isEmpty()) {
    if (isOpen(m_run->record().state)) m_actions->listLogs(m_shownRun, m_attempt);
    return;
  }
  const bool isOver = !isOpen(m_run->record().state);
  if (isOver && m_isComplete) return;
  m_isLastLook = isOver;
  m_reading = true;
  m_actions->readLog(m_shownRun, m_attempt, m_file, m_offset);
}

void LogView::showChunk(const LogChunk& chunk) {
  // This is the answer to a request made before another part of the file was selected.
  if (chunk.nextOffset - chunk.data.content.size() != m_offset) return poll();
  m_offset = chunk.nextOffset;
  m_isComplete = m_isLastLook && chunk.data.content.isEmpty();
  m_problem.clear();
  showNote();
  QByteArray data = chunk.data.content;
  if (m_isCutBegin) {
    const qsizetype line = data.indexOf('\n');
    data.remove(0, line < 0 ? data.size() : line + 1);
    m_isCutBegin = line < 0;
  }
  if (data.isEmpty()) return;
  const int scroll = m_text->verticalScrollBar()->value();
  if (m_openLineShown) {
    QTextCursor last(m_text->document()->lastBlock());
    last.select(QTextCursor::BlockUnderCursor);
    last.removeSelectedText();
    if (m_text->document()->blockCount() == 1 && m_text->document()->characterCount() <= 1)
      m_text->clear();
  }
  QStringList lines = m_lines.feed(data);
  m_openLineShown = !m_lines.open().isEmpty();
  if (m_openLineShown) lines << m_lines.open();
  if (!lines.isEmpty()) m_text->appendPlainText(lines.join(u'\n'));
  m_text->verticalScrollBar()->setValue(
      m_follow->isChecked() ? m_text->verticalScrollBar()->maximum() : scroll);
  // There is more: continues without waiting for the timer.
  if (chunk.data.content.size() >= (1 << 19))
    QMetaObject::invokeMethod(this, &LogView::poll, Qt::QueuedConnection);
}

void LogView::find(bool backwards) {
  const QString words = m_find->text();
  if (words.isEmpty()) return;
  m_follow->setChecked(false);
  const QTextDocument::FindFlags flags =
      backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  m_found.clear();
  if (m_text->find(words, flags)) return showNote();
  QTextCursor around = m_text->textCursor();
  around.movePosition(backwards ? QTextCursor::End : QTextCursor::Start);
  m_text->setTextCursor(around);
  m_found = m_text->find(words, flags) ? tr("Began again from the other end.")
                                       : tr("\"%1\" is not in these lines.").arg(words);
  showNote();
}

void LogView::keyPressEvent(QKeyEvent* event) {
  event->matches(QKeySequence::Find) ? enterFind() : QWidget::keyPressEvent(event);
}

void LogView::enterFind() {
  m_find->setFocus(Qt::ShortcutFocusReason);
  m_find->selectAll();
}

// The line edit signals Return, but not whether Shift was held.
bool LogView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_find || event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter) return false;
  find(key->modifiers().testFlag(Qt::ShiftModifier));
  return true;
}

void LogView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace trainyard
