// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/yaml_completer.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <algorithm>

#include "gui/look/paint.h"

namespace trainyard {
namespace {

constexpr int proposalLabel = Qt::UserRole, proposalText = Qt::UserRole + 1;
constexpr double proposalPadding = 10, proposalGap = 16, widestProposals = 420;

// The word, and at the right what it is in words.
class ProposalDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QFontMetrics metrics(option.font);
    const double used = metrics.horizontalAdvance(index.data().toString());
    QRectF room = QRectF(option.rect)
                      .adjusted(used + look::px(proposalPadding + proposalGap), 0,
                                -look::px(proposalPadding), 0);
    painter->save();
    look::paintWords(*painter, room, index.data(proposalLabel).toString(), look::Role::help,
                     look::tokens(option.palette).text3, Qt::AlignRight);
    painter->restore();
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QSize own = QStyledItemDelegate::sizeHint(option, index);
    const int label = QFontMetrics(look::font(look::Role::help))
                          .horizontalAdvance(index.data(proposalLabel).toString());
    return {own.width() + label + look::px(proposalPadding + proposalGap), own.height()};
  }
};

}  // namespace

YamlCompleter::YamlCompleter(QPlainTextEdit* editor)
    : QObject(editor),
      m_editor(editor),
      m_model(new QStandardItemModel(this)),
      m_list(new QCompleter(m_model, this)) {
  m_list->setWidget(editor);
  m_list->setCompletionMode(QCompleter::PopupCompletion);
  m_list->setCaseSensitivity(Qt::CaseInsensitive);
  m_list->popup()->setItemDelegate(new ProposalDelegate(m_list->popup()));
  m_list->popup()->setFont(look::font(look::Role::code));
  connect(m_list, qOverload<const QString&>(&QCompleter::activated), this, &YamlCompleter::write);
}

YamlCompletion YamlCompleter::completion() const {
  const QTextCursor cursor = m_editor->textCursor();
  return YamlCompletion::at(m_editor->toPlainText().split(u'\n'), cursor.blockNumber(),
                            cursor.positionInBlock());
}

void YamlCompleter::fill(const YamlCompletion& completion) {
  m_model->clear();
  for (const YamlProposal& proposal : completion.proposals) {
    auto* item = new QStandardItem(proposal.word);
    item->setData(proposal.label, proposalLabel);
    item->setData(proposal.text, proposalText);
    m_model->appendRow(item);
  }
  m_list->setCompletionPrefix(completion.prefix);
}

void YamlCompleter::open() {
  const YamlCompletion now = completion();
  fill(now);
  if (m_list->completionCount() == 0) return void(m_list->popup()->hide());
  // The only one that is left is written at once.
  if (m_list->completionCount() == 1 && !now.prefix.isEmpty())
    return write(m_list->currentCompletion());
  QTextCursor start = m_editor->textCursor();
  start.setPosition(start.block().position() + now.start);
  QRect place = m_editor->cursorRect(start).translated(m_editor->viewport()->pos());
  place.setWidth(std::min(look::px(widestProposals),
                          m_list->popup()->sizeHintForColumn(0) +
                              m_list->popup()->verticalScrollBar()->sizeHint().width()));
  m_list->complete(place);
  m_list->popup()->setCurrentIndex(m_list->completionModel()->index(0, 0));
}

bool YamlCompleter::isOpen() const { return m_list->popup()->isVisible(); }

bool YamlCompleter::takes(const QKeyEvent& event) const {
  switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Escape:
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
      return isOpen();
    default:
      return false;
  }
}

void YamlCompleter::follow() {
  if (!isOpen()) return;
  const YamlCompletion now = completion();
  fill(now);
  if (now.prefix.isEmpty() || m_list->completionCount() == 0) return m_list->popup()->hide();
  m_list->popup()->setCurrentIndex(m_list->completionModel()->index(0, 0));
}

void YamlCompleter::write(const QString& word) {
  const YamlCompletion now = completion();
  const auto found = std::ranges::find(now.proposals, word, &YamlProposal::word);
  if (found == now.proposals.end()) return;
  QTextCursor cursor = m_editor->textCursor();
  const int end = cursor.position();
  cursor.setPosition(cursor.block().position() + now.start);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
  cursor.insertText(found->text);
  m_editor->setTextCursor(cursor);
}

}  // namespace trainyard
