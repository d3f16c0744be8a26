// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_moment.h"

#include <QDateTime>
#include <QPointer>
#include <cmath>

#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qint64 halfHour = 1800;
constexpr qsizetype stampLength = 19;  // "2026-11-26 10:13:39"

// As if it were UTC.
std::optional<double> stampOf(const QString& line) {
  QDateTime time = QDateTime::fromString(line.left(stampLength), u"yyyy-MM-dd HH:mm:ss"_s);
  if (!time.isValid()) return std::nullopt;
  time.setTimeSpec(Qt::UTC);
  return static_cast<double>(time.toSecsSinceEpoch());
}

}  // namespace

const QString LogMoment::file = u"merged.log"_s;

std::optional<qint64> logZone(const QString& firstLine, double started, qint64 ownZone) {
  const auto stamp = stampOf(firstLine);
  if (!stamp) return std::nullopt;
  // The line is not written before its attempt begins; a second is lost by the stamp.
  const double ahead = *stamp + 1 - started;
  const double late = ahead - static_cast<double>(ownZone);
  if (late >= 0 && late < halfHour) return ownZone;
  return static_cast<qint64>(std::floor(ahead / halfHour)) * halfHour;
}

QStringList logMinutes(double time) {
  const QString minute = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(time), Qt::UTC)
                             .toString(u"yyyy-MM-dd HH:mm"_s);
  return {u'^' + minute, u'^' + minute.chopped(1), u'^' + minute.chopped(2)};
}

std::optional<LogHit> nearestHit(const QList<LogHit>& hits, double time) {
  std::optional<LogHit> nearest;
  double distance = 0;
  for (const LogHit& hit : hits) {
    const auto stamp = stampOf(hit.text);
    if (!stamp || (nearest && std::abs(*stamp - time) >= distance)) continue;
    nearest = hit;
    distance = std::abs(*stamp - time);
  }
  return nearest;
}

LogMoment::LogMoment(ServiceClient* client, QObject* parent) : QObject(parent), m_client(client) {}

LogMoment::~LogMoment() { m_stop.request_stop(); }

void LogMoment::find(const QString& run, int attempt, double started, double time) {
  m_stop.request_stop();
  m_stop = std::stop_source();
  runFind(run, attempt, started, time, m_stop.get_token());
}

QCoro::Task<void> LogMoment::runFind(QString run, int attempt, double started, double time,
                                     std::stop_token stop) {
  const QPointer<LogMoment> self(this);
  const auto piece = co_await m_client->call(methods::logsRead, stop, run, attempt, file, 0);
  if (!self || stop.stop_requested()) co_return;
  if (!piece) co_return emit self->missing(run, errorText(piece.error()));
  const qint64 own = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(time)).offsetFromUtc();
  const auto zone = logZone(QString::fromUtf8(piece->data.content.left(stampLength)), started, own);
  if (!zone) co_return emit self->missing(run, tr("The output of this attempt has no times."));
  const double local = time + static_cast<double>(*zone);
  for (const QString& words : logMinutes(local)) {
    SearchLogArguments asked{run, attempt, file, words, true, true};
    const auto hits = co_await m_client->call(methods::logsSearch, stop, asked);
    if (!self || stop.stop_requested()) co_return;
    if (!hits) co_return emit self->missing(run, errorText(hits.error()));
    if (const auto hit = nearestHit(hits->hits, local))
      co_return emit self->found(run, attempt, hit->offset);
  }
  emit self->missing(run, tr("Nothing was printed in that hour."));
}

}  // namespace trainyard
