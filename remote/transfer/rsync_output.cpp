// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/rsync_output.h"

#include <algorithm>

#include <QRegularExpression>

namespace trainyard {

RsyncProgress::RsyncProgress(QString what, qint64 bytesTotal, OnProgress onProgress)
    : m_what(std::move(what)), m_bytesTotal(bytesTotal), m_onProgress(std::move(onProgress)) {
  m_clock.start();
}

void RsyncProgress::restart() {
  m_bytesBefore += m_bytes;
  m_bytes = m_files = 0;
  m_remainder.clear();
}

void RsyncProgress::take(const QByteArray& output) {
  m_remainder += output;
  for (qsizetype start = 0;;) {
    const auto end = std::find_if(m_remainder.begin() + start, m_remainder.end(),
                                  [](char c) { return c == '\r' || c == '\n'; });
    if (end == m_remainder.end()) {
      m_remainder.remove(0, start);
      break;
    }
    const qsizetype length = end - (m_remainder.begin() + start);
    takeLine(m_remainder.mid(start, length));
    start += length + 1;
  }
  if (m_remainder.size() > 4096) m_remainder.clear();  // no progress line is that long
}

// "     1238099  35%  146.38kB/s    0:00:08 (xfr#5, to-chk=169/396)"
void RsyncProgress::takeLine(const QByteArray& line) {
  static const QRegularExpression form(
      QStringLiteral("^\\s*(\\d+)\\s+(\\d+)%\\s+\\S+/s\\s+[\\d:.]+(?:\\s+\\(xfr#(\\d+))?"));
  const QRegularExpressionMatch match = form.match(QString::fromLatin1(line));
  if (!match.hasMatch()) return;
  m_bytes = match.captured(1).toLongLong();
  if (const int percent = match.captured(2).toInt(); percent > 0)
    m_estimatedTotal = m_bytes * 100 / percent;
  if (match.hasCaptured(3)) m_files = match.captured(3).toLongLong();
  report();
}

void RsyncProgress::report() {
  const qint64 now = m_clock.elapsed(), done = m_bytesBefore + m_bytes;
  m_moments.push_back({now, done});
  while (m_moments.size() > 2 && now - m_moments.front().milliseconds > 10000)
    m_moments.pop_front();
  if (!m_onProgress) return;
  TransferProgress progress{
      m_what, done,
      std::max(done, m_bytesTotal > 0 ? m_bytesTotal : m_bytesBefore + m_estimatedTotal), 0, 0};
  const double seconds = static_cast<double>(now - m_moments.front().milliseconds) / 1000;
  if (seconds > 0.2)
    progress.bytesPerSecond = static_cast<double>(done - m_moments.front().bytes) / seconds;
  if (progress.bytesPerSecond > 0)
    progress.secondsLeft =
        static_cast<double>(progress.bytesTotal - done) / progress.bytesPerSecond;
  m_onProgress(progress);
}

void RsyncProgress::finish() {
  if (!m_onProgress) return;
  const qint64 done = std::max(m_bytesTotal, m_bytesBefore + m_bytes);
  const double seconds =
      m_moments.empty()
          ? 0
          : static_cast<double>(m_clock.elapsed() - m_moments.front().milliseconds) / 1000;
  const double rate =
      seconds > 0.2
          ? static_cast<double>(m_bytesBefore + m_bytes - m_moments.front().bytes) / seconds
          : 0;
  m_onProgress({m_what, done, done, rate, 0});
}

namespace {

// rsync prints special characters as \#012.
QByteArray unescaped(const QByteArray& name) {
  QByteArray plain;
  for (qsizetype i = 0; i < name.size(); ++i) {
    bool isNumber = false;
    const int code = name.sliced(i).startsWith("\\#") ? name.mid(i + 2, 3).toInt(&isNumber, 8) : 0;
    plain += isNumber ? static_cast<char>(code) : name[i];
    if (isNumber) i += 4;
  }
  return plain;
}

}  // namespace

void RsyncItems::take(const QByteArray& output) {
  m_remainder += output;
  qsizetype start = 0;
  for (qsizetype end; (end = m_remainder.indexOf('\n', start)) >= 0; start = end + 1)
    takeLine(m_remainder.mid(start, end - start));
  m_remainder.remove(0, start);
}

void RsyncItems::takeLine(const QByteArray& line) {
  const auto nameIn = [](const QByteArray& rest) {
    // The length is in front.
    const qsizetype space = rest.indexOf(' ');
    return space < 0 ? rest : rest.mid(space + 1);
  };
  if (line.startsWith("*deleting ")) {
    m_report.deleted << nameIn(line.mid(10).trimmed());
  } else if (line.size() > 12 && (line[0] == '<' || line[0] == '>') && line[1] == 'f') {
    ++m_report.files;
    m_report.bytes += line.mid(12).split(' ').value(0).toLongLong();
  } else if (line.size() > 12 && line.startsWith("cL")) {
    m_report.links << unescaped(nameIn(line.mid(12)));
  }
}

QString rsyncWords(const QByteArray& err) {
  QByteArray told, last;
  for (const QByteArray& line : err.split('\n')) {
    if (line.trimmed().isEmpty()) continue;
    last = line;
    if (told.isEmpty() && line.startsWith("rsync:")) told = line;
  }
  QString words = QString::fromUtf8(told.isEmpty() ? last : told).trimmed();
  if (words.startsWith(QLatin1String("rsync: "))) words.remove(0, 7);
  words.remove(QRegularExpression(QStringLiteral(" at [a-z_0-9]+\\.c\\(\\d+\\) \\[.*$")));
  return words.isEmpty() ? QStringLiteral("-") : words.left(500);
}

}  // namespace trainyard
