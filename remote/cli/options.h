// SPDX-License-Identifier: GPL-3.0-or-later
// Options of Qt's types, and those that several commands have.
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <QString>
#include <QStringList>

#include "remote/service/protocol/protocol.h"
#include "remote/submit/prepare.h"

namespace trainyard {

// A value that is there before is the default, which help shows.
CLI::Option* addOption(CLI::App& command, const std::string& name, QString& value,
                       const std::string& help = {});
CLI::Option* addOption(CLI::App& command, const std::string& name, std::optional<QString>& value,
                       const std::string& help = {});
CLI::Option* addOption(CLI::App& command, const std::string& name, QStringList& values,
                       const std::string& help = {});
// Can be repeated, with one value each; what follows is never one of them.
CLI::Option* addRepeated(CLI::App& command, const std::string& name, QStringList& values,
                         const std::string& help);

// Makes a path absolute, relative to the folder in which yard was started; empty stays empty.
QString absolute(const QString& path);

enum class Format { text, json, csv };

struct JsonOption {
  bool isGiven = false;

  CLI::Option* describe(CLI::App& command, const char* help = "Print JSON");
  Format format() const { return isGiven ? Format::json : Format::text; }
};

struct YesOption {
  bool isGiven = false;

  void describe(CLI::App& command, const char* help);
  // Asks, unless it is given. The exit code of a command that ends here: nobody could be asked, or
  // the answer is no, which `otherwise` then explains on stderr.
  std::optional<int> refusal(const QString& question, const char* otherwise) const;
};

struct RunOption {
  QString run;  // as for namedRuns

  void describe(CLI::App& command);
};

struct ExperimentOptions {
  QString name, target = QStringLiteral("here");
  QStringList changes, arguments;

  void describe(CLI::App& command);         // the experiment and its target
  void describeChanges(CLI::App& command);  // what is different in it
  bool isHere() const { return target == QLatin1String("here"); }
  QStringList overrides() const;
  ExperimentSource source() const;
  // As the service is asked about it; of no run yet.
  SubmitRequest request() const;
};

}  // namespace trainyard
