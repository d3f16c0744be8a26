// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_view.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/look/style.h"
#include "gui/look/switch.h"
#include "gui/runs/logs/find_field.h"
#include "gui/runs/logs/log_foot.h"
#include "gui/runs/logs/log_pane.h"
#include "gui/runs/logs/log_reader.h"
#include "gui/runs/run_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxLines = 20000;

}  // namespace

LogView::LogView(RunModel* run, RunActions* actions, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_reader(new LogReader(run, actions, this)),
      m_files(new QComboBox),
      m_attempts(new QComboBox),
      m_colours(new look::Switch),
      m_collapse(new look::Switch),
      m_find(new FindField),
      m_matchCase(new QToolButton),
      m_regular(new QToolButton),
      m_note(new QLabel),
      m_earlier(new QToolButton),
      m_text(new LogPane),
      m_foot(new LogFoot) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildBar();
  buildOptions();
  column->addWidget(m_text, 1);
  column->addWidget(m_foot);
  connect(m_reader, &LogReader::restarted, this, &LogView::showRestarted);
  connect(m_reader, &LogReader::listed, this, &LogView::showFiles);
  connect(m_reader, &LogReader::opened, this, &LogView::showOpened);
  connect(m_reader, &LogReader::read, this, &LogView::showRead);
  connect(m_reader, &LogReader::changed, this, &LogView::showNote);
  retranslate();
}

void LogView::buildBar() {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 8, 10, 6);
  m_files->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_note->setTextFormat(Qt::PlainText);
  m_note->setForegroundRole(QPalette::PlaceholderText);
  for (QToolButton* button : {m_matchCase, m_regular}) {
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    look::setKind(button, look::quietKind);
    look::setSmall(button);
    connect(button, &QToolButton::toggled, this, &LogView::search);
  }
  bar->addWidget(m_attempts);
  bar->addWidget(m_files);
  bar->addWidget(m_earlier);
  bar->addWidget(m_note, 1);
  bar->addWidget(m_find);
  bar->addWidget(m_matchCase);
  bar->addWidget(m_regular);
  static_cast<QVBoxLayout*>(layout())->addLayout(bar);
  connect(m_files, &QComboBox::activated, this,
          [this] { m_reader->open(m_files->currentData().toString()); });
  connect(m_attempts, &QComboBox::activated, this,
          [this](int index) { m_reader->chooseAttempt(m_attempts->itemData(index).toInt()); });
  m_earlier->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_earlier->hide();
  connect(m_earlier, &QToolButton::clicked, this, [this] {
    m_foot->setFollowing(false);
    m_reader->readEarlier();
  });
  connect(m_find, &FindField::textChanged, this, &LogView::search);
  connect(m_find, &FindField::findRequested, m_text, &LogPane::goToMatch);
  connect(m_find, &FindField::left, this, [this] { m_text->setFocus(); });
  connect(m_text, &LogPane::searched, this, &LogView::showFound);
  connect(m_text, &LogPane::cursorPositionChanged, this, &LogView::showFound);
  connect(m_text, &LogPane::jumped, this, [this] { m_foot->setFollowing(false); });
  connect(m_foot, &LogFoot::followed, m_text, &LogPane::scrollToEnd);
  connect(m_foot, &LogFoot::nextRequested, this, [this] { m_text->goToLevel(false); });
}

void LogView::buildOptions() {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(10, 0, 10, 6);
  row->setSpacing(16);
  m_colours->setChecked(true);
  m_collapse->setChecked(true);
  row->addWidget(m_colours);
  row->addWidget(m_collapse);
  row->addStretch(1);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
  connect(m_colours, &look::Switch::toggled, m_text, &LogPane::setColoured);
  connect(m_collapse, &look::Switch::toggled, m_reader, &LogReader::setCollapsing);
}

void LogView::retranslate() {
  m_files->setToolTip(tr("Whose output"));
  m_files->setAccessibleName(tr("Whose output"));
  m_attempts->setAccessibleName(tr("Attempt"));
  m_earlier->setText(tr("Earlier"));
  m_earlier->setAccessibleName(tr("Earlier output"));
  m_earlier->setToolTip(tr("Show earlier output"));
  m_matchCase->setText(tr("Match case"));
  m_matchCase->setAccessibleName(m_matchCase->text());
  m_regular->setText(tr("Regular expression"));
  m_regular->setAccessibleName(m_regular->text());
  m_text->setAccessibleName(tr("Output"));
  m_colours->setText(tr("Colours of the program"));
  m_colours->setAccessibleName(m_colours->text());
  m_collapse->setText(tr("Collapse progress bars"));
  m_collapse->setAccessibleName(m_collapse->text());
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

void LogView::showRestarted() {
  m_files->clear();
  m_attempts->clear();
  m_attempts->hide();
  showOpened();
}

void LogView::showOpened() {
  m_text->clearLines();
  m_text->setMaxLines(m_reader->tail() > LogReader::tailBytes ? 0 : maxLines);
  showNote();
}

void LogView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_reader->setActive(true);
}

void LogView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_reader->setActive(false);
}

void LogView::showFiles() {
  const QSignalBlocker quiet(m_files);
  const QString before = m_reader->file();
  m_files->clear();
  for (const LogFile& file : m_reader->files()) m_files->addItem(title(file.name), file.name);
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
  m_files->setCurrentIndex(preferredFile());
  m_reader->open(m_files->currentData().toString());
}

// Prefers the program's output or, for a run that failed, its standard error;
// an empty file is skipped.
int LogView::preferredFile() const {
  const QList<LogFile>& files = m_reader->files();
  int found = -1;
  for (int i = static_cast<int>(files.size()) - 1; i >= 0; --i) {
    if (files[i].bytes <= 0) continue;
    if (m_run->record().state == RunState::failed && files[i].name == u"stderr.log"_s) return i;
    found = i;
  }
  return found < 0 && !files.isEmpty() ? 0 : found;
}

// The note that only the end of the file is shown is combined with the search's
// message, not replaced by it.
void LogView::showNote() {
  QStringList words;
  if (!m_reader->problem().isEmpty())
    words << m_reader->problem();
  else if (m_reader->begin() > 0)
    words << tr("The last %1 MiB; the file has everything.").arg(m_reader->tail() >> 20);
  else if (m_reader->file().isEmpty() && !m_reader->run().isEmpty())
    words << tr("No output yet.");
  if (!m_found.isEmpty()) words << m_found;
  m_note->setText(words.join(u' '));
  m_earlier->setVisible(m_reader->canReadEarlier(m_text->firstLine() > 0));
  m_foot->showCounts(m_text->levels().numErrors(), m_text->levels().numWarnings());
  m_foot->showOver(!isOpen(m_run->record().state));
}

void LogView::showRead(const QList<LogLine>& lines, const LogLine& open) {
  m_text->append(lines, open);
  if (m_foot->isFollowing()) m_text->scrollToEnd();
}

void LogView::search() {
  m_text->search({m_find->text(), m_matchCase->isChecked(), m_regular->isChecked()});
}

// There is no translation for English that could handle its plurals.
void LogView::showFound() {
  const LogSearch& search = m_text->found();
  const qsizetype all = std::ssize(search.matches()), current = m_text->currentMatch();
  const bool isOver = m_text->isSearched();
  QString number = QLocale().toString(all);
  if (search.isFull())
    number += u'+';
  else if (!isOver)
    number += u'…';
  m_find->showCount(!search.isActive()   ? QString()
                    : all == 0 && isOver ? tr("No match")
                    : current >= 0 ? tr("%1 of %2").arg(QLocale().toString(current + 1), number)
                    : all == 1     ? tr("1 match")
                                   : tr("%1 matches").arg(number));
  look::setFieldTone(m_find, search.problem().isEmpty() ? QString() : u"failed"_s);
  const QString& words = search.pattern().words;
  m_found = !search.problem().isEmpty() ? search.problem()
            : search.isActive() && all == 0 && isOver
                ? tr("\"%1\" is not in these lines.").arg(words)
                : QString();
  showNote();
}

void LogView::keyPressEvent(QKeyEvent* event) {
  const bool isShifted = event->modifiers().testFlag(Qt::ShiftModifier);
  if (event->matches(QKeySequence::Find))
    enterFind();
  else if (event->key() == Qt::Key_F3)
    m_text->goToMatch(isShifted);
  else if (event->key() == Qt::Key_F8)
    m_text->goToLevel(isShifted);
  else
    QWidget::keyPressEvent(event);
}

void LogView::enterFind() {
  m_find->setFocus(Qt::ShortcutFocusReason);
  m_find->selectAll();
}

void LogView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace trainyard
