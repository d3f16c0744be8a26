// SPDX-License-Identifier: GPL-3.0-or-later
// What can be written at a place of an experiment's text: keys that its section does not have yet,
// or the choices of a field.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

struct YamlProposal {
  QString word;   // what the list shows, and what is completed
  QString label;  // of the setting, to be read beside it
  QString text;   // what is written
};

struct YamlCompletion {
  int start = 0;   // the column where the word begins that is completed
  QString prefix;  // what of it is there
  QList<YamlProposal> proposals;

  // Of a place in the text, counted from 0.
  static YamlCompletion at(const QStringList& lines, int line, int column);
};

}  // namespace trainyard
