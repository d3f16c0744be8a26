// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of queue, and their abilities. Code that depends on what a queue is like asks its kind;
// the names of kinds only occur in remote/schedulers (a test checks that). A new kind is a folder
// there and a line in the table: resources/help/adding_a_scheduler.md.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/schedulers/interactive_step.h"
#include "remote/schedulers/job_remedy.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

struct Experiment;

class Host;
class LoginAnswers;
class Scheduler;
struct ScriptSite;
struct SubmissionDialect;

// What an experiment can request from a queue of this kind, and what the queue may do to a job.
struct SchedulerAbilities {
  bool arrays = false;         // several tasks of one job
  bool rawDependency = false;  // resources.dependency, in the queue's own syntax
  bool runDependency = false;  // resources.after
  bool severalNodes = false;
  bool containers = false;
  bool estimates = false;     // predicts when a job would start, without creating it
  bool endsEarly = false;     // time limits and preemption: the run may continue in a further job
  bool jobNumbers = false;    // its job ids are useful to users
  bool showsCluster = false;  // partitions, what is free, and all jobs
};

// The queue-specific parts of job.sh. The functions are pure and return lines of the script.
struct ScriptDialect {
  QString firstLine;  // "#!/bin/bash -l"
  // How the script is started, and the comments that the queue reads.
  QStringList (*beginning)(const Experiment& experiment, const ScriptSite& site) = nullptr;
  // Sets variables about the job that agentWords uses; `run_dir` becomes the task's own.
  QStringList (*facts)(const Experiment& experiment, const ScriptSite& site) = nullptr;
  // Options of yard-agent, starting with the one that names the queue.
  QStringList (*agentWords)(const Experiment& experiment, const ScriptSite& site) = nullptr;
};

struct SchedulerKind {
  QString name;   // in the service's answers, submissions and the store: must never change
  QString title;  // for display
  SchedulerAbilities can;
  ScriptDialect script;
  ScriptDialect jobScript;  // for a run whose workload is a job script of the user
  // How its jobs are submitted on a cluster itself; null: they are not.
  const SubmissionDialect* submission = nullptr;
  // Its id for a task of an array; null: "12_3".
  QString (*taskJob)(const QString& job, int task) = nullptr;
  // Codes of ends (JobEnd): a node was lost; nothing more is known about the job.
  std::vector<std::string> nodeLost, jobLost;

  struct Place {
    Host* host = nullptr;  // must outlive the scheduler
    QString programs;      // the folder of our programs on this computer
    TargetFacts facts;
  };
  std::unique_ptr<Scheduler> (*make)(const Place& place) = nullptr;
  // What a login node answered: the file of resources/target that asks, whether the queue is there,
  // and what it says, added to the facts of the machine. Null for this computer.
  const char* questions = nullptr;
  bool (*isThere)(const LoginAnswers& answers) = nullptr;
  Result<TargetFacts> (*learn)(const LoginAnswers& answers, TargetFacts facts) = nullptr;
  // Learns more with a job that checks a node; null: it has none.
  QCoro::Task<Result<TargetFacts>> (*checkJob)(Host& host, Scheduler& scheduler, TargetFacts facts,
                                               QString base, std::stop_token stop) = nullptr;

  // Commands for the login node; null: the kind has none.
  // What to put before a program to run it inside a running job, on one of its nodes; its streams
  // are passed through byte for byte.
  CommandLine (*step)(const QString& job, const QString& node) = nullptr;
  // `command` with what makes it run on each of the nodes once; its streams are passed through.
  CommandLine (*interactiveStep)(const StepResources& resources, const SiteProfile& site,
                                 StepStreams streams, const CommandLine& command) = nullptr;
  CommandLine (*release)(const QString& job) = nullptr;  // of a held job
  // See job_remedy.h.
  JobRemedy (*remedy)(const std::string& code, const Map& arguments) = nullptr;
};

const SchedulerKind& directKind();  // this computer
const SchedulerKind& slurmKind();
const SchedulerKind& pbsKind();

// What an experiment asks for and this computer does not have; without asking anyone.
std::vector<Diagnostic> findingsOnThisComputer(const Experiment& experiment);

const std::vector<const SchedulerKind*>& schedulerKinds();
// The kind of a target: "here", or a cluster, of which it is known once there was a login.
const SchedulerKind& kindOfTarget(const QString& target, const TargetFacts& facts);
// By name; null if unknown, as in the store of a newer version.
const SchedulerKind* kindNamed(const QString& name);
// The queue's id for the job of a run: for a task of an array, the task's. `scheduler`: its name.
QString taskJob(const QString& scheduler, const QString& job, const std::optional<int>& task);
// Whether the code only means that it is unknown how the run ended.
bool isLostJob(const std::string& code);
bool isNodeLoss(const std::string& code);

}  // namespace trainyard
