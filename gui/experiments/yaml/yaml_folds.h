// SPDX-License-Identifier: GPL-3.0-or-later
// Which sections of a text are folded. It is kept at the line of the section's key, so that it goes
// with the line when others come and go.
#pragma once

#include <QTextBlock>

#include "gui/experiments/yaml/yaml_outline.h"

class QTextDocument;

namespace trainyard {

class YamlFolds {
 public:
  // The document must outlive it.
  explicit YamlFolds(QTextDocument* document) : m_document(document) {}

  static bool isFolded(const QTextBlock& block) { return block.userData() != nullptr; }
  // Does nothing for a line that has nothing to fold. Followed by apply().
  void setFolded(const YamlOutline& outline, int line, bool isFolded);
  void setAll(const YamlOutline& outline, bool isFolded);
  // Unfolds what hides this line.
  void reveal(const YamlOutline& outline, int line);
  // Shows and hides lines. Returns whether any line changed.
  bool apply(const YamlOutline& outline);

 private:
  QTextDocument* m_document;
};

}  // namespace trainyard
