// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/review_section.h"

#include "gui/forms/quantity_text.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QLabel* noteLabel() {
  QLabel* label = plainLabel(look::Role::help);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

QList<MemoryPart> partsOf(const PlannedMemory& memory) {
  const auto part = [](const QString& name, std::int64_t bytes) {
    return MemoryPart{name, static_cast<double>(bytes)};
  };
  QList<MemoryPart> parts{part(MemoryReview::tr("parameters"), memory.parameters)};
  if (memory.copies > 0)
    parts << part(MemoryReview::tr("copies and frozen weights"), memory.copies);
  parts << part(MemoryReview::tr("gradients"), memory.gradients)
        << part(MemoryReview::tr("optimizer"), memory.optimizer)
        << part(MemoryReview::tr("activations"), memory.activations);
  return parts;
}

}  // namespace

ReviewHead::ReviewHead() {
  m_back->setIcon(look::icon(u"chevron-left"_s));
  m_back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_back->setAutoRaise(true);
  m_subtitle->setFont(look::font(look::Role::help));
  m_subtitle->setForegroundRole(QPalette::PlaceholderText);
  m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  look::setKind(m_submit, look::primaryKind);
  auto* row =
      look::rowIn(this, look::px(8), {look::px(10), look::px(8), look::px(10), look::px(8)});
  look::addAll(row, {m_back, m_title, {m_subtitle, 1}, m_save, m_submit});
  connect(m_back, &QToolButton::clicked, this, &ReviewHead::backWanted);
  connect(m_save, &QPushButton::clicked, this, &ReviewHead::saveWanted);
  connect(m_submit, &QPushButton::clicked, this, &ReviewHead::submitWanted);
  look::keepTranslated(this, [this] { retranslate(); });
}

void ReviewHead::retranslate() {
  m_back->setText(tr("Back to the form"));
  m_back->setToolTip(tr("Back to the form (Esc)"));
  m_title->setText(tr("Before you submit"));
  m_save->setText(tr("Save script"));
  m_submit->setToolTip(tr("Start it (Ctrl+Return)"));
  look::setKeys(m_submit, tr("Ctrl ⏎"));
}

ReviewSection::ReviewSection(QWidget* content)
    : m_title(plainLabel(look::Role::card)), m_note(noteLabel()) {
  auto* line = new QHBoxLayout;
  look::addAll(line, {m_title, look::gap(0), m_note});
  look::addAll(look::columnIn(this, look::px(6)), {line, content});
}

MemoryReview::MemoryReview() : MemoryReview(new look::Card) {}

MemoryReview::MemoryReview(look::Card* card) : ReviewSection(card), m_others(noteLabel()) {
  m_others->setWordWrap(true);
  look::addAll(card->column(), {m_bar, m_others});
}

void MemoryReview::show(const TrainingPlan& plan, bool hasGpus, std::optional<double> gpuBytes) {
  const PlannedMemory& own = *plan.own();
  const double most = hasGpus ? gpuBytes.value_or(0) : 0;
  setTitle(hasGpus ? tr("Memory on each GPU") : tr("Memory of each process"));
  const QString total = QuantityText::bytes(own.total());
  setNote(most > 0 ? tr("%1 of %2, planned from the document")
                         .arg(total, QuantityText::bytes(static_cast<qint64>(most)))
                   : tr("%1, planned from the document").arg(total));
  m_bar->show(partsOf(own), most);
  QStringList others;
  for (const PlannedMemory& memory : plan.memory)
    if (memory.per_device != own.per_device)
      others << tr("%1 per device: %2")
                    .arg(memory.per_device)
                    .arg(QuantityText::bytes(memory.total()));
  if (plan.recomputed)
    others << tr("with parallel.recompute full: %1")
                  .arg(QuantityText::bytes(plan.recomputed->total()));
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
    if (plan.stages[stage].total() != own.total())
      others << tr("with parallel.zero_stage %1: %2")
                    .arg(stage)
                    .arg(QuantityText::bytes(plan.stages[stage].total()));
  if (own.host > 0) others << tr("%1 more in main memory").arg(QuantityText::bytes(own.host));
  m_others->setText(others.join(u"; "_s));
}

}  // namespace trainyard
