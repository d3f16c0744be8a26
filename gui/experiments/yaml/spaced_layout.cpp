// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/spaced_layout.h"

#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace trainyard {

SpacedLayout::SpacedLayout(QTextDocument* document, int lineHeight)
    : QPlainTextDocumentLayout(document), m_lineHeight(lineHeight) {}

SpacedLayout* SpacedLayout::useIn(QPlainTextEdit* editor, int lineHeight, double margin) {
  auto* document = new QTextDocument(editor);
  auto* layout = new SpacedLayout(document, lineHeight);
  document->setDocumentLayout(layout);
  document->setDocumentMargin(margin);
  editor->setDocument(document);
  return layout;
}

QRectF SpacedLayout::blockBoundingRect(const QTextBlock& block) const {
  QRectF place = QPlainTextDocumentLayout::blockBoundingRect(block);
  QTextLayout* lines = block.isValid() && block.isVisible() ? block.layout() : nullptr;
  if (!lines || lines->lineCount() != 1) return place;
  QTextLine line = lines->lineAt(0);
  const double more = std::max(0.0, m_lineHeight - std::ceil(line.height()));
  const double above = std::floor(more / 2);
  if (line.y() != above) line.setPosition({line.x(), above});
  const double below = block.next().isValid() ? 0 : document()->documentMargin();
  place.setHeight(std::max(place.height() - below, std::ceil(line.height()) + more) + below);
  return place;
}

void SpacedLayout::followVisibility() {
  emit documentSizeChanged(documentSize());
  requestUpdate();
}

}  // namespace trainyard
