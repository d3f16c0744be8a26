// SPDX-License-Identifier: GPL-3.0-or-later
// What a window has after a year of work: thousands of runs, a document that differs in forty
// settings, clusters that answer.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include "remote/store/run_writer.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/gui/scripted_service.h"

namespace trainyard {

struct FullScene {
  static constexpr int numRuns = 10'000, numPanels = 30, numTrials = 1'000;
  static constexpr const char* cluster = "leonardo";

  static const char* document() {
    return R"(format: 1
name: books-sft-lora
tags: [sft, books]
notes: the third of a series, see the second
seed: 7
workload: engine
model:
  kind: llama
  pretrained: models/llama-1b
lora:
  rank: 16
  alpha: 32
  dropout: 0.05
data:
  kind: text
  train: [/data/books/train-00000.jsonl, /data/books/train-00001.jsonl, /data/books/train-00002.jsonl, /data/books/train-00003.jsonl, /data/letters/train.jsonl]
  validation: [/data/books/validation.jsonl]
  test: [/data/books/test.jsonl]
  sequence_length: 2048
  text_column: body
batch:
  per_device: 4
  global: 128
training:
  num_epochs: 2
optimizer:
  learning_rate: 5.0e-6
  beta2: 0.95
  epsilon: 1.0e-6
  weight_decay: 0.1
  max_gradient_norm: 0.5
schedule:
  kind: cosine
  warmup_ratio: 0.03
precision:
  kind: bf16
evaluation:
  every_steps: 100
checkpoint:
  every_steps: 200
  keep_last: 4
  max_shard_size: 2
logging:
  every_steps: 5
resources:
  nodes: 2
  gpus_per_node: 4
  cpus_per_process: 8
  memory_gib_per_node: 256
  time_limit: "1-12:00:00"
  partition: boost_usr_prod
  account: IscrC_TUTOR
  qos: boost_qos_dbg
restart:
  on_time_limit: true
environment:
  modules: [cuda/12.1, anaconda3/2023.09-0, openmpi/4.1.6, gcc/12.2.0]
parallel:
  recompute: full
)";
  }

  // Beside those that have curves. Every tenth failed, and ten make a study.
  static void addRuns(RunWriter& writer, int number) {
    const auto must = [](const Result<void>& result) {
      if (!result) qFatal("%s", result.error().message.c_str());
    };
    for (int i = 0; i < number; ++i) {
      const bool isFailed = i % 10 == 3;
      RunRecord run = runRecord(QString("old-%1").arg(i, 5, 10, QChar('0')),
                                isFailed ? RunState::failed : RunState::completed,
                                isFailed ? "out_of_memory" : "");
      run.name = QString("books-sft-%1").arg(i % 40);
      run.target = i % 3 ? "leonardo" : "here";
      run.workload = "engine";
      run.created = 900 - i * 0.01;
      const double rate = 1e-6 * (1 + i % 10);
      if (i % 20 < 10) {
        run.study = QString("%1-0000-4000-8000-000000000000").arg(i / 20, 8, 16, QChar('0'));
        run.studyValues = {QString("optimizer.learning_rate=%1").arg(rate)};
      }
      must(writer.addRun(run));
      must(writer.setSettings(run.run, {{"batch.per_device", QString::number(1 + i % 8), 1 + i % 8},
                                        {"optimizer.learning_rate", QString::number(rate), rate}}));
    }
  }

  // Times are far away, so that they read the same on any day.
  static void answer(ScriptedService& service) {
    const QJsonObject facts{
        {"base_free_bytes", qint64{164} << 30},
        {"accounts", QJsonArray{"IscrC_TUTOR", "EUHPC_D12"}},
        {"qos", QJsonArray{"boost_qos_dbg", "normal"}},
        {"partitions", QJsonArray{QJsonObject{{"name", "boost_usr_prod"},
                                              {"default", true},
                                              {"state", "UP"},
                                              {"max_seconds", 86400 * 2},
                                              {"nodes", 3456}}}},
        {"node", QJsonObject{{"gpus", QJsonArray{"NVIDIA A100-SXM4-64GB 8.0"}}}}};
    const auto target = [](const QString& name, const QString& link, const QJsonObject& known) {
      return QJsonObject{{"name", name},
                         {"kind", name == "here" ? "local" : "slurm"},
                         {"base", "/scratch/runs"},
                         {"host", "login." + name},
                         {"facts", known},
                         {"link", QJsonObject{{"link", link}}}};
    };
    const QJsonArray targets{target("here", "none", {}), target(cluster, "connected", facts),
                             target("unity", "disconnected", {})};
    service.answers["targets.list"] = [targets](const QJsonObject&) {
      return QJsonObject{{"targets", targets}};
    };
    service.answers["check"] = [](const QJsonObject& asked) {
      const bool isThere = asked["target"] == cluster;
      return QJsonObject{
          {"diagnostics", QJsonArray()},
          {"estimate", isThere ? QJsonObject{{"expected_start", 4e9}} : QJsonObject()}};
    };
    const auto memory = [](int rows) {
      return QJsonObject{
          {"per_device", rows},           {"parameters", 45 << 20},
          {"copies", qint64{2500} << 20}, {"gradients", 45 << 20},
          {"optimizer", 90 << 20},        {"activations", qint64{7200} * rows << 20}};
    };
    const QJsonObject plan{{"format", 1},
                           {"architecture", "llama"},
                           {"num_parameters", 1235814400},
                           {"num_trained", 11272192},
                           {"per_device", 4},
                           {"accumulation", 4},
                           {"world_size", 8},
                           {"num_examples", 143327},
                           {"steps_per_epoch", 1120},
                           {"num_steps", 2240},
                           {"memory", QJsonArray{memory(2), memory(4), memory(8)}}};
    service.answers["plan"] = [plan](const QJsonObject&) { return plan; };
    service.answers["paths.count"] = [](const QJsonObject& asked) {
      QJsonArray counts;
      for (int i = 0; i < asked["paths"].toArray().size(); ++i)
        counts.append(QJsonObject{{"kind", "file"}, {"files", 1}, {"bytes", 1 << 27}});
      return QJsonObject{{"counts", counts}};
    };
    service.answers["sync.preview"] = [](const QJsonObject&) {
      return QJsonObject{{"code", QJsonObject{{"files", 0}, {"bytes", 0}}},
                         {"data", QJsonArray{QJsonObject{{"path", "/data/letters/train.jsonl"},
                                                         {"bytes", 409 << 20},
                                                         {"is_there", false}}}},
                         {"engine", QJsonObject{{"bytes", 0}, {"is_there", true}}},
                         {"seconds", 40.0}};
    };
  }
};

}  // namespace trainyard
