// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

SubmitOptions serviceOptions(const Arguments& a) {
  SubmitOptions options;
  options.target = text(a.target);
  for (const std::string& change : a.overrides) options.overrides << text(change);
  options.format = a.format();
  return options;
}

CLI::App* addServed(CLI::App& app, Arguments& a, const char* name, const char* help) {
  CLI::App* command = app.add_subcommand(name, help);
  command
      ->add_option("--set", a.overrides,
                   "A field of the experiment, such as resources.time_limit=02:00:00")
      ->allow_extra_args(false);
  command->add_flag("--json", a.json, "Print JSON");
  return command;
}

}  // namespace

void addTunnels(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* tunnel = app.add_subcommand(
      "tunnel", "Reach a port of a node from this computer, or `tunnel close ID`");
  tunnel->add_option("TARGET|RUN", a.name, "A target's name, or a run that runs");
  tunnel->add_option("PORT", a.port,
                     "PORT or NODE:PORT; for a run, default: the port that it has announced");
  tunnel->add_option("--local", a.localPort, "Port on this computer; default: a free one")
      ->check(CLI::Range(1, 65535));
  tunnel->add_flag("--json", a.json, "Print JSON");
  tunnel->require_subcommand(0, 1);
  CLI::App* close = tunnel->add_subcommand("close", "Close a tunnel");
  close->add_option("ID", a.tunnel, "Its ID, as listed by `yard tunnels`")->required();
  whenGiven(close, service, [&](ServiceClient& c) { return closeTunnel(c, a.tunnel); });
  tunnel->final_callback([&a, &service, close] {
    if (close->parsed()) return;
    if (a.name.empty()) throw CLI::RequiredError("TARGET|RUN");
    service = [&a](ServiceClient& c) {
      return openTunnel(c, text(a.name), text(a.port), a.localPort, a.format());
    };
  });
  CLI::App* all = app.add_subcommand("tunnels", "List open tunnels");
  all->add_flag("--json", a.json, "Print JSON, with the tokens of the addresses");
  whenGiven(all, service, [&](ServiceClient& c) { return listTunnels(c, a.format()); });
  CLI::App* jupyter =
      addServed(app, a, "jupyter", "Start Jupyter in a job and print its address here");
  jupyter->add_option("TARGET", a.target, "Where")->capture_default_str();
  jupyter->add_option("--folder", a.folder,
                      "Folder of the notebooks there; default: the home "
                      "folder");
  whenGiven(jupyter, service,
            [&](ServiceClient& c) { return startJupyter(c, serviceOptions(a), text(a.folder)); });
  CLI::App* board = addServed(app, a, "tensorboard",
                              "Start TensorBoard over a run's folder and print its address here");
  board->add_option("RUN", a.run, "Start of its UUID, its folder's name, or last")->required();
  whenGiven(board, service,
            [&](ServiceClient& c) { return startTensorboard(c, serviceOptions(a), text(a.run)); });
}

}  // namespace trainyard
