// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_bar.h"

#include <QFrame>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "gui/experiments/target_chooser.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/segmented_control.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double documentBarHeight = 44, documentBarPadding = 16, documentBarGap = 8,
                 documentBarTool = 28, documentBarIcon = 15, documentBarLine = 20,
                 targetWidth = 132, leastTargetWidth = 84;
constexpr int shortestList = 4;  // in characters
constexpr int lastSqueeze = 8;

const QString shownKey = u"experiments/shown"_s, tierKey = u"experiments/tier"_s;

QToolButton* documentTool(const QString& icon) {
  auto* button = new QToolButton;
  look::setKind(button, look::quietKind);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setIcon(look::icon(icon));
  button->setAutoRaise(true);
  button->setFixedSize(px(documentBarTool), px(documentBarTool));
  return button;
}

void makeSmall(QWidget* control) {
  look::setSmall(control);
  control->setFont(look::font(look::Role::helpName));
}

QPushButton* documentButton(const char* kind, const QString& icon = {}) {
  auto* button = new QPushButton;
  if (kind) look::setKind(button, kind);
  makeSmall(button);
  button->setIconSize({px(documentBarIcon), px(documentBarIcon)});
  if (!icon.isEmpty()) button->setIcon(look::icon(icon));
  return button;
}

}  // namespace

DocumentBar::DocumentBar(ExperimentDocument* document, TargetList* targets)
    : m_document(document),
      m_undo(documentTool(u"arrow-back-up"_s)),
      m_redo(documentTool(u"arrow-forward-up"_s)),
      m_sides(new look::SegmentedControl({{}, {}, {}})),
      m_changes(documentButton(look::quietKind, u"arrows-diff"_s)),
      m_data(documentButton(look::quietKind, u"database"_s)),
      m_target(new TargetChooser(targets)),
      m_review(documentButton(look::primaryKind)) {
  // It fits itself into what there is.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setFixedHeight(px(documentBarHeight));
  const QSettings settings;
  m_sides->setCurrent(settings.value(shownKey, static_cast<int>(Shown::both)).toInt());
  m_tiers->addItems({{}, {}, {}});
  m_tiers->setCurrentIndex(std::clamp(settings.value(tierKey).toInt(), 0, m_tiers->count() - 1));
  makeSmall(m_tiers);
  makeSmall(m_target);
  m_data->setCheckable(true);
  look::setInk(m_runOn, [](const look::Tokens& t) { return t.text3; });
  m_review->setDefault(true);
  layOut();
  connectButtons();
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

void DocumentBar::layOut() {
  auto* line = new QFrame;
  line->setFrameShape(QFrame::VLine);
  line->setFixedSize(1, px(documentBarLine));
  auto* row =
      look::rowIn(this, px(documentBarGap), {px(documentBarPadding), 0, px(documentBarPadding), 0});
  row->addWidget(m_undo);
  row->addWidget(m_redo);
  row->addWidget(line);
  row->addWidget(m_sides);
  row->addWidget(m_tiers);
  row->addWidget(m_changes);
  row->addStretch();
  row->addWidget(m_data);
  row->addWidget(m_runOn);
  row->addWidget(m_target);
  row->addWidget(m_review);
}

void DocumentBar::connectButtons() {
  QUndoStack& history = m_document->history();
  connect(m_undo, &QToolButton::clicked, &history, &QUndoStack::undo);
  connect(m_redo, &QToolButton::clicked, &history, &QUndoStack::redo);
  connect(&history, &QUndoStack::canUndoChanged, m_undo, &QWidget::setEnabled);
  connect(&history, &QUndoStack::canRedoChanged, m_redo, &QWidget::setEnabled);
  m_undo->setEnabled(history.canUndo());
  m_redo->setEnabled(history.canRedo());
  connect(m_sides, &look::SegmentedControl::currentChanged, this, [this](int part) {
    QSettings().setValue(shownKey, part);
    emit sidesChanged();
  });
  connect(m_sides, &look::SegmentedControl::chosen, this, [this] { showData(false); });
  connect(m_data, &QPushButton::toggled, this, &DocumentBar::sidesChanged);
  connect(m_tiers, &QComboBox::currentIndexChanged, this, [this](int index) {
    QSettings().setValue(tierKey, index);
    emit tierChosen(tier());
  });
  connect(m_changes, &QPushButton::clicked, this, &DocumentBar::changesWanted);
  connect(m_review, &QPushButton::clicked, this, &DocumentBar::reviewWanted);
}

DocumentBar::Shown DocumentBar::shown() const { return static_cast<Shown>(m_sides->current()); }

Tier DocumentBar::tier() const { return static_cast<Tier>(m_tiers->currentIndex()); }

void DocumentBar::chooseShown(Shown shown) { m_sides->setCurrent(static_cast<int>(shown)); }

bool DocumentBar::isDataShown() const { return m_data->isChecked(); }

void DocumentBar::showData(bool isShown) { m_data->setChecked(isShown); }

QString DocumentBar::reviewWords(bool isBusy) const {
  return isBusy            ? tr("Submitting…")
         : m_numTrials > 0 ? tr("Review search of %n trials", nullptr, m_numTrials)
         : m_numRuns > 1   ? tr("Review and submit %1 runs").arg(m_numRuns)
                           : tr("Review and submit");
}

void DocumentBar::showBusy(bool busy) {
  m_busy = busy;
  m_review->setText(reviewWords(busy));
  fit();
}

void DocumentBar::showNumRuns(int count, int trials) {
  if (count == m_numRuns && trials == m_numTrials) return;
  m_numRuns = count;
  m_numTrials = trials;
  showBusy(m_busy);
}

void DocumentBar::showChanges(int count, const QString& words) {
  if (count == m_numChanges && words == m_changesWords) return;
  m_numChanges = count;
  m_changesWords = words;
  m_changes->setEnabled(count > 0);
  m_changes->setAccessibleName(words);
  m_changes->setToolTip(plainTip(words));
  fit();
}

// It has room for both of its words, so that nothing moves when they change.
void DocumentBar::fitReview(bool hasKeys) {
  look::setKeys(m_review, hasKeys ? tr("Ctrl ⏎") : QString());
  m_review->setMinimumWidth(0);
  int width = 0;
  for (const bool isBusy : {!m_busy, m_busy}) {
    m_review->setText(reviewWords(isBusy));
    width = std::max(width, m_review->sizeHint().width());
  }
  m_review->setMinimumWidth(width);
}

void DocumentBar::squeeze(int step) {
  fitReview(step < 1);
  m_runOn->setVisible(step < 2);
  m_data->setText(step < 4 ? tr("Data") : QString());
  m_changes->setText(step < 5   ? m_changesWords
                     : step < 7 ? QLocale().toString(m_numChanges)
                                : QString());
  for (QComboBox* list : QList<QComboBox*>{m_tiers, m_target}) {
    list->setMinimumContentsLength(step < 6 ? 0 : shortestList);
    list->setSizeAdjustPolicy(step < 6 ? QComboBox::AdjustToContents
                                       : QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  m_target->setMinimumWidth(px(step < 6 ? targetWidth : leastTargetWidth));
  layout()->setSpacing(px(step < lastSqueeze ? documentBarGap : documentBarGap / 2));
  layout()->activate();
}

void DocumentBar::fit() {
  for (int step = 0; step <= lastSqueeze; ++step) {
    squeeze(step);
    if (layout()->minimumSize().width() <= width()) return;
  }
}

void DocumentBar::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).surface, Qt::BottomEdge);
}

void DocumentBar::retranslate() {
  const auto describe = [](QWidget* control, const QString& name, const QString& keys) {
    control->setAccessibleName(name);
    control->setToolTip(plainTip(u"%1 (%2)"_s.arg(name, keys)));
  };
  describe(m_undo, tr("Undo"), u"Ctrl+Z"_s);
  describe(m_redo, tr("Redo"), u"Ctrl+Shift+Z"_s);
  m_sides->setNames({tr("Form"), tr("Both"), tr("YAML")});
  m_sides->setAccessibleName(tr("What is shown"));
  const QStringList tiers{tr("Essential settings"), tr("Advanced settings"), tr("All settings")};
  for (int i = 0; i < tiers.size(); ++i) m_tiers->setItemText(i, tiers[i]);
  m_tiers->setAccessibleName(tr("Number of settings to show"));
  m_tiers->setToolTip(
      tr("Settings that differ from their default or need attention are always shown"));
  describe(m_data, tr("The data as training would see it"), u"Ctrl+D"_s);
  m_runOn->setText(tr("Run on"));
  m_review->setToolTip(
      tr("Where it would run, what it needs, and its script; then submit it (Ctrl+Return)"));
  showBusy(m_busy);
  QTimer::singleShot(0, this, &DocumentBar::fit);  // once the others have their words, too
}

QAbstractButton* DocumentBar::undoButton() { return m_undo; }

QAbstractButton* DocumentBar::redoButton() { return m_redo; }

}  // namespace trainyard
