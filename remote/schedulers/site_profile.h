// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of a cluster that do not depend on the experiment: how GPUs are requested, limits of
// partitions, rules, modules, names of output files. Written by hand (resources/sites, or a user's
// file), for what Slurm does not report; where Slurm was queried (`TargetFacts`), its answer takes
// precedence.
#pragma once

#include <optional>

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"

namespace trainyard {

// Per node. Nothing: unknown.
struct SitePartition {
  QString name;
  std::optional<qint64> nodes;  // maximum per job
  std::optional<qint64> cores;
  std::optional<double> memoryGib;
  std::optional<qint64> gpus;
  QString gpuType;
  QString timeLimit;  // in Slurm's format; empty: unknown
  std::optional<double> gpuMemoryGib;
  std::optional<bool> hasBf16;
};

// The site's command for what is left of an account, run on the login node as words, without a
// shell; and which columns of its table hold what, counted from 1.
struct SiteBalance {
  QString command;  // "saldo -b"; empty: the site has none
  QString unit;     // "core-hours"
  qint64 account = 1;
  std::optional<qint64> granted, used, left;
  bool operator==(const SiteBalance&) const = default;
};

struct SiteProfile {
  // --gres=gpu:4, --gpus=8 (over all nodes) or --gpus-per-node=4.
  enum class GpuRequest { gres, gpus, gpusPerNode };

  int format = 1;
  QString name;     // for messages; empty: no site is known, and none of this applies
  QString summary;  // by default the comment at the start of its file; cut to 500 characters
  GpuRequest gpuRequest = GpuRequest::gres;
  bool namesGpuType = false;  // the partition's type is part of the request
  bool needsAccount = false;
  std::optional<qint64> coresPerGpu;
  QList<SitePartition> partitions;
  QStringList directives;              // "--wait-all-nodes=1"
  QStringList modules;                 // for commands and containers that name none
  QString output, arrayOutput, error;  // patterns of sbatch, below the run folder; empty: none
  SiteBalance balance{};
  QStringList lacks;  // of "internet" and "ssh": what the nodes where jobs run do not have

  bool lacksInternet() const { return lacks.contains(QLatin1String("internet")); }
  bool lacksSsh() const { return lacks.contains(QLatin1String("ssh")); }

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
void describe(Section<SiteBalance>& section);
void describe(Section<SiteProfile>& section);

// Parses a site's text. Accepts arbitrary bytes, at most 64 KiB and 256 partitions. `file` names it
// in messages. Errors: "site.yaml", "site.key", "site.value", each with its line; "site.too_large".
Result<SiteProfile> siteProfileFrom(const QByteArray& text, const QString& file);

// Reads a name in resources/sites, or the absolute path of a file; empty: no site. Errors: those
// above; "site.unknown", "site.unreadable".
Result<SiteProfile> readSite(const QString& site);

// Those that are part of the program, by name.
QStringList knownSites();

}  // namespace trainyard
