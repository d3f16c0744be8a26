// SPDX-License-Identifier: GPL-3.0-or-later
// The syntax of the command line: each function adds subcommands to `app` which, once parsed, set
// what to do: `service`, with the background service, or `action`, without.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <QString>
#include <QStringList>

#include "remote/cli/commands.h"

namespace trainyard {

using WithClient = std::function<QCoro::Task<int>(ServiceClient&)>;

// The parsed arguments; shared by all subcommands, which it must outlive.
struct Arguments {
  std::string experiment, run, target = "here", name, host, base, sshConfig, engine, output, scan,
                               what = "all", runDir, into, site, preset, script, as, array, pattern;
  std::string tag, study, words, note, title;
  std::vector<std::string> addedTags, removedTags, changes;
  int training = 0, limit = 0, attempt = 0;
  std::vector<std::string> overrides, files, after, grid, states, scriptArguments;
  bool json = false, csv = false, watch = false, follow = false, dryRun = false, job = false,
       keepPassword = false, yes = false, deletes = false, shares = false, force = false,
       sample = false, list = false, mine = false, rehearse = false;
  std::optional<int> rank;
  bool merged = false, regular = false, caseSensitive = false;
  std::string age;
  bool runs = false;
  bool again = false, retriesFailed = false, failFast = false;
  int parallel = 0;
  std::string gpuType, partition;
  bool notifies = false;
  bool sharesNot = false, noSite = false, noEngine = false;
  std::string split = "train";
  qint64 samples = 5, from = 0, tokens = 4000;
  std::optional<qint64> random, raw;
  bool ids = false, keep = false;
  std::optional<int> task;
  int submission = 1, processors = 1, gpus = 0, idleSeconds = 30, localPort = 0;
  qint64 tunnel = 0;
  std::string port, folder;
  std::vector<std::string> command;  // of `yard run`
  std::optional<qint64> bytes, tail, sampleStep;
  std::string csvFile, parquetFile;
  bool forGpu = false, forCpu = false, fromHere = false;  // of `yard engine install`
  double gpuHours = 0;
  std::optional<qint64> jobs;

  Format format() const { return json ? Format::json : Format::text; }
  Ask ask() const { return yes ? Ask::never : Ask::onTerminal; }
  Follow follows() const { return follow ? Follow::yes : Follow::no; }
};

// If the command line has this command, `what` is done: with the service, or without it.
template <typename Chosen, typename What>
void whenGiven(CLI::App* command, Chosen& chosen, What what) {
  command->final_callback([&chosen, what] { chosen = what; });
}

void addTargets(CLI::App& app, Arguments& a, std::optional<WithClient>& service);
void addEngine(CLI::App& app, Arguments& a, std::function<int()>& action,
               std::optional<WithClient>& service);
void addClusters(CLI::App& app, Arguments& a, std::optional<WithClient>& service);
void addWhere(CLI::App& app, Arguments& a, std::optional<WithClient>& service);
void addExperiments(CLI::App& app, Arguments& a, std::function<int()>& action,
                    std::optional<WithClient>& service);
void addImport(CLI::App& app, Arguments& a, std::function<int()>& action);
void addNew(CLI::App& app, Arguments& a, std::function<int()>& action);
void addAgents(CLI::App& app, Arguments& a, std::function<int()>& action,
               std::optional<WithClient>& service);
void addTunnels(CLI::App& app, Arguments& a, std::optional<WithClient>& service);
void addShells(CLI::App& app, Arguments& a, std::function<int()>& action,
               std::optional<WithClient>& service);
void addFiles(CLI::App& app, Arguments& a, std::optional<WithClient>& service);
// The words of `yard run` after --, which are the command's, whatever they look like. Returns how
// many words there are before.
int takeCommand(int argc, char** argv, Arguments& a);
void addRuns(CLI::App& app, Arguments& a, std::function<int()>& action,
             std::optional<WithClient>& service);

void addNotify(CLI::App& app, std::function<int()>& action);
void addStudies(CLI::App& app, Arguments& a, std::function<int()>& action,
                std::optional<WithClient>& service);

// Makes a path absolute, relative to the folder in which yard was started; empty stays empty.
QString absolute(const std::string& path);

}  // namespace trainyard
