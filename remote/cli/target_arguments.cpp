// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"

#include <QDir>
#include <QFile>

#include "remote/cli/output.h"
#include "remote/cli/terminal_answers.h"
#include "remote/cli/usage_commands.h"
#include "remote/schedulers/site_profile.h"
#include "remote/values/text.h"

namespace trainyard {

QString absolute(const std::string& path) {
  return path.empty() ? QString() : QDir::current().absoluteFilePath(text(path));
}

namespace {

// The name of a site that is part of the program, or a file.
QString siteOf(const std::string& site) {
  const bool isFile = site.find('/') != site.npos || QFile::exists(text(site));
  return isFile && !knownSites().contains(text(site)) ? absolute(site) : text(site);
}

std::string siteHelp() {
  return "The profile of the cluster: " + knownSites().join(QStringLiteral(", ")).toStdString() +
         ", or a file of your own";
}

void addEdit(CLI::App& targets, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* edit = targets.add_subcommand("edit",
                                          "Change a cluster; other settings stay as "
                                          "they are");
  edit->add_option("NAME", a.name)->required();
  const auto* host = edit->add_option(
      "--host", a.host, "Alias from your ssh configuration, a host name, or USER@HOST:PORT");
  const auto* base = edit->add_option("--base", a.base, "Folder for new runs there");
  const auto* config = edit->add_option("--ssh-config", a.sshConfig,
                                        "ssh configuration file; an empty value means "
                                        "~/.ssh/config");
  auto* engine = edit->add_option("--engine", a.engine, "Folder there with engine and yard-agent");
  auto* site = edit->add_option("--site", a.site, siteHelp());
  auto* shares = edit->add_flag("--share-with-group", a.shares,
                                "Let your group there read the files of "
                                "runs");
  edit->add_flag("--no-engine", a.noEngine, "Send the engine")->excludes(engine);
  edit->add_flag("--no-site", a.noSite, "Use no profile of the cluster")->excludes(site);
  edit->add_flag("--no-share", a.sharesNot, "Let only you read the files of runs")
      ->excludes(shares);
  edit->final_callback([=, &a, &service] {
    TargetChanges changes;
    if (host->count() > 0) changes.host = text(a.host);
    if (base->count() > 0) changes.base = text(a.base);
    if (config->count() > 0) changes.sshConfig = absolute(a.sshConfig);
    if (engine->count() > 0 || a.noEngine) changes.engine = text(a.engine);
    if (site->count() > 0 || a.noSite) changes.site = siteOf(a.site);
    if (a.shares || a.sharesNot) changes.sharesWithGroup = a.shares;
    service = [&a, changes](ServiceClient& c) { return editTarget(c, text(a.name), changes); };
  });
}

}  // namespace

void addTargets(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* targets =
      app.add_subcommand("targets", "List, add, edit, remove, check or disconnect targets");
  targets->add_flag("--json", a.json, "Print JSON");
  targets->final_callback([&] {
    if (!service) service = [&](ServiceClient& c) { return listTargets(c, a.format()); };
  });
  CLI::App* add = targets->add_subcommand("add", "Add a cluster");
  add->add_option("NAME", a.name, "Its name here")->required();
  add->add_option("--host", a.host,
                  "Alias from your ssh configuration, a host name, or USER@HOST:PORT")
      ->required();
  add->add_option("--base", a.base, "Folder for runs there; default: show folders to choose from");
  add->add_option("--ssh-config", a.sshConfig,
                  "ssh configuration file to use instead of ~/.ssh/config");
  add->add_option("--engine", a.engine,
                  "Folder there with engine and yard-agent, if they should not be sent");
  add->add_option("--site", a.site, siteHelp());
  add->add_flag("--share-with-group", a.shares,
                "Let your group there read the files of runs; else only you can");
  whenGiven(add, service, [&](ServiceClient& c) {
    return addTarget(c, {text(a.name), text(a.host), absolute(a.sshConfig), text(a.base),
                         text(a.engine), a.shares, siteOf(a.site)});
  });
  addEdit(*targets, a, service);
  CLI::App* remove =
      targets->add_subcommand("remove", "Remove a cluster; its runs stay where they are");
  remove->add_option("NAME", a.name)->required();
  remove->add_flag("-y,--yes", a.yes, "Remove it without asking; required without a terminal");
  whenGiven(remove, service,
            [&](ServiceClient& c) { return removeTarget(c, text(a.name), a.ask()); });
  CLI::App* leave = targets->add_subcommand(
      "disconnect",
      "Log out of a cluster; its runs continue, and are followed again after the "
      "next login");
  leave->add_option("NAME", a.name)->required();
  whenGiven(leave, service, [&](ServiceClient& c) { return disconnectTarget(c, text(a.name)); });
  CLI::App* forget = targets->add_subcommand(
      "forget-passwords", "Remove what this computer's keychain has for a cluster");
  forget->add_option("NAME", a.name)->required();
  whenGiven(forget, service, [&](ServiceClient&) { return forgetPasswords(text(a.name)); });
  whenGiven(
      targets->add_subcommand("forget-keys", "Forget unlocked keys; the next login asks again"),
      service, [](ServiceClient& c) { return forgetKeys(c); });
  CLI::App* check = targets->add_subcommand("check", "Check that runs can be submitted there");
  check->add_option("NAME", a.name)->required();
  check->add_flag("--job", a.job, "Also run a one-minute job that checks a node");
  check->add_flag("--keep-password", a.keepPassword,
                  "Keep the password or passphrase that is typed in this computer's keychain");
  check->add_flag("--json", a.json, "Print JSON");
  whenGiven(check, service, [&](ServiceClient& c) {
    if (a.keepPassword)
      c.setAnswerer(terminalAnswerer(KeepPasswords::yes), ServiceClient::Calls::typed);
    return checkTarget(c, text(a.name), a.job ? CheckTarget::withJob : CheckTarget::login,
                       a.format());
  });
  addUsage(*targets, a, service);
}

}  // namespace trainyard
