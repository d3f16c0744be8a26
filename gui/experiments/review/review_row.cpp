// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/review_row.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>

#include "gui/experiments/checks/estimate.h"
#include "gui/experiments/checks/submission_facts.h"
#include "gui/experiments/review/checkpoint_room.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/quantity_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString counted(std::int64_t number) { return QLocale().toString(qlonglong{number}); }

ReviewRow passed(const QString& name, const QString& detail) {
  return {u"circle-check-filled"_s, look::Tone::completed, name, detail, {}, {}, 0, false};
}

ReviewRow unknown(const QString& name, const QString& detail) {
  return {u"circle-dashed"_s, look::Tone::quiet, name, detail, {}, {}, 0, false};
}

// The parts of a finding's path are the reader's, so its name is the setting.
ReviewRow findingRow(const Diagnostic& finding) {
  return {
      look::iconOf(finding.severity),
      look::toneOf(finding.severity),
      finding.path.empty() ? CheckedRows::tr("The document") : QString::fromStdString(finding.path),
      ContractText::finding(finding),
      {},
      {},
      0,
      false};
}

QList<ReviewRow> planRows(const TrainingPlan& plan) {
  const QString architecture = QString::fromStdString(plan.architecture);
  return {
      passed(CheckedRows::tr("Model"),
             plan.num_trained < plan.num_parameters
                 ? CheckedRows::tr("%1, %2 parameters, %3 of them trained")
                       .arg(architecture, counted(plan.num_parameters), counted(plan.num_trained))
                 : CheckedRows::tr("%1, %2 parameters")
                       .arg(architecture, counted(plan.num_parameters))),
      plan.num_examples
          ? passed(CheckedRows::tr("Data"),
                   CheckedRows::tr("%1 examples, %2 steps in an epoch")
                       .arg(counted(*plan.num_examples), counted(plan.steps_per_epoch.value_or(0))))
          : unknown(CheckedRows::tr("Data"),
                    CheckedRows::tr("Its first records can be read; it is counted when it has "
                                    "been prepared"))};
}

ReviewRow roomRow(const CheckpointRoom& room, const TargetRecord* target) {
  const QString name = CheckedRows::tr("Room for checkpoints");
  const auto free = target ? target->facts.baseFreeBytes : std::nullopt;
  if (!free)
    return unknown(
        name, CheckedRows::tr("%1 needed; how much is free there is not known").arg(room.text()));
  const QString base = target->settings.base;
  if (room.total() <= *free)
    return passed(name, CheckedRows::tr("%1 needed, %2 free in %3")
                            .arg(room.text(), QuantityText::bytes(*free), base));
  return {u"alert-triangle"_s,
          look::Tone::waiting,
          name,
          CheckedRows::tr("only %1 free in %2 for %3; keep fewer of them (checkpoint.keep_last)")
              .arg(QuantityText::bytes(*free), base, room.text()),
          {},
          {},
          0,
          false};
}

QString rehearsedWords(const Rehearsal& rehearsal, const RehearsalReader::Count& count) {
  QStringList parts;
  if (count.all > 1)
    parts << CheckedRows::tr("%1 different trainings, %2 of them with steps")
                 .arg(count.all)
                 .arg(count.steps);
  const auto loss = [](double value) { return QLocale().toString(value, 'g', 3); };
  if (!rehearsal.losses.empty())
    parts << CheckedRows::tr("%n steps, loss %1 → %2", nullptr,
                             static_cast<int>(rehearsal.losses.size()))
                 .arg(loss(rehearsal.losses.front()), loss(rehearsal.losses.back()));
  const PlannedMemory* own = rehearsal.plan ? rehearsal.plan->own() : nullptr;
  if (own && rehearsal.gpu_bytes)
    parts << CheckedRows::tr("%1 of %2")
                 .arg(QuantityText::bytes(own->total()), QuantityText::bytes(*rehearsal.gpu_bytes));
  else if (own)
    parts << QuantityText::bytes(own->total());
  return parts.join(u", "_s);
}

// What was found is in rows of its own.
ReviewRow rehearsalRow(const CheckedRows::Known& known) {
  const QString name = CheckedRows::tr("Rehearsed");
  if (!known.rehearsal)
    return unknown(name, !known.whyNotRehearsed.isEmpty() ? known.whyNotRehearsed
                         : known.rehearsed.all > 1
                             ? CheckedRows::tr("Being rehearsed: training %1 of %2…")
                                   .arg(known.rehearsed.done + 1)
                                   .arg(known.rehearsed.all)
                             : CheckedRows::tr("Being rehearsed…"));
  const QString words = rehearsedWords(*known.rehearsal, known.rehearsed);
  if (has_errors(known.rehearsal->diagnostics))
    return {look::iconOf(Severity::error),
            look::toneOf(Severity::error),
            name,
            CheckedRows::tr("It would fail"),
            {},
            {},
            0,
            false};
  return passed(name, words.isEmpty() ? CheckedRows::tr("Nothing was found") : words);
}

// What past runs say of the run; `exceeded`: what of it is more than is requested.
ReviewRow predictedRow(const QString& name, const QString& amount, const Predicted& predicted,
                       const QString& exceeded) {
  const QString words = amount + u", "_s + SubmissionFacts::certainty(predicted);
  if (exceeded.isEmpty()) return passed(name, words);
  return {
      u"alert-triangle"_s, look::Tone::waiting, name, words + u"; "_s + exceeded, {}, {}, 0, false};
}

QList<ReviewRow> predictedRows(const Experiment& experiment, const RunPrediction& prediction) {
  const auto bytes = [](double number) {
    return QuantityText::bytes(static_cast<qint64>(number * (1 << 30)));
  };
  QList<ReviewRow> rows;
  if (const auto& memory = prediction.gpuMemoryGib)
    rows << predictedRow(CheckedRows::tr("GPU memory"), bytes(memory->value), *memory, {});
  const double requested = experiment.resources.memory_gib_per_node.value_or(0);
  if (const auto& memory = prediction.memoryGib)
    rows << predictedRow(CheckedRows::tr("Main memory"), bytes(memory->value), *memory,
                         requested > 0 && memory->value > requested
                             ? CheckedRows::tr("only %1 requested").arg(bytes(requested))
                             : QString());
  const double limit = Estimate::longestSeconds(experiment);
  if (const auto& seconds = prediction.seconds)
    rows << predictedRow(
        CheckedRows::tr("Time"), QuantityText::duration(seconds->value), *seconds,
        limit > 0 && seconds->value > limit
            ? CheckedRows::tr("the time limit is %1").arg(QuantityText::duration(limit))
            : QString());
  return rows;
}

ReviewRow isThereRow(ReviewRow row, bool isThere, const QString& otherwise) {
  row.right = isThere ? TravelRows::tr("is there") : otherwise;
  row.rightTone = isThere ? look::Tone::completed : look::Tone::quiet;
  return row;
}

}  // namespace

QList<ReviewRow> CheckedRows::of(const Experiment& experiment, const Known& known,
                                 const std::vector<Diagnostic>& findings) {
  QList<ReviewRow> rows;
  const auto isOfText = [](const Diagnostic& finding) {
    return finding.severity == Severity::error && !find(finding.arguments, "found_on");
  };
  if (std::ranges::none_of(findings, isOfText))
    rows << passed(tr("The document"), tr("%1 settings, no error").arg(fields().size()));
  if (!known.pathsFrom.isEmpty())
    rows << unknown(tr("Not saved"), tr("Its relative paths count from %1").arg(known.pathsFrom));
  if (experiment.workload == Workload::engine) {
    if (known.plan)
      rows << planRows(*known.plan);
    else
      rows << unknown(tr("Model and data"),
                      known.whyNoPlan.isEmpty() ? tr("Being planned…") : known.whyNoPlan);
  }
  rows << rehearsalRow(known);
  rows << predictedRows(experiment, known.prediction);
  if (known.offer) {
    const QString where = TargetText::name(known.offer->target);
    rows << ReviewRow{
        known.offer->icon, known.offer->tone, where, known.offer->sentence, {}, {}, 0, false};
  }
  if (experiment.workload == Workload::engine && known.plan && known.plan->own())
    rows << roomRow(CheckpointRoom::of(experiment, *known.plan, known.numRuns), known.target);
  for (const Diagnostic& finding : findings) rows << findingRow(finding);
  return rows;
}

QString TravelRows::summary(const SyncPreviewAnswer& answer) {
  qint64 bytes = answer.codeBytes + (answer.engineIsThere ? 0 : answer.engineBytes);
  for (const SyncPreviewAnswer::Data& data : answer.data)
    if (!data.isThere) bytes += data.bytes;
  const QString size = QuantityText::bytes(bytes);
  return answer.seconds > 0
             ? tr("%1, about %2 in total").arg(size, QuantityText::duration(answer.seconds))
             : size;
}

QString TravelRows::filesText(qint64 count) {
  return count == 1 ? tr("1 file") : tr("%1 files").arg(QLocale().toString(count));
}

QList<ReviewRow> TravelRows::of(const SyncPreviewAnswer& answer) {
  QList<ReviewRow> rows;
  const auto row = [&](const QString& icon, const QString& name, const QString& detail,
                       int depth = 0) {
    return ReviewRow{icon, look::Tone::quiet, name, detail, {}, look::Tone::quiet, depth, false};
  };
  ReviewRow code = row(u"folder"_s, tr("Code"),
                       answer.codeFiles == 0 ? tr("none") : filesText(answer.codeFiles));
  if (answer.codeFiles > 0) code.right = QuantityText::bytes(answer.codeBytes);
  rows << code;
  if (answer.leftByGit > 0) {
    ReviewRow left =
        row(u"eye-off"_s, tr("Left out by git"), answer.leftByGitNames.join(u", "_s), 1);
    left.right = filesText(answer.leftByGit) + u", "_s + QuantityText::bytes(answer.leftByGitBytes);
    rows << left;
  }
  for (const QString& pattern : answer.idlePatterns)
    rows << row(u"info-circle"_s, pattern, tr("this pattern of code.exclude excludes nothing"), 1);
  for (const SyncPreviewAnswer::Data& data : answer.data)
    rows << isThereRow(row(u"database"_s, QFileInfo(data.path).fileName(), data.path), data.isThere,
                       QuantityText::bytes(data.bytes));
  rows << isThereRow(row(u"server"_s, tr("Engine"),
                         answer.engineIsThere || answer.engineSeconds <= 0
                             ? QString()
                             : tr("about %1").arg(QuantityText::duration(answer.engineSeconds))),
                     answer.engineIsThere, QuantityText::bytes(answer.engineBytes));
  if (!answer.missingSinceLast.isEmpty()) {
    rows << row(u"alert-triangle"_s, tr("No longer here"),
                tr("%1 that the last run of this code had; nothing is deleted there")
                    .arg(filesText(answer.missingSinceLast.size())));
    for (const QString& file : answer.missingSinceLast) rows << row(u"file"_s, file, {}, 1);
  }
  return rows;
}

}  // namespace trainyard
