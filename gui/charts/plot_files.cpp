// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_files.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

#include "gui/charts/curve_export.h"
#include "gui/charts/export_file.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double exportRatio = 2;  // pixels of a picture for each of the window

QByteArray svgOf(const PlotPicture& picture, QSize size, const QPalette& palette) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  generator.setTitle(picture.title);
  QPainter painter(&generator);
  picture.draw(painter, QRectF(QPointF(), size), palette);
  painter.end();
  return bytes;
}

}  // namespace

QImage blankPicture(QSize size, const QColor& ground) {
  QImage image(size * exportRatio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(exportRatio);
  image.fill(ground);
  return image;
}

void PlotFiles::writePicture(const std::function<QImage()>& picture) {
  exportTo(
      m_parent, {tr("Save the curves as a picture"), m_name, u".png"_s, tr("Pictures (*.png)")},
      [picture] { return [image = picture()] { return pngOf(image); }; }, this);
}

void PlotFiles::writeTable(const QList<CurveKey>& keys) {
  if (!m_set->source()) return;
  exportTo(
      m_parent, {tr("Save all points as a table"), m_name, u".csv"_s, tr("Tables (*.csv)")},
      [this, keys] { return tableMaker(*m_set, keys); }, this);
}

void PlotFiles::writePanel(const PlotPanel* panel, PlotPanel::Export kind) {
  if (kind == PlotPanel::Export::csv) return writeTable(panel->keys());
  const QString name = QStringList{m_name, panel->metrics().title}.join(u' ').trimmed();
  const bool isSvg = kind == PlotPanel::Export::svg;
  exportTo(
      m_parent,
      {isSvg ? tr("Save the plot as a drawing") : tr("Save the plot as a picture"), name,
       isSvg ? u".svg"_s : u".png"_s, isSvg ? tr("Drawings (*.svg)") : tr("Pictures (*.png)")},
      [picture = panel->picture(true), size = panel->size(), palette = m_parent->palette(),
       isSvg]() -> std::function<QByteArray()> {
        if (isSvg) return [bytes = svgOf(picture, size, palette)] { return bytes; };
        QImage image = blankPicture(size, look::tokens(palette).plot);
        QPainter painter(&image);
        picture.draw(painter, QRectF(QPointF(), size), palette);
        painter.end();
        return [image] { return pngOf(image); };
      },
      this);
}

}  // namespace trainyard
