#include "gui/charts/plot_panels.h"

#include <algorithm>
#include <tuple>

namespace trainyard {
namespace {

int groupRank(const PlotPanel& panel) {
  if (panel.metrics.size() > 1) return 0;
  if (panel.group == u"train") return 1;
  if (panel.group == u"eval") return 2;
  return 3;
}

}  // namespace

std::vector<PlotPanel> arrangePanels(const QStringList& metrics) {
  std::vector<PlotPanel> panels;
  for (const QString& metric : metrics) {
    const qsizetype slash = metric.lastIndexOf(u'/');
    const QString group = slash < 0 ? QString() : metric.left(slash);
    const QString title = metric.mid(slash + 1);
    const bool paired = (group == u"train" && metrics.contains(u"eval/" + title)) || (group == u"eval" && metrics.contains(u"train/" + title));
    if (!paired) {
      panels.push_back({group, title, {metric}});
    } else if (group == u"train") {
      panels.push_back({QStringLiteral("train, eval"), title, {metric, u"eval/" + title}});
    }
  }
  std::stable_sort(panels.begin(), panels.end(), [](const PlotPanel& a, const PlotPanel& b) {
    const auto key = [](const PlotPanel& p) { return std::tuple(groupRank(p), groupRank(p) == 3 ? p.group : QString(), p.title != u"loss"); };
    return key(a) < key(b);
  });
  return panels;
}

}  // namespace trainyard
