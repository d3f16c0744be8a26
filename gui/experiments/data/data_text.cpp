// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/data/data_text.h"

#include <QLocale>
#include <QTextCursor>
#include <QTextDocument>
#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString number(std::int64_t count) { return QLocale().toString(static_cast<qint64>(count)); }

QString decimal(double value) {
  return QLocale().toString(value, 'f', value == static_cast<double>(qint64(value)) ? 0 : 1);
}

// A name, several or a number; empty where there is none.
QString labelText(const Value& label) {
  if (const auto* list = label.get_if<List>()) {
    QStringList names;
    for (const Value& name : *list) names << labelText(name);
    return names.join(u", "_s);
  }
  if (const auto* text = label.get_if<std::string>()) return QString::fromStdString(*text);
  ReadProblem ignored;
  const auto value = Codec<double>::read(label, ignored);
  return value ? QString::number(*value) : QString();
}

// Line breaks are shown, and still break.
QString visible(QString text) {
  return text.replace(u"\r"_s, u"␍"_s).replace(u"\n"_s, u"⏎\n"_s).replace(u"\t"_s, u"→\t"_s);
}

}  // namespace

QString DataText::counts(const Inspection& data, const SplitCounts& split) {
  QStringList lines;
  for (const DataWarning& warning : data.warnings)
    if (get<std::string>(warning.arguments, "split") == split.name)
      lines << ContractText::message(warning.code, warning.arguments, warning.text);
  const std::int64_t tokens = split.tokens.value_or(0);
  lines << tr("%1 examples, %2 tokens").arg(number(split.examples), number(tokens));
  if (learns_tokens(data.kind) && tokens > 0) {
    const std::int64_t learned = split.learned_tokens.value_or(0);
    lines << tr("%1 tokens are learned (%2 %)")
                 .arg(number(learned),
                      decimal(100.0 * static_cast<double>(learned) / static_cast<double>(tokens)));
  }
  lines << tr("%1 % of the computed tokens are padding")
               .arg(decimal(100 * split.padding.value_or(0)));
  const LengthCounts lengths = split.lengths.value_or(LengthCounts());
  if (lengths.maximum > 0 && lengths.minimum == lengths.maximum)
    lines << tr("All have %1 tokens").arg(number(lengths.maximum));
  else if (lengths.maximum > 0)
    lines << tr("Lengths: %1 to %2, half of them up to %3, 95 % up to %4")
                 .arg(number(lengths.minimum), number(lengths.maximum), decimal(lengths.median),
                      decimal(lengths.p95));
  lines << (data.tokenizer.empty()
                ? (data.raw ? tr("Vocabulary of %1 entries, built from these records only: "
                                 "training builds its own, from all of them")
                            : tr("Vocabulary of %1 entries, trained on this data"))
                      .arg(number(data.vocab_size))
                : tr("Vocabulary of %1 entries: %2")
                      .arg(number(data.vocab_size), QString::fromStdString(data.tokenizer)));
  if (data.raw) lines << tr("Only the first %1 records were read").arg(number(*data.raw));
  const std::vector<LabelTotal> labels = split.labels.value_or(std::vector<LabelTotal>());
  for (int i = 0; i < std::min<int>(maxLabels, static_cast<int>(labels.size())); ++i) {
    const auto& [name, count] = labels[static_cast<std::size_t>(i)];
    lines << tr("Label %1: %2").arg(QString::fromStdString(name), number(count));
  }
  if (std::ssize(labels) > maxLabels)
    lines << tr("and %1 more labels").arg(std::ssize(labels) - maxLabels);
  return lines.join(u'\n');
}

QString DataText::place(const DataInspection& inspection) {
  const DataSample* example = inspection.example();
  if (!example) return {};
  QString words = inspection.isShuffled()
                      ? tr("Example %1 of %2, drawn at random")
                            .arg(number(example->index + 1), number(inspection.numExamples()))
                      : tr("Example %1 of %2")
                            .arg(number(example->index + 1), number(inspection.numExamples()));
  words += u", "_s + tr("%1 tokens").arg(number(example->length));
  if (const QString label = labelText(example->label); !label.isEmpty())
    words += u" · "_s + tr("label: %1").arg(label);
  return words;
}

QString DataText::legend(const Inspection& data, const DataSample& example) {
  QStringList words;
  if (learns_tokens(data.kind)) words << tr("dim: not learned");
  if (std::ranges::any_of(example.tokens,
                          [](const SampleToken& token) { return token.hidden.has_value(); }))
    words << tr("colored: hidden, the tool tip has the true token");
  if (std::ssize(example.tokens) < example.length)
    words << tr("only the first %1 tokens").arg(number(std::ssize(example.tokens)));
  return words.join(u"; "_s);
}

void DataText::fill(QTextDocument& document, const Inspection& data, const DataSample& example,
                    const QPalette& palette, Ids ids) {
  const look::Tokens& now = look::tokens(palette);
  const QColor text = now.text, dim = now.text3;
  const std::array grounds{now.subtle, now.press};
  const QColor hidden = now.tone(look::Tone::stopped).word;
  document.clear();
  QTextCursor cursor(&document);
  cursor.beginEditBlock();
  std::int64_t shownDocument = 0;
  for (std::size_t i = 0; i < example.tokens.size(); ++i) {
    const SampleToken& token = example.tokens[i];
    if (token.document.value_or(0) != shownDocument) {
      shownDocument = *token.document;
      cursor.insertText(u"\n"_s, QTextCharFormat());
    }
    QTextCharFormat format;
    format.setBackground(grounds[i % 2]);
    format.setForeground(token.is_learned || !learns_tokens(data.kind) ? text : dim);
    QString tip = tr("Token %1").arg(token.id);
    if (token.hidden) {
      format.setForeground(hidden);
      format.setFontWeight(QFont::Bold);
      tip = tr("Hidden: %1 (token %2)")
                .arg(QString::fromStdString(token.hidden->text))
                .arg(token.hidden->id);
    }
    format.setToolTip(plainTip(tip));
    cursor.insertText(visible(QString::fromStdString(token.text)), format);
    QTextCharFormat small = format;
    small.setVerticalAlignment(QTextCharFormat::AlignSubScript);
    if (!token.label.empty()) {
      small.setForeground(now.accentText);
      cursor.insertText(QString::fromStdString(token.label), small);
    }
    if (ids == Ids::shown) {
      small.setForeground(dim);
      cursor.insertText(QString::number(token.id), small);
    }
  }
  cursor.endEditBlock();
}

}  // namespace trainyard
