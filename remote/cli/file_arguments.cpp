// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"
#include "remote/cli/file_commands.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

CLI::App* addPlace(CLI::App& app, Arguments& a, const char* name, const char* help) {
  CLI::App* command = app.add_subcommand(name, help);
  command
      ->add_option("TARGET:PATH", a.folder,
                   "A path there; one that is not absolute is below the home folder")
      ->required();
  return command;
}

}  // namespace

void addFiles(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* list = addPlace(app, a, "ls", "List a folder of a target, or a file");
  list->add_flag("--json", a.json, "Print JSON");
  whenGiven(list, service,
            [&](ServiceClient& client) { return listPlace(client, text(a.folder), a.format()); });
  CLI::App* cat = addPlace(app, a, "cat", "Print a file of a target");
  CLI::Option* bytes = cat->add_option("--bytes", a.bytes, "Only the first N bytes");
  bytes->type_name("N")->check(CLI::PositiveNumber);
  cat->add_option("--tail", a.tail, "Only the last N lines")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->excludes(bytes);
  whenGiven(cat, service, [&](ServiceClient& client) {
    return printPlace(client, text(a.folder), {a.bytes, a.tail});
  });
}

}  // namespace trainyard
