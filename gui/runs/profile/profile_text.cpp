// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/profile/profile_text.h"

#include <QLocale>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// A table with what is at the left as text and the rest as numbers.
QString line(const QString& name, const QStringList& numbers, const QString& tag = u"td"_s) {
  QString out =
      u"<tr><%1 align=left style='padding-right:16px'>%2</%1>"_s.arg(tag, name.toHtmlEscaped());
  for (const QString& number : numbers)
    out += u"<%1 align=right style='padding-right:16px'>%2</%1>"_s.arg(tag, number.toHtmlEscaped());
  return out + u"</tr>"_s;
}

QString percent(double share) { return QLocale().toString(100 * share, 'f', 1) + u" %"_s; }

// Of a step or a kernel: "1.25 s", "12.5 ms", "8 µs".
QString timeText(double seconds) {
  const QLocale locale;
  if (seconds >= 1) return locale.toString(seconds, 'f', 2) + u" s"_s;
  if (seconds >= 1e-3) return locale.toString(1e3 * seconds, 'f', 2) + u" ms"_s;
  return locale.toString(1e6 * seconds, 'f', 1) + u" µs"_s;
}

double perStep(const StepProfile& profile, double seconds) {
  return seconds / static_cast<double>(std::max<qint64>(1, profile.steps));
}

}  // namespace

QString ProfileText::title(const StepProfile& profile) {
  return tr("Steps %1 to %2 on %3, %4 each")
      .arg(QLocale().toString(profile.firstStep),
           QLocale().toString(profile.firstStep + profile.steps - 1), profile.device,
           timeText(perStep(profile, profile.seconds)));
}

QString ProfileText::phases(const StepProfile& profile) {
  const auto name = [](const QString& written) {
    if (written == "data"_L1) return tr("Reading data");
    if (written == "forward"_L1) return tr("Forward pass");
    if (written == "backward"_L1) return tr("Backward pass");
    if (written == "communication"_L1) return tr("Communication of ranks");
    if (written == "optimizer"_L1) return tr("Optimizer");
    if (written == "wait_for_device"_L1) return tr("Waiting for the GPU");
    if (written == "evaluation"_L1) return tr("Evaluation");
    if (written == "checkpoint"_L1) return tr("Checkpoint");
    if (written == "other"_L1) return tr("Other");
    return written;
  };
  QStringList head{tr("Time a step"), tr("Share")};
  if (profile.gpu) head << tr("Share of the GPU");
  QString out = u"<table>"_s + line(tr("Phase"), head, u"th"_s);
  for (const ProfiledPhase& phase : profile.phases) {
    QStringList numbers{timeText(perStep(profile, phase.seconds)), percent(phase.share)};
    if (profile.gpu) numbers << percent(phase.deviceShare);
    out += line(name(phase.name), numbers);
  }
  return out + u"</table>"_s;
}

QString ProfileText::longest(const StepProfile& profile) {
  QString out = u"<table>"_s + line(profile.gpu ? tr("Kernel or copy") : tr("Operator"),
                                    {tr("Calls"), tr("Time a step"), tr("Share")}, u"th"_s);
  for (const ProfiledEntry& entry : profile.longest)
    out += line(entry.name, {QLocale().toString(entry.calls),
                             timeText(perStep(profile, entry.seconds)), percent(entry.share)});
  if (profile.othersShare > 0)
    out += line(tr("All others"), {QString(), QString(), percent(profile.othersShare)});
  return out + u"</table>"_s;
}

QString ProfileText::waits(const StepProfile& profile) {
  if (!profile.gpu || profile.gpu->waits.isEmpty()) return {};
  QString out =
      u"<table>"_s + line(tr("The computer waited in"), {tr("Calls"), tr("Time a step")}, u"th"_s);
  for (const ProfiledEntry& entry : profile.gpu->waits)
    out += line(entry.name,
                {QLocale().toString(entry.calls), timeText(perStep(profile, entry.seconds))});
  return out + u"</table>"_s;
}

QString ProfileText::gpu(const StepProfile& profile) {
  if (!profile.gpu) return {};
  const ProfiledGpu& gpu = *profile.gpu;
  const double share = profile.seconds > 0 ? gpu.idleSeconds / profile.seconds : 0;
  return tr("The GPU was idle for %1 of the time, in %2 gaps; the longest was %3. A step starts %4 "
            "kernels.")
      .arg(percent(share), QLocale().toString(gpu.gaps), timeText(gpu.longestGapSeconds),
           QLocale().toString(gpu.launchesPerStep, 'f', 0));
}

}  // namespace trainyard
