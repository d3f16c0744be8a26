// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include "gui/experiments/document_files.h"
#include "gui/experiments/target_chooser.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int shortestList = 5;  // in characters

}  // namespace

DocumentBar::DocumentBar(ExperimentDocument* document, TargetList* targets, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_new(new QToolButton),
      m_open(new QToolButton),
      m_save(new QToolButton),
      m_undo(new QToolButton),
      m_redo(new QToolButton),
      m_recent(new QMenu(this)),
      m_shown(new QComboBox),
      m_runOn(new QLabel),
      m_target(new TargetChooser(targets)),
      m_review(new QPushButton) {
  auto* row = new QHBoxLayout(this);
  // It fits itself into what there is.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  row->setContentsMargins(10, 8, 10, 8);
  row->setSpacing(4);
  m_new->setIcon(look::icon(u"plus"_s));
  m_open->setIcon(look::icon(u"folder"_s));
  m_save->setIcon(look::icon(u"download"_s));
  m_undo->setIcon(look::icon(u"arrow-back-up"_s));
  m_redo->setIcon(look::icon(u"arrow-forward-up"_s));
  for (QToolButton* button : {m_new, m_open, m_save, m_undo, m_redo}) {
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAutoRaise(true);
    row->addWidget(button);
  }
  m_shown->addItems({{}, {}, {}, {}});
  m_runOn->setBuddy(m_target);
  m_review->setDefault(true);
  look::setKind(m_review, look::primaryKind);
  row->addStretch();
  row->addWidget(m_shown);
  row->addSpacing(10);
  row->addWidget(m_runOn);
  row->addWidget(m_target);
  row->addWidget(m_review);
  buildMenus();
  connectButtons();
  retranslate();
}

void DocumentBar::buildMenus() {
  auto* fresh = new QMenu(m_new);
  for (const Preset& preset : presets()) {
    QAction* action =
        fresh->addAction(preset.name, this, [this, preset] { emit presetWanted(preset); });
    action->setToolTip(plainTip(preset.summary));
  }
  fresh->setToolTipsVisible(true);
  fresh->addSeparator();
  m_empty = fresh->addAction(QString(), this, &DocumentBar::newWanted);
  m_new->setMenu(fresh);
  m_new->setPopupMode(QToolButton::InstantPopup);
  auto* open = new QMenu(m_open);
  open->addMenu(m_recent);
  m_closed = open->addAction(QString(), this, &DocumentBar::closedWanted);
  m_import = open->addAction(QString(), this, &DocumentBar::importWanted);
  m_open->setMenu(open);
  m_open->setPopupMode(QToolButton::MenuButtonPopup);
  auto* save = new QMenu(m_save);
  m_saveAs = save->addAction(QString(), this, &DocumentBar::saveAsWanted);
  m_save->setMenu(save);
  m_save->setPopupMode(QToolButton::MenuButtonPopup);
  connect(m_recent, &QMenu::aboutToShow, this, &DocumentBar::fillRecent);
  connect(open, &QMenu::aboutToShow, this, &DocumentBar::fillRecent);
}

void DocumentBar::connectButtons() {
  QUndoStack& history = m_document->history();
  connect(m_open, &QToolButton::clicked, this, &DocumentBar::openWanted);
  connect(m_save, &QToolButton::clicked, this, &DocumentBar::saveWanted);
  connect(m_undo, &QToolButton::clicked, &history, &QUndoStack::undo);
  connect(m_redo, &QToolButton::clicked, &history, &QUndoStack::redo);
  connect(&history, &QUndoStack::canUndoChanged, m_undo, &QWidget::setEnabled);
  connect(&history, &QUndoStack::canRedoChanged, m_redo, &QWidget::setEnabled);
  m_undo->setEnabled(history.canUndo());
  m_redo->setEnabled(history.canRedo());
  connect(m_shown, &QComboBox::currentIndexChanged, this,
          [this](int index) { emit shownChanged(static_cast<Shown>(index)); });
  connect(m_review, &QPushButton::clicked, this, &DocumentBar::reviewWanted);
}

void DocumentBar::fillRecent() {
  m_recent->clear();
  for (const QString& path : DocumentFiles::recent())
    m_recent->addAction(QString(path).replace(u'&', u"&&"_s), this,
                        [this, path] { emit recentWanted(path); });
  m_recent->setEnabled(!m_recent->isEmpty());
}

void DocumentBar::chooseShown(Shown shown) { m_shown->setCurrentIndex(static_cast<int>(shown)); }

void DocumentBar::showBusy(bool busy) {
  m_busy = busy;
  m_review->setText(busy            ? tr("Submitting…")
                    : m_numRuns > 1 ? tr("Review and submit %1 runs").arg(m_numRuns)
                                    : tr("Review and submit"));
  const int width = std::max({m_review->minimumWidth(), m_review->sizeHint().width()});
  m_review->setMinimumWidth(width);
  fit();
}

void DocumentBar::showNumRuns(int count) {
  if (count == m_numRuns) return;
  m_numRuns = count;
  showBusy(m_busy);
}

void DocumentBar::fit() {
  const auto setStyle = [this](Qt::ToolButtonStyle style) {
    for (QToolButton* button : {m_new, m_open, m_save, m_undo, m_redo})
      button->setToolButtonStyle(style);
    m_runOn->setVisible(style == Qt::ToolButtonTextOnly);
    layout()->activate();
  };
  const auto setLists = [this](QComboBox::SizeAdjustPolicy policy) {
    for (QComboBox* list : QList<QComboBox*>{m_shown, m_target}) {
      list->setMinimumContentsLength(policy == QComboBox::AdjustToContents ? 0 : shortestList);
      list->setSizeAdjustPolicy(policy);
    }
    layout()->activate();
  };
  setLists(QComboBox::AdjustToContents);
  setStyle(Qt::ToolButtonTextOnly);
  if (layout()->minimumSize().width() > width()) setStyle(Qt::ToolButtonIconOnly);
  if (layout()->minimumSize().width() > width())
    setLists(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

void DocumentBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void DocumentBar::retranslate() {
  m_new->setText(tr("New"));
  m_new->setToolTip(tr("Start from a preset or an empty experiment"));
  m_empty->setText(tr("Empty experiment"));
  m_open->setText(tr("Open…"));
  m_open->setToolTip(tr("Open an experiment file (Ctrl+O)"));
  m_recent->setTitle(tr("Open recent"));
  m_save->setText(tr("Save"));
  m_save->setToolTip(tr("Save (Ctrl+S; Ctrl+Shift+S under another name)"));
  m_closed->setText(tr("Open what was closed without being saved\tCtrl+Shift+T"));
  m_import->setText(tr("Import settings of another trainer…"));
  m_saveAs->setText(tr("Save under another name…"));
  m_undo->setText(tr("Undo"));
  m_undo->setToolTip(tr("Undo (Ctrl+Z)"));
  m_redo->setText(tr("Redo"));
  m_redo->setToolTip(tr("Redo (Ctrl+Shift+Z)"));
  const QStringList shown{tr("Form and text"), tr("Form"), tr("Text"), tr("Data")};
  for (int i = 0; i < shown.size(); ++i) m_shown->setItemText(i, shown[i]);
  m_shown->setAccessibleName(tr("What is shown"));
  m_runOn->setText(tr("Run &on"));
  m_review->setToolTip(
      tr("Where it would run, what it needs, and its script; then submit it (Ctrl+Return)"));
  m_review->setMinimumWidth(0);
  showBusy(true);  // so that there is room for both texts
  showBusy(false);
}

void DocumentBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

}  // namespace trainyard
