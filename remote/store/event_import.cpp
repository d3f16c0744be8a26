// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/event_import.h"

#include <algorithm>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/values/message.h"
#include "remote/store/database.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// System samples are kept unchanged for this long; older ones are reduced to one per minute, later
// one per ten minutes. Checked again after this many events.
constexpr double everySampleSeconds = 2 * 3600, everyMinuteSeconds = 24 * 3600;
constexpr qint64 thinningEvents = 720;

QString jsonTexts(const std::vector<std::string>& texts) {
  QJsonArray array;
  for (const std::string& one : texts) array.append(text(one));
  return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

QString jsonDevices(const std::vector<DeviceSample>& devices) {
  QJsonArray array;
  for (const DeviceSample& device : devices)
    array.append(QJsonObject{{QStringLiteral("index"), static_cast<qint64>(device.index)},
                             {QStringLiteral("name"), text(device.name)},
                             {QStringLiteral("utilization_ratio"), device.utilization_ratio},
                             {QStringLiteral("memory_used_gib"), device.memory_used_gib},
                             {QStringLiteral("memory_total_gib"), device.memory_total_gib},
                             {QStringLiteral("power_watts"), device.power_watts},
                             {QStringLiteral("temperature_celsius"), device.temperature_celsius}});
  return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

Map environmentOf(const HeaderEvent& header) {
  Map environment = header.environment;
  if (!header.versions.empty()) environment.emplace_back("versions", header.versions);
  return environment;
}

bool mayBeStartedAgain(const EndEvent& end) {
  if (end.outcome == Outcome::preempted || end.outcome == Outcome::timed_out) return true;
  return end.outcome == Outcome::failed &&
         (end.exit_code >= 128 || end.exit_code == static_cast<int>(ExitCode::communication));
}

}  // namespace

EventImport::EventImport(Statements& statements, QString run, int attempt, OnEnd onEnd)
    : m_statements(statements),
      m_curves(statements),
      m_run(std::move(run)),
      m_attempt(attempt),
      m_onEnd(onEnd) {}

// -1 if none is stored; notes the attempt.
qint64 EventImport::lastSequence() {
  auto known =
      sql(QStringLiteral("SELECT last_sequence FROM attempts WHERE run = ? AND attempt = ?"),
          {m_run, m_attempt});
  if (known && known->next()) {
    const qint64 last = known->value(0).toLongLong();
    known->finish();
    return last;
  }
  sql(QStringLiteral("INSERT INTO attempts(run, attempt) VALUES(?, ?)"), {m_run, m_attempt});
  return -1;
}

Result<std::vector<Event>> EventImport::take(const std::vector<Event>& events, qint64 offset,
                                             qint64 badLines, const QList<qint64>& longLines) {
  qint64 last = lastSequence();
  const qint64 before = last;
  std::vector<Event> fresh;
  for (const Event& event : events) {
    if (event.sequence <= last) continue;
    last = event.sequence;
    if (!std::holds_alternative<MetricsEvent>(event.body)) writeStep();
    std::visit([&](const auto& body) { add(event, body); }, event.body);
    fresh.push_back(event);
  }
  writeStep();
  if (!fresh.empty()) noteClock(fresh.back().time);
  if (!fresh.empty() && last / thinningEvents != before / thinningEvents)
    thinSystems(fresh.back().time);
  for (const qint64 bytes : longLines) {
    MessageEvent note;
    note.level = MessageLevel::warning;
    note.code = "events.line_too_long";
    note.arguments = {{"bytes", bytes}};
    note.text = render_message(note.code, note.arguments);
    fresh.push_back({unix_time(), last, std::move(note)});
    add(fresh.back(), std::get<MessageEvent>(fresh.back().body));
  }
  sql(QStringLiteral(
          "UPDATE attempts SET offset = max(offset, ?), last_sequence = max(last_sequence, ?), "
          "bad_lines = bad_lines + ? WHERE run = ? AND attempt = ?"),
      {offset, last, badLines, m_run, m_attempt});
  m_curves.flush();
  if (m_statements.error()) return *m_statements.error();
  return fresh;
}

void EventImport::add(const Event& event, const HeaderEvent& body) {
  sql(QStringLiteral(
          "UPDATE attempts SET started = ?, nodes = ?, job = ?, environment = ? WHERE run = ? AND "
          "attempt = ?"),
      {event.time, jsonTexts(body.nodes), text(body.job_id),
       QString::fromUtf8(jsonTextOf(environmentOf(body))), m_run, m_attempt});
  sql(QStringLiteral("UPDATE runs SET attempt = ?1, state = 'running', reason = '', code = NULL, "
                     "exit_code = NULL, rank = NULL, node = NULL, ended = 0, reason_code = NULL, "
                     "reason_arguments = NULL, phase = NULL, expected_start = 0, step = CASE WHEN "
                     "attempt < ?1 THEN NULL ELSE step END, started = CASE "
                     "WHEN started > 0 THEN "
                     "started ELSE ?2 END WHERE run = ?3 AND attempt <= ?1"),
      {m_attempt, event.time, m_run});
}

// Each trial of a search says where it starts: what an attempt went on from is said by the first of
// them alone.
void EventImport::add(const Event&, const StartEvent& body) {
  const QVariantList values{QVariant::fromValue<qlonglong>(body.resume_step),
                            variantOrNull(body.total_steps),
                            QVariant::fromValue<qlonglong>(body.world_size),
                            text(body.device),
                            m_run,
                            m_attempt};
  const auto begun = sql(QStringLiteral("UPDATE attempts SET resume_step = ?1, total_steps = ?2, "
                                        "world_size = ?3, device = ?4 WHERE run = ?5 AND attempt = "
                                        "?6 AND device IS NULL"),
                         values);
  const bool isFirst = begun && begun->numRowsAffected() > 0;
  if (!isFirst)
    sql(QStringLiteral("UPDATE attempts SET total_steps = ?2, world_size = ?3, device = ?4 WHERE "
                       "run = ?5 AND attempt = ?6"),
        values);
  sql(QStringLiteral("UPDATE runs SET total_steps = ?1, step = CASE WHEN ?4 THEN ?2 ELSE "
                     "max(coalesce(step, ?2), ?2) END WHERE run = ?3 AND attempt = ?5"),
      {variantOrNull(body.total_steps), QVariant::fromValue<qlonglong>(body.resume_step), m_run,
       isFirst, m_attempt});
  if (isFirst && m_attempt > 1) m_curves.supersede(m_run, m_attempt, body.resume_step);
}

// Live events are read a moment after they were written: the difference is that of the clocks.
void EventImport::noteClock(double newest) {
  sql(QStringLiteral("UPDATE runs SET clock_offset = ? WHERE run = ? AND attempt = ?"),
      {unix_time() - newest, m_run, m_attempt});
}

void EventImport::thinSystems(double newest) {
  // The sample with the most memory stays: how much a run needs is its highest use.
  const QString thin = QStringLiteral(
      "DELETE FROM systems WHERE run = ?1 AND attempt = ?2 AND time < ?3 AND sequence NOT IN"
      " (SELECT sequence FROM (SELECT sequence, row_number() OVER (PARTITION BY node, "
      "CAST(time / ?4 AS INTEGER) ORDER BY memory_gib DESC, sequence) AS place FROM systems WHERE "
      "run = ?1 AND attempt = ?2 AND time < ?3) WHERE place = 1)");
  sql(thin, {m_run, m_attempt, newest - everySampleSeconds, 60.0});
  sql(thin, {m_run, m_attempt, newest - everyMinuteSeconds, 600.0});
}

void EventImport::add(const Event&, const ProgressEvent& body) {
  sql(QStringLiteral("UPDATE runs SET phase = ?, phase_done = ?, phase_total = ? WHERE run = ? AND "
                     "attempt = ?"),
      {text(body.phase), body.done, body.total, m_run, m_attempt});
}

void EventImport::add(const Event& event, const MetricsEvent& body) {
  MetricPoint point{m_attempt, event.sequence, body.step, body.tokens, body.epoch, event.time};
  for (const auto& [name, value] : body.values) {
    point.value = value;
    m_curves.add(m_run, text(name), point, body.source);
  }
  // A value for an earlier step may be reported late, such as that of an evaluation.
  if (body.step) m_step = std::max(m_step.value_or(*body.step), *body.step);
}

// Once for events with metrics that follow each other.
void EventImport::writeStep() {
  if (!m_step) return;
  sql(QStringLiteral("UPDATE runs SET step = max(coalesce(step, ?1), ?1), phase = NULL WHERE run "
                     "= ?2 AND attempt = ?3"),
      {variantOrNull(std::exchange(m_step, std::nullopt)), m_run, m_attempt});
}

void EventImport::add(const Event& event, const CheckpointEvent& body) {
  sql(QStringLiteral("INSERT OR IGNORE INTO checkpoints(run, attempt, sequence, time, step, path, "
                     "bytes, stall_seconds, write_seconds) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      {m_run, m_attempt, QVariant::fromValue<qlonglong>(event.sequence), event.time,
       QVariant::fromValue<qlonglong>(body.step), text(body.path),
       QVariant::fromValue<qlonglong>(body.bytes), body.stall_seconds, body.write_seconds});
  // Not every step is logged: what is saved was reached, too.
  sql(QStringLiteral(
          "UPDATE runs SET step = max(coalesce(step, ?1), ?1) WHERE run = ?2 AND attempt "
          "= ?3"),
      {QVariant::fromValue<qlonglong>(body.step), m_run, m_attempt});
}

void EventImport::add(const Event& event, const SystemEvent& body) {
  sql(QStringLiteral("INSERT OR IGNORE INTO systems(run, attempt, sequence, time, node, cpu_ratio, "
                     "memory_gib, devices) VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
      {m_run, m_attempt, QVariant::fromValue<qlonglong>(event.sequence), event.time,
       text(body.node), body.cpu_ratio, body.memory_gib, jsonDevices(body.devices)});
}

void EventImport::add(const Event& event, const MessageEvent& body) {
  sql(QStringLiteral("INSERT OR IGNORE INTO messages(run, attempt, sequence, time, level, code, "
                     "arguments, text, rank, node) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      {m_run, m_attempt, QVariant::fromValue<qlonglong>(event.sequence), event.time,
       text(name_of(body.level)), text(body.code), text(to_json(Value(body.arguments))),
       text(body.text), variantOrNull(body.rank), text(body.node)});
}

void EventImport::add(const Event& event, const StudyEvent& body) {
  sql(QStringLiteral("INSERT OR IGNORE INTO study_records(run, attempt, sequence, piece, "
                     "continues) VALUES(?, ?, ?, ?, ?)"),
      {m_run, m_attempt, QVariant::fromValue<qlonglong>(event.sequence), text(body.text),
       body.continues});
}

void EventImport::add(const Event& event, const SampleEvent& body) {
  sql(QStringLiteral(
          "INSERT OR IGNORE INTO samples(run, attempt, sequence, time, step, name, kind, "
          "caption, is_cut, content) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      {m_run, m_attempt, QVariant::fromValue<qlonglong>(event.sequence), event.time,
       variantOrNull(body.step), text(body.name), text(name_of(body.kind)), text(body.caption),
       body.is_cut, text(body.content)});
}

void EventImport::add(const Event& event, const EndEvent& body) {
  const QVariantList end{text(name_of(body.outcome)),
                         body.exit_code,
                         text(body.code),
                         text(body.reason),
                         event.time,
                         m_run,
                         m_attempt,
                         text(body.code),
                         QString::fromUtf8(jsonTextOf(body.arguments))};
  sql(QStringLiteral("UPDATE attempts SET outcome = ?1, exit_code = ?2, code = ?3, reason = ?4, "
                     "ended = ?5, reason_code = ?8, reason_arguments = ?9 WHERE run = ?6 AND "
                     "attempt = ?7"),
      end);
  const QVariantList endAndPlace = end + QVariantList{variantOrNull(body.rank), text(body.node)};
  if (m_onEnd == OnEnd::endAttempt && mayBeStartedAgain(body)) {
    sql(QStringLiteral("UPDATE runs SET reason = ?4, reason_code = ?8, reason_arguments = ?9, "
                       "phase = NULL, rank = ?10, node = ?11 WHERE run = ?6 AND attempt = ?7"),
        endAndPlace);
    return;
  }
  sql(QStringLiteral("UPDATE runs SET state = ?1, exit_code = ?2, code = ?3, reason = ?4, ended = "
                     "?5, reason_code = ?8, reason_arguments = ?9, phase = NULL, rank = ?10, node "
                     "= ?11 WHERE run = ?6 AND attempt = ?7"),
      endAndPlace);
}

}  // namespace trainyard
