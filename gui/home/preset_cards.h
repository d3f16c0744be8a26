// SPDX-License-Identifier: GPL-3.0-or-later
// The presets as the page Home offers them: a title for people, what it takes to run, and the
// picture and the filter that they belong to. Without widgets.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>

#include "gui/forms/presets.h"

namespace trainyard {

// What a card's picture shows.
enum class PresetPicture { curve, turns, timelines, roc, books, nodes, script, entities, split };

enum class PresetSubject { pretraining, instructions, classification, script };

struct PresetCard {
  Preset preset;
  QString title;  // "A Llama learns hospital stays"
  QString needs;  // "8 A100, 1 day 00 h, randi"; empty if the document does not say
  PresetPicture picture = PresetPicture::curve;
  PresetSubject subject = PresetSubject::pretraining;
  bool hasSample = false;  // a small version with generated data can be run
};

class PresetCards {
  Q_DECLARE_TR_FUNCTIONS(PresetCards)
 public:
  // In the order in which they are shown, in the current language. A preset without a title of its
  // own shows its name.
  static QList<PresetCard> all();
  static QString subjectName(PresetSubject subject);
  // Whether all words of the search stand in its title, name, summary or needs.
  static bool matches(const PresetCard& card, const QString& search);
};

}  // namespace trainyard
