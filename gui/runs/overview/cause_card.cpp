// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/cause_card.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QRadioButton>

#include "gui/forms/help_topic.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double causeEdge = 4;

QLabel* causeLabel(look::Role role) {
  QLabel* label = plainLabel(role);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace

CauseCard::CauseCard()
    : m_title(causeLabel(look::Role::card)),
      m_sentence(causeLabel(look::Role::body)),
      m_further(causeLabel(look::Role::help)),
      m_changes(nullptr),
      m_choice(new QButtonGroup(this)) {
  look::setInk(m_further, [](const look::Tokens& t) { return t.text2; });
  look::setKind(m_log, look::linkKind);
  look::setKind(m_resume, look::primaryKind);
  auto* head = new QHBoxLayout;
  head->addWidget(m_title, 1);
  head->addWidget(m_log, 0, Qt::AlignTop);
  auto* foot = look::rowIn(nullptr, px(8));
  look::addAll(foot, {m_resume, m_open, {m_further, 1}});
  look::addAll(column(), {head, m_sentence, m_memory, foot});
  connect(m_log, &QPushButton::clicked, this, &CauseCard::logWanted);
  connect(m_resume, &QPushButton::clicked, this, [this] {
    QStringList changes;
    for (const auto& [path, value] : chosenValues()) changes << path + u'=' + value;
    emit resumeWanted(changes);
  });
  setHelpSource(this, [this] { return HelpTopic::message({}, m_cause.sentence); });
  connect(m_open, &QPushButton::clicked, this, [this] { emit experimentWanted(chosenValues()); });
  look::keepTranslated(this, [this] {
    retranslate();
    if (m_changes) showChanges();
  });
}

QList<std::pair<QString, QString>> CauseCard::chosenValues() const {
  QList<std::pair<QString, QString>> values;
  const auto change = chosen();
  if (!change) return values;
  values << std::pair(change->path, change->to);
  if (!change->alsoPath.isEmpty()) values << std::pair(change->alsoPath, change->alsoTo);
  return values;
}

void CauseCard::retranslate() {
  m_log->setText(tr("Show in the log"));
  m_open->setText(m_cause.changes.isEmpty() ? tr("Open as a new experiment")
                                            : tr("Open as a new experiment with this change"));
}

std::optional<SuggestedChange> CauseCard::chosen() const {
  const int number = m_choice->checkedId();
  if (number < 0 || number >= m_cause.changes.size()) return std::nullopt;
  return m_cause.changes[number];
}

void CauseCard::show(const RunCause& cause, look::Tone tone, bool mayResume) {
  const bool isSame = cause.sentence == m_cause.sentence && cause.title == m_cause.title &&
                      cause.changes.size() == m_cause.changes.size();
  m_cause = cause;
  m_tone = tone;
  m_title->setText(cause.title);
  m_sentence->setText(cause.sentence);
  m_further->setText(cause.further);
  m_resume->setText(cause.changes.isEmpty() ? cause.resume : tr("Resume with it"));
  m_resume->setEnabled(mayResume);
  m_resume->setVisible(!cause.resume.isEmpty());
  m_memory->setVisible(cause.estimate.has_value());
  if (cause.estimate)
    m_memory->show({{tr("parameters"), cause.estimate->parameters},
                    {tr("gradients"), cause.estimate->gradients},
                    {tr("optimizer"), cause.estimate->optimizer},
                    {tr("activations"), cause.estimate->activations}});
  // A choice that a person made stays while nothing new is known.
  if (!isSame || !m_changes) showChanges();
  retranslate();
  update();
}

void CauseCard::showChanges() {
  delete m_changes;
  m_changes = new QWidget;
  auto* grid = new QGridLayout(m_changes);
  grid->setContentsMargins(0, px(4), 0, px(4));
  grid->setHorizontalSpacing(px(20));
  grid->setVerticalSpacing(px(8));
  const QStringList heads{
      m_cause.isOutOfMemory ? tr("What makes it fit") : tr("What may let it go on"), tr("Change"),
      m_cause.isOutOfMemory ? tr("Estimate for a rank") : QString(), tr("What else it changes")};
  for (int i = 0; i < heads.size() && !m_cause.changes.isEmpty(); ++i) {
    QLabel* head = plainLabel(look::Role::helpName, heads[i]);
    look::setInk(head, [](const look::Tokens& t) { return t.text2; });
    grid->addWidget(head, 0, i);
  }
  for (int i = 0; i < m_cause.changes.size(); ++i) {
    const SuggestedChange& change = m_cause.changes[i];
    auto* choice = new QRadioButton(change.path);
    m_choice->addButton(choice, i);
    choice->setChecked(i == 0);
    QLabel* effect = plainLabel(look::Role::body, change.effect);
    effect->setWordWrap(true);
    grid->addWidget(choice, i + 1, 0);
    grid->addWidget(plainLabel(look::Role::code, change.from + u" → "_s + change.to), i + 1, 1);
    grid->addWidget(
        plainLabel(
            look::Role::body,
            change.estimate
                ? tr("about %1").arg(QuantityText::bytes(static_cast<qint64>(*change.estimate)))
            : m_cause.isOutOfMemory ? tr("less")
                                    : QString()),
        i + 1, 2);
    grid->addWidget(effect, i + 1, 3);
  }
  grid->setColumnStretch(3, 1);
  m_changes->setVisible(!m_cause.changes.isEmpty());
  column()->insertWidget(3, m_changes);
}

void CauseCard::paintEvent(QPaintEvent* event) {
  Card::paintEvent(event);
  QPainter painter(this);
  painter.fillRect(QRectF(0, px(6), px(causeEdge), height() - px(12)),
                   look::tokens(palette()).tone(m_tone).word);
}

}  // namespace trainyard
