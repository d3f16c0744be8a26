// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/code/code_page.h"

#include <QHeaderView>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/look/card.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/runs/code/difference_view.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

void addShortcut(QWidget* page, const QKeySequence& keys, const std::function<void()>& act) {
  auto* shortcut = new QShortcut(keys, page);
  shortcut->setContext(Qt::WidgetWithChildrenShortcut);
  QObject::connect(shortcut, &QShortcut::activated, page, act);
}

}  // namespace

CodePage::CodePage(ServiceClient* client)
    : m_reader(client),
      m_of(plainLabel()),
      m_and(plainLabel()),
      m_sentence(plainLabel()),
      m_files(plainTable(&m_changes, CodeChangesModel::PathColumn)),
      m_difference(new DifferenceView) {
  auto* column = look::columnIn(this, px(10), {px(20), px(14), px(20), px(16)});
  auto* bar = look::rowIn(nullptr, px(8));
  m_of->setBuddy(m_first);
  m_and->setBuddy(m_second);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_sentence->setWordWrap(true);
  for (QComboBox* box : {m_first, m_second}) box->setMaximumWidth(px(260));
  look::addAll(bar, {m_of, m_first, m_and, m_second, {m_sentence, 1}, m_again});
  column->addLayout(bar);
  auto* panes = new QSplitter;
  panes->setHandleWidth(px(14));
  panes->addWidget(buildFiles());
  auto* around = new look::Card;
  around->column()->setContentsMargins(1, 1, 1, 1);
  around->column()->addWidget(m_difference);
  panes->addWidget(around);
  panes->setStretchFactor(1, 1);
  panes->setSizes({px(300), px(700)});
  column->addWidget(panes, 1);
  for (QComboBox* box : {m_first, m_second})
    connect(box, &QComboBox::activated, this, &CodePage::request);
  connect(m_again, &QPushButton::clicked, this, [this] {
    m_asked.clear();
    request();
  });
  connect(&m_reader, &CodeReader::listed, this, &CodePage::showListing);
  connect(&m_reader, &CodeReader::notListed, this, [this](const QString& sentence) {
    m_sentence->setText(sentence);
    m_again->setVisible(true);
  });
  connect(&m_reader, &CodeReader::textsRead, this, &CodePage::showTexts);
  connect(&m_reader, &CodeReader::notRead, this,
          [this](const QString&, const QString& sentence) { m_sentence->setText(sentence); });
  connect(m_files->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &CodePage::showFile);
  addShortcut(this, Qt::Key_F8, [this] { goToNext(false); });
  addShortcut(this, Qt::SHIFT | Qt::Key_F8, [this] { goToNext(true); });
  m_again->hide();
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* CodePage::buildFiles() {
  auto* around = new look::Card;
  around->column()->setContentsMargins(1, 1, 1, 1);
  around->column()->addWidget(m_files);
  m_files->setFrameShape(QFrame::NoFrame);
  return around;
}

void CodePage::retranslate() {
  m_of->setText(tr("Code of"));
  m_and->setText(tr("and"));
  m_again->setText(tr("Try again"));
  m_first->setAccessibleName(tr("First run"));
  m_second->setAccessibleName(tr("Second run"));
  m_files->setAccessibleName(tr("Files that differ"));
  m_difference->setAccessibleName(tr("Lines that differ"));
  m_changes.retranslate();
}

void CodePage::fillBoxes(int first, int second) {
  for (QComboBox* box : {m_first, m_second}) {
    box->clear();
    for (const RunRecord& run : std::as_const(m_runs)) box->addItem(RunText::name(run), run.run);
  }
  m_first->setCurrentIndex(first);
  m_second->setCurrentIndex(second);
}

void CodePage::show(const QList<RunRecord>& runs, int baseline) {
  const auto names = [](const QList<RunRecord>& of) {
    QStringList list;
    for (const RunRecord& run : of) list << run.run;
    return list;
  };
  const bool isSame = names(runs) == names(m_runs);
  m_runs = runs;
  if (isSame || runs.size() < 2) return;
  fillBoxes(baseline, baseline == 0 ? 1 : 0);
  request();
}

RunRecord CodePage::chosen(const QComboBox* box) const { return m_runs.value(box->currentIndex()); }

void CodePage::request() {
  if (!isVisible() || m_runs.size() < 2) return;
  const RunRecord before = chosen(m_first), after = chosen(m_second);
  const QString pair = before.run + u' ' + after.run;
  if (pair == m_asked) return;
  m_asked = pair;
  m_changes.show({});
  m_difference->show({});
  m_again->hide();
  if (before.run == after.run) return m_sentence->setText(tr("Choose two runs."));
  m_sentence->setText(tr("Reading what was sent…"));
  m_reader.list(before, after);
}

void CodePage::showListing(const CodeListing& before, const CodeListing& after) {
  const QList<CodeChange> changes = CodeChanges::between(before, after);
  m_sentence->setText(CodeChanges::sentence(changes, before, after));
  m_changes.show(changes);
  if (!changes.isEmpty()) m_files->selectRow(0);
}

void CodePage::showFile() {
  m_difference->show({});
  const CodeChange* change = m_changes.at(m_files->currentIndex());
  if (!change) return;
  m_reader.read(chosen(m_first), chosen(m_second), change->path,
                change->kind != CodeChange::Kind::added, change->kind != CodeChange::Kind::removed);
}

void CodePage::showTexts(const QString& path, const CodeReader::Texts& texts) {
  const CodeChange* change = m_changes.at(m_files->currentIndex());
  if (!change || change->path != path) return;
  m_difference->setPlaceholderText(texts.isReadable
                                       ? tr("They differ only in how their lines end.")
                                       : tr("This file is no text, or too long to be compared."));
  m_difference->show(texts.isReadable ? lineDifference(texts.before.value_or(QString()),
                                                       texts.after.value_or(QString()))
                                      : QList<DifferenceLine>());
}

void CodePage::goToNext(bool backwards) {
  const int before = m_difference->textCursor().blockNumber();
  m_difference->goToNext(backwards);
  if (m_difference->textCursor().blockNumber() != before) return;
  const int row = m_files->currentIndex().row() + (backwards ? -1 : 1);
  if (row >= 0 && row < m_changes.rowCount()) m_files->selectRow(row);
}

void CodePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  request();
}

}  // namespace trainyard
