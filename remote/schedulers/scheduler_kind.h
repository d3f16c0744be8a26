// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of queue that there are, and what each can do. Whoever needs to know what a queue is
// like asks its kind; the names of kinds stand in remote/schedulers and remote/schedulers/kinds
// alone (a test holds that). A further kind is a file of its own in remote/schedulers/kinds and a
// line in its table: resources/help/adding_a_scheduler.md.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

class Host;
class Scheduler;
struct ScriptSite;

// What an experiment may ask of a queue of this kind, and what the queue may do to a job.
struct SchedulerAbilities {
  bool arrays = false;         // several tasks of one job
  bool rawDependency = false;  // resources.dependency, in the queue's own words
  bool runDependency = false;  // resources.after
  bool severalNodes = false;
  bool containers = false;
  bool estimates = false;     // says when a job would start, without making it
  bool endsEarly = false;     // time limits and preemption: the run may go on in a further job
  bool jobNumbers = false;    // what it calls a job is of use to a person
  bool showsCluster = false;  // partitions, what is free, and the jobs of all
};

// How job.sh speaks to the queue. The functions are pure; lines come as they stand in the script.
struct ScriptDialect {
  QString firstLine;  // "#!/bin/bash -l"
  // How the script is started, and the comments that the queue reads.
  QStringList (*beginning)(const Experiment& experiment, const ScriptSite& site) = nullptr;
  // Where the job finds itself: sets what agentWords use; `run_dir` becomes the task's own.
  QStringList (*facts)(const Experiment& experiment, const ScriptSite& site) = nullptr;
  // Options of yard-agent, that which names the queue first.
  QStringList (*agentWords)(const Experiment& experiment, const ScriptSite& site) = nullptr;
};

struct SchedulerKind {
  QString name;   // in the service's answers, submissions and the store: never changes
  QString title;  // to a person
  SchedulerAbilities can;
  ScriptDialect script;
  ScriptDialect jobScript;  // of a run whose workload is a job script of the user
  // Codes of ends (JobEnd): that a node was lost; that nothing more is known of the job.
  std::vector<std::string> nodeLost, jobLost;

  struct Place {
    Host* host = nullptr;  // outlives the scheduler
    QString programs;      // the folder of this computer's own programs
    TargetFacts facts;
  };
  std::unique_ptr<Scheduler> (*make)(const Place& place) = nullptr;
  // What machine and queue are like, at a login; and with a job that looks at a node. Not there for
  // this computer.
  QCoro::Task<Result<TargetFacts>> (*learn)(Host& host, QString base,
                                            std::stop_token stop) = nullptr;
  QCoro::Task<Result<TargetFacts>> (*checkJob)(Host& host, Scheduler& scheduler, TargetFacts facts,
                                               QString base, std::stop_token stop) = nullptr;
};

const SchedulerKind& directKind();  // this computer
const SchedulerKind& slurmKind();

const std::vector<const SchedulerKind*>& schedulerKinds();
// That of a target: "here", or a cluster.
const SchedulerKind& kindOfTarget(const QString& target);
// By name; one that is not known, as of a newer version's store, is a null pointer.
const SchedulerKind* kindNamed(const QString& name);
// Whether such an end of a run only says that nobody knows how it ended.
bool isLostJob(const std::string& code);
bool isNodeLoss(const std::string& code);

}  // namespace trainyard
