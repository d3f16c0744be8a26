// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/sample_content.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype maxNameCharacters = 100;

QString cellText(const QJsonValue& cell) {
  if (cell.isString()) return cell.toString();
  const QByteArray list = QJsonDocument(QJsonArray{cell}).toJson(QJsonDocument::Compact);
  return QString::fromUtf8(list.mid(1, list.size() - 2));
}

QStringList cells(const QJsonArray& row, qsizetype count) {
  QStringList texts;
  for (qsizetype i = 0; i < count; ++i) texts << (i < row.size() ? cellText(row[i]) : QString());
  return texts;
}

QString imageEnding(const QByteArray& bytes) {
  if (bytes.startsWith("GIF")) return QStringLiteral(".gif");
  return bytes.startsWith("\xff\xd8") ? QStringLiteral(".jpg") : QStringLiteral(".png");
}

}  // namespace

SampleTable SampleTable::read(const QByteArray& content) {
  const QJsonObject json = QJsonDocument::fromJson(content).object();
  const QJsonArray columns = json.value(QLatin1String("columns")).toArray(),
                   rows = json.value(QLatin1String("rows")).toArray();
  SampleTable table;
  table.isCut = columns.size() > maxColumns || rows.size() > maxRows;
  const qsizetype numColumns = std::min(columns.size(), maxColumns);
  table.columns = cells(columns, numColumns);
  for (qsizetype row = 0; row < std::min(rows.size(), maxRows); ++row)
    table.rows << cells(rows[row].toArray(), numColumns);
  return table;
}

SampleFile sampleFile(const SampleRecord& sample, const QByteArray& content) {
  SampleFile file;
  for (const QChar c : sample.name.left(maxNameCharacters))
    file.name += c.isLetterOrNumber() || c == QLatin1Char('-') ? c : QLatin1Char('_');
  file.name += QStringLiteral("-%1-%2.%3")
                   .arg(sample.step ? QString::number(*sample.step) : QStringLiteral("none"))
                   .arg(sample.attempt)
                   .arg(sample.sequence);
  const bool isImage = sample.kind == QLatin1String("image");
  file.bytes = isImage ? QByteArray::fromBase64(content) : content;
  file.ending = isImage ? imageEnding(file.bytes)
                : sample.kind == QLatin1String("table") || sample.kind == QLatin1String("histogram")
                    ? QStringLiteral(".json")
                    : QStringLiteral(".txt");
  return file;
}

}  // namespace trainyard
