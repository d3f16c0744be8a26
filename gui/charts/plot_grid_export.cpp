// SPDX-License-Identifier: GPL-3.0-or-later
// What PlotGrid writes to files.
#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

#include "gui/charts/curve_export.h"
#include "gui/charts/curve_legend.h"
#include "gui/charts/export_file.h"
#include "gui/charts/plot_grid.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double exportRatio = 2;  // pixels of a picture for each of the window

QImage blankPicture(QSize size, const QColor& ground) {
  QImage image(size * exportRatio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(exportRatio);
  image.fill(ground);
  return image;
}

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

QImage PlotGrid::picture() {
  const int legend = m_legend->isVisibleTo(this) ? m_legend->sizeHint().height() : 0;
  const look::Tokens& now = look::tokens(palette());
  QImage image = blankPicture({m_page->width(), m_page->height() + legend}, now.plot);
  QPainter painter(&image);
  if (legend > 0) m_legend->draw(painter, QRectF(0, 0, m_page->width(), legend), palette());
  for (PlotPanel* panel : m_panels) {
    if (panel->isHidden()) continue;
    panel->refreshNow();
    panel->picture(panel->metrics().metrics.size() > 1)
        .draw(painter, QRectF(panel->geometry()).translated(0, legend), palette());
  }
  return image;
}

void PlotGrid::whenRead(const std::function<void()>& act) {
  for (PlotPanel* panel : m_panels) panel->refreshNow();
  if (!m_set->isReading()) return act();
  connect(m_set, &CurveSet::settled, this, act, Qt::SingleShotConnection);
}

void PlotGrid::exportPicture() {
  whenRead([this] {
    exportFile(tr("Save the curves as a picture"), m_exportName, u".png"_s, tr("Pictures (*.png)"),
               [this] { return [image = picture()] { return pngOf(image); }; });
  });
}

void PlotGrid::exportTable(const QList<CurveKey>& keys) {
  if (!m_set->source()) return;
  exportFile(tr("Save all points as a table"), m_exportName, u".csv"_s, tr("Tables (*.csv)"),
             [this, keys] { return tableMaker(*m_set, keys); });
}

void PlotGrid::exportPanel(PlotPanel* panel, PlotPanel::Export kind) {
  if (kind == PlotPanel::Export::csv) return exportTable(panel->keys());
  const QString name = QStringList{m_exportName, panel->metrics().title}.join(u' ').trimmed();
  const bool isSvg = kind == PlotPanel::Export::svg;
  exportFile(isSvg ? tr("Save the plot as a drawing") : tr("Save the plot as a picture"), name,
             isSvg ? u".svg"_s : u".png"_s, isSvg ? tr("Drawings (*.svg)") : tr("Pictures (*.png)"),
             [picture = panel->picture(true), size = panel->size(), palette = palette(),
              isSvg]() -> std::function<QByteArray()> {
               if (isSvg) return [bytes = svgOf(picture, size, palette)] { return bytes; };
               QImage image = blankPicture(size, look::tokens(palette).plot);
               QPainter painter(&image);
               picture.draw(painter, QRectF(QPointF(), size), palette);
               painter.end();
               return [image] { return pngOf(image); };
             });
}

void PlotGrid::exportFile(const QString& title, const QString& name, const QString& ending,
                          const QString& kind, std::function<std::function<QByteArray()>()> take) {
  exportTo(
      this, {title, name, ending, kind}, std::move(take),
      [this](const QString& path, const std::optional<QString>& why) {
        if (why)
          emit failed(tr("%1 could not be written: %2. Choose another folder.").arg(path, *why));
        else
          emit done(tr("Written to %1.").arg(path));
      });
}

}  // namespace trainyard
