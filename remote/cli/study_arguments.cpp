// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"
#include "remote/cli/study_commands.h"
#include "remote/values/text.h"

namespace trainyard {

void addStudies(CLI::App& app, Arguments& a, std::function<int()>& action,
                std::optional<WithClient>& service) {
  CLI::App* studies =
      app.add_subcommand("study", "Show and steer searches of hyperparameters, and use the result");
  studies->require_subcommand(1);
  const auto study = [&a, studies](const char* name, const char* help) {
    CLI::App* command = studies->add_subcommand(name, help);
    command
        ->add_option("STUDY", a.study,
                     "Start of its UUID, `last`, or as RUN the job that runs all its trials")
        ->required();
    return command;
  };
  CLI::App* list = studies->add_subcommand("list", "List the studies, newest first");
  list->add_flag("--json", a.json, "Print JSON");
  whenGiven(list, service, [&a](ServiceClient& client) { return listStudies(client, a.format()); });
  CLI::App* show = study("show", "Show a study: its best trial, and all of them");
  show->add_flag("--json", a.json, "Print JSON");
  whenGiven(show, service,
            [&a](ServiceClient& client) { return showStudy(client, text(a.study), a.format()); });
  CLI::App* best = study("best", "Print the values of the best trial, as --set takes them");
  CLI::Option* document = best->add_flag(
      "--document", a.list, "Print the experiment with these values and without its search");
  best->add_flag("--json", a.json, "Print JSON")->excludes(document);
  whenGiven(best, action, [&a] {
    return printBest(text(a.study), a.list ? BestAs::document : BestAs::values, a.format());
  });
  whenGiven(study("stop", "Start no more trials; those that run go on"), service,
            [&a](ServiceClient& client) { return stopStudy(client, text(a.study)); });
  CLI::App* add = study("add", "Let a study have more trials");
  add->add_option("N", a.limit, "How many more")->required()->check(CLI::Range(1, 1'000'000));
  whenGiven(add, service,
            [&a](ServiceClient& client) { return addTrials(client, text(a.study), a.limit); });
  CLI::App* exported = study("export", "Write a study as a journal for Optuna and its dashboard");
  exported->add_option("FILE", a.output, "The file; - prints it")->required();
  exported->add_flag("--force", a.force, "Overwrite an existing file");
  whenGiven(exported, action, [&a] {
    const QString file = a.output == "-" ? QStringLiteral("-") : absolute(a.output);
    return exportStudy({text(a.study), file, a.force});
  });
}

}  // namespace trainyard
