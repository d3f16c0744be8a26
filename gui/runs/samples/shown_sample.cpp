// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/shown_sample.h"

#include "gui/forms/raster_picture.h"
#include "gui/forms/shown_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Laying out a longer text would keep the window waiting.
constexpr qsizetype maxShownCharacters = 300'000;

QByteArray formatOf(const SampleFile& file) {
  return file.ending == u".gif"_s ? "gif" : file.ending == u".jpg"_s ? "jpeg" : "png";
}

QString lineOf(const QStringList& cells) {
  QStringList shown;
  for (const QString& cell : cells) shown << oneLineOf(cell);
  return shown.join(u'\t');
}

}  // namespace

QString oneLineOf(const QString& text) {
  QString line = text;
  for (QChar& c : line)
    if (c == u'\n' || c == u'\r' || c == u'\t') c = u' ';
  return shownText(line, ShownLines::one);
}

ShownSample ShownSample::read(const SampleRecord& sample, const QByteArray& content) {
  ShownSample shown;
  shown.isCut = sample.isCut;
  shown.file = sampleFile(sample, content);
  if (sample.kind == u"table"_s) {
    shown.table = SampleTable::read(content);
    shown.isCut |= shown.table.isCut;
    shown.problem = tr("This table cannot be read.");
    if (!shown.table.columns.isEmpty()) shown.kind = Kind::table;
  } else if (sample.kind == u"image"_s) {
    RasterPicture picture = RasterPicture::read(shown.file.bytes, formatOf(shown.file));
    shown.image = std::move(picture.picture);
    shown.problem = picture.problem;
    if (!shown.image.isNull()) shown.kind = Kind::image;
  } else if (sample.kind == u"histogram"_s) {
    shown.problem = tr("This histogram cannot be read.");
    if (auto histogram = SampleHistogram::read(content)) {
      shown.histogram = *std::move(histogram);
      shown.kind = Kind::histogram;
    }
  } else {
    const QString text = QString::fromUtf8(content);
    shown.text = shownText(text.left(maxShownCharacters), ShownLines::several);
    shown.isCut |= text.size() > maxShownCharacters;
    shown.kind = Kind::text;
  }
  return shown;
}

QString ShownSample::copied() const {
  if (kind == Kind::text) return text;
  QStringList lines;
  if (kind == Kind::table) {
    lines << lineOf(table.columns);
    for (const QStringList& row : table.rows) lines << lineOf(row);
  }
  if (kind == Kind::histogram) {
    lines << tr("from") + u'\t' + tr("to") + u'\t' + tr("count");
    for (std::size_t i = 0; i < histogram.counts.size(); ++i)
      lines << u"%1\t%2\t%3"_s.arg(histogram.edges[i], 0, 'g', 10)
                   .arg(histogram.edges[i + 1], 0, 'g', 10)
                   .arg(histogram.counts[i], 0, 'g', 10);
  }
  return lines.join(u'\n');
}

}  // namespace trainyard
