// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/preset_cards.h"

#include <QFile>
#include <algorithm>
#include <array>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/slurm_format.h"
#include "gui/forms/quantity_text.h"

namespace trainyard {
namespace {

using Picture = PresetPicture;
using Subject = PresetSubject;

struct Row {
  const char* name;
  const char* title;
  const char* where;  // the cluster that the original ran on
  Picture picture;
  Subject subject;
};

// In the order of the page: the first of each kind before its variants.
constexpr std::array rows{
    Row{"quickstart", QT_TRANSLATE_NOOP("PresetCards", "A small GPT-2, from random weights"), "",
        Picture::curve, Subject::pretraining},
    Row{"leonardo-sft-lora", QT_TRANSLATE_NOOP("PresetCards", "Qwen3-0.6B learns Python, LoRA"),
        "Leonardo", Picture::turns, Subject::instructions},
    Row{"fms-ehrs-pretrain", QT_TRANSLATE_NOOP("PresetCards", "A Llama learns hospital stays"),
        "randi", Picture::timelines, Subject::pretraining},
    Row{"nyutron-finetune-readmission",
        QT_TRANSLATE_NOOP("PresetCards", "30-day readmission from notes"), "NYU", Picture::roc,
        Subject::classification},
    Row{"unity-gpt2-medium", QT_TRANSLATE_NOOP("PresetCards", "GPT-2 medium on books (PG19)"),
        "Unity", Picture::books, Subject::pretraining},
    Row{"twcc-run-clm", QT_TRANSLATE_NOOP("PresetCards", "GPT-2 on WikiText-2, two nodes"), "TWCC",
        Picture::nodes, Subject::pretraining},
    Row{"huggingface-trainer", QT_TRANSLATE_NOOP("PresetCards", "Your own Hugging Face script"), "",
        Picture::script, Subject::script},
    Row{"nyutron-ner", QT_TRANSLATE_NOOP("PresetCards", "Entities in clinical notes"), "NYU",
        Picture::entities, Subject::classification},
    Row{"nyutron-prepare", QT_TRANSLATE_NOOP("PresetCards", "Prepare clinical notes"), "NYU",
        Picture::split, Subject::pretraining},
    Row{"nyutron-pretrain",
        QT_TRANSLATE_NOOP("PresetCards", "BERT learns the language of clinical notes"), "NYU",
        Picture::curve, Subject::pretraining},
    Row{"leonardo-sft", QT_TRANSLATE_NOOP("PresetCards", "Qwen3-0.6B learns Python, all weights"),
        "Leonardo", Picture::turns, Subject::instructions},
    Row{"leonardo-sft-multinode",
        QT_TRANSLATE_NOOP("PresetCards", "Qwen3-0.6B learns Python, four nodes"), "Leonardo",
        Picture::nodes, Subject::instructions},
    Row{"leonardo-sft-accelerate",
        QT_TRANSLATE_NOOP("PresetCards", "The same as a script under accelerate"), "Leonardo",
        Picture::script, Subject::script},
    Row{"fms-ehrs-finetune", QT_TRANSLATE_NOOP("PresetCards", "Mortality from the first 24 hours"),
        "randi", Picture::roc, Subject::classification},
    Row{"fms-ehrs-features",
        QT_TRANSLATE_NOOP("PresetCards", "Features and information of timelines"), "randi",
        Picture::timelines, Subject::classification},
    Row{"nyutron-finetune-mortality",
        QT_TRANSLATE_NOOP("PresetCards", "In-hospital mortality from notes"), "NYU", Picture::roc,
        Subject::classification},
    Row{"nyutron-finetune-length-of-stay",
        QT_TRANSLATE_NOOP("PresetCards", "Length of stay from notes"), "NYU", Picture::roc,
        Subject::classification},
    Row{"nyutron-finetune-comorbidity", QT_TRANSLATE_NOOP("PresetCards", "Comorbidity from notes"),
        "NYU", Picture::roc, Subject::classification},
    Row{"nyutron-finetune-denial", QT_TRANSLATE_NOOP("PresetCards", "Insurance denial from notes"),
        "NYU", Picture::roc, Subject::classification},
    Row{"twcc-run-clm-deepspeed", QT_TRANSLATE_NOOP("PresetCards", "run_clm under DeepSpeed"),
        "TWCC", Picture::script, Subject::script},
};

QString textOf(const Preset& preset) {
  QFile file(preset.file);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

QList<PresetCard> PresetCards::all() {
  QList<PresetCard> cards;
  for (const Preset& preset : presets()) {
    const QString text = textOf(preset);
    const Document document = read_experiment(text.toStdString(), preset.name.toStdString());
    const ResourcesSection& resources = document.experiment.resources;
    PresetCard card{.preset = preset, .title = preset.name};
    card.hasSample = text.contains(QStringLiteral("engine sample ") + preset.name);
    QStringList needs;
    if (const auto gpus = resources.nodes * resources.gpus_per_node; gpus > 0)
      needs << (resources.gpu_type ? QStringLiteral("%1 %2").arg(gpus).arg(
                                         QString::fromStdString(*resources.gpu_type).toUpper())
                                   : QuantityText::gpus(static_cast<int>(gpus)));
    else
      needs << tr("no GPU");
    if (resources.nodes > 1) needs << QuantityText::nodes(static_cast<int>(resources.nodes));
    if (resources.time_limit)
      if (const auto seconds = time_limit_seconds(*resources.time_limit))
        needs << tr("%1 limit").arg(QuantityText::duration(static_cast<double>(*seconds)));
    for (const Row& row : rows)
      if (preset.name == QLatin1String(row.name)) {
        card.title = tr(row.title);
        card.picture = row.picture;
        card.subject = row.subject;
        if (*row.where) needs << QLatin1String(row.where);
      }
    card.needs = needs.join(QStringLiteral(", "));
    cards << card;
  }
  const auto rank = [](const PresetCard& card) {
    return std::ranges::find_if(
               rows, [&](const Row& row) { return card.preset.name == QLatin1String(row.name); }) -
           rows.begin();
  };
  std::ranges::stable_sort(cards, {}, rank);
  return cards;
}

QString PresetCards::subjectName(PresetSubject subject) {
  switch (subject) {
    case Subject::pretraining:
      return tr("Pretraining");
    case Subject::instructions:
      return tr("Instruction tuning");
    case Subject::classification:
      return tr("Classification");
    case Subject::script:
      return tr("Own script");
  }
  return {};
}

bool PresetCards::matches(const PresetCard& card, const QString& search) {
  const QString all = card.title + u' ' + card.preset.name + u' ' + card.preset.summary + u' ' +
                      card.needs + u' ' + subjectName(card.subject);
  const QStringList words = search.split(u' ', Qt::SkipEmptyParts);
  return std::ranges::all_of(
      words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}  // namespace trainyard
