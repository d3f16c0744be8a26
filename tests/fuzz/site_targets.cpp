// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <string>

#include "remote/schedulers/site_profile.h"
#include "tests/fuzz/targets.h"

namespace trainyard {
namespace {

// What stands in a job's script: one line, which no shell takes for another.
void expectOneLine(const QString& text) {
  for (const QChar letter : text)
    if (letter.unicode() < 0x20 || letter.unicode() == 0x7F) std::abort();
}

void expectBelowTheRunFolder(const QString& pattern) {
  expectOneLine(pattern);
  if (pattern.startsWith(QLatin1Char('/')) ||
      pattern.split(QLatin1Char('/')).contains(QLatin1String("..")))
    std::abort();
}

// A site's file as the desktop and yard read it: a profile whose words may stand in a script, or an
// error with a sentence.
void fuzz_site(std::string_view input) {
  const QByteArray text(input.data(), static_cast<qsizetype>(input.size()));
  const auto site = siteProfileFrom(text, QStringLiteral("site.yaml"));
  if (!site) {
    if (site.error().message.empty()) std::abort();
    return;
  }
  if (site->name.isEmpty() || site->partitions.size() > 256) std::abort();
  for (const QString& directive : site->directives) {
    expectOneLine(directive);
    if (!directive.startsWith(QLatin1String("--"))) std::abort();
  }
  for (const QString& module : site->modules) expectOneLine(module);
  for (const QString& pattern : {site->output, site->arrayOutput, site->error})
    expectBelowTheRunFolder(pattern);
  for (const SitePartition& partition : site->partitions) {
    if (partition.name.isEmpty() || site->partition(partition.name) == nullptr) std::abort();
    expectOneLine(partition.name);
    expectOneLine(partition.gpuType);
  }
}

constexpr FuzzTarget kTargets[] = {{"site", fuzz_site}};

}  // namespace

std::span<const FuzzTarget> fuzz_targets() { return kTargets; }

}  // namespace trainyard
