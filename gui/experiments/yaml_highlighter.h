// Colours of an experiment's text: keys, texts, numbers, comments.
#pragma once

#include <QSyntaxHighlighter>

namespace trainyard {

class YamlHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  // `dark` chooses colours for a dark ground.
  YamlHighlighter(QTextDocument* document, bool dark);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  QTextCharFormat m_key, m_string, m_number, m_comment;
};

}  // namespace trainyard
