// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of plain text with a height of their own, which QPlainTextEdit does not offer, and of which
// some may be hidden.
#pragma once

#include <QPlainTextDocumentLayout>

class QPlainTextEdit;

namespace trainyard {

class SpacedLayout : public QPlainTextDocumentLayout {
  Q_OBJECT
 public:
  // Belongs to the document, whose layout it becomes.
  SpacedLayout(QTextDocument* document, int lineHeight);
  // Of a new document, before anything else looks at that of the editor.
  static SpacedLayout* useIn(QPlainTextEdit* editor, int lineHeight, double margin);

  QRectF blockBoundingRect(const QTextBlock& block) const override;
  // After blocks were shown or hidden.
  void followVisibility();

 private:
  int m_lineHeight;
};

}  // namespace trainyard
