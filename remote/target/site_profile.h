// SPDX-License-Identifier: GPL-3.0-or-later
// What of a cluster does not depend on the experiment: how GPUs are asked for, limits of
// partitions, rules, modules, names of output files. Written by hand (resources/sites, or a file of
// one's own), for what Slurm does not tell; where it was asked (`TargetFacts`), its answer counts.
#pragma once

#include <optional>

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"

namespace trainyard {

// Of one node. Nothing: not known.
struct SitePartition {
  QString name;
  std::optional<qint64> nodes;  // that a job may have
  std::optional<qint64> cores;
  std::optional<double> memoryGib;
  std::optional<qint64> gpus;
  QString gpuType;
  QString timeLimit;  // as Slurm writes it; empty: not known
  std::optional<double> gpuMemoryGib;
  std::optional<bool> hasBf16;
};

struct SiteProfile {
  // --gres=gpu:4, --gpus=8 (of all nodes together) or --gpus-per-node=4.
  enum class GpuRequest { gres, gpus, gpusPerNode };

  QString name;     // in sentences; empty: no site is known, and nothing of this applies
  QString summary;  // the comment that its text begins with, at most 500 letters
  GpuRequest gpuRequest = GpuRequest::gres;
  bool namesGpuType = false;  // the partition's type is part of the request
  bool needsAccount = false;
  std::optional<qint64> coresPerGpu;
  QList<SitePartition> partitions;
  QStringList directives;              // "--wait-all-nodes=1"
  QStringList modules;                 // for commands and containers that name none
  QString output, arrayOutput, error;  // patterns of sbatch, below the run folder; empty: none
  bool lacksInternet = false, lacksSsh = false;  // on the nodes where jobs run

  const SitePartition* partition(const QString& name) const;
};

template <>
struct Names<SiteProfile::GpuRequest> {
  static constexpr std::pair<SiteProfile::GpuRequest, std::string_view> all[] = {
      {SiteProfile::GpuRequest::gres, "gres"},
      {SiteProfile::GpuRequest::gpus, "gpus"},
      {SiteProfile::GpuRequest::gpusPerNode, "gpus_per_node"}};
};
void describe(Section<SitePartition>& section);
void describe(Section<SiteProfile>& section);

// A site's text. Any bytes in, at most 64 KiB and 256 partitions. `file` names it in sentences.
// Errors: "site.yaml", "site.key", "site.value", each with its line; "site.too_large".
Result<SiteProfile> siteProfileFrom(const QByteArray& text, const QString& file);

// A name of resources/sites, or the absolute path of a file; empty: no site. Errors: those above;
// "site.unknown", "site.unreadable".
Result<SiteProfile> readSite(const QString& site);

// Those that come with the program, by name.
QStringList knownSites();

}  // namespace trainyard
