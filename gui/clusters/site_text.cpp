// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/site_text.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString exampleOf(const SiteProfile& site) {
  switch (site.gpuRequest) {
    case SiteProfile::GpuRequest::gres:
      return site.namesGpuType ? u"--gres=gpu:TYPE:4"_s : u"--gres=gpu:4"_s;
    case SiteProfile::GpuRequest::gpus:
      return site.namesGpuType ? u"--gpus=TYPE:4"_s : u"--gpus=4"_s;
    case SiteProfile::GpuRequest::gpusPerNode:
      break;
  }
  return site.namesGpuType ? u"--gpus-per-node=TYPE:4"_s : u"--gpus-per-node=4"_s;
}

QString partitionWords(const SitePartition& partition) {
  QStringList limits;
  const auto add = [&](const QString& words, const auto& value) {
    if (value) limits << words.arg(QLocale().toString(*value));
  };
  add(SiteText::tr("%1 nodes at most"), partition.nodes);
  add(SiteText::tr("%1 cores"), partition.cores);
  add(SiteText::tr("%1 GiB"), partition.memoryGib);
  add(partition.gpuType.isEmpty() ? SiteText::tr("%1 GPUs") : u"%1 "_s + partition.gpuType,
      partition.gpus);
  add(SiteText::tr("%1 GiB per GPU"), partition.gpuMemoryGib);
  if (!partition.timeLimit.isEmpty())
    limits << SiteText::tr("time limit at most %1").arg(partition.timeLimit);
  if (partition.hasBf16 == false) limits << SiteText::tr("no bf16");
  return SiteText::tr("Partition %1: %2")
      .arg(partition.name,
           limits.isEmpty() ? SiteText::tr("no limits known") : limits.join(u", "_s));
}

}  // namespace

QStringList SiteText::settings(const SiteProfile& site) {
  if (site.name.isEmpty()) return {};
  QStringList lines{tr("GPUs are requested as %1").arg(exampleOf(site))};
  if (site.needsAccount) lines << tr("An account is required");
  if (site.coresPerGpu) lines << tr("At most %1 cores per GPU").arg(*site.coresPerGpu);
  for (const SitePartition& partition : site.partitions) lines << partitionWords(partition);
  if (!site.directives.isEmpty()) lines << tr("Every job has %1").arg(site.directives.join(u' '));
  if (!site.modules.isEmpty()) lines << tr("Default modules: %1").arg(site.modules.join(u", "_s));
  QStringList files;
  for (const QString& file : {site.output, site.arrayOutput, site.error})
    if (!file.isEmpty()) files << file;
  if (!files.isEmpty()) lines << tr("Output of jobs as %1").arg(files.join(u", "_s));
  if (site.lacksInternet()) lines << tr("No internet access on compute nodes");
  if (site.lacksSsh()) lines << tr("No ssh to compute nodes");
  return lines;
}

}  // namespace trainyard
