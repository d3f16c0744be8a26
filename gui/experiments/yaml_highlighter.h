// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of an experiment's text: keys, texts, numbers, comments.
#pragma once

#include <QSyntaxHighlighter>

namespace trainyard {

class YamlHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  explicit YamlHighlighter(QTextDocument* document);

  // Colours for a dark or a light ground.
  void useGround(bool isDark);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  // A line of a text that a key with | or > begins: no word in it means anything.
  bool isInBlock(const QString& text);

  QTextCharFormat m_key, m_string, m_number, m_comment;
};

}  // namespace trainyard
