// SPDX-License-Identifier: GPL-3.0-or-later
// What summary.json of a profile says (formats.md): where the time of some steps went.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <optional>

namespace trainyard {

struct ProfiledEntry {
  QString name;
  qint64 calls = 0;
  double seconds = 0;  // its own
  double share = 0;
};

struct ProfiledPhase {
  QString name;  // as it is written: "forward"
  double seconds = 0, share = 0;
  double deviceShare = 0;  // of the GPU's time
};

struct ProfiledGpu {
  double launchesPerStep = 0, busySeconds = 0, idleSeconds = 0, longestGapSeconds = 0;
  qint64 gaps = 0;
  QList<ProfiledEntry> waits;
};

struct StepProfile {
  qint64 firstStep = 0, steps = 0;
  QString device;
  double seconds = 0;
  QList<ProfiledPhase> phases;
  // Of the GPU's kernels and copies, or of the host's operators where there is no GPU.
  QList<ProfiledEntry> longest;
  double othersShare = 0;
  std::optional<ProfiledGpu> gpu;

  // Nothing for what is no such file.
  static std::optional<StepProfile> parse(const QByteArray& content);
};

// A larger file is none of the engine's.
inline constexpr qint64 maxProfileBytes = 1 << 20;

}  // namespace trainyard
