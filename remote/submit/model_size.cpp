// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/model_size.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {
namespace {

constexpr qint64 configLimit = 1 << 20;

bool isHalf(const QString& type) {
  return type == QLatin1String("bfloat16") || type == QLatin1String("float16");
}

}  // namespace

std::optional<std::int64_t> parametersOf(const QString& folder) {
  QFile config(folder + QStringLiteral("/config.json"));
  if (folder.isEmpty() || !config.open(QIODevice::ReadOnly)) return std::nullopt;
  const QJsonObject values = QJsonDocument::fromJson(config.read(configLimit)).object();
  std::int64_t bytes = 0;
  for (const QFileInfo& file :
       QDir(folder).entryInfoList({QStringLiteral("*.safetensors")}, QDir::Files))
    bytes += file.size();
  if (bytes <= 0) return std::nullopt;
  const QString type =
      values[QStringLiteral("dtype")].toString(values[QStringLiteral("torch_dtype")].toString());
  return bytes / (isHalf(type) ? 2 : 4);
}

std::int64_t minBytesPerParameter(const Experiment& experiment) {
  const bool isFp32 = experiment.precision.kind == PrecisionKind::fp32,
             isPure = experiment.precision.kind == PrecisionKind::pure_bf16;
  if (experiment.lora.rank) return isFp32 ? 4 : 2;
  const std::int64_t weight = isPure ? 2 : 4;  // and as much for its gradient
  const std::int64_t copy = isFp32 || isPure ? 0 : 2;
  const OptimizerTraits& optimizer = traits_of(experiment.optimizer.kind);
  return 2 * weight + copy + optimizer.state_copies * weight + optimizer.state_bytes;
}

}  // namespace trainyard
