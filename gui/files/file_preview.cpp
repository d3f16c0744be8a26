// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/file_preview.h"

#include <QJsonDocument>

#include "gui/files/array_preview.h"
#include "gui/files/parquet_preview.h"
#include "gui/files/tensor_preview.h"
#include "gui/forms/shown_text.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype textBytes = 256 << 10, hexBytes = 4 << 10, longestLine = 4000;

// A line of a megabyte would be laid out for seconds.
QString withShortLines(const QString& text) {
  QStringList lines = text.split(u'\n');
  for (QString& line : lines)
    if (line.size() > longestLine) line = line.left(longestLine) + u" …"_s;
  return lines.join(u'\n');
}

QString hexOf(const QByteArray& bytes, qint64 offset) {
  QString out;
  for (qsizetype at = 0; at < bytes.size(); at += 16) {
    const QByteArray row = bytes.mid(at, 16);
    QString signs;
    for (const char c : row) signs += QLatin1Char(c >= 0x20 && c < 0x7f ? c : '.');
    out += u"%1  %2  %3\n"_s.arg(offset + at, 8, 16, QLatin1Char('0'))
               .arg(QString::fromLatin1(row.toHex(' ')), -47)
               .arg(signs);
  }
  return out;
}

}  // namespace

bool PreviewText::isPicture(const QString& name) {
  const QString ending = name.section(u'.', -1).toLower();
  return name.contains(u'.') &&
         QStringList{u"png"_s, u"jpg"_s, u"jpeg"_s, u"svg"_s}.contains(ending);
}

qint64 PreviewText::offsetOf(const QString& name) {
  return name.endsWith(u".parquet"_s, Qt::CaseInsensitive) ? -ParquetPreview::tailBytes : 0;
}

FilePreview PreviewText::of(const QString& name, const FilePiece& piece) {
  const QByteArray& bytes = piece.data.content;
  if (bytes.startsWith("\x93NUMPY") && piece.offset == 0) return ArrayPreview::of(piece);
  if (bytes.endsWith("PAR1") && name.endsWith(u".parquet"_s, Qt::CaseInsensitive))
    return ParquetPreview::of(piece);
  if (name.endsWith(u".safetensors"_s, Qt::CaseInsensitive) && piece.offset == 0)
    return TensorPreview::of(piece);
  const bool isWhole = piece.offset == 0 && bytes.size() == piece.bytes;
  if (isWhole && name.endsWith(u".json"_s, Qt::CaseInsensitive)) return json(piece);
  return plain(piece);
}

FilePreview PreviewText::json(const FilePiece& piece) {
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(piece.data.content, &error);
  FilePreview preview = plain(piece);
  if (error.error != QJsonParseError::NoError) {
    preview.facts += u"; "_s + tr("not valid JSON at byte %1").arg(error.offset);
    return preview;
  }
  const QByteArray indented = document.toJson(QJsonDocument::Indented);
  preview.text =
      withShortLines(shownText(QString::fromUtf8(indented.left(textBytes)), ShownLines::several));
  preview.isPart = indented.size() > textBytes;
  return preview;
}

FilePreview PreviewText::plain(const FilePiece& piece) {
  QByteArray bytes = piece.data.content;
  FilePreview preview;
  preview.isAtEnd = piece.offset > 0;
  preview.hasEnd = true;
  preview.isPart = bytes.size() < piece.bytes || bytes.size() > textBytes;
  qint64 offset = piece.offset;
  if (preview.isAtEnd && bytes.size() > textBytes) {
    offset += bytes.size() - textBytes;
    bytes = bytes.last(textBytes);
  } else {
    bytes.truncate(textBytes);
  }
  if (bytes.contains('\0')) {
    preview.isPart = preview.isPart || bytes.size() > hexBytes;
    bytes.truncate(hexBytes);
    preview.facts = tr("%1; no text").arg(QuantityText::bytes(piece.bytes));
    preview.text = hexOf(bytes, offset);
    return preview;
  }
  preview.facts =
      piece.bytes == 0  ? tr("Empty")
      : !preview.isPart ? QuantityText::bytes(piece.bytes)
      : preview.isAtEnd
          ? tr("The last %1 of %2")
                .arg(QuantityText::bytes(bytes.size()), QuantityText::bytes(piece.bytes))
          : tr("The first %1 of %2")
                .arg(QuantityText::bytes(bytes.size()), QuantityText::bytes(piece.bytes));
  const QString text = QString::fromUtf8(bytes).replace(u"\r\n"_s, u"\n"_s);
  preview.text = withShortLines(shownText(text, ShownLines::several));
  return preview;
}

}  // namespace trainyard
