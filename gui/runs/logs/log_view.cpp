// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include "gui/forms/quantity_text.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/switch.h"
#include "gui/look/type.h"
#include "gui/runs/logs/log_bar.h"
#include "gui/runs/logs/log_names.h"
#include "gui/runs/logs/log_foot.h"
#include "gui/runs/logs/log_head.h"
#include "gui/runs/logs/log_moment.h"
#include "gui/runs/logs/log_hits.h"
#include "gui/runs/logs/log_pane.h"
#include "gui/runs/logs/log_reader.h"
#include "gui/runs/logs/log_saver.h"
#include "gui/runs/logs/log_side.h"
#include "gui/runs/records/run_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxLines = 20000;
constexpr double widthWithLogSide = 900, narrowPadding = 14, narrowGap = 8;

}  // namespace

LogView::LogView(RunModel* run, RunActions* actions)
    : m_run(run),
      m_actions(actions),
      m_reader(new LogReader(run, actions, this)),
      m_saver(new LogSaver(actions, this)),
      m_side(new LogSide),
      m_narrowBar(buildNarrowBar()),
      m_bar(new LogBar),
      m_head(new LogHead),
      m_hits(new LogHitList),
      m_text(new LogPane),
      m_foot(new LogFoot) {
  auto* column = look::columnIn(nullptr);
  for (QWidget* part : {m_narrowBar, static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_head)})
    column->addWidget(part);
  look::addAll(column, {m_hits, {m_text, 1}});
  m_hits->hide();
  column->addWidget(m_foot);
  auto* row = look::rowIn(this);
  row->setSizeConstraint(QLayout::SetNoConstraint);
  look::addAll(row, {m_side, {column, 1}});
  connectReader();
  connectParts();
  connectHits();
  look::onEvent(this, QEvent::Resize, [this] {
    const bool isNarrow = width() < look::px(widthWithLogSide);
    m_side->setVisible(!isNarrow);
    m_narrowBar->setVisible(isNarrow);
    m_bar->setNarrow(isNarrow);
  });
  look::keepTranslated(this, [this] { retranslate(); });
  showRestarted();
}

// What the side has, for a window that has no room for it.
QWidget* LogView::buildNarrowBar() {
  auto* bar = new QWidget;
  bar->setAutoFillBackground(true);
  bar->setBackgroundRole(QPalette::Base);
  auto* row =
      look::rowIn(bar, look::px(narrowGap),
                  {look::px(narrowPadding), look::px(narrowGap), look::px(narrowPadding), 0});
  m_attempts = new QComboBox;
  m_attempts->setModel(m_side->attempts()->model());
  m_files = new QComboBox;
  m_files->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_options = new QToolButton;
  m_options->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_options->setPopupMode(QToolButton::InstantPopup);
  look::setKind(m_options, look::quietKind);
  for (QWidget* control : {static_cast<QWidget*>(m_attempts), static_cast<QWidget*>(m_files),
                           static_cast<QWidget*>(m_options)}) {
    look::setSmall(control);
    row->addWidget(control);
  }
  row->addStretch(1);
  auto* menu = new QMenu(m_options);
  for (look::Switch* option : {m_side->wrap(), m_side->colours(), m_side->collapse()}) {
    QAction* action = menu->addAction(QString());
    action->setCheckable(true);
    action->setChecked(option->isChecked());
    connect(action, &QAction::toggled, option, &look::Switch::setChecked);
    connect(option, &look::Switch::toggled, action, &QAction::setChecked);
  }
  m_options->setMenu(menu);
  return bar;
}

void LogView::connectReader() {
  connect(m_reader, &LogReader::restarted, this, &LogView::showRestarted);
  connect(m_reader, &LogReader::listed, this, &LogView::showFiles);
  connect(m_reader, &LogReader::opened, this, &LogView::showOpened);
  connect(m_reader, &LogReader::read, this, &LogView::showRead);
  connect(m_reader, &LogReader::changed, this, &LogView::showState);
  connect(m_reader, &LogReader::changed, this, &LogView::goToWantedError);
  connect(m_run, &RunModel::recordChanged, this, &LogView::showState);
  connect(m_saver, &LogSaver::ended, this,
          [this](const QString& path, const std::optional<QString>& why) {
            m_saved = why ? *why : tr("Saved as %1").arg(path);
            m_isSaveProblem = why.has_value();
            showState();
          });
}

void LogView::connectParts() {
  connect(m_side, &LogSide::chosenByPerson, this, &LogView::open);
  connect(m_files, &QComboBox::activated, this,
          [this] { open(m_files->currentData().toString()); });
  for (QComboBox* attempts : {m_attempts, m_side->attempts()})
    connect(attempts, &QComboBox::activated, this, [this, attempts](int index) {
      for (QComboBox* each : {m_attempts, m_side->attempts()}) each->setCurrentIndex(index);
      m_reader->chooseAttempt(attempts->itemData(index).toInt());
    });
  connect(m_side->wrap(), &look::Switch::toggled, m_text, &LogPane::setWrapped);
  connect(m_side->colours(), &look::Switch::toggled, m_text, &LogPane::setColoured);
  connect(m_side->collapse(), &look::Switch::toggled, m_reader, &LogReader::setCollapsing);
  connect(m_bar, &LogBar::patternChanged, this, [this] { m_text->search(m_bar->pattern()); });
  connect(m_bar, &LogBar::findRequested, m_text, &LogPane::goToMatch);
  connect(m_bar, &LogBar::left, m_text, [this] { m_text->setFocus(); });
  connect(m_bar, &LogBar::copyRequested, this, &LogView::copy);
  connect(m_bar, &LogBar::saveRequested, this, &LogView::askSave);
  connect(m_head, &LogHead::earlierRequested, this, [this] {
    m_foot->setFollowing(false);
    m_reader->readEarlier();
  });
  connect(m_text, &LogPane::searched, this, &LogView::showFound);
  connect(m_text, &LogPane::cursorPositionChanged, this, &LogView::showFound);
  connect(m_text, &LogPane::jumped, this, [this] { m_foot->setFollowing(false); });
  connect(m_foot, &LogFoot::followed, m_text, &LogPane::scrollToEnd);
  connect(m_foot, &LogFoot::nextRequested, this, [this] { m_text->goToLevel(false); });
}

void LogView::connectHits() {
  connect(m_head, &LogHead::searchRequested, this, &LogView::searchAll);
  connect(m_hits, &LogHitList::endWanted, this, &LogView::closeHits);
  connect(m_hits, &LogHitList::chosen, this, [this](const LogHit& hit) {
    m_foot->setFollowing(false);
    m_reader->openAt(hit.offset);
  });
  connect(m_reader, &LogReader::reached, m_text, &LogPane::goToLine);
  const auto isOurs = [this](const SearchLogArguments& asked) {
    return asked.run == m_reader->run() && asked.file == m_reader->file() &&
           asked.words == m_searched && !m_hits->isHidden();
  };
  connect(m_actions, &RunActions::logSearched, this,
          [this, isOurs](const SearchLogArguments& asked, const LogHits& hits) {
            if (isOurs(asked)) m_hits->showHits(asked.words, hits);
          });
  connect(m_actions, &RunActions::logSearchFailed, this,
          [this, isOurs](const SearchLogArguments& asked, const QString& sentence) {
            if (isOurs(asked)) m_hits->showProblem(sentence);
          });
}

void LogView::retranslate() {
  m_files->setToolTip(tr("Whose output"));
  m_files->setAccessibleName(tr("Whose output"));
  m_attempts->setAccessibleName(tr("Attempt"));
  m_options->setText(tr("Show"));
  m_options->setAccessibleName(tr("How the output is shown"));
  m_text->setAccessibleName(tr("Output"));
  const QStringList options{tr("Wrap long lines"), tr("Colours of the program"),
                            tr("Collapse progress bars")};
  const QList<QAction*> actions = m_options->menu()->actions();
  for (qsizetype i = 0; i < actions.size(); ++i) actions[i]->setText(options[i]);
  for (int i = 0; i < m_files->count(); ++i)
    m_files->setItemText(i, LogNames::title(m_files->itemData(i).toString()));
}

void LogView::showRestarted() {
  m_files->clear();
  m_side->showFiles({});
  m_side->choose({});
  m_side->attempts()->clear();
  m_wantsError = false;
  m_hits->hide();
  showAttempts();
  showOpened();
}

void LogView::showOpened() {
  m_saved.clear();
  m_text->clearLines();
  const bool isBounded = m_reader->isPiece() || m_reader->tail() > LogReader::tailBytes;
  m_text->setMaxLines(isBounded ? 0 : maxLines);
  m_side->choose(m_reader->file());
  showState();
}

void LogView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_reader->setActive(true);
}

void LogView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_reader->setActive(false);
}

// The side is no reason to stay wide: it goes when there is no room for it.
QSize LogView::minimumSizeHint() const {
  const QSize all = layout()->totalMinimumSize();
  return {all.width() - (m_side->isVisibleTo(this) ? m_side->width() : 0), all.height()};
}

void LogView::showFiles() {
  const QSignalBlocker quiet(m_files);
  const QString before = m_reader->file();
  m_files->clear();
  for (const LogFile& file : m_reader->files())
    m_files->addItem(LogNames::title(file.name), file.name);
  m_side->showFiles(m_reader->files());
  showAttempts();
  if (m_wantedPlace) {
    open(LogMoment::file);
    m_foot->setFollowing(false);
    return m_reader->openAt(*std::exchange(m_wantedPlace, std::nullopt));
  }
  const int kept = before.isEmpty() || m_wantsError ? -1 : m_files->findData(before);
  if (kept >= 0) return m_files->setCurrentIndex(kept);
  open(m_wantsError ? LogNames::withCause(m_reader->files(), m_run->record())
                    : LogNames::preferred(m_reader->files(), m_run->record()));
}

void LogView::showAttempts() {
  const auto& attempts = m_run->attempts();
  QComboBox* chosen = m_side->attempts();
  if (attempts.size() > 1 && chosen->count() != attempts.size()) {
    chosen->clear();
    for (const AttemptRecord& attempt : attempts)
      chosen->addItem(attempt.resumeStep > 0 ? tr("Attempt %1, from step %2")
                                                   .arg(attempt.attempt)
                                                   .arg(QLocale().toString(attempt.resumeStep))
                                             : tr("Attempt %1").arg(attempt.attempt),
                      attempt.attempt);
    for (QComboBox* each : {m_attempts, chosen}) each->setCurrentIndex(chosen->count() - 1);
  }
  for (QComboBox* each : {m_attempts, chosen}) each->setVisible(attempts.size() > 1);
}

void LogView::open(const QString& file) {
  m_files->setCurrentIndex(m_files->findData(file));
  m_foot->setFollowing(!m_wantsError);
  m_hits->hide();
  m_reader->open(file);
}

void LogView::showError() {
  m_wantsError = true;
  m_foot->setFollowing(false);
  if (m_reader->run().isEmpty()) return;
  // Listed again, because of a run that has just failed the last sizes are not
  // known; and another attempt than the newest does not have the reason.
  for (QComboBox* each : {m_attempts, m_side->attempts()}) each->setCurrentIndex(each->count() - 1);
  m_reader->chooseAttempt(0);
}

void LogView::showPlace(int attempt, qint64 offset) {
  m_wantedPlace = offset;
  m_wantsError = false;
  for (QComboBox* each : {m_attempts, m_side->attempts()})
    each->setCurrentIndex(each->findData(attempt));
  m_reader->chooseAttempt(attempt);
}

void LogView::showRead(const QList<LogLine>& lines, const LogLine& open) {
  m_text->append(lines, open);
  if (m_foot->isFollowing()) m_text->scrollToEnd();
}

// Problems and that only the end of the file is shown are combined with the
// search's message, not replaced by it.
QString LogView::note() const {
  QStringList words;
  const LogSearch& search = m_text->found();
  if (!m_reader->problem().isEmpty())
    words << m_reader->problem();
  else if (m_reader->isPiece())
    words << tr("A part of the file.");
  else if (m_text->firstLine() > 0)
    words << tr("The last %1 lines; the file has everything.")
                 .arg(QLocale().toString(m_text->blockCount()));
  else if (m_reader->begin() > 0)
    words << tr("The last %1 MiB; the file has everything.").arg(m_reader->tail() >> 20);
  else if (m_reader->file().isEmpty() && !m_reader->run().isEmpty())
    words << tr("No output yet.");
  if (!search.problem().isEmpty())
    words << search.problem();
  else if (search.isActive() && search.matches().empty() && m_text->isSearched())
    words << tr("\"%1\" is not in these lines.").arg(search.pattern().words);
  if (!m_saved.isEmpty()) words << m_saved;
  return words.join(u' ');
}

// There is no translation for English that could handle its plurals.
QString LogView::amount() const {
  const qint64 lines = m_text->numLines() - m_text->firstLine();
  if (lines == 0) return {};
  const QString many = lines == 1 ? tr("1 line") : tr("%1 lines").arg(QLocale().toString(lines));
  const QString bytes = QuantityText::bytes(m_reader->end() - m_reader->begin());
  if (m_text->firstLine() > 0) return many;
  return m_reader->begin() == 0 && m_reader->isAtEnd()
             ? tr("%1, %2, all of it is here").arg(many, bytes)
             : tr("%1, %2").arg(many, bytes);
}

void LogView::showState() {
  const bool hasProblem = !m_reader->problem().isEmpty() || !m_text->found().problem().isEmpty();
  m_head->showNote(note(), hasProblem || (!m_saved.isEmpty() && m_isSaveProblem),
                   m_reader->canReadEarlier(m_text->firstLine() > 0));
  const bool isPart = m_reader->isPiece() || m_reader->begin() > 0 || m_text->firstLine() > 0;
  m_head->showSearchable(isPart && m_text->found().isActive());
  m_bar->showAmount(amount());
  m_bar->setCanSave(!m_reader->file().isEmpty() && !m_saver->isSaving());
  m_foot->showCounts(m_text->levels().numErrors(), m_text->levels().numWarnings());
  m_foot->showOver(!isOpen(m_run->record().state));
}

void LogView::goToWantedError() {
  if (!m_wantsError || m_reader->file().isEmpty() || !m_reader->isAtEnd()) return;
  m_wantsError = false;
  if (!m_text->goToLastError()) m_text->scrollToEnd();
}

void LogView::showFound() {
  m_bar->showFound(m_text->found(), m_text->currentMatch(), m_text->isSearched());
  showState();
}

void LogView::searchAll() {
  const LogPattern pattern = m_bar->pattern();
  m_searched = pattern.words;
  m_hits->showSearching(m_searched);
  m_hits->show();
  m_actions->searchLog({m_reader->run(), m_reader->attempt(), m_reader->file(), pattern.words,
                        pattern.isRegular, pattern.isCaseSensitive});
}

void LogView::closeHits() {
  m_hits->hide();
  open(m_reader->file());
}

void LogView::copy() {
  const bool hasSelection = m_text->textCursor().hasSelection();
  hasSelection ? m_text->copy() : QApplication::clipboard()->setText(m_text->toPlainText());
}

void LogView::askSave() {
  auto* dialog = new QFileDialog(this, tr("Save the output"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  const QString file = m_reader->file();
  dialog->selectFile(u"%1 %2"_s.arg(m_run->record().name, file).replace(u'/', u'-'));
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, file, run = m_reader->run(), attempt = m_reader->attempt()](const QString& path) {
            m_saver->save(run, attempt, file, path);
            m_saved = tr("Saving as %1").arg(path);
            m_isSaveProblem = false;
            showState();
          });
  dialog->open();
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

void LogView::enterFind() { m_bar->enterFind(); }

}  // namespace trainyard
