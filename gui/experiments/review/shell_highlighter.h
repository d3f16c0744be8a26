// SPDX-License-Identifier: GPL-3.0-or-later
// Syntax highlighting for a job script: directives of Slurm, comments, texts, variables.
#pragma once

#include <QSyntaxHighlighter>

#include "gui/look/tokens.h"

namespace trainyard {

class ShellHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  ShellHighlighter(QTextDocument* document, const look::CodeColours& colours);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  look::CodeColours m_colours;
};

}  // namespace trainyard
