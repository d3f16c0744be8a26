// SPDX-License-Identifier: GPL-3.0-or-later
// What the help says of a topic: for a setting what the contract says of it, for everything else a
// part of the help's pages. All links have one of the schemes below, or lead out of the program.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/contract/experiment/field_info.h"
#include "gui/forms/help_topic.h"

namespace trainyard {

namespace look {
struct Tokens;
}

// "field:optimizer.learning_rate", "help:training.md#memory".
inline constexpr char fieldScheme[] = "field", helpScheme[] = "help";

struct HelpText {
  Q_DECLARE_TR_FUNCTIONS(HelpText)
 public:
  QString above;     // where it belongs: "Settings > Optimizer"; HTML
  QString title;     // plain
  QString name;      // as documents and programs write it; plain
  QString html;      // of a setting, or what a message says
  QString markdown;  // below it

  // In the colours of `tokens`. A topic that the help does not know is empty.
  static HelpText of(const HelpTopic& topic, const look::Tokens& tokens);
};

}  // namespace trainyard
