// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/consents/consent_choices.h"

#include <QButtonGroup>
#include <QLineEdit>
#include <QLocale>
#include <QRadioButton>
#include <QShortcut>
#include <QVBoxLayout>

#include "gui/consents/consent_text.h"
#include "gui/forms/plain_label.h"
#include "gui/look/ink.h"
#include "gui/look/layouts.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int mostOfAnswer = 500;

}  // namespace

ConsentChoices::ConsentChoices(const ConsentRecord& record)
    : m_column(look::columnIn(this, px(10))), m_words(new QLineEdit) {
  const QString excess = ConsentText::excess(record);
  addRow(ConsentState::once, tr("Allow once"), ConsentText::once(record), excess);
  if (record.request.offersSession)
    addRow(ConsentState::session, tr("Allow for this session"), sessionMeaning(record), excess);
  QWidget* refusal = addRow(ConsentState::denied, tr("Refuse"),
                            tr("Nothing happens. What you write here is told to the agent."));
  m_words->setMaxLength(mostOfAnswer);
  m_words->setPlaceholderText(tr("e.g. two rates are enough, on the practice cluster first"));
  m_words->setAccessibleName(tr("What the agent is told"));
  refusal->layout()->addWidget(m_words);
  connect(m_words, &QLineEdit::textEdited, this,
          [this] { m_rows.last().button->setChecked(true); });
}

QWidget* ConsentChoices::addRow(ConsentState answer, const QString& name, const QString& meaning,
                                const QString& why) {
  auto* row = new QWidget;
  auto* column = look::columnIn(row, px(2));
  auto* head = new QHBoxLayout;
  auto* button = new QRadioButton(name);
  button->setFont(look::font(Role::emphasis));
  button->setEnabled(why.isEmpty());
  head->addWidget(button, 1);
  // The number of the answer, whichever are offered: 3 is always the refusal.
  const int number = answer == ConsentState::once ? 1 : answer == ConsentState::session ? 2 : 3;
  auto* key = plainLabel(Role::helpName, QString::number(number));
  key->setForegroundRole(QPalette::PlaceholderText);
  head->addWidget(key);
  column->addLayout(head);
  auto* text = plainLabel(Role::help, why.isEmpty() ? meaning : why);
  text->setWordWrap(true);
  look::setInk(text, [isOff = !why.isEmpty()](const look::Tokens& t) {
    return isOff ? t.tone(look::Tone::failed).word : t.text2;
  });
  column->addWidget(text);
  button->setAccessibleDescription(text->text());
  m_column->addWidget(row);
  m_rows << Row{answer, button};
  connect(button, &QRadioButton::toggled, this, &ConsentChoices::changed);
  // Not auto-exclusive among siblings, which each stand in a row of their own.
  if (!findChild<QButtonGroup*>()) new QButtonGroup(this);
  findChild<QButtonGroup*>()->addButton(button);
  connect(new QShortcut(QKeySequence(QString::number(number)), this), &QShortcut::activated, this,
          [button] {
            if (button->isEnabled()) button->setChecked(true);
          });
  return row;
}

QString ConsentChoices::sessionMeaning(const ConsentRecord& record) {
  const BudgetShare share = ConsentText::shareOf(record);
  return tr("It may submit on %1 within %2 GPU-hours without asking; its runs have the tag agent.")
      .arg(record.request.spending.target.left(60), QLocale().toString(share.all, 'g', 4));
}

std::optional<ConsentState> ConsentChoices::chosen() const {
  for (const Row& row : m_rows)
    if (row.button->isChecked()) return row.answer;
  return std::nullopt;
}

QString ConsentChoices::words() const { return m_words->text().trimmed(); }

}  // namespace trainyard
