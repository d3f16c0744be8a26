// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/yaml_completion.h"

#include <QRegularExpression>

#include "engine/contract/experiment/experiment.h"
#include "gui/experiments/yaml/yaml_outline.h"
#include "gui/forms/contract_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QList<YamlProposal> choicesOf(const FieldInfo& field) {
  QStringList words;
  for (const std::string& choice : field.choices) words << QString::fromStdString(choice);
  if (field.kind == Kind::boolean) words << u"true"_s << u"false"_s;
  if (field.kind == Kind::auto_integer) words << u"auto"_s;
  if (field.nullable) words << u"null"_s;
  QList<YamlProposal> out;
  for (const QString& word : words) out << YamlProposal{word, {}, word};
  return out;
}

// A key that has its colon already is only renamed.
QList<YamlProposal> keysOf(const QString& section, const YamlOutline& outline, int line,
                           bool hasColon) {
  QList<YamlProposal> out;
  const auto isFree = [&](const QString& path) {
    const int there = outline.lineOf(path);
    return there < 0 || there == line;
  };
  for (const FieldInfo& field : fields()) {
    if (QString::fromStdString(field.section) != section ||
        !isFree(QString::fromStdString(field.path)))
      continue;
    const QString key = QString::fromStdString(field.key);
    out << YamlProposal{key, ContractText::label(field), hasColon ? key : key + u": "_s};
  }
  if (!section.isEmpty()) return out;
  for (const std::string& each : sections()) {
    const QString key = QString::fromStdString(each);
    if (!key.isEmpty() && isFree(key))
      out << YamlProposal{key, ContractText::sectionTitle(key), hasColon ? key : key + u":\n  "_s};
  }
  return out;
}

}  // namespace

YamlCompletion YamlCompletion::at(const QStringList& lines, int line, int column) {
  static const QRegularExpression valuePlace(u"^( *)([A-Za-z_]\\w*)\\s*:\\s+([^\\s#]*)$"_s);
  static const QRegularExpression keyPlace(u"^( *)([A-Za-z_]\\w*)?$"_s);
  static const QRegularExpression colon(u"^\\w*\\s*:"_s);
  YamlCompletion out;
  const QString text = lines.value(line), before = text.left(column);
  YamlOutline outline;
  outline.read(lines);
  if (const auto value = valuePlace.match(before); value.hasMatch()) {
    const QString section = outline.sectionAt(line, static_cast<int>(value.capturedLength(1)));
    const QString path = section.isEmpty() ? value.captured(2) : section + u'.' + value.captured(2);
    out.start = static_cast<int>(value.capturedStart(3));
    out.prefix = value.captured(3);
    if (const FieldInfo* field = find_field(path.toStdString())) out.proposals = choicesOf(*field);
  } else if (const auto key = keyPlace.match(before); key.hasMatch()) {
    out.start = static_cast<int>(key.capturedLength(1));
    out.prefix = key.captured(2);
    out.proposals = keysOf(outline.sectionAt(line, out.start), outline, line,
                           colon.match(text.mid(column)).hasMatch());
  }
  return out;
}

}  // namespace trainyard
