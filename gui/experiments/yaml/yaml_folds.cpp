// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/yaml_folds.h"

#include <QTextDocument>
#include <QTextLayout>
#include <algorithm>

namespace trainyard {
namespace {

// Its being there is what it says.
class FoldedLine : public QTextBlockUserData {};

void markFolded(QTextBlock block, bool isFolded) {
  if (isFolded == YamlFolds::isFolded(block)) return;
  block.setUserData(isFolded ? new FoldedLine : nullptr);
}

}  // namespace

void YamlFolds::setFolded(const YamlOutline& outline, int line, bool isFolded) {
  if (outline.isHead(line)) markFolded(m_document->findBlockByNumber(line), isFolded);
}

// Those within others stay as they are when these are folded: they were what one looked at.
void YamlFolds::setAll(const YamlOutline& outline, bool isFolded) {
  for (int line = 0; line < outline.count(); ++line)
    if (!isFolded || outline.headOf(line) < 0) setFolded(outline, line, isFolded);
}

void YamlFolds::reveal(const YamlOutline& outline, int line) {
  for (int head = outline.headOf(line); head >= 0; head = outline.headOf(head))
    setFolded(outline, head, false);
}

bool YamlFolds::apply(const YamlOutline& outline) {
  bool hasChanged = false;
  int hiddenUntil = -1;
  for (QTextBlock block = m_document->begin(); block.isValid(); block = block.next()) {
    const int line = block.blockNumber();
    const bool isVisible = line > hiddenUntil;
    if (isFolded(block)) {
      if (!outline.isHead(line))
        markFolded(block, false);
      else
        hiddenUntil = std::max(hiddenUntil, outline.at(line).last);
    }
    if (block.isVisible() == isVisible) continue;
    hasChanged = true;
    block.setVisible(isVisible);
    block.setLineCount(isVisible ? std::max(1, block.layout()->lineCount()) : 0);
  }
  return hasChanged;
}

}  // namespace trainyard
