// SPDX-License-Identifier: GPL-3.0-or-later
// `yard mcp` and `yard consent`: agents, and a person's answers to them.
#include <cmath>

#include <QDir>

#include "remote/cli/arguments.h"
#include "remote/cli/consent_commands.h"
#include "remote/cli/output.h"
#include "remote/mcp/serve_mcp.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// An agent's client may start programs anywhere; all below a home folder is no folder of
// experiments.
QString folderOf(const std::string& given) {
  if (!given.empty()) return QDir(absolute(given)).canonicalPath();
  const QString current = QDir::current().canonicalPath();
  const bool isTooWide = current == QLatin1String("/") || current == QDir::home().canonicalPath();
  return isTooWide ? QString() : current;
}

void addServer(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* mcp = app.add_subcommand(
      "mcp", "Serve an agent over the Model Context Protocol, on standard input and output");
  CLI::Option* hours =
      mcp->add_option("--gpu-hours", a.gpuHours,
                      "GPU-hours that the session may spend once a person has allowed it")
          ->check(CLI::NonNegativeNumber);
  CLI::Option* jobs = mcp->add_option("--jobs", a.jobs, "Jobs that it may submit then")
                          ->check(CLI::NonNegativeNumber);
  CLI::Option* targets =
      mcp->add_option("--targets", a.files, "Where: names of targets with commas between them")
          ->delimiter(',')
          ->type_name("TARGET,...");
  hours->needs(targets);
  jobs->needs(targets);
  mcp->add_option("--folder", a.folder,
                  "The only folder whose files it reads (default: the current one)")
      ->check(CLI::ExistingDirectory);
  whenGiven(mcp, action, [&] {
    SessionOptions options{{a.gpuHours, a.jobs, {}}, folderOf(a.folder), {}};
    for (const std::string& target : a.files) options.budget.targets << text(target);
    options.version = QCoreApplication::applicationVersion();
    return serveMcp(std::move(options));
  });
}

void addAnswers(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* consent =
      app.add_subcommand("consent", "Show what agents ask to spend, and answer them");
  CLI::Option* id = consent->add_option("ID", a.what, "A request, as listed");
  CLI::Option* allow = consent
                           ->add_option("--allow", a.into,
                                        "once: this alone; session: also what follows, "
                                        "within the session's budget")
                           ->check(CLI::IsMember({"once", "session"}))
                           ->needs(id);
  CLI::Option* deny = consent->add_flag("--deny", a.force, "Refuse it")->needs(id)->excludes(allow);
  consent->add_option("--words", a.words, "What the agent is told with a refusal")->needs(deny);
  consent->add_flag("--document", a.list, "Only print the document that would be submitted")
      ->needs(id)
      ->excludes(allow)
      ->excludes(deny);
  consent->add_flag("--json", a.json, "Print JSON")->excludes(allow)->excludes(deny);
  consent->final_callback([&a, &service, id] {
    ConsentOptions options{id->count() > 0 ? text(a.what) : QString(), std::nullopt, text(a.words),
                           a.format()};
    if (!a.into.empty()) options.answer = value_named<ConsentState>(a.into);
    if (a.force) options.answer = ConsentState::denied;
    service = [options](ServiceClient& c) { return answerConsents(c, options); };
  });
}

}  // namespace

void addAgents(CLI::App& app, Arguments& a, std::function<int()>& action,
               std::optional<WithClient>& service) {
  addServer(app, a, action);
  addAnswers(app, a, service);
}

}  // namespace trainyard
