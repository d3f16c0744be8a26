// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will take, from a person's own past runs of the same kind. Pure.
#pragma once

#include <optional>

#include <QList>
#include <QString>

#include "remote/store/setting_changes.h"

namespace trainyard {

// A run, or one that is about to be submitted.
struct RunOfAKind {
  SettingValues settings;  // of its experiment by path
  QString workload, target;
  std::optional<double> steps;    // that it takes; nothing: unknown
  std::optional<double> planGib;  // the engine's plan of a process's memory

  bool operator==(const RunOfAKind&) const = default;
};

// A completed one, with what it took.
struct PastRun : RunOfAKind {
  std::optional<double> seconds;                  // of its only job
  std::optional<double> memoryGib, gpuMemoryGib;  // at most, on a node and on a GPU
};

struct Predicted {
  double value = 0;
  // By how much such a prediction has missed these runs, each predicted from the others; a share.
  double error = 0;
  int runs = 0;  // that it rests on
};

struct RunPrediction {
  std::optional<Predicted> memoryGib, gpuMemoryGib, seconds;

  bool isEmpty() const { return !memoryGib && !gpuMemoryGib && !seconds; }
};

// Whether the memory, or the time for a step, of one tells that of the other: the same program,
// model and data with the same settings, but for those that hardly matter, such as the learning
// rate; memory of the engine also with other batches and sequences, whose difference its plan says;
// time only on the same target.
bool hasSameMemory(const RunOfAKind& one, const RunOfAKind& other);
bool hasSamePace(const RunOfAKind& one, const RunOfAKind& other);
// In steps, or by its own settings and arguments: max_steps, epochs. Nothing: unknown.
std::optional<double> lengthOf(const RunOfAKind& run, bool isInSteps);

// Memory is the middle of what they needed. Time is the middle of what they took if they are as
// long; else it grows with the length as theirs did. Nothing is said under two comparable runs.
RunPrediction predictRun(const RunOfAKind& next, const QList<PastRun>& past);

}  // namespace trainyard
