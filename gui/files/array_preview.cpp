// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/array_preview.h"

#include <QRegularExpression>
#include <QtEndian>
#include <QFloat16>
#include <algorithm>
#include <cmath>
#include <optional>

#include "gui/forms/number_text.h"
#include "gui/forms/shown_text.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype longestHeader = 64 << 10, shownRows = 12, shownColumns = 12;
constexpr int bins = 20, barLength = 30;

struct ArrayHeader {
  QString type;  // "<f4"
  bool isFortran = false;
  QList<qint64> shape;
  qsizetype data = 0;  // where the values begin

  std::optional<qint64> count() const {
    qint64 product = 1;
    for (const qint64 length : shape)
      if (length < 0 || __builtin_mul_overflow(product, length, &product)) return std::nullopt;
    return product;
  }
};

std::optional<ArrayHeader> headerOf(const QByteArray& bytes) {
  if (bytes.size() < 12) return std::nullopt;
  const bool isFirst = bytes[6] == 1;
  const qsizetype begin = isFirst ? 10 : 12;
  const qsizetype length = isFirst ? qFromLittleEndian<quint16>(bytes.constData() + 8)
                                   : qsizetype(qFromLittleEndian<quint32>(bytes.constData() + 8));
  if (length > longestHeader || begin + length > bytes.size()) return std::nullopt;
  const QString text = QString::fromLatin1(bytes.mid(begin, length));
  static const QRegularExpression type(u"'descr':\\s*'([^']{1,16})'"_s),
      order(u"'fortran_order':\\s*(True|False)"_s), shape(u"'shape':\\s*\\(([0-9, L]*)\\)"_s);
  const auto typeFound = type.match(text), orderFound = order.match(text),
             shapeFound = shape.match(text);
  if (!orderFound.hasMatch() || !shapeFound.hasMatch()) return std::nullopt;
  ArrayHeader header{
      typeFound.captured(1), orderFound.captured(1) == u"True"_s, {}, begin + length};
  for (QString word : shapeFound.captured(1).remove(u'L').split(u',', Qt::SkipEmptyParts)) {
    bool isNumber = false;
    word = word.trimmed();
    if (word.isEmpty()) continue;
    header.shape << word.toLongLong(&isNumber);
    if (!isNumber || header.shape.size() > 64) return std::nullopt;
  }
  return header;
}

template <class T>
double numberAt(const char* at, bool isBig) {
  if constexpr (sizeof(T) == 1)
    return static_cast<double>(static_cast<T>(*at));
  else
    return static_cast<double>(isBig ? qFromBigEndian<T>(at) : qFromLittleEndian<T>(at));
}

using Reading = double (*)(const char*, bool);

// Nothing for types that are no numbers.
Reading readingOf(const QString& type) {
  const QString kind = type.mid(1);
  if (kind == u"f8"_s) return numberAt<double>;
  if (kind == u"f4"_s) return numberAt<float>;
  if (kind == u"f2"_s) return numberAt<qfloat16>;
  if (kind == u"i8"_s) return numberAt<qint64>;
  if (kind == u"i4"_s) return numberAt<qint32>;
  if (kind == u"i2"_s) return numberAt<qint16>;
  if (kind == u"i1"_s) return numberAt<qint8>;
  if (kind == u"u8"_s) return numberAt<quint64>;
  if (kind == u"u4"_s) return numberAt<quint32>;
  if (kind == u"u2"_s) return numberAt<quint16>;
  if (kind == u"u1"_s || kind == u"b1"_s) return numberAt<quint8>;
  return nullptr;
}

QString typeName(const QString& type) {
  const QString kind = type.mid(1, 1), bits = QString::number(8 * type.mid(2).toInt());
  const QString order = type.startsWith(u'>') && bits != u"8"_s ? u", big-endian"_s : QString();
  if (type.mid(1) == u"b1"_s) return u"bool"_s;
  if (kind == u"f"_s) return u"float"_s + bits + order;
  if (kind == u"i"_s) return u"int"_s + bits + order;
  if (kind == u"u"_s) return u"uint"_s + bits + order;
  return type;
}

QString numberText(double value) { return shortExponent(QString::number(value, 'g', 6)); }

QString firstValues(const QList<double>& values, const ArrayHeader& header) {
  const qint64 across = header.shape.size() > 1 && !header.isFortran
                            ? std::max<qint64>(1, header.shape.last())
                            : shownColumns;
  QString out;
  for (qsizetype row = 0; row < shownRows && row * across < values.size(); ++row) {
    const qsizetype here = std::min<qint64>({across, shownColumns, values.size() - row * across});
    for (qsizetype column = 0; column < here; ++column)
      out += numberText(values[row * across + column]).rightJustified(13);
    out += across > shownColumns ? u"  …\n"_s : u"\n"_s;
  }
  return out;
}

}  // namespace

// Bars of text, so that they can be read out and copied.
QString ArrayPreview::distribution(const QList<double>& values, qint64 all) {
  QList<double> finite;
  for (const double value : values)
    if (std::isfinite(value)) finite << value;
  QString out = values.size() < all ? tr("The first %L1 of %L2 values:").arg(values.size()).arg(all)
                                    : tr("All %L1 values:").arg(all);
  out += u'\n';
  if (finite.size() < values.size())
    out += tr("%L1 are not finite").arg(values.size() - finite.size()) + u'\n';
  if (finite.isEmpty()) return out;
  const auto [least, most] = std::ranges::minmax(finite);
  if (least == most) return out + tr("all are %1").arg(numberText(least)) + u'\n';
  QList<qint64> counts(bins, 0);
  // The difference of two doubles may be infinite.
  const double width = most / bins - least / bins;
  for (const double value : finite)
    ++counts[std::clamp(static_cast<int>(value / width - least / width), 0, bins - 1)];
  const qint64 highest = std::ranges::max(counts);
  for (int bin = 0; bin < bins; ++bin)
    out += u"%1  %2 %L3\n"_s
               .arg(numberText(least + bin * width).rightJustified(13),
                    QString(static_cast<qsizetype>(counts[bin] * barLength / highest), u'█')
                        .leftJustified(barLength))
               .arg(counts[bin]);
  return out;
}

FilePreview ArrayPreview::of(const FilePiece& piece) {
  FilePreview preview;
  preview.isPart = piece.data.content.size() < piece.bytes;
  const auto header = headerOf(piece.data.content);
  if (!header) {
    preview.facts = tr("A NumPy array whose header cannot be read");
    return preview;
  }
  QStringList lengths;
  for (const qint64 length : header->shape) lengths << QString::number(length);
  const QString type = header->type.isEmpty() ? tr("several fields") : typeName(header->type);
  preview.facts = tr("NumPy array, shape (%1), %2, %3")
                      .arg(lengths.join(u", "_s), shownText(type, ShownLines::one),
                           QuantityText::bytes(piece.bytes));
  const auto count = header->count();
  const Reading reading = readingOf(header->type);
  if (!reading) {
    preview.text = tr("Values of this type are not shown.");
    return preview;
  }
  const qint64 size = header->type.mid(2).toInt();
  const qint64 there = (piece.bytes - header->data) / size;
  if (!count || *count > there) {
    preview.text = tr("The file is shorter than its shape says: it has %L1 values.").arg(there);
    return preview;
  }
  const qint64 read = std::min<qint64>(*count, (piece.data.content.size() - header->data) / size);
  const char* at = piece.data.content.constData() + header->data;
  QList<double> values;
  values.reserve(read);
  for (qint64 i = 0; i < read; ++i) values << reading(at + i * size, header->type.startsWith(u'>'));
  preview.text = firstValues(values, *header) + u'\n' + distribution(values, *count);
  return preview;
}

}  // namespace trainyard
