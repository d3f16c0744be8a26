// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/progress_line.h"

#include <cstdio>

#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/cli/output.h"
#include "remote/transfer/progress.h"

namespace trainyard {

constexpr qint64 linePauseMilliseconds = 10000;

ProgressLine::ProgressLine(ServiceClient& client, QString run)
    : m_run(std::move(run)), m_isTerminal(::isatty(STDERR_FILENO) != 0) {
  connect(&client, &ServiceClient::progressArrived, this, &ProgressLine::showProgress);
  connect(&client, &ServiceClient::storeChanged, this, [this, &client] {
    const std::optional<Error>& refusal = client.storeRefusal();
    if (m_run.isEmpty() || !m_store.run(m_run)) return;  // rejected; reported elsewhere
    show(sanitizedForTerminal(refusal ? QString::fromStdString(refusal->message) : m_reason));
  });
  connect(&client, &ServiceClient::runsChanged, this, [this](const QStringList& runs) {
    if (!m_run.isEmpty() && runs.contains(m_run)) showReason();
  });
}

ProgressLine::~ProgressLine() {
  if (m_isTerminal && !m_shown.isEmpty()) std::fputs("\r\033[K", stderr);
}

void ProgressLine::showProgress(const ProgressReport& report) {
  if (!m_run.isEmpty() && report.run != m_run) return;
  // Without a terminal: prints the start of a phase, and its progress from time to time.
  if (!m_isTerminal && m_what == report.what && m_sinceLine.isValid() &&
      m_sinceLine.elapsed() < linePauseMilliseconds)
    return;
  m_what = report.what;
  m_sinceLine.restart();
  if (report.what.startsWith("phase."_L1))
    return show(QString::fromStdString(render_message(report.what.toStdString(), {})));
  QString line = report.what;
  if (report.bytesDone > 0 || report.bytesTotal > 0)
    line += u": %1"_s.arg(bytesText(report.bytesDone));
  if (report.bytesTotal > 0) line += u" of %1"_s.arg(bytesText(report.bytesTotal));
  if (report.bytesPerSecond > 0)
    line += u", %1/s"_s.arg(bytesText(static_cast<qint64>(report.bytesPerSecond)));
  if (report.secondsLeft > 0) line += u", %1 left"_s.arg(durationText(report.secondsLeft));
  show(sanitizedForTerminal(line));
}

void ProgressLine::showReason() {
  auto run = m_store.run(m_run);
  if (!run || run->state != RunState::preparing || run->reason.isEmpty() || run->reason == m_reason)
    return;
  m_reason = run->reason;
  show(sanitizedForTerminal(m_reason));
}

void ProgressLine::show(const QString& line) {
  if (line == m_shown) return;
  m_shown = line;
  std::fprintf(stderr, m_isTerminal ? "\r\033[K%s" : "%s\n", line.toUtf8().constData());
  std::fflush(stderr);
}

}  // namespace trainyard
