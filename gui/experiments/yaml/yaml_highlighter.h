// SPDX-License-Identifier: GPL-3.0-or-later
// Syntax highlighting for an experiment's text: keys, texts, numbers, comments.
#pragma once

#include <QSyntaxHighlighter>

#include "gui/look/tokens.h"

namespace trainyard {

class YamlHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  explicit YamlHighlighter(QTextDocument* document);

  void useColours(const look::CodeColours& colours);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  // Whether it is a line of a block text (after a key with | or >): nothing in it is highlighted.
  bool isInBlock(const QString& text);

  QTextCharFormat m_key, m_string, m_number, m_word, m_comment;
};

}  // namespace trainyard
