// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/reading/reading_panel.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QTimer>

#include "engine/contract/line_pattern.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_model.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int typingPause = 350;  // milliseconds
constexpr int nameRole = Qt::UserRole;

QString countText(qint64 count) { return QLocale().toString(count); }

QLabel* wrappedLabel(look::Role role) {
  QLabel* label = plainLabel(role);
  label->setWordWrap(true);
  return label;
}

}  // namespace

ReadingPanel::ReadingPanel(RunModel* run, RunActions* actions)
    : m_run(run),
      m_actions(actions),
      m_title(wrappedLabel(look::Role::emphasis)),
      m_namesTitle(wrappedLabel(look::Role::emphasis)),
      m_patternTitle(wrappedLabel(look::Role::emphasis)),
      m_stepTitle(wrappedLabel(look::Role::emphasis)),
      m_verdict(wrappedLabel(look::Role::help)),
      m_hint(wrappedLabel(look::Role::help)),
      m_learned(new QPushButton),
      m_close(new QPushButton),
      m_read(new QPushButton),
      m_cancel(new QPushButton),
      m_names(new QListWidget),
      m_pattern(new QLineEdit),
      m_step(new QLineEdit),
      m_keep(new QCheckBox),
      m_pause(new QTimer(this)) {
  setFixedWidth(px(390));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = look::columnIn(this, px(8), {px(14), px(10), px(14), px(12)});
  auto* head = new QHBoxLayout;
  look::addAll(head, {{m_title, 1}, m_learned, m_close});
  m_close->setIcon(look::icon(u"x"_s));
  m_learned->setIcon(look::icon(u"restore"_s));
  for (QPushButton* button : {m_learned, m_close}) look::setKind(button, look::quietKind);
  look::addAll(column, {head, m_namesTitle, {m_names, 1}, m_stepTitle, m_step, m_patternTitle});
  m_pattern->setFont(look::font(look::Role::code));
  m_step->setFont(look::font(look::Role::code));
  look::addAll(column, {m_pattern, m_hint, m_verdict, m_keep});
  auto* buttons = new QHBoxLayout;
  look::setKind(m_read, look::primaryKind);
  look::addAll(buttons, {m_read, m_cancel, look::gap()});
  column->addLayout(buttons);
  look::setInk(m_hint, [](const look::Tokens& t) { return t.text3; });
  m_stepTitle->setBuddy(m_step);
  m_patternTitle->setBuddy(m_pattern);
  m_namesTitle->setBuddy(m_names);
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

void ReadingPanel::connectParts() {
  m_pause->setSingleShot(true);
  m_pause->setInterval(typingPause);
  connect(m_pause, &QTimer::timeout, this, &ReadingPanel::ask);
  for (QLineEdit* edit : {m_pattern, m_step}) {
    connect(edit, &QLineEdit::textEdited, this, &ReadingPanel::askSoon);
    connect(edit, &QLineEdit::returnPressed, this, &ReadingPanel::ask);
  }
  connect(m_names, &QListWidget::itemChanged, this, [this] {
    if (!m_isShowing) askSoon();
  });
  connect(m_learned, &QPushButton::clicked, this, &ReadingPanel::asLearned);
  connect(m_read, &QPushButton::clicked, this, &ReadingPanel::readAgain);
  for (QPushButton* button : {m_close, m_cancel})
    connect(button, &QPushButton::clicked, this, &ReadingPanel::closed);
  connect(m_actions, &RunActions::rereadDone, this, &ReadingPanel::showAnswer);
  connect(m_actions, &RunActions::rereadFailed, this,
          [this](const RereadArguments& asked, const QString& sentence) {
            if (asked.run != m_asked || !isVisible()) return;
            m_isReading = false;
            showProblem(sentence);
          });
  connect(m_run, &RunModel::recordChanged, this, &ReadingPanel::showButtons);
}

void ReadingPanel::retranslate() {
  m_title->setText(tr("What is read"));
  m_learned->setText(tr("As learned"));
  m_learned->setToolTip(tr("Forget the pattern, the step and the names that are left out."));
  m_close->setToolTip(tr("Close"));
  m_close->setAccessibleName(tr("Close"));
  m_namesTitle->setText(tr("Curves"));
  m_names->setAccessibleName(tr("Curves"));
  m_stepTitle->setText(tr("Step"));
  m_step->setPlaceholderText(tr("the whole number that rises"));
  m_patternTitle->setText(tr("Pattern"));
  m_pattern->setPlaceholderText(u"iter {step}: loss {loss}, {*} lr {lr}"_s);
  m_hint->setText(
      tr("Each {name} is a number, {*} any text. With a pattern, only lines that fit are read."));
  m_keep->setText(tr("Keep for the next run"));
  m_cancel->setText(tr("Cancel"));
  showButtons();
}

void ReadingPanel::begin() {
  m_asked = m_run->record().run;
  m_isReading = false;
  const auto setting = [this](const char* field) {
    const QMap<QString, QVariant>& settings = m_run->settings();
    const QString name = QLatin1String(field);
    for (const char* section : {"command.", "script."})
      if (const auto found = settings.constFind(QLatin1String(section) + name);
          found != settings.cend())
        return found->toString();
    return QString();
  };
  m_pattern->setText(setting("metrics_pattern"));
  m_step->setText(setting("metrics_step"));
  m_names->clear();
  const QString source = m_run->record().source;
  m_keep->setEnabled(source.endsWith(u".yaml"_s) || source.endsWith(u".yml"_s));
  m_keep->setChecked(m_keep->isEnabled());
  m_keep->setToolTip(plainTip(m_keep->isEnabled()
                                  ? tr("Writes it to %1.").arg(QFileInfo(source).fileName())
                                  : tr("This run was not made from the file of an experiment.")));
  m_pattern->setFocus();
  ask();
}

RereadArguments ReadingPanel::reading(bool isPreview) const {
  return {m_asked,   0,         m_pattern->text().trimmed(),      m_step->text().trimmed(),
          leftOut(), isPreview, !isPreview && m_keep->isChecked()};
}

QStringList ReadingPanel::leftOut() const {
  QStringList names;
  for (int row = 0; row < m_names->count(); ++row)
    if (const QListWidgetItem* item = m_names->item(row); item->checkState() == Qt::Unchecked)
      names << item->data(nameRole).toString();
  return names;
}

void ReadingPanel::askSoon() {
  m_pause->start();
  showButtons();
}

// All curves are asked for, so that those that are left out can be chosen again.
void ReadingPanel::ask() {
  m_pause->stop();
  RereadArguments asked = reading(true);
  if (!asked.pattern.isEmpty())
    if (const auto pattern = LinePattern::parse(asked.pattern.toStdString()); !pattern)
      return showProblem(tr("The pattern %1").arg(errorText(pattern.error())));
  asked.leaveOut.clear();
  m_verdict->setText(tr("Reading…"));
  m_actions->reread(asked);
}

void ReadingPanel::asLearned() {
  m_pattern->clear();
  m_step->clear();
  m_names->clear();
  ask();
}

void ReadingPanel::readAgain() {
  if (m_isReading) return;
  m_isReading = true;
  m_verdict->setText(tr("Reading…"));
  showButtons();
  m_actions->reread(reading(false));
}

void ReadingPanel::showAnswer(const RereadArguments& asked, const RereadAnswer& answer) {
  if (asked.run != m_asked || m_asked.isEmpty()) return;
  if (!asked.preview) {
    if (!m_isReading) return;
    m_isReading = false;
    m_run->readCurvesAgain();
    emit done(tr("%1 points were read from %2 lines.")
                  .arg(countText(answer.points), countText(answer.lines)));
    emit closed();
    return;
  }
  const QStringList out = leftOut();
  m_isShowing = true;
  m_names->clear();
  for (const ReadCurve& curve : answer.curves) {
    auto* item = new QListWidgetItem(
        tr("%1: %2 points, last %3")
            .arg(curve.name, countText(curve.points), QLocale().toString(curve.last, 'g', 6)),
        m_names);
    item->setData(nameRole, curve.name);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(out.contains(curve.name) ? Qt::Unchecked : Qt::Checked);
  }
  m_isShowing = false;
  m_verdict->setText(
      answer.points == 0
          ? tr("%1 lines were read, and no curve was found in them.").arg(countText(answer.lines))
          : tr("%1 points in %2 lines").arg(countText(answer.points), countText(answer.lines)));
  look::setInk(m_verdict, [isEmpty = answer.points == 0](const look::Tokens& t) {
    return isEmpty ? t.tone(look::Tone::waiting).word : t.text2;
  });
  showButtons();
}

void ReadingPanel::showProblem(const QString& sentence) {
  m_verdict->setText(sentence);
  look::setInk(m_verdict, [](const look::Tokens& t) { return t.tone(look::Tone::failed).word; });
  showButtons();
}

// While the run goes on, its agent reads: only what would be read can be seen.
void ReadingPanel::showButtons() {
  const bool isRunning = isOpen(m_run->record().state);
  m_read->setText(isRunning ? tr("Read again when it has ended") : tr("Read again"));
  m_read->setEnabled(!isRunning && !m_isReading && !m_pause->isActive() &&
                     m_actions->isConnected());
}

void ReadingPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit closed();
  const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isReturn && event->modifiers().testFlag(Qt::ControlModifier) && m_read->isEnabled())
    return readAgain();
  QWidget::keyPressEvent(event);
}

}  // namespace trainyard
