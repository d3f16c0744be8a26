// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/picture_preview.h"

#include <QHash>
#include <QPainter>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <utility>

#include "gui/forms/raster_picture.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int longestSide = 1600;

}  // namespace

PicturePreview PictureReader::read(const QString& name, const QByteArray& content) {
  if (name.endsWith(u".svg"_s, Qt::CaseInsensitive)) return readDrawing(content);
  RasterPicture raster =
      RasterPicture::read(content, name.endsWith(u".png"_s, Qt::CaseInsensitive) ? "png" : "jpeg");
  return {std::move(raster.picture), std::move(raster.problem), raster.size};
}

// Qt follows references while it draws, also to files of this computer.
QString PictureReader::problemOf(const QByteArray& drawing) {
  QXmlStreamReader xml(drawing);
  struct Open {
    QString id;
    qint64 weight = 1;
  };
  QList<Open> open;
  QHash<QString, qint64> weights;
  qint64 all = 0;
  while (!xml.atEnd()) {
    const auto token = xml.readNext();
    if (token == QXmlStreamReader::DTD && !xml.entityDeclarations().isEmpty())
      return tr("A drawing with entities of its own is not shown.");
    if (token == QXmlStreamReader::StartElement) {
      if (open.size() > 200) return tr("The drawing is nested too deeply.");
      if (xml.name() == u"image"_s)
        return tr("A drawing that refers to other pictures is not shown.");
      Open element{xml.attributes().value(u"id"_s).toString()};
      if (xml.name() == u"use"_s) {
        QString to =
            xml.attributes().value(u"http://www.w3.org/1999/xlink"_s, u"href"_s).toString();
        if (to.isEmpty()) to = xml.attributes().value(u"href"_s).toString();
        // What comes later, or is open, may contain this one.
        const auto known = weights.constFind(to.mid(1));
        if (known == weights.constEnd())
          return tr("A drawing that refers to parts of it that come later is not shown.");
        element.weight += *known;
      }
      all += element.weight;
      open << element;
    } else if (token == QXmlStreamReader::EndElement) {
      const Open element = open.takeLast();
      if (!element.id.isEmpty()) weights[element.id] = element.weight;
      if (!open.isEmpty()) open.last().weight += element.weight;
    }
    if (all > maxElements) return tr("The drawing has too many parts to be shown.");
  }
  return xml.hasError() ? tr("The drawing is damaged.") : QString();
}

PicturePreview PictureReader::readDrawing(const QByteArray& content) {
  PicturePreview preview;
  preview.problem = problemOf(content);
  if (!preview.problem.isEmpty()) return preview;
  QSvgRenderer renderer(content);
  preview.size = renderer.defaultSize();
  if (!renderer.isValid() || preview.size.isEmpty()) {
    preview.problem = tr("The drawing is damaged.");
    return preview;
  }
  const QSize size = preview.size.scaled(longestSide, longestSide, Qt::KeepAspectRatio);
  preview.picture = QImage(size.expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
  preview.picture.fill(Qt::white);
  QPainter painter(&preview.picture);
  renderer.render(&painter);
  return preview;
}

}  // namespace trainyard
