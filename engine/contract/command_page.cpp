// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/command_page.h"

namespace trainyard {
namespace {

// CLI11 writes the names of a choice as "TEXT:{one,other}", and a check as "INT:POSITIVE".
std::string kind_of_value(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto choices = type.find('{');
  return choices == type.npos ? type.substr(0, type.find_first_of(": "))
                              : type.substr(choices, type.rfind('}') + 1 - choices);
}

// Escapes what Markdown would interpret, but for the code between backticks.
std::string escaped(const std::string& text) {
  std::string result;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') is_code = !is_code;
    if (c == '|')
      result += "\\|";
    else if (c == '\n')
      result += ' ';
    else if (c == '<' && !is_code)
      result += "&lt;";
    else if (c == '*' && !is_code)
      result += "\\*";
    else
      result += c;
  }
  return result;
}

bool is_help(const CLI::Option& option) {
  return option.get_lnames() == std::vector<std::string>{"help"};
}

std::string options_table(const CLI::App& command) {
  std::string rows;
  for (const CLI::Option* option : command.get_options())
    if (!is_help(*option))
      rows += "| `" + escaped(name_with_value(*option)) + "` | " +
              escaped(option->get_description()) + " |\n";
  return rows.empty() ? rows : "\n| given | meaning |\n|---|---|\n" + rows;
}

std::string sentence(const std::string& text) {
  return escaped(text) + (text.ends_with('.') ? "\n" : ".\n");
}

std::string commands_within(const CLI::App& parent, const std::string& name) {
  std::string result;
  for (const CLI::App* command : parent.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;
    const std::string whole = name + " " + command->get_name();
    result += "\n### " + usage_of(*command, whole) + "\n\n" + sentence(command->get_description()) +
              options_table(*command) + commands_within(*command, whole);
  }
  return result;
}

}  // namespace

std::string name_with_value(const CLI::Option& option) {
  const std::string name = option.get_name(option.get_positional(), true);
  const bool takes_value = !option.get_positional() && option.get_expected_max() > 0;
  return takes_value ? name + " " + kind_of_value(option) : name;
}

std::string usage_of(const CLI::App& command, const std::string& name) {
  std::string usage = name;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string word = option->get_name(true);
    usage += option->get_required() ? " " + word : " [" + word + "]";
  }
  return usage;
}

std::string commands_markdown(const CLI::App& program) {
  return "## " + program.get_name() + "\n\n" + sentence(program.get_description()) +
         commands_within(program, program.get_name());
}

}  // namespace trainyard
