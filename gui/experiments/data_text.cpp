// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/data_text.h"

#include <QLocale>
#include <QTextCursor>
#include <QTextDocument>
#include <algorithm>

#include "gui/forms/palette_colors.h"
#include "gui/forms/plain_tip.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString number(qint64 count) { return QLocale().toString(count); }

QString number(double value) {
  return QLocale().toString(value, 'f', value == static_cast<double>(qint64(value)) ? 0 : 1);
}

QColor between(const QColor& one, const QColor& other, double share) {
  const auto mix = [&](int a, int b) { return static_cast<int>(a * share + b * (1 - share)); };
  return QColor(mix(one.red(), other.red()), mix(one.green(), other.green()),
                mix(one.blue(), other.blue()));
}

// Breaks of lines are seen, and still break.
QString visible(QString text) {
  return text.replace(u"\r"_s, u"␍"_s).replace(u"\n"_s, u"⏎\n"_s).replace(u"\t"_s, u"→\t"_s);
}

}  // namespace

QString DataText::counts(const ShownData& data, const ShownSplit& split) {
  QStringList lines;
  for (const auto& [name, sentence] : data.warnings)
    if (name == split.name) lines << sentence;
  lines << tr("%1 examples, %2 tokens").arg(number(split.examples), number(split.tokens));
  if (data.learnsTokens() && split.tokens > 0)
    lines << tr("%1 tokens are learned (%2 %)")
                 .arg(number(split.learnedTokens),
                      number(100.0 * static_cast<double>(split.learnedTokens) /
                             static_cast<double>(split.tokens)));
  lines << tr("%1 % of what is computed is padding").arg(number(100 * split.padding));
  if (split.maximum > 0 && split.minimum == split.maximum)
    lines << tr("All have %1 tokens").arg(number(split.maximum));
  else if (split.maximum > 0)
    lines << tr("Lengths: %1 to %2, half of them up to %3, 95 % up to %4")
                 .arg(number(split.minimum), number(split.maximum), number(split.median),
                      number(split.p95));
  lines << (data.tokenizer.isEmpty()
                ? (data.raw ? tr("Vocabulary of %1 entries, made of these records alone: training "
                                 "makes its own, of all of them")
                            : tr("Vocabulary of %1 entries, trained on this data"))
                      .arg(number(data.vocabulary))
                : tr("Vocabulary of %1 entries: %2").arg(number(data.vocabulary), data.tokenizer));
  if (data.raw) lines << tr("Only the first %1 records were looked at").arg(number(*data.raw));
  for (int i = 0; i < std::min<int>(maxLabels, static_cast<int>(split.labels.size())); ++i) {
    const auto& [name, count] = split.labels[static_cast<std::size_t>(i)];
    lines << tr("Label %1: %2").arg(name, number(count));
  }
  if (std::ssize(split.labels) > maxLabels)
    lines << tr("and %1 more labels").arg(std::ssize(split.labels) - maxLabels);
  return lines.join(u'\n');
}

QString DataText::place(const DataInspection& inspection) {
  const ShownExample* example = inspection.example();
  if (!example) return {};
  QString words = inspection.isShuffled()
                      ? tr("Example %1 of %2, drawn at random")
                            .arg(number(example->index + 1), number(inspection.numExamples()))
                      : tr("Example %1 of %2")
                            .arg(number(example->index + 1), number(inspection.numExamples()));
  words += u", "_s + tr("%1 tokens").arg(number(example->length));
  if (!example->label.isEmpty()) words += u" · "_s + tr("label: %1").arg(example->label);
  return words;
}

QString DataText::legend(const ShownData& data, const ShownExample& example) {
  QStringList words;
  if (data.learnsTokens()) words << tr("dim: not learned");
  if (std::ranges::any_of(example.tokens,
                          [](const ShownToken& t) { return t.hiddenId.has_value(); }))
    words << tr("coloured: hidden, the tip has the true token");
  if (std::ssize(example.tokens) < example.length)
    words << tr("only the first %1 tokens").arg(number(qint64(std::ssize(example.tokens))));
  return words.join(u"; "_s);
}

void DataText::fill(QTextDocument& document, const ShownData& data, const ShownExample& example,
                    const QPalette& palette, Ids ids) {
  const QColor text = palette.color(QPalette::Text), base = palette.color(QPalette::Base);
  const QColor dim = between(text, base, 0.55);
  const std::array grounds{between(text, base, 0.04), between(text, base, 0.11)};
  const QColor hidden = toneColour(Tone::caution, palette);
  document.clear();
  QTextCursor cursor(&document);
  cursor.beginEditBlock();
  qint64 of = 0;
  for (std::size_t i = 0; i < example.tokens.size(); ++i) {
    const ShownToken& token = example.tokens[i];
    if (token.document != of) {
      of = token.document;
      cursor.insertText(u"\n"_s, QTextCharFormat());
    }
    QTextCharFormat format;
    format.setBackground(grounds[i % 2]);
    format.setForeground(token.isLearned || !data.learnsTokens() ? text : dim);
    QString tip = tr("Token %1").arg(token.id);
    if (token.hiddenId) {
      format.setForeground(hidden);
      format.setFontWeight(QFont::Bold);
      tip = tr("Hidden: %1 (token %2)").arg(token.hiddenText).arg(*token.hiddenId);
    }
    format.setToolTip(plainTip(tip));
    cursor.insertText(visible(token.text), format);
    QTextCharFormat small = format;
    small.setVerticalAlignment(QTextCharFormat::AlignSubScript);
    if (!token.label.isEmpty()) {
      small.setForeground(toneColour(Tone::active, palette));
      cursor.insertText(token.label, small);
    }
    if (ids == Ids::shown) {
      small.setForeground(dim);
      cursor.insertText(QString::number(token.id), small);
    }
  }
  cursor.endEditBlock();
}

}  // namespace trainyard
