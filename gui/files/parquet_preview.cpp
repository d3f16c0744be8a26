// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/parquet_preview.h"

#include <QtEndian>
#include <algorithm>

#include "gui/forms/shown_text.h"
#include "gui/files/thrift_reader.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype footWords = 8;  // the footer's length, and PAR1
constexpr qsizetype shownColumns = 2000, deepest = 40;

struct SchemaElement {
  QString name;
  qint64 type = -1, repetition = 0, children = 0, converted = -1;
};

struct Footer {
  QList<SchemaElement> schema;
  qint64 rows = 0, groups = 0;
  QString writer;
};

SchemaElement elementFrom(ThriftReader& reader) {
  SchemaElement element;
  for (ThriftReader::Field field; reader.next(field);) {
    if (field.number == 1)
      element.type = reader.integer(field);
    else if (field.number == 3)
      element.repetition = reader.integer(field);
    else if (field.number == 4)
      element.name = QString::fromUtf8(reader.bytes(field).left(200));
    else if (field.number == 5)
      element.children = reader.integer(field);
    else if (field.number == 6)
      element.converted = reader.integer(field);
    else
      reader.skip(field);
  }
  return element;
}

Footer footerFrom(ThriftReader& reader) {
  Footer footer;
  for (ThriftReader::Field field; reader.next(field);) {
    if (field.number == 2) {
      for (qint64 left = reader.list(field); left > 0 && !reader.hasFailed(); --left)
        footer.schema << reader.structure<SchemaElement>(elementFrom);
    } else if (field.number == 3) {
      footer.rows = reader.integer(field);
    } else if (field.number == 4) {
      footer.groups = reader.list(field);
      for (qint64 left = footer.groups; left > 0 && !reader.hasFailed(); --left)
        reader.skipStructure();
    } else if (field.number == 6) {
      footer.writer = QString::fromUtf8(reader.bytes(field).left(200));
    } else {
      reader.skip(field);
    }
  }
  return footer;
}

// The enumerations Type, ConvertedType and FieldRepetitionType of parquet.thrift.
QString nameOf(qint64 number, std::initializer_list<const char*> names) {
  return number >= 0 && number < std::ssize(names) ? QLatin1String(names.begin()[number])
                                                   : QString();
}

QString typeOf(const SchemaElement& element) {
  const QString physical =
      element.children > 0 ? u"group"_s
                           : nameOf(element.type, {"boolean", "int32", "int64", "int96", "float",
                                                   "double", "byte_array", "fixed_len_byte_array"});
  const QString meaning = nameOf(element.converted, {"utf8",
                                                     "map",
                                                     "map_key_value",
                                                     "list",
                                                     "enum",
                                                     "decimal",
                                                     "date",
                                                     "time_millis",
                                                     "time_micros",
                                                     "timestamp_millis",
                                                     "timestamp_micros",
                                                     "uint_8",
                                                     "uint_16",
                                                     "uint_32",
                                                     "uint_64",
                                                     "int_8",
                                                     "int_16",
                                                     "int_32",
                                                     "int_64",
                                                     "json",
                                                     "bson",
                                                     "interval"});
  QStringList words{physical};
  if (!meaning.isEmpty()) words << u'(' + meaning + u')';
  if (element.repetition > 0)
    words << nameOf(element.repetition, {"required", "optional", "repeated"});
  return words.join(u' ');
}

// The first element is the root; each is followed by its children.
QString schemaText(const QList<SchemaElement>& schema) {
  QString out;
  QList<qint64> left;
  for (qsizetype i = 1; i < std::min(schema.size(), shownColumns); ++i) {
    while (!left.isEmpty() && left.last() == 0) left.removeLast();
    const qsizetype depth = std::min(left.size(), deepest);
    out += QString(2 * depth, u' ') +
           shownText(schema[i].name, ShownLines::one)
               .leftJustified(40 - 2 * std::min<qsizetype>(depth, 20)) +
           u' ' + typeOf(schema[i]) + u'\n';
    if (!left.isEmpty()) --left.last();
    if (schema[i].children > 0) left << schema[i].children;
  }
  return out;
}

}  // namespace

FilePreview ParquetPreview::of(const FilePiece& piece) {
  FilePreview preview;
  const QByteArray& bytes = piece.data.content;
  const qint64 length =
      bytes.size() < footWords
          ? 0
          : qFromLittleEndian<quint32>(bytes.constData() + bytes.size() - footWords);
  if (length == 0 || length > bytes.size() - footWords) {
    preview.facts = tr("Parquet, %1; its footer is longer than what is read for a preview")
                        .arg(QuantityText::bytes(piece.bytes));
    return preview;
  }
  ThriftReader reader(bytes.sliced(bytes.size() - footWords - length, length));
  const Footer footer = footerFrom(reader);
  if (reader.hasFailed() || footer.schema.isEmpty()) {
    preview.facts = tr("Parquet, %1; its footer is damaged").arg(QuantityText::bytes(piece.bytes));
    return preview;
  }
  preview.facts = tr("Parquet, %L1 rows in %L2 groups, %3, written by %4")
                      .arg(footer.rows)
                      .arg(footer.groups)
                      .arg(QuantityText::bytes(piece.bytes),
                           footer.writer.isEmpty() ? tr("an unnamed program")
                                                   : shownText(footer.writer, ShownLines::one));
  preview.text = schemaText(footer.schema);
  return preview;
}

}  // namespace trainyard
