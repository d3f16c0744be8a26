// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_panels.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

int groupRank(const PlotPanel& panel) {
  if (panel.metrics.size() > 1) return 0;
  if (panel.group == u"train"_s) return 1;
  if (panel.group == u"eval"_s) return 2;
  return 3;
}

}  // namespace

std::vector<PlotPanel> arrangePanels(const QStringList& metrics) {
  std::vector<PlotPanel> panels;
  for (const QString& metric : metrics) {
    const qsizetype slash = metric.lastIndexOf(u'/');
    const QString group = slash < 0 ? QString() : metric.left(slash);
    const QString title = metric.mid(slash + 1);
    const bool paired = (group == u"train"_s && metrics.contains(u"eval/"_s + title)) ||
                        (group == u"eval"_s && metrics.contains(u"train/"_s + title));
    if (!paired) {
      panels.push_back({group, title, {metric}});
    } else if (group == u"train"_s) {
      panels.push_back({QStringLiteral("train, eval"), title, {metric, u"eval/"_s + title}});
    }
  }
  std::stable_sort(panels.begin(), panels.end(), [](const PlotPanel& a, const PlotPanel& b) {
    const auto key = [](const PlotPanel& p) {
      return std::tuple(groupRank(p), groupRank(p) == 3 ? p.group : QString(),
                        p.title != u"loss"_s);
    };
    return key(a) < key(b);
  });
  return panels;
}

}  // namespace trainyard
