// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/run_report.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QUrl>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/tokens.h"
#include "gui/runs/records/leader_verdict.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double svgWidth = 720, svgHeight = 300, svgLeft = 62, svgBottom = 34, svgTop = 12,
                 svgRight = 16;
constexpr int mostMetricsInReport = 12, pdfPictureWidth = 620;

QString curveName(int colour) {
  return look::lightTokens()
      .curves[static_cast<std::size_t>(colour) % look::lightTokens().curves.size()]
      .name();
}

QString titleOf(const Comparison& comparison) {
  return comparison.runs().size() == 1 ? RunText::shortName(comparison.runs().front().record)
                                       : RunReport::tr("Comparison of %n runs", nullptr,
                                                       static_cast<int>(comparison.runs().size()));
}

struct Cells {
  QStringList head;
  QList<QStringList> rows;
};

// What stands in the report's first table.
Cells summaryCells(const Comparison& comparison) {
  Cells cells;
  cells.head = {RunReport::tr("Run"), RunReport::tr("State"), RunReport::tr("Cluster")};
  const QStringList varying =
      comparison.varying().first(std::min<qsizetype>(6, comparison.varying().size()));
  const QStringList metrics = comparison.judged(4);
  for (const QString& path : varying) cells.head << path;
  for (const QString& metric : metrics)
    cells.head << RunReport::tr("%1, best").arg(metric) << RunReport::tr("at step")
               << RunReport::tr("%1, last").arg(metric);
  for (int i = 0; i < comparison.runs().size(); ++i) {
    const ComparedRun& run = comparison.runs()[i];
    QStringList row{RunText::shortName(run.record), RunText::state(run.record),
                    TargetText::name(run.record.target)};
    for (const QString& path : varying) row << Comparison::settingText(run, path);
    for (const QString& metric : metrics) {
      const auto number = [](std::optional<double> value) {
        return value ? readOut(*value) : QString();
      };
      const auto step = Comparison::bestStepOf(run, metric);
      row << number(Comparison::bestOf(run, metric))
          << (step ? QString::number(static_cast<qint64>(*step)) : QString())
          << number(Comparison::lastOf(run, metric));
    }
    cells.rows << row;
  }
  return cells;
}

Cells settingCells(const Comparison& comparison) {
  Cells cells;
  cells.head << RunReport::tr("Setting");
  for (const ComparedRun& run : comparison.runs()) cells.head << RunText::shortName(run.record);
  QStringList paths = comparison.varying();
  for (const QString& path : comparison.settings())
    if (!comparison.varies(path)) paths << path;
  for (const QString& path : paths) {
    QStringList row{path};
    for (const ComparedRun& run : comparison.runs()) row << Comparison::settingText(run, path);
    cells.rows << row;
  }
  return cells;
}

QString htmlTable(const Cells& cells, qsizetype numStrong = 0) {
  QString out = u"<div class=\"table\"><table><thead><tr>"_s;
  for (const QString& cell : cells.head) out += u"<th>"_s + cell.toHtmlEscaped() + u"</th>"_s;
  out += u"</tr></thead><tbody>"_s;
  for (qsizetype i = 0; i < cells.rows.size(); ++i) {
    out += i < numStrong ? u"<tr class=\"differs\">"_s : u"<tr>"_s;
    for (const QString& cell : cells.rows[i]) out += u"<td>"_s + cell.toHtmlEscaped() + u"</td>"_s;
    out += u"</tr>"_s;
  }
  return out + u"</tbody></table></div>\n"_s;
}

// A cell may hold anything that a person typed.
QString escapedForMarkdown(QString text) {
  return text.replace(u'\\', u"\\\\"_s).replace(u'|', u"\\|"_s).replace(u'\n', u' ');
}

QString markdownTable(const Cells& cells) {
  const auto line = [](const QStringList& row) {
    QStringList escaped;
    for (const QString& cell : row) escaped << escapedForMarkdown(cell);
    return u"| "_s + escaped.join(u" | "_s) + u" |\n"_s;
  };
  QString out = line(cells.head) + u"|"_s + u" --- |"_s.repeated(cells.head.size()) + u'\n';
  for (const QStringList& row : cells.rows) out += line(row);
  return out + u'\n';
}

QString legend(const Comparison& comparison) {
  QString out = u"<p class=\"legend\">"_s;
  for (int i = 0; i < comparison.runs().size(); ++i)
    out += u"<span><i style=\"background:%1\"></i>%2</span> "_s.arg(
        curveName(comparison.runs()[i].colour), comparison.label(i).toHtmlEscaped());
  return out + u"</p>\n"_s;
}

// What the axes of a drawing span, and where a point is in it. Without a point, left is greater
// than right.
struct SvgAxes {
  explicit SvgAxes(const QList<QList<QPointF>>& curves) {
    for (const QList<QPointF>& curve : curves)
      for (const QPointF& point : curve)
        if (std::isfinite(point.y())) {
          left = std::min(left, point.x());
          right = std::max(right, point.x());
          low = std::min(low, point.y());
          high = std::max(high, point.y());
        }
    if (left == right) right = left + 1;
    const double above = high > low ? (high - low) * 0.05 : std::max(std::abs(high) * 0.05, 1e-9);
    low -= above;
    high += above;
  }
  double x(double value) const {
    return svgLeft + (value - left) / (right - left) * (svgWidth - svgLeft - svgRight);
  }
  double y(double value) const {
    return svgHeight - svgBottom - (value - low) / (high - low) * (svgHeight - svgTop - svgBottom);
  }
  // With a gap where a value is not finite.
  QString path(const QList<QPointF>& curve) const {
    QString path;
    bool isBegun = false;
    for (const QPointF& point : curve) {
      if (std::isfinite(point.y()))
        path += u"%1%2 %3 "_s.arg(QChar(isBegun ? u'L' : u'M'))
                    .arg(x(point.x()), 0, 'f', 1)
                    .arg(y(point.y()), 0, 'f', 1);
      isBegun = std::isfinite(point.y());
    }
    return path;
  }

  double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
};

constexpr char16_t reportStyle[] =
    u"body{font:15px/1.5 system-ui,sans-serif;color:#1c2330;max-width:1080px;margin:32px auto;"
    "padding:0 20px}h1{font-size:24px}h2{font-size:18px;margin-top:32px}"
    ".table{overflow-x:auto}table{border-collapse:collapse;font-size:13px;"
    "font-variant-numeric:tabular-nums}th,td{text-align:left;padding:5px 12px 5px 0;"
    "border-bottom:1px solid #dde2ea;white-space:nowrap}th{color:#5a6474;font-weight:500}"
    "tr.differs td{font-weight:600}.legend span{margin-right:16px;white-space:nowrap}"
    ".legend i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:6px}"
    "svg{max-width:100%;height:auto}.quiet{color:#5a6474}pre{white-space:pre-wrap}";

}  // namespace

QString RunReport::svg(const Comparison& comparison, const QString& metric,
                       const QList<QList<QPointF>>& curves) {
  const SvgAxes axes(curves);
  if (!(axes.left <= axes.right)) return {};
  QString out =
      u"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\" width=\"%1\" height=\"%2\" "
      "role=\"img\" font-family=\"system-ui,sans-serif\" font-size=\"12\"><title>%3</title>\n"_s
          .arg(svgWidth)
          .arg(svgHeight)
          .arg(metric.toHtmlEscaped());
  for (const AxisTick& tick : linearTicks(axes.low, axes.high, 6))
    out +=
        u"<line x1=\"%1\" x2=\"%2\" y1=\"%3\" y2=\"%3\" stroke=\"#e6e9ef\"/><text x=\"%4\" "
        "y=\"%5\" text-anchor=\"end\" fill=\"#6a7485\">%6</text>\n"_s.arg(svgLeft)
            .arg(svgWidth - svgRight)
            .arg(axes.y(tick.at), 0, 'f', 1)
            .arg(svgLeft - 8)
            .arg(axes.y(tick.at) + 4, 0, 'f', 1)
            .arg(tick.text.toHtmlEscaped());
  for (const AxisTick& tick : linearTicks(axes.left, axes.right, 8))
    out += u"<text x=\"%1\" y=\"%2\" text-anchor=\"middle\" fill=\"#6a7485\">%3</text>\n"_s
               .arg(axes.x(tick.at), 0, 'f', 1)
               .arg(svgHeight - 12)
               .arg(tick.text.toHtmlEscaped());
  for (qsizetype i = 0; i < curves.size() && i < comparison.runs().size(); ++i)
    if (const QString path = axes.path(curves[i]); !path.isEmpty())
      out +=
          u"<path d=\"%1\" fill=\"none\" stroke=\"%2\" stroke-width=\"1.6\" "
          "stroke-linejoin=\"round\"/>\n"_s.arg(path, curveName(comparison.runs()[i].colour));
  return out + u"</svg>\n"_s;
}

QByteArray RunReport::html(const Comparison& comparison, const ReportCurves& curves, double when) {
  return page(comparison, when,
              [&](const QString& metric) { return svg(comparison, metric, curves.value(metric)); })
      .toUtf8();
}

// The pictures are painted at twice the size, as a text document knows no SVG.
QByteArray RunReport::pdf(const Comparison& comparison, const ReportCurves& curves, double when) {
  QTextDocument document;
  int number = 0;
  const QString text = page(comparison, when, [&](const QString& metric) {
    const QString picture = svg(comparison, metric, curves.value(metric));
    if (picture.isEmpty()) return QString();
    QImage image(static_cast<int>(2 * svgWidth), static_cast<int>(2 * svgHeight),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer(picture.toUtf8()).render(&painter);
    const QString name = u"curves:%1"_s.arg(++number);
    document.addResource(QTextDocument::ImageResource, QUrl(name), image);
    return u"<p><img src=\"%1\" width=\"%2\"></p>"_s.arg(name).arg(pdfPictureWidth);
  });
  document.setHtml(QString(text).remove(u"white-space:nowrap"_s));
  QByteArray content;
  QBuffer buffer(&content);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setPageSize(QPageSize(QPageSize::A4));
  writer.setPageOrientation(QPageLayout::Landscape);
  writer.setTitle(titleOf(comparison));
  document.print(&writer);
  return content;
}

QString RunReport::page(const Comparison& comparison, double when,
                        const std::function<QString(const QString& metric)>& pictureOf) {
  const QString title = titleOf(comparison);
  QString out =
      u"<!doctype html>\n<html><head><meta charset=\"utf-8\"><title>%1</title><meta "
      "name=\"viewport\" content=\"width=device-width\"><style>%2</style></head><body>\n"_s.arg(
          title.toHtmlEscaped(), QString::fromUtf16(reportStyle));
  out += u"<h1>%1</h1>\n<p class=\"quiet\">%2</p>\n"_s.arg(title.toHtmlEscaped(),
                                                           QuantityText::date(when));
  if (comparison.runs().size() > 1)
    out += u"<p><b>%1</b> %2</p>\n"_s.arg(comparison.differenceSentence().toHtmlEscaped(),
                                          LeaderText::sentence(comparison).toHtmlEscaped());
  out += htmlTable(summaryCells(comparison));
  out += u"<h2>%1</h2>\n"_s.arg(tr("Curves")) + legend(comparison);
  int drawn = 0;
  for (const QString& metric : comparison.metrics())
    if (const QString picture = drawn < mostMetricsInReport ? pictureOf(metric) : QString();
        !picture.isEmpty()) {
      out += u"<h3>%1</h3>\n"_s.arg(metric.toHtmlEscaped()) + picture;
      ++drawn;
    }
  QString notes;
  for (const ComparedRun& run : comparison.runs())
    if (!run.record.note.isEmpty())
      notes += u"<h3>%1</h3><pre>%2</pre>\n"_s.arg(RunText::shortName(run.record).toHtmlEscaped(),
                                                   run.record.note.toHtmlEscaped());
  if (!notes.isEmpty()) out += u"<h2>%1</h2>\n"_s.arg(tr("Notes")) + notes;
  out += u"<h2>%1</h2>\n"_s.arg(tr("Configuration"));
  out += htmlTable(settingCells(comparison), comparison.varying().size());
  return out + u"</body></html>\n"_s;
}

QByteArray RunReport::markdown(const Comparison& comparison, double when) {
  QString out = u"# "_s +
                tr("Comparison of %n runs", nullptr, static_cast<int>(comparison.runs().size())) +
                u"\n\n"_s + QuantityText::date(when) + u"\n\n"_s;
  if (comparison.runs().size() > 1)
    out += comparison.differenceSentence() + u' ' + LeaderText::sentence(comparison) + u"\n\n"_s;
  out += markdownTable(summaryCells(comparison));
  for (const ComparedRun& run : comparison.runs())
    if (!run.record.note.isEmpty())
      out += u"## "_s + RunText::shortName(run.record) + u"\n\n"_s + run.record.note + u"\n\n"_s;
  out += u"## "_s + tr("Configuration") + u"\n\n"_s + markdownTable(settingCells(comparison));
  return out.toUtf8();
}

}  // namespace trainyard
