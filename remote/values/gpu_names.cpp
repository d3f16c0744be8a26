// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/gpu_names.h"

#include <array>

#include <QRegularExpression>

namespace trainyard {
namespace {

constexpr double gib = 1024.0 * 1024 * 1024;
constexpr double bf16Capability = 8.0;

// From NVIDIA's data sheets. The memory is that of GPUs that are made with one size of it only, of
// which the name says nothing; 0: there are several.
struct KnownGpu {
  const char* name;
  int gib;
  bool hasBf16;
};
constexpr std::array knownGpus{KnownGpu{"RTX 6000 Ada", 48, true},
                               KnownGpu{"Quadro RTX 8000", 48, false},
                               KnownGpu{"Quadro RTX 6000", 24, false},
                               KnownGpu{"RTX A6000", 48, true},
                               KnownGpu{"GH200", 0, true},
                               KnownGpu{"GB200", 0, true},
                               KnownGpu{"B200", 0, true},
                               KnownGpu{"H200", 141, true},
                               KnownGpu{"H100", 0, true},
                               KnownGpu{"A100", 0, true},
                               KnownGpu{"L40S", 48, true},
                               KnownGpu{"L40", 48, true},
                               KnownGpu{"A40", 48, true},
                               KnownGpu{"A30", 24, true},
                               KnownGpu{"A10", 24, true},
                               KnownGpu{"L4", 24, true},
                               KnownGpu{"T4", 16, false},
                               KnownGpu{"V100", 0, false},
                               KnownGpu{"V100S", 32, false},
                               KnownGpu{"P100", 0, false},
                               KnownGpu{"P40", 24, false},
                               KnownGpu{"P4", 8, false},
                               KnownGpu{"RTX 2080", 0, false},
                               KnownGpu{"K80", 0, false}};

// Slurm's names have no spaces.
QString withSpaces(QString name) { return name.replace(QLatin1Char('_'), QLatin1Char(' ')); }

const KnownGpu* knownGpu(const QString& name) {
  for (const KnownGpu& gpu : knownGpus) {
    const QRegularExpression word(
        QStringLiteral("\\b") + QLatin1String(gpu.name) + QStringLiteral("\\b"),
        QRegularExpression::CaseInsensitiveOption);
    if (name.contains(word)) return &gpu;
  }
  return nullptr;
}

}  // namespace

std::optional<double> gpuBytes(const QString& name) {
  static const QRegularExpression written(QStringLiteral("\\b(\\d{1,3}) ?G(B|iB)\\b"),
                                          QRegularExpression::CaseInsensitiveOption);
  const QString words = withSpaces(name);
  if (const auto match = written.match(words); match.hasMatch())
    return match.captured(1).toInt() * gib;
  const KnownGpu* known = knownGpu(words);
  return known && known->gib > 0 ? std::optional(known->gib * gib) : std::nullopt;
}

std::optional<bool> gpuHasBf16(const QString& name) {
  const QString words = withSpaces(name);
  static const QRegularExpression capability(QStringLiteral(" (\\d{1,2}\\.\\d)\\z"));
  if (const auto match = capability.match(words); match.hasMatch())
    return match.captured(1).toDouble() >= bf16Capability;
  const KnownGpu* known = knownGpu(words);
  return known ? std::optional(known->hasBf16) : std::nullopt;
}

}  // namespace trainyard
