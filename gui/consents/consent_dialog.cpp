// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/consents/consent_dialog.h"

#include <QHeaderView>
#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/consents/consent_choices.h"
#include "gui/consents/consent_runs_model.h"
#include "gui/consents/consent_text.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int dialogWidth = 760, dialogHeight = 720, mostShownRuns = 6, mostShownLines = 4;

QLabel* quietLabel(Role role, const QString& words = {}) {
  QLabel* label = plainLabel(role, words);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

ElidedLabel* elidedLine(Role role, const QString& words) {
  auto* label = new ElidedLabel;
  label->setFont(look::font(role));
  label->setText(words);
  label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  return label;
}

// Words that somebody else chose: plain text in a box of its own, which scrolls.
QPlainTextEdit* foreignText(const QString& words, Role role) {
  auto* box = new QPlainTextEdit(words);
  box->setReadOnly(true);
  box->setTabChangesFocus(true);
  box->setFont(look::font(role));
  box->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  const int lines =
      std::clamp(static_cast<int>(words.count(u'\n')) + 1 + static_cast<int>(words.size()) / 100, 1,
                 mostShownLines);
  box->setFixedHeight(lines * box->fontMetrics().lineSpacing() + px(18));
  return box;
}

constexpr double barHeight = 10, barRadius = 2;

// How much of a session's GPU-hours is spent, and how much of the rest is asked for.
class BudgetBar : public QWidget {
 public:
  explicit BudgetBar(const BudgetShare& share) : m_share(share) {
    setFixedHeight(look::px(barHeight));
  }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  BudgetShare m_share;
};

void BudgetBar::paintEvent(QPaintEvent*) {
  const look::Tokens& tokens = look::tokens(palette());
  QPainter painter(this);
  QPainterPath shape;
  shape.addRoundedRect(rect(), look::px(barRadius), look::px(barRadius));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipPath(shape);
  painter.fillRect(rect(), tokens.sunken);
  if (m_share.all <= 0) return;
  const double scale = width() / m_share.all;
  const double spent = std::clamp(m_share.spent * scale, 0.0, static_cast<double>(width()));
  const double asked =
      m_share.isUnbounded ? width() - spent : std::min(m_share.asked * scale, width() - spent);
  painter.fillRect(QRectF(0, 0, spent, height()), tokens.axis);
  painter.fillRect(QRectF(spent, 0, asked, height()),
                   m_share.isOver() ? tokens.tone(look::Tone::failed).word : tokens.accent);
}

}  // namespace

ConsentDialog::ConsentDialog(Consents* consents, const ConsentRecord& record, QWidget* parent)
    : QDialog(parent), m_consents(consents), m_record(record) {
  setWindowTitle(tr("An agent asks for consent"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* all = look::columnIn(this);
  auto* body = new QWidget;
  auto* column = look::columnIn(body, px(12), {px(20), px(16), px(20), px(16)});
  buildHead(column);
  buildWords(column);
  buildRuns(column);
  buildChanges(column);
  buildBudget(column);
  column->addWidget(m_choices = new ConsentChoices(record));
  column->addStretch();
  auto* scroll = new QScrollArea;
  scroll->setWidget(body);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  all->addWidget(scroll, 1);
  buildFoot(all);
  connect(m_choices, &ConsentChoices::changed, this, &ConsentDialog::showChoice);
  connect(&m_second, &QTimer::timeout, this, &ConsentDialog::showLeft);
  connect(m_consents, &Consents::changed, this, &ConsentDialog::note);
  connect(m_consents, &Consents::answerFailed, this,
          [this](const QString& id, const QString& sentence) {
            if (id == m_record.id) showEnd(sentence);
          });
  connect(m_consents, &Consents::answered, this, [this](const ConsentRecord& answered) {
    if (answered.id == m_record.id) accept();
  });
  m_second.start(1000);
  showChoice();
  showLeft();
  note();
  const int room = parent ? parent->window()->height() - px(40) : px(dialogHeight);
  resize(px(dialogWidth), std::min(body->sizeHint().height() + px(76), room));
  m_choices->setFocus();
}

void ConsentDialog::buildHead(QVBoxLayout* column) {
  auto* head = look::rowIn(nullptr, px(12));
  QLabel* mark = plainLabel(Role::body);
  mark->setPixmap(look::icon(u"robot"_s).pixmap(px(24), px(24)));
  head->addWidget(mark, 0, Qt::AlignTop);
  auto* words = look::columnIn(nullptr);
  words->addWidget(elidedLine(Role::page, ConsentText::title(m_record)));
  auto* origin = elidedLine(Role::help, ConsentText::origin(m_record));
  origin->setForegroundRole(QPalette::PlaceholderText);
  words->addWidget(origin);
  head->addLayout(words, 1);
  auto* left = look::columnIn(nullptr);
  left->addWidget(m_left = plainLabel(Role::page), 0, Qt::AlignRight);
  left->addWidget(m_leftMeaning = quietLabel(Role::caption), 0, Qt::AlignRight);
  head->addLayout(left);
  column->addLayout(head);
  m_end = plainLabel(Role::emphasis);
  m_end->setWordWrap(true);
  look::setInk(m_end, look::Tone::waiting);
  m_end->hide();
  column->addWidget(m_end);
}

void ConsentDialog::buildWords(QVBoxLayout* column) {
  const QString purpose = ConsentText::purpose(m_record.request);
  if (purpose.trimmed().isEmpty())
    return column->addWidget(quietLabel(Role::help, tr("The agent does not say what for.")));
  QPlainTextEdit* words = foreignText(purpose, Role::body);
  words->setAccessibleName(tr("The agent's own words"));
  words->setObjectName(u"purpose"_s);
  column->addWidget(words);
  column->addWidget(quietLabel(
      Role::help, tr("The agent's own words; what is below was worked out by Trainyard.")));
}

QTableView* ConsentDialog::runsTable() {
  auto* model = new ConsentRunsModel(m_record);
  QTableView* table = plainTable(model, ConsentRunsModel::ValuesColumn);
  model->setParent(table);
  table->setAccessibleName(tr("Runs"));
  if (!model->hasTotal())
    for (const int column : {ConsentRunsModel::WhereColumn, ConsentRunsModel::LimitColumn,
                             ConsentRunsModel::HoursColumn})
      table->setColumnHidden(column, true);
  const int rows = std::min(model->rowCount(), mostShownRuns + 1);
  table->setFixedHeight(table->horizontalHeader()->sizeHint().height() +
                        rows * table->verticalHeader()->defaultSectionSize() + px(2));
  return table;
}

void ConsentDialog::buildRuns(QVBoxLayout* column) {
  column->addWidget(runsTable());
  const qint64 more = m_record.runs - m_record.request.spending.runs.size();
  if (more > 0) column->addWidget(quietLabel(Role::help, tr("And %1 more.").arg(more)));
}

void ConsentDialog::buildChanges(QVBoxLayout* column) {
  if (m_record.request.kind == ConsentKind::cancel) return;
  column->addWidget(quietLabel(Role::help, ConsentText::changesTitle(m_record.request)));
  const QString changes = ConsentText::changes(m_record.request.spending);
  if (changes.isEmpty()) return;
  QPlainTextEdit* box = foreignText(changes, Role::code);
  box->setAccessibleName(tr("Changed settings"));
  box->setObjectName(u"changes"_s);
  column->addWidget(box);
}

void ConsentDialog::buildBudget(QVBoxLayout* column) {
  if (m_record.request.kind == ConsentKind::cancel) return;
  auto* head = new QHBoxLayout;
  head->addWidget(plainLabel(Role::emphasis, tr("Budget of this session")), 1);
  head->addWidget(quietLabel(Role::help, ConsentText::budget(m_record)));
  column->addLayout(head);
  const BudgetShare share = ConsentText::shareOf(m_record);
  if (share.all > 0) column->addWidget(new BudgetBar(share));
}

void ConsentDialog::buildFoot(QVBoxLayout* column) {
  auto* foot = new QWidget;
  foot->setAutoFillBackground(true);
  foot->setBackgroundRole(QPalette::AlternateBase);
  auto* row = look::rowIn(foot, px(8), {px(20), px(12), px(20), px(12)});
  row->addWidget(
      quietLabel(Role::help, tr("In a terminal: yard consent %1").arg(m_record.id.left(40))), 1);
  row->addWidget(m_open = new QPushButton(tr("Open as experiment")));
  row->addWidget(m_refuse = new QPushButton(tr("Refuse")));
  row->addWidget(m_allow = new QPushButton(tr("Allow once")));
  look::setKind(m_refuse, look::dangerKind);
  look::setKind(m_allow, look::primaryKind);
  // Return does nothing before there is a choice.
  for (QPushButton* button : {m_open, m_refuse, m_allow}) button->setAutoDefault(false);
  m_open->setVisible(!m_record.request.document.isEmpty());
  connect(m_open, &QPushButton::clicked, this,
          [this] { emit experimentWanted(ConsentText::copyOf(m_record.request)); });
  connect(m_refuse, &QPushButton::clicked, this, [this] { answer(ConsentState::denied); });
  connect(m_allow, &QPushButton::clicked, this,
          [this] { answer(m_choices->chosen().value_or(ConsentState::denied)); });
  column->addWidget(foot);
}

void ConsentDialog::showLeft() {
  if (!m_choices->isEnabled()) return;
  const QString left = ConsentText::countdown(m_record.expires - unix_time());
  m_left->setText(left);
  m_leftMeaning->setText(tr("then it is refused"));
  if (left.isEmpty())
    showEnd(
        tr("Nobody answered in time: this was refused, and nothing was "
           "allowed."));
}

void ConsentDialog::showChoice() {
  const auto chosen = m_choices->chosen();
  const bool isAllowed = chosen == ConsentState::once || chosen == ConsentState::session;
  const bool isOpen = m_choices->isEnabled() && !m_isAnswering;
  m_allow->setText(chosen == ConsentState::session ? tr("Allow for this session")
                                                   : tr("Allow once"));
  m_allow->setEnabled(isOpen && isAllowed);
  m_refuse->setEnabled(isOpen);
  m_allow->setDefault(isAllowed);
  m_refuse->setDefault(chosen == ConsentState::denied);
}

void ConsentDialog::answer(ConsentState state) {
  if (m_isAnswering || !m_choices->isEnabled()) return;
  m_isAnswering = true;
  showChoice();
  m_consents->answer(m_record.id, state,
                     state == ConsentState::denied ? m_choices->words() : QString());
}

void ConsentDialog::note() {
  if (m_isAnswering || m_consents->isOpen(m_record.id)) return;
  if (unix_time() >= m_record.expires) return showLeft();
  showEnd(tr("This was answered elsewhere meanwhile, or the agent has withdrawn it."));
}

void ConsentDialog::showEnd(const QString& sentence) {
  m_second.stop();
  m_isAnswering = false;
  m_end->setText(sentence);
  m_end->show();
  m_left->clear();
  m_leftMeaning->clear();
  m_choices->setEnabled(false);
  showChoice();
}

}  // namespace trainyard
