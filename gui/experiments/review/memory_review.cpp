// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/memory_review.h"

#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

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

MemoryReview MemoryReview::of(const TrainingPlan& plan, bool hasGpus,
                              std::optional<double> gpuBytes) {
  const PlannedMemory& own = *plan.own();
  MemoryReview review;
  review.most = hasGpus ? gpuBytes.value_or(0) : 0;
  review.title = hasGpus ? tr("Memory on each GPU") : tr("Memory of each process");
  const QString total = QuantityText::bytes(own.total());
  review.note = review.most > 0
                    ? tr("%1 of %2, planned from the document")
                          .arg(total, QuantityText::bytes(static_cast<qint64>(review.most)))
                    : tr("%1, planned from the document").arg(total);
  review.parts = partsOf(own);
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
  review.others = others.join(u"; "_s);
  return review;
}

}  // namespace trainyard
