// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/panel_metrics.h"

#include <QHash>
#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "engine/contract/run/metric_meaning.h"
#include "gui/charts/curve_expression.h"
#include "gui/charts/derived_curve.h"
#include "gui/charts/panel_values.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using Section = PanelMetrics::Section;

constexpr qsizetype leastOfGroup = 2;  // panels; fewer need no heading of their own

// A panel while metrics are sorted into it.
struct Arranged {
  PanelMetrics panel;
  int place = 0;  // among the panels of its section
};

QString textOf(const std::string& text) { return QString::fromStdString(text); }

// "layer" of "layer_07/grad_norm": layers have no heading each.
QString groupOf(const QString& base) {
  QString group = base.section(u'/', 0, 0);
  if (group == base) return {};
  while (!group.isEmpty() && (group.back().isDigit() || group.back() == u'_' ||
                              group.back() == u'.' || group.back() == u'-'))
    group.chop(1);
  return group.isEmpty() ? base.section(u'/', 0, 0) : group;
}

// Losses, what is evaluated, what is judged, the rest; of how a run goes, rates first.
int placeOf(const MetricMeaning& meaning) {
  if (meaning.is_performance) return meaning.better == BetterValue::higher ? 0 : 1;
  if (meaning.is_loss) return meaning.key == "loss" ? 0 : 1;
  return meaning.is_evaluated() ? 2 : meaning.better != BetterValue::unknown ? 3 : 4;
}

int splitPlace(const QString& metric) {
  const MetricSplit split = metric_meaning(metric.toStdString()).split;
  return split == MetricSplit::test ? 2 : split == MetricSplit::eval ? 1 : 0;
}

// Groups of too few panels are no groups.
void dissolveSmallGroups(std::vector<Arranged>& all) {
  QHash<QString, qsizetype> sizes;
  for (const Arranged& one : all)
    if (one.panel.section == Section::group) ++sizes[one.panel.group];
  for (Arranged& one : all) {
    if (one.panel.section != Section::group || sizes[one.panel.group] >= leastOfGroup) continue;
    // A loss is what a run learns, whatever stands before it.
    one.panel.section = one.place <= 1 ? Section::learning : Section::other;
    one.panel.group.clear();
  }
}

using Parse = std::function<std::optional<CurveExpression>(const QString& text, bool isAxis)>;

PanelMetrics resolveValues(const OwnPanel& panel, PanelMetrics out, const Parse& parse) {
  const bool isScatter = panel.kind == OwnPanel::Kind::scatter;
  const QString text = panel.expressions.value(0), x = isScatter ? panel.x : QString();
  out.title =
      panel.name.isEmpty() ? PanelValues::title(text.trimmed(), panel.reduction) : panel.name;
  if (text.trimmed().isEmpty()) return out;
  if (isScatter && x.trimmed().isEmpty()) {
    out.problem = PanelValues::tr("A metric or an expression for x is missing.");
    return out;
  }
  const auto ofY = parse(text, false);
  const auto ofX = isScatter ? parse(x, false) : std::nullopt;
  if (!ofY || (isScatter && !ofX)) return out;
  out.problem.clear();
  out.metrics << derivedMetric(*ofY, nullptr);
  if (ofX) out.metrics << derivedMetric(*ofX, nullptr);
  return out;
}

}  // namespace

std::vector<PanelMetrics> arrangePanels(const QStringList& metrics) {
  std::vector<Arranged> all;
  QHash<QString, std::size_t> placeOfKey;
  for (const QString& metric : metrics) {
    const MetricMeaning meaning = metric_meaning(metric.toStdString());
    const QString key = textOf(meaning.key), base = textOf(meaning.base);
    const auto known = placeOfKey.constFind(key);
    if (known == placeOfKey.constEnd()) {
      placeOfKey.insert(key, all.size());
      const QString group = meaning.is_performance ? QString() : groupOf(base);
      const Section section = meaning.is_performance ? Section::performance
                              : group.isEmpty()      ? Section::learning
                                                     : Section::group;
      all.push_back({{section, group, base, {metric}}, placeOf(meaning)});
      continue;
    }
    Arranged& one = all[*known];
    one.panel.metrics << metric;
    one.place = std::min(one.place, placeOf(meaning));
  }
  dissolveSmallGroups(all);
  std::ranges::stable_sort(all, [](const Arranged& a, const Arranged& b) {
    const auto key = [](const Arranged& one) {
      return std::tuple(one.panel.section, one.panel.group, one.place);
    };
    return key(a) < key(b);
  });
  std::vector<PanelMetrics> panels;
  for (Arranged& one : all) {
    std::ranges::stable_sort(one.panel.metrics, {}, splitPlace);
    panels.push_back(std::move(one.panel));
  }
  return panels;
}

std::vector<PanelMetrics> arrangeByPrefix(const QStringList& metrics) {
  std::vector<PanelMetrics> panels;
  for (const QString& metric : metrics) {
    const qsizetype slash = metric.lastIndexOf(u'/');
    panels.push_back({slash < 0 ? Section::other : Section::group,
                      metric.left(std::max<qsizetype>(slash, 0)),
                      metric.mid(slash + 1),
                      {metric}});
  }
  std::ranges::stable_sort(panels, {}, &PanelMetrics::group);
  return panels;
}

PanelMetrics resolvePanel(const OwnPanel& panel, qsizetype index, const QStringList& metrics) {
  PanelMetrics out;
  out.section = Section::own;
  out.group = panel.section;
  out.own = panel;
  out.index = index;
  const auto parsed = [&](const QString& text, bool isAxis) -> std::optional<CurveExpression> {
    auto result = CurveExpression::parse(text, metrics, isAxis);
    if (auto* expression = std::get_if<CurveExpression>(&result)) return std::move(*expression);
    if (out.problem.isEmpty()) out.problem = std::get<ExpressionError>(result).sentence;
    return std::nullopt;
  };
  if (!panel.newer.isEmpty()) {
    out.title = panel.name;
    out.problem = PanelValues::tr("A newer version draws this.");
    return out;
  }
  if (panel.hasValues()) return resolveValues(panel, std::move(out), parsed);
  std::optional<CurveExpression> x;
  if (panel.isLogX || !panel.x.trimmed().isEmpty()) {
    const QString text = panel.x.trimmed().isEmpty() ? u"step"_s : panel.x;
    x = parsed(panel.isLogX ? u"log10(%1)"_s.arg(text) : text, true);
  }
  for (const QString& text : panel.expressions) {
    if (text.trimmed().isEmpty()) continue;
    const auto y = parsed(text, false);
    if (y) out.metrics << derivedMetric(*y, x ? &*x : nullptr);
  }
  out.metrics.removeDuplicates();
  out.title = panel.name;
  if (out.title.isEmpty() && !out.metrics.isEmpty()) out.title = derivedText(out.metrics.first());
  if (out.title.isEmpty()) out.title = panel.expressions.value(0);
  return out;
}

QString splitLabel(const QString& metric) {
  if (isDerived(metric)) return derivedText(metric);
  const QString base = textOf(metric_meaning(metric.toStdString()).base);
  const auto trimmed = [](QString text) {
    while (!text.isEmpty() && !text.back().isLetterOrNumber()) text.chop(1);
    while (!text.isEmpty() && !text.front().isLetterOrNumber()) text.remove(0, 1);
    return text;
  };
  QString label;
  if (metric.endsWith(base)) label = trimmed(metric.chopped(base.size()));
  if (label.isEmpty() && metric.startsWith(base)) label = trimmed(metric.mid(base.size()));
  return label.isEmpty() ? metric : label;
}

}  // namespace trainyard
