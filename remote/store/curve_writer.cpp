// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/curve_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "remote/store/curve_reader.h"
#include "remote/store/database.h"
#include "remote/store/loss_series.h"
#include "remote/store/stored_values.h"

namespace trainyard {
namespace {

QVariantList pointColumns(const MetricPoint& point) {
  return {point.attempt,
          point.sequence,
          variantOrNull(point.step),
          variantOrNull(point.tokens),
          variantOrNull(point.epoch),
          point.time,
          stored(point.value)};
}

}  // namespace

CurveWriter::Series& CurveWriter::seriesOf(const QString& run, const QString& metric,
                                           PointSource source) {
  const bool isPrinted = source == PointSource::printed;
  auto known = m_series.find(metric);
  if (known == m_series.end()) {
    known = m_series.emplace(metric, Series{}).first;
    if (!readSeries(run, metric, known->second)) {
      m_statements.sql(
          QStringLiteral(
              "INSERT INTO series(run, name, is_filled, is_printed, loss) VALUES(?, ?, 1, ?, ?)"),
          {run, metric, isPrinted ? 1 : 0, lossPlace(metric)});
      readSeries(run, metric, known->second);
    }
  }
  if (known->second.isPrinted && !isPrinted) {
    m_statements.sql(QStringLiteral("UPDATE series SET is_printed = 0 WHERE series = ?"),
                     {known->second.series});
    known->second.isPrinted = false;
  }
  return known->second;
}

bool CurveWriter::readSeries(const QString& run, const QString& metric, Series& series) {
  auto row = m_statements.sql(
      QStringLiteral("SELECT series, numbered, is_filled, is_printed FROM series WHERE run = ? AND "
                     "name = ?"),
      {run, metric});
  if (!row || !row->next()) return false;
  series.series = row->value(0).toLongLong();
  series.numbered = series.storedNumbered = row->value(1).toLongLong();
  series.isFilled = row->value(2).toBool();
  series.isPrinted = row->value(3).toBool();
  row->finish();
  return true;
}

void CurveWriter::add(const QString& run, const QString& metric, const MetricPoint& point,
                      PointSource source) {
  Series& series = seriesOf(run, metric, source);
  const QVariant place =
      point.step || !series.isFilled ? QVariant() : QVariant(series.numbered + 1);
  auto inserted = m_statements.sql(
      QStringLiteral("INSERT OR IGNORE INTO points(series, attempt, sequence, step, tokens, epoch, "
                     "time, value, place) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      QVariantList{series.series} + pointColumns(point) + QVariantList{place});
  if (!inserted || inserted->numRowsAffected() == 0) return;
  ++series.points;
  // The latest value is that of the highest step.
  if (!series.last || !series.last->step || !point.step || *series.last->step <= *point.step)
    series.last = point;
  if (std::isfinite(point.value)) {
    series.minimum = std::min(series.minimum.value_or(point.value), point.value);
    series.maximum = std::max(series.maximum.value_or(point.value), point.value);
  }
  if (series.isFilled) addToBlocks(series, run, point);
}

void CurveWriter::addToBlocks(Series& series, const QString& run, const MetricPoint& point) {
  if (point.step) replaceEarlier(series.series, run, point.attempt, *point.step);
  const qint64 x = point.step ? *point.step : ++series.numbered;
  m_pyramid.add({series.series, point.attempt, point.sequence, static_cast<double>(x), point.value,
                 !point.step});
}

// Most points have a step that no earlier attempt still counts.
void CurveWriter::replaceEarlier(qint64 series, const QString& run, int attempt, qint64 step) {
  if (!m_earlier) {
    m_earlier.emplace();
    auto rows = m_statements.sql(
        QStringLiteral("SELECT attempt, superseded_after FROM attempts WHERE run = ? AND attempt < "
                       "? ORDER BY attempt"),
        {run, attempt});
    while (rows && rows->next())
      m_earlier->emplace(rows->value(0).toInt(), rows->value(1).isNull()
                                                     ? std::numeric_limits<qint64>::max()
                                                     : rows->value(1).toLongLong());
  }
  for (const auto& [earlier, limit] : *m_earlier)
    if (step <= limit) m_pyramid.replaceIn(series, earlier, static_cast<double>(step));
}

void CurveWriter::supersede(const QString& run, int attempt, qint64 step) {
  m_earlier.reset();
  auto superseded = m_statements.sql(
      QStringLiteral("UPDATE attempts SET superseded_after = ?1 WHERE run = ?2 AND attempt < ?3 "
                     "AND (superseded_after IS NULL OR superseded_after > ?1)"),
      {step, run, attempt});
  if (!superseded || superseded->numRowsAffected() == 0) return;
  flush();
  QList<qint64> all;
  auto rows = m_statements.sql(QStringLiteral("SELECT series FROM series WHERE run = ?"), {run});
  while (rows && rows->next()) all.append(rows->value(0).toLongLong());
  for (const qint64 series : all) summarize(series);
}

void CurveWriter::flush() {
  m_pyramid.flush();
  for (auto& [metric, series] : m_series) addToSummary(series);
}

void CurveWriter::addToSummary(Series& series) {
  if (series.points == 0) return;
  const QVariantList point = pointColumns(*series.last);
  // min and max of two arguments are null if one is.
  m_statements.sql(
      QStringLiteral(
          "INSERT INTO summaries(series, points, attempt, sequence, step, tokens, epoch, time, "
          "value, minimum, maximum) VALUES(?1, ?9, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10, ?11) ON "
          "CONFLICT(series) DO UPDATE SET points = points + ?9, minimum = min(coalesce(minimum, "
          "?10), coalesce(?10, minimum)), maximum = max(coalesce(maximum, ?11), coalesce(?11, "
          "maximum))"),
      QVariantList{series.series} + point +
          QVariantList{series.points, variantOrNull(series.minimum),
                       variantOrNull(series.maximum)});
  m_statements.sql(
      QStringLiteral(
          "UPDATE summaries SET attempt = ?2, sequence = ?3, step = ?4, tokens = ?5, epoch = ?6, "
          "time = ?7, value = ?8 WHERE series = ?1 AND (coalesce(attempt, 0) < ?2 OR step IS NULL "
          "OR ?4 IS NULL OR step <= ?4)"),
      QVariantList{series.series} + point);
  if (std::exchange(series.storedNumbered, series.numbered) != series.numbered)
    m_statements.sql(QStringLiteral("UPDATE series SET numbered = ? WHERE series = ?"),
                     {series.numbered, series.series});
  series.points = 0;
  series.last.reset();
  series.minimum.reset();
  series.maximum.reset();
}

// After points were superseded: from the remaining ones.
void CurveWriter::summarize(qint64 series) {
  CurveReader reader(m_statements);
  const CurveBlock whole = reader.whole(series);
  const auto orNull = [](double value) { return std::isnan(value) ? QVariant() : value; };
  m_statements.sql(QStringLiteral("INSERT OR REPLACE INTO summaries(series, points, minimum, "
                                  "maximum) VALUES(?, ?, ?, ?)"),
                   {series, static_cast<qlonglong>(whole.points), orNull(whole.lowest.y),
                    orNull(whole.highest.y)});
  if (const auto newest = reader.newest())
    m_statements.sql(
        QStringLiteral("UPDATE summaries SET (attempt, sequence, step, tokens, epoch, time, value) "
                       "= (SELECT attempt, sequence, step, tokens, epoch, time, value FROM points "
                       "WHERE series = ?1 AND attempt = ?2 AND coalesce(step, place, ?3) = ?3 "
                       "ORDER BY sequence DESC LIMIT 1) WHERE series = ?1"),
        {series, newest->first, newest->second});
}

QList<qint64> CurveWriter::printedSeries(const QString& run) {
  QList<qint64> all;
  auto rows = m_statements.sql(
      QStringLiteral("SELECT series FROM series WHERE run = ? AND is_printed = 1"), {run});
  while (rows && rows->next()) all.append(rows->value(0).toLongLong());
  return all;
}

void CurveWriter::removePrinted(const QString& run, int attempt) {
  for (const qint64 series : printedSeries(run))
    m_statements.sql(QStringLiteral("DELETE FROM points WHERE series = ? AND attempt = ?"),
                     {series, attempt});
}

bool CurveWriter::isOfOtherSource(const QString& run, const QString& metric) {
  Series series;
  return readSeries(run, metric, series) && !series.isPrinted;
}

void CurveWriter::renew(const QString& run) {
  const QList<qint64> all = printedSeries(run);
  for (const qint64 series : all) {
    m_statements.sql(QStringLiteral("DELETE FROM blocks WHERE series = ?"), {series});
    m_statements.sql(QStringLiteral("DELETE FROM summaries WHERE series = ?"), {series});
    m_statements.sql(QStringLiteral("DELETE FROM series WHERE series = ?1 AND NOT EXISTS (SELECT 1 "
                                    "FROM points WHERE series = ?1)"),
                     {series});
    m_statements.sql(
        QStringLiteral("UPDATE points SET place = NULL, is_replaced = NULL WHERE series = ?"),
        {series});
    m_statements.sql(
        QStringLiteral("UPDATE series SET numbered = 0, is_filled = 0 WHERE series = ?"), {series});
  }
  while (!m_statements.error() && fillSome(100000)) {
  }
  for (const qint64 series : printedSeries(run)) summarize(series);
}

// The points behind those that the attempt's blocks have.
std::vector<MetricPoint> CurveWriter::pointsAfter(qint64 series, int attempt, int maxPoints) {
  qint64 sequence = -1;
  auto last = m_statements.sql(
      QStringLiteral("SELECT last_sequence FROM blocks WHERE series = ? AND attempt = ? AND level "
                     "= 1 ORDER BY block DESC LIMIT 1"),
      {series, attempt});
  if (last && last->next()) {
    sequence = last->value(0).toLongLong();
    last->finish();
  }
  std::vector<MetricPoint> points;
  auto rows = m_statements.sql(
      QStringLiteral("SELECT attempt, sequence, step, value FROM points WHERE series = ? AND "
                     "(attempt, sequence) > (?, ?) ORDER BY attempt, sequence LIMIT ?"),
      {series, attempt, sequence, maxPoints});
  while (rows && rows->next()) {
    MetricPoint point{rows->value(0).toInt(), rows->value(1).toLongLong()};
    if (!rows->value(2).isNull()) point.step = rows->value(2).toLongLong();
    point.value = storedNumber(rows->value(3));
    points.push_back(point);
  }
  return points;
}

bool CurveWriter::fillSome(int maxPoints) {
  auto row = m_statements.sql(
      QStringLiteral(
          "SELECT series, numbered, run, (SELECT max(attempt) FROM blocks b WHERE b.series = "
          "s.series) FROM series s WHERE is_filled = 0 LIMIT 1"),
      {});
  if (!row || !row->next()) return false;
  Series series{row->value(0).toLongLong(), row->value(1).toLongLong()};
  const QString run = row->value(2).toString();
  int attempt = row->value(3).toInt();
  row->finish();
  const std::vector<MetricPoint> points = pointsAfter(series.series, attempt, maxPoints);
  for (const MetricPoint& point : points) {
    if (std::exchange(attempt, point.attempt) != point.attempt) m_earlier.reset();
    addToBlocks(series, run, point);
    if (!point.step)
      m_statements.sql(QStringLiteral("UPDATE points SET place = ? WHERE series = ? AND attempt = "
                                      "? AND sequence = ?"),
                       {series.numbered, series.series, point.attempt, point.sequence});
  }
  m_pyramid.flush();
  const bool isFilled = static_cast<int>(points.size()) < maxPoints;
  m_statements.sql(QStringLiteral("UPDATE series SET numbered = ?, is_filled = ? WHERE series = ?"),
                   {series.numbered, isFilled ? 1 : 0, series.series});
  return true;
}

}  // namespace trainyard
