// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/panel_metrics.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

int rankOfGroup(const QString& group) {
  return group == u"train, eval"_s ? 0 : group == u"train"_s ? 1 : group == u"eval"_s ? 2 : 3;
}

void sortPanels(std::vector<PanelMetrics>& panels) {
  std::stable_sort(panels.begin(), panels.end(), [](const PanelMetrics& a, const PanelMetrics& b) {
    const auto key = [](const PanelMetrics& p) {
      const int rank = rankOfGroup(p.group);
      return std::tuple(rank, rank == 3 ? p.group : QString(), p.title != u"loss"_s);
    };
    return key(a) < key(b);
  });
}

PanelMetrics panelOf(const QString& metric) {
  const qsizetype slash = metric.lastIndexOf(u'/');
  return {slash < 0 ? QString() : metric.left(slash), metric.mid(slash + 1), {metric}};
}

}  // namespace

std::vector<PanelMetrics> arrangePanels(const QStringList& metrics) {
  std::vector<PanelMetrics> panels;
  for (const QString& metric : metrics) panels.push_back(panelOf(metric));
  sortPanels(panels);
  return panels;
}

std::vector<PanelMetrics> arrangePairedPanels(const QStringList& metrics) {
  std::vector<PanelMetrics> panels;
  // What is trained has its place before what is only evaluated.
  for (const QString& group : {u"train"_s, u"eval"_s, QString()})
    for (const QString& metric : metrics) {
      PanelMetrics panel = panelOf(metric);
      const bool isTraining = panel.group == u"train"_s, isEvaluation = panel.group == u"eval"_s;
      if (group.isEmpty() ? isTraining || isEvaluation : panel.group != group) continue;
      if (isTraining && metrics.contains(u"eval/"_s + panel.title))
        panel.metrics << u"eval/"_s + panel.title;
      if (isEvaluation && metrics.contains(u"train/"_s + panel.title)) continue;
      if (isTraining || isEvaluation) panel.group = u"train, eval"_s;
      panels.push_back(panel);
    }
  sortPanels(panels);
  return panels;
}

}  // namespace trainyard
