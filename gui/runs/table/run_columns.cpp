// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_columns.h"

#include <QLocale>

#include "engine/contract/run/metric_meaning.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/number_text.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString afterPrefix(const QString& key, std::initializer_list<QLatin1StringView> prefixes) {
  for (const QLatin1StringView prefix : prefixes)
    if (key.startsWith(prefix)) return key.mid(prefix.size());
  return {};
}

// The only loss of training or evaluation by its name; several as each run's own.
QString lossOf(const QStringList& metrics, bool isEvaluated) {
  QStringList losses;
  for (const QString& metric : metrics)
    if (const auto place = loss_place(metric.toStdString());
        place && (*place >= first_evaluation_loss) == isEvaluated)
      losses << metric;
  return losses.size() > 1 ? (isEvaluated ? u"eval/loss"_s : u"train/loss"_s) : losses.value(0);
}

// The first whose good values are known; of evaluation or a reward, or of whatever it is.
QString measureOf(const QStringList& metrics, bool isEvaluated) {
  for (const QString& metric : metrics) {
    const MetricMeaning meaning = metric_meaning(metric.toStdString());
    if (meaning.better != BetterValue::unknown && !meaning.is_performance && !meaning.is_loss &&
        (meaning.is_evaluated() || meaning.is_reward || !isEvaluated))
      return metric;
  }
  return {};
}

}  // namespace

QString RunColumns::bestMetric(const QStringList& metrics) {
  if (const QString loss = lossOf(metrics, true); !loss.isEmpty()) return loss;
  return measureOf(metrics, !lossOf(metrics, false).isEmpty());
}

QString RunColumns::curveMetric(const QStringList& metrics) {
  if (const QString loss = lossOf(metrics, false); !loss.isEmpty()) return loss;
  return measureOf(metrics, false);
}

QString RunColumns::metricOf(const QString& key) {
  return afterPrefix(key, {"last:"_L1, "best:"_L1, "lowest:"_L1, "highest:"_L1, "curve:"_L1});
}

QString RunColumns::settingOf(const QString& key) { return afterPrefix(key, {"setting:"_L1}); }

QStringList RunColumns::general() {
  return {u"progress"_s, u"started"_s, u"duration"_s,   u"target"_s, u"speed"_s,
          u"step"_s,     u"tags"_s,    u"experiment"_s, u"project"_s};
}

RunColumns::Kind RunColumns::kind(const QString& key) {
  if (key == "state"_L1) return Kind::state;
  if (key == "progress"_L1) return Kind::progress;
  if (key.startsWith("curve:"_L1)) return Kind::curve;
  if (!metricOf(key).isEmpty() || !settingOf(key).isEmpty() || key == "speed"_L1 ||
      key == "step"_L1)
    return Kind::number;
  return Kind::text;
}

QString RunColumns::title(const QString& key) {
  if (const QString metric = metricOf(key); !metric.isEmpty()) return metric;
  if (const QString setting = settingOf(key); !setting.isEmpty()) return setting.section(u'.', -1);
  if (key == "name"_L1) return tr("Name");
  if (key == "state"_L1) return tr("State");
  if (key == "progress"_L1) return tr("Progress");
  if (key == "started"_L1) return tr("Started");
  if (key == "created"_L1) return tr("Submitted");
  if (key == "duration"_L1) return tr("Duration");
  if (key == "target"_L1) return tr("Cluster");
  if (key == "speed"_L1) return tr("Tokens/s");
  if (key == "step"_L1) return tr("Step");
  if (key == "tags"_L1) return tr("Tags");
  if (key == "experiment"_L1) return tr("Experiment");
  if (key == "study"_L1) return tr("Study");
  if (key == "project"_L1) return tr("Project");
  return key;
}

QString RunColumns::description(const QString& key) {
  if (const QString setting = settingOf(key); !setting.isEmpty()) return setting;
  const QString metric = metricOf(key);
  if (metric.isEmpty()) return title(key);
  return key.startsWith("best:"_L1)      ? tr("Best value of %1").arg(metric)
         : key.startsWith("lowest:"_L1)  ? tr("Lowest value of %1").arg(metric)
         : key.startsWith("highest:"_L1) ? tr("Highest value of %1").arg(metric)
         : key.startsWith("curve:"_L1)   ? tr("Curve and last value of %1").arg(metric)
                                         : tr("Last value of %1").arg(metric);
}

QString RunColumns::progressText(const RunRecord& run, const ProgressReport* transfer, double now) {
  if (transfer)
    return (RunText::isReading(*transfer) ? tr("read: %1 %") : tr("sent: %1 %"))
        .arg(100 * transfer->bytesDone / transfer->bytesTotal);
  if (run.state == RunState::waiting && run.expectedStart > 0)
    return QuantityText::future(run.expectedStart, now);
  if (const auto share = RunText::progress(run); share && isOpen(run.state))
    return tr("%1 %").arg(static_cast<int>(*share * 100));
  if (run.state == RunState::completed && run.started > 0)
    return QuantityText::duration(RunText::elapsed(run, now));
  return run.step ? tr("step %1").arg(QLocale().toString(*run.step)) : QString();
}

QString RunColumns::text(const QString& key, const RunRecord& run, const QVariant& value,
                         double now) {
  if (key == "name"_L1) return RunText::shortName(run);
  if (key == "state"_L1) return RunText::state(run);
  if (key == "started"_L1)
    return QuantityText::moment(run.started > 0 ? run.started : run.created, now);
  if (key == "created"_L1) return QuantityText::moment(run.created, now);
  if (key == "duration"_L1)
    return run.started > 0 ? QuantityText::duration(RunText::elapsed(run, now)) : QString();
  if (key == "target"_L1) return TargetText::name(run.target);
  if (key == "speed"_L1)
    return run.tokensPerSecond ? QLocale().toString(*run.tokensPerSecond, 'f', 0) : QString();
  if (key == "step"_L1) return run.step ? QLocale().toString(*run.step) : QString();
  if (key == "tags"_L1) return run.tags.join(u", "_s);
  if (key == "project"_L1) return run.project;
  if (key == "experiment"_L1) return run.source.section(u'/', -1);
  if (!value.isValid()) return {};
  // Metrics to four digits, so that they stand below each other; settings as they were written.
  if (!metricOf(key).isEmpty()) return readOut(value.toDouble());
  if (value.typeId() == QMetaType::Double)
    return shortExponent(QString::number(value.toDouble(), 'g', 6));
  return value.toString();
}

}  // namespace trainyard
