// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_detail.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QTableView>
#include <algorithm>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/runs/checkpoints/checkpoint_table.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double partsBarHeight = 8, partLine = 22, partSwatch = 10, fileTableHeight = 190;
constexpr int shownHash = 8;  // the rest is in the tooltip

}  // namespace

QVariant CheckpointFileTable::data(const QModelIndex& index, int role) const {
  const CheckpointFile* file = at(index);
  if (!file) return {};
  if (role == Qt::TextAlignmentRole && index.column() == SizeColumn)
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole)
    return plainTip(index.column() == HashColumn ? file->hash
                                                 : data(index, Qt::DisplayRole).toString());
  if (role == Qt::FontRole)
    return index.column() == SizeColumn ? QVariant() : QVariant(look::font(Role::code));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case PathColumn:
      return file->path;
    case SizeColumn:
      return QuantityText::bytes(file->bytes);
    case HashColumn:
      return file->hash.left(shownHash);
    default:
      return {};
  }
}

QVariant CheckpointFileTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == SizeColumn)
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case PathColumn:
      return tr("File");
    case SizeColumn:
      return tr("Size");
    case HashColumn:
      return u"xxh3-64"_s;
    default:
      return {};
  }
}

CheckpointParts::CheckpointParts() { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void CheckpointParts::show(const CheckpointContent& content) {
  m_parts.clear();
  QStringList text;
  const auto add = [&](CheckpointContent::Part part, const QString& name) {
    const qint64 bytes = content.bytesOf(part);
    if (bytes == 0) return;
    m_parts << Part{name, bytes};
    text << name + u' ' + QuantityText::bytes(bytes);
  };
  add(CheckpointContent::Part::weights, tr("Weights"));
  add(CheckpointContent::Part::optimizer, tr("Optimizer"));
  add(CheckpointContent::Part::rest, tr("The rest"));
  setVisible(!m_parts.isEmpty());
  setAccessibleName(text.join(u", "_s));
  updateGeometry();
  update();
}

QSize CheckpointParts::sizeHint() const {
  const auto lines = static_cast<double>(m_parts.size());
  return {px(240), px(partsBarHeight + 6 + partLine * lines)};
}

void CheckpointParts::paintEvent(QPaintEvent*) {
  double total = 0;
  for (const Part& part : m_parts) total += static_cast<double>(part.bytes);
  if (total <= 0) return;
  const look::Tokens& t = look::tokens(palette());
  look::SmoothPainter painter(this);
  double left = 0;
  for (int i = 0; i < m_parts.size(); ++i) {
    const QColor colour = t.curves[i == 0 ? 0 : i == 1 ? 4 : 1];
    const double share = static_cast<double>(m_parts[i].bytes) / total * width();
    painter.fillRect(QRectF(left, 0, std::max(1.0, share - 1), px(partsBarHeight)), colour);
    left += share;
    const QRectF line(0, px(partsBarHeight + 6 + partLine * i), width(), px(partLine));
    look::paintSwatch(
        painter,
        QRectF(0, line.center().y() - px(partSwatch) / 2.0, px(partSwatch), px(partSwatch)), colour,
        false);
    look::paintWords(painter, line.adjusted(px(partSwatch + 8), 0, 0, 0), m_parts[i].name,
                     Role::help, t.text);
    look::paintWords(painter, line, QuantityText::bytes(m_parts[i].bytes), Role::help, t.text2,
                     Qt::AlignRight);
  }
}

CheckpointDetail::CheckpointDetail()
    : m_step(plainLabel(Role::card)),
      m_verdict(textLabel(Role::help)),
      m_facts(textLabel(Role::body)),
      m_table(plainTable(&m_files, CheckpointFileTable::PathColumn)) {
  auto* head = look::rowIn(nullptr, px(8));
  look::addAll(head, {{m_step, 1}, m_pill});
  look::setInk(m_verdict, [](const look::Tokens& t) { return t.text3; });
  m_path->setFont(look::font(Role::code));
  m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_table->setFixedHeight(px(fileTableHeight));
  m_table->setTextElideMode(Qt::ElideLeft);
  m_table->setWordWrap(false);
  m_table->verticalHeader()->setDefaultSectionSize(px(26));
  look::addAll(column(), {head, m_verdict, m_facts, m_path, m_parts, m_table});
  look::keepTranslated(this, [this] { retranslate(); });
}

void CheckpointDetail::retranslate() {
  m_table->setAccessibleName(tr("Files"));
  m_files.retranslate();
  if (m_content) m_parts->show(*m_content);
  showState();
}

void CheckpointDetail::showNothing() {
  m_row.reset();
  showContent({});
}

void CheckpointDetail::show(const CheckpointRow& row, bool isBest, const QString& folder,
                            const QString& tokens) {
  m_row = row;
  m_isBest = isBest;
  m_folder = folder;
  m_tokens = tokens;
  showState();
}

void CheckpointDetail::showContent(const std::optional<CheckpointContent>& content,
                                   const QString& problem) {
  m_content = content;
  m_problem = problem;
  m_files.show(content ? content->files : QList<CheckpointFile>());
  m_table->setVisible(content.has_value());
  m_parts->show(content.value_or(CheckpointContent()));
  showState();
}

look::PillText CheckpointDetail::pill() const {
  const CheckpointState state = m_row->state;
  if (state == CheckpointState::removed)
    return {CheckpointTable::stateText(state), u"trash"_s, look::Tone::quiet};
  if (state == CheckpointState::beingWritten)
    return {tr("Being written"), u"state-running"_s, look::Tone::running};
  const bool isDamaged = m_content && m_content->hasManifest && !m_content->isComplete();
  if (state == CheckpointState::incomplete || isDamaged)
    return {tr("Incomplete"), u"alert-triangle"_s, look::Tone::waiting};
  if (m_content && m_content->isComplete())
    return {tr("Complete"), u"circle-check-filled"_s, look::Tone::completed};
  return {CheckpointTable::stateText(state), u"device-floppy"_s, look::Tone::quiet};
}

void CheckpointDetail::showState() {
  m_step->setVisible(m_row.has_value());
  m_pill->setVisible(m_row.has_value());
  m_path->setVisible(m_row.has_value());
  if (!m_row) {
    m_verdict->setText(tr("Choose a checkpoint in the curve or in the table."));
    m_facts->hide();
    return;
  }
  m_step->setText(m_isBest ? tr("Step %1, best").arg(QLocale().toString(m_row->step))
                           : tr("Step %1").arg(QLocale().toString(m_row->step)));
  m_pill->setState(pill());
  const bool isGone = m_row->state == CheckpointState::removed;
  m_verdict->setText(isGone ? tr("It was removed; its evaluation stays in the curve.")
                     : !m_problem.isEmpty() ? m_problem
                     : m_content            ? m_content->verdict()
                                            : QString());
  m_verdict->setVisible(!m_verdict->text().isEmpty());
  QStringList facts;
  if (m_row->time > 0) facts << tr("Saved %1").arg(QuantityText::dateWithSeconds(m_row->time));
  if (!m_tokens.isEmpty()) facts << m_tokens;
  if (m_row->writeSeconds > 0)
    facts << tr("Written in %1 s, of which training stood still %2 s")
                 .arg(QLocale().toString(m_row->writeSeconds, 'f', 2),
                      QLocale().toString(m_row->stallSeconds, 'f', 2));
  if (m_content && !m_content->holds().isEmpty()) facts << tr("Holds %1").arg(m_content->holds());
  m_facts->setText(facts.join(u'\n'));
  m_facts->setVisible(!facts.isEmpty());
  m_path->setText(m_folder + u'/' + m_row->path);
}

}  // namespace trainyard
