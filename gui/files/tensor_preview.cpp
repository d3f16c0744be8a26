// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/tensor_preview.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>
#include <algorithm>

#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype lengthBytes = 8, maxShownTensors = 2000, longestTensorName = 200;

struct ListedTensor {
  QString name, type, shape;
  qint64 begin = 0, bytes = 0;
};

ListedTensor tensorFrom(const QString& name, const QJsonObject& about) {
  ListedTensor tensor;
  tensor.name = shownText(name.left(longestTensorName), ShownLines::one);
  tensor.type = shownText(about["dtype"].toString().left(longestTensorName), ShownLines::one);
  QStringList lengths;
  for (const QJsonValue& length : about["shape"].toArray())
    lengths << QString::number(length.toInteger());
  tensor.shape = lengths.mid(0, 16).join(u" × "_s);
  const QJsonArray offsets = about["data_offsets"].toArray();
  tensor.begin = offsets.at(0).toInteger();
  tensor.bytes = std::max<qint64>(0, offsets.at(1).toInteger() - tensor.begin);
  return tensor;
}

// Their columns below each other.
QString tensorTable(const QList<ListedTensor>& tensors) {
  qsizetype name = 0, type = 0, shape = 0;
  for (const ListedTensor& tensor : tensors) {
    name = std::max(name, tensor.name.size());
    type = std::max(type, tensor.type.size());
    shape = std::max(shape, tensor.shape.size());
  }
  QString out;
  for (const ListedTensor& tensor : tensors)
    out += tensor.name.leftJustified(name + 2) + tensor.type.leftJustified(type + 2) +
           tensor.shape.leftJustified(shape + 2) + QuantityText::bytes(tensor.bytes) + u'\n';
  return out;
}

}  // namespace

FilePreview TensorPreview::of(const FilePiece& piece) {
  const QByteArray& bytes = piece.data.content;
  FilePreview preview;
  preview.isPart = bytes.size() < piece.bytes;
  const quint64 length =
      bytes.size() < lengthBytes ? 0 : qFromLittleEndian<quint64>(bytes.constData());
  if (length > static_cast<quint64>(std::max<qint64>(0, piece.bytes - lengthBytes))) {
    preview.facts = tr("A safetensors file whose header cannot be read");
    return preview;
  }
  if (length > static_cast<quint64>(bytes.size() - lengthBytes)) {
    preview.facts = tr("A safetensors file; its header of %1 is not read for a preview")
                        .arg(QuantityText::bytes(static_cast<qint64>(length)));
    return preview;
  }
  const QJsonObject header =
      QJsonDocument::fromJson(bytes.mid(lengthBytes, static_cast<qsizetype>(length))).object();
  QList<ListedTensor> tensors;
  qint64 all = 0;
  for (auto each = header.begin(); each != header.end(); ++each) {
    if (each.key() == u"__metadata__"_s || !each->isObject()) continue;
    tensors << tensorFrom(each.key(), each->toObject());
    all += tensors.last().bytes;
  }
  if (tensors.isEmpty()) {
    preview.facts = tr("A safetensors file whose header cannot be read");
    return preview;
  }
  std::ranges::stable_sort(tensors, {}, &ListedTensor::begin);
  preview.facts = tr("Tensors: %L1, %2").arg(tensors.size()).arg(QuantityText::bytes(all));
  preview.text = tensorTable(tensors.mid(0, maxShownTensors));
  const qint64 end = lengthBytes + static_cast<qint64>(length) + all;
  if (end > piece.bytes)
    preview.text.prepend(tr("The file is shorter than its header says.") + u"\n\n"_s);
  if (tensors.size() > maxShownTensors)
    preview.text += tr("… and %L1 more").arg(tensors.size() - maxShownTensors);
  return preview;
}

}  // namespace trainyard
