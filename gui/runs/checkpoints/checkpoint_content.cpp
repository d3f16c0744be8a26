// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_content.h"

#include <algorithm>

#include "engine/contract/json.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString checkpointTrainingFolder = u"training/"_s;

std::optional<CheckpointManifest> manifestFrom(const QByteArray& content) {
  const auto json = parse_json(content.toStdString());
  ReadProblem problem;
  return json ? read_record<CheckpointManifest>(*json, problem) : std::nullopt;
}

}  // namespace

CheckpointContent CheckpointContent::of(const std::optional<QByteArray>& manifest,
                                        const QList<CheckpointFile>& found) {
  CheckpointContent content;
  const auto listed = manifest ? manifestFrom(*manifest) : std::nullopt;
  if (!listed) {
    content.files = found;
    return content;
  }
  content.hasManifest = true;
  for (const auto& [name, digest] : listed->files) {
    const QString path = QString::fromStdString(name);
    const qint64 bytes = static_cast<qint64>(digest.bytes);
    content.files << CheckpointFile{path, bytes, QString::fromStdString(digest.xxh3_64)};
    const auto there = std::ranges::find(found, path, &CheckpointFile::path);
    if (there == found.end())
      content.missing << path;
    else if (there->bytes != bytes)
      content.wrongSize << path;
  }
  return content;
}

CheckpointContent::Part CheckpointContent::partOf(const QString& path) {
  const QString name = path.section(u'/', -1);
  if (path.startsWith(checkpointTrainingFolder))
    return name.startsWith(u"optimizer"_s) ? Part::optimizer : Part::rest;
  if (name == u"optimizer.pt"_s || name == u"optimizer.bin"_s) return Part::optimizer;
  for (const QString& ending : {u".safetensors"_s, u".bin"_s, u".pt"_s, u".pth"_s, u".ckpt"_s})
    if (name.endsWith(ending)) return Part::weights;
  return Part::rest;
}

qint64 CheckpointContent::bytesOf(Part part) const {
  qint64 sum = 0;
  for (const CheckpointFile& file : files)
    if (partOf(file.path) == part) sum += file.bytes;
  return sum;
}

QStringList CheckpointContent::modelFiles() const {
  QStringList names;
  for (const CheckpointFile& file : files)
    if (!file.path.startsWith(checkpointTrainingFolder) && partOf(file.path) != Part::optimizer &&
        file.path != QLatin1String(manifest_name))
      names << file.path;
  return names;
}

QString CheckpointContent::holds() const {
  const auto has = [this](const QString& text) {
    return std::ranges::any_of(
        files, [&](const CheckpointFile& file) { return file.path.contains(text); });
  };
  QStringList parts;
  if (has(u"adapter_"_s))
    parts << tr("adapter");
  else if (bytesOf(Part::weights) > 0)
    parts << tr("weights");
  if (bytesOf(Part::optimizer) > 0) parts << tr("optimizer");
  if (has(checkpointTrainingFolder)) parts << tr("schedule, place in the data, random states");
  if (has(u"tokenizer"_s)) parts << tr("tokenizer");
  return parts.join(u", "_s);
}

QString CheckpointContent::verdict() const {
  if (!missing.isEmpty())
    return tr("Missing: %1. A resume passes this checkpoint over.").arg(missing.join(u", "_s));
  if (!wrongSize.isEmpty())
    return tr("Not of the size that was written: %1. A resume passes this checkpoint over.")
        .arg(wrongSize.join(u", "_s));
  if (!hasManifest)
    return tr(
        "It has no manifest.json, which is written last: only its program knows whether it "
        "is complete.");
  return tr("Each of its files (%1) has the size that was written; checksums are compared at a "
            "resume.")
      .arg(files.size());
}

}  // namespace trainyard
