// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/results/result_pictures.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/matrix_picture.h"
#include "gui/charts/unit_picture.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr QSize sizeOfOne(480, 380);
constexpr int besideEachOther = 2;
constexpr double pixelsOfAPoint = 2;  // in an image file: sharp on paper and large screens

QSize sizeOfAll(qsizetype count) {
  const int rows = static_cast<int>(count + besideEachOther - 1) / besideEachOther;
  return {sizeOfOne.width() * besideEachOther, sizeOfOne.height() * rows};
}

void drawAll(QPainter& painter, const ResultPictures::List& pictures, const QFont& font) {
  const QPalette paper = look::paletteOf(look::lightTokens());
  painter.fillRect(QRect(QPoint(), sizeOfAll(pictures.size())), look::lightTokens().plot);
  for (qsizetype i = 0; i < pictures.size(); ++i) {
    const QPoint corner(static_cast<int>(i) % besideEachOther * sizeOfOne.width(),
                        static_cast<int>(i) / besideEachOther * sizeOfOne.height());
    pictures[i]->draw(painter, QRect(corner, sizeOfOne), paper, font);
  }
}

QList<UnitCurve> chosenCurves(const QList<ResultCurve>& curves, const QString& label,
                              const QString& withArea) {
  QList<UnitCurve> chosen;
  for (qsizetype i = 0; i < curves.size(); ++i) {
    const ResultCurve& curve = curves[i];
    if (!label.isEmpty() && curve.label != label) continue;
    const QString area = curve.area ? withArea.arg(readOut(*curve.area)) : QString();
    chosen << UnitCurve{curve.label, area, curve.points, curve.counts, static_cast<int>(i)};
  }
  return chosen;
}

}  // namespace

ResultPictures::List ResultPictures::of(const ResultCurves& results, const QString& label) {
  const QString noCurve =
      tr("Not defined here: it needs rows that have the label and rows that do not.");
  auto roc = std::make_shared<UnitPicture>();
  roc->heading = tr("ROC");
  roc->xName = tr("False positive rate");
  roc->yName = tr("True positive rate");
  roc->emptyText = noCurve;
  roc->hasDiagonal = true;
  roc->curves = chosenCurves(results.roc, label, tr("AUC %1"));
  auto precision = std::make_shared<UnitPicture>();
  precision->heading = tr("Precision and recall");
  precision->xName = tr("Recall");
  precision->yName = tr("Precision");
  precision->emptyText = noCurve;
  precision->curves = chosenCurves(results.precisionRecall, label, tr("average precision %1"));
  auto calibration = std::make_shared<UnitPicture>();
  calibration->xName = tr("Mean predicted probability");
  calibration->yName = tr("Fraction with the label");
  calibration->emptyText = tr("No row has a probability.");
  calibration->hasDiagonal = calibration->hasDots = true;
  calibration->curves = chosenCurves(results.calibration, label, u"%1"_s);
  // There is only room for them with a single curve.
  calibration->heading = calibration->curves.size() == 1
                             ? tr("Calibration, with the number of rows")
                             : tr("Calibration");
  const std::shared_ptr<const Picture> confusion = confusionOf(results, label);
  if (results.roc.isEmpty()) return {confusion};  // for tagged words
  return {roc, precision, calibration, confusion};
}

std::shared_ptr<const Picture> ResultPictures::confusionOf(const ResultCurves& results,
                                                           const QString& label) {
  auto confusion = std::make_shared<MatrixPicture>();
  confusion->heading = tr("Confusion");
  confusion->xName = tr("Predicted");
  confusion->yName = tr("Actual");
  confusion->emptyText =
      results.labelConfusions.isEmpty()
          ? tr("No picture: a row may have several labels, or there are too many of them.")
          : tr("A row may have several labels: choose one above to see how often it was right.");
  confusion->labels = results.labels;
  confusion->counts = results.confusion;
  for (const auto& [name, counts] : results.labelConfusions)
    if (name == label) {
      confusion->labels = {tr("not %1").arg(name), name};
      confusion->counts = counts;
    }
  return confusion;
}

QImage ResultPictures::image(const List& pictures, const QFont& font) {
  QImage image(sizeOfAll(pictures.size()) * pixelsOfAPoint, QImage::Format_ARGB32);
  image.setDevicePixelRatio(pixelsOfAPoint);
  QPainter painter(&image);
  drawAll(painter, pictures, font);
  return image;
}

QByteArray ResultPictures::svg(const List& pictures, const QFont& font) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;  // Qt 6.4 does not escape its title, so the run's name is not used
  generator.setOutputDevice(&buffer);
  generator.setSize(sizeOfAll(pictures.size()));
  generator.setViewBox(QRect(QPoint(), sizeOfAll(pictures.size())));
  QPainter painter(&generator);
  drawAll(painter, pictures, font);
  painter.end();
  return bytes;
}

}  // namespace trainyard
