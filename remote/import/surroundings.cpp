// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/surroundings.h"

#include <algorithm>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/experiment.h"
#include "remote/import/key_table.h"
#include "remote/import/shell_scan.h"

namespace trainyard {
namespace {

// Variables about how processes find each other and their ranks: set by whoever starts them.
bool is_launch_variable(std::string_view name) {
  return is_one_of(name, {"MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK", "LOCAL_RANK",
                          "NODE_RANK", "LOCAL_WORLD_SIZE", "GROUP_RANK", "PYTHONUNBUFFERED"}) ||
         name.starts_with("SLURM_");
}

// Whether a shell elsewhere gives the same result: it does not depend on the script.
bool stands_alone(const ShellText& text) {
  for (const ShellPiece& piece : text.pieces()) {
    if (piece.is_known) continue;
    if (!piece.seen.empty()) return false;
    const std::string& written = piece.text;
    const bool is_command = written.starts_with("$(") || written.starts_with("`");
    if (is_command && written.find('$', 1) != written.npos) return false;
    if (written.size() > 1 && written[0] == '$' && !is_command && !is_name_part(written[1]) &&
        written[1] != '{')
      return false;
    if (written.size() > 1 && written[1] >= '0' && written[1] <= '9') return false;
    if (written.starts_with("${") && written.size() > 2 && !is_name_part(written[2])) return false;
    if (written.starts_with("${") && written.size() > 2 && written[2] <= '9') return false;
    if (written == "..." || written == "*") return false;
  }
  return true;
}

std::string in_double_quotes(const ShellText& text) {
  std::string out = "\"";
  for (const ShellPiece& piece : text.pieces())
    for (const char c : piece.text) {
      if (piece.is_known && std::string_view("\"\\$`").find(c) != std::string_view::npos)
        out += '\\';
      out += c;
    }
  return out + "\"";
}

class SurroundingsReader {
 public:
  SurroundingsReader(const Launch& launch, const SlurmExtras& extras, Draft& draft)
      : launch_(launch), extras_(extras), draft_(draft) {}

  void read(bool keeps_wrappers) {
    setup();
    variables();
    if (!modules_.empty()) draft_.set("environment.modules", modules_, modules_origin_);
    if (!commands_.empty()) draft_.set("environment.setup_commands", commands_, commands_origin_);
    if (launch_.conda) draft_.set("environment.conda", launch_.conda->value, launch_.conda->origin);
    container();
    folder();
    for (const LaunchWrapper& wrapper : launch_.wrappers)
      if (!keeps_wrappers) draft_.note("import.wrapper", wrapper.origin, {{"text", wrapper.text}});
  }

 private:
  using Setup = ShellSetup::Kind;

  Origin origin_of(const ShellSetup& one) const {
    return {launch_.origin.file, one.line, shortened(one.command)};
  }
  void add_command(const std::string& command, const Origin& origin) {
    if (commands_.empty()) commands_origin_ = origin;
    commands_.push_back(command);
  }

  // Uses fields if they mean the same; commands whose order matters stay as lines.
  void setup() {
    bool is_plain = true;
    for (const ShellSetup& one : launch_.setup) {
      const bool is_purge = one.command == "module purge" || one.command == "ml purge";
      if (!one.is_certain) {
        draft_.note("import.unresolved", origin_of(one));
      } else if (is_plain && is_purge) {
        if (modules_.empty()) modules_origin_ = origin_of(one);
        modules_.push_back("purge");
      } else if (is_plain && one.kind == Setup::module && !one.name.empty() &&
                 fits("environment.modules", List{one.name})) {
        if (modules_.empty()) modules_origin_ = origin_of(one);
        modules_.push_back(one.name);
      } else if (is_plain && one.kind == Setup::venv && !one.name.empty() &&
                 !draft_.has("environment.venv")) {
        draft_.set("environment.venv", one.name, origin_of(one));
      } else if (is_plain && one.kind == Setup::conda && !one.name.empty() &&
                 !draft_.has("environment.conda")) {
        draft_.set("environment.conda", one.name, origin_of(one));
      } else if (is_conda_hook(one)) {
        continue;  // environment.conda does the same
      } else {
        line(one, is_plain);
      }
    }
  }
  void line(const ShellSetup& one, bool& is_plain) {
    const bool is_module = one.kind == Setup::module || one.command.starts_with("module ") ||
                           one.command.starts_with("ml ");
    if (is_module && is_plain)
      add_command("type -t module >/dev/null || . /etc/profile", origin_of(one));
    is_plain &= !is_module;
    // Several modules on one line are one command.
    if (commands_.empty() || commands_.back() != Value(one.command))
      add_command(one.command, origin_of(one));
    if (one.command.starts_with("source ") || one.command.starts_with(". "))
      draft_.note("import.sourced", origin_of(one));
  }
  static bool is_conda_hook(const ShellSetup& one) {
    return (one.command.starts_with("source ") || one.command.starts_with(". ")) &&
           (one.command.find("conda.sh") != std::string::npos ||
            one.command.find(".bashrc") != std::string::npos ||
            one.command.find("/etc/profile") != std::string::npos);
  }
  static bool fits(const char* path, const Value& value) {
    return check_field(*find_field(path), value).empty();
  }

  void variables() {
    Map known;
    Origin origin;
    const auto add = [&](const LaunchVariable& one) {
      if (is_launch_variable(one.name)) return draft_.note("import.no_effect", one.origin);
      const std::string written = one.value.written();
      if (one.value.is_known()) {
        if (known.empty()) origin = one.origin;
        std::erase_if(known, [&](const auto& other) { return other.first == one.name; });
        known.emplace_back(one.name, written);
      } else if (written == "$" + one.name && one.value.seen().empty()) {
        if (known.empty()) origin = one.origin;
        known.emplace_back(one.name, Value());  // taken from the target
      } else if (stands_alone(one.value)) {
        add_command("export " + one.name + "=" + in_double_quotes(one.value), one.origin);
      } else {
        note_unresolved({one.name, written, one.origin, one.value.seen()}, draft_);
      }
    };
    for (const LaunchVariable& one : extras_.variables) add(one);
    for (const LaunchVariable& one : launch_.variables) add(one);
    if (!known.empty()) draft_.set("environment.variables", known, origin);
  }

  void container() {
    if (launch_.container && launch_.container->value.get_if<std::string>()) {
      const auto& text = *launch_.container->value.get_if<std::string>();
      if (text.find('$') == text.npos)
        draft_.set("environment.container", text, launch_.container->origin);
    }
    for (const Setting& option : launch_.of_container) {
      const bool is_idle = is_one_of(option.key, {"nv", "rocm", "quiet", "q", "silent", "s"});
      draft_.note(is_idle ? "import.no_effect" : "import.no_counterpart", option.origin,
                  {{"found", shortened(option.value)}});
    }
  }
  void folder() {
    if (launch_.folder.empty()) return;
    const std::string written = launch_.folder.written();
    const Origin origin{launch_.origin.file, launch_.folder_line, "cd " + shortened(written)};
    // It already starts in the folder from which the script was submitted.
    if (written == "$SLURM_SUBMIT_DIR" || written == "${SLURM_SUBMIT_DIR}" || written == "$PWD" ||
        written == ".")
      return draft_.note("import.no_effect", origin);
    if (launch_.folder.is_known()) {
      draft_.set("code.source", written, origin);
    } else if (written.starts_with("$HOME/") && launch_.folder.pieces().size() == 2) {
      draft_.set("code.source", "~" + written.substr(5), origin);
    } else {
      return note_unresolved({"cd", written, origin, launch_.folder.seen()}, draft_);
    }
    draft_.note("import.folder", origin);
  }

  const Launch& launch_;
  const SlurmExtras& extras_;
  Draft& draft_;
  List modules_, commands_;
  Origin modules_origin_, commands_origin_;
};

}  // namespace

std::string seen_words(const std::vector<SeenValue>& seen) {
  // All of some, the first and the last of many.
  constexpr std::size_t shown = 6;
  std::string out;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const bool is_passed_over = seen.size() > shown && i >= shown / 2 && i + 1 < seen.size();
    if (is_passed_over) {
      if (i == shown / 2) out += ", ...";
      continue;
    }
    if (i > 0) out += i + 1 == seen.size() ? " or " : ", ";
    out += seen[i].text.empty() ? "nothing" : shortened(seen[i].text);
    if (seen[i].line > 0) out += " (line " + std::to_string(seen[i].line) + ")";
  }
  return out;
}

void note_unresolved(const Unresolved& one, Draft& draft) {
  if (one.seen.size() > 1)
    draft.note("import.undecided", one.origin, {{"values", seen_words(one.seen)}});
  else
    draft.note("import.unresolved", one.origin);
}

void carry_surroundings(const Launch& launch, const SlurmExtras& extras, bool keeps_wrappers,
                        Draft& draft) {
  SurroundingsReader(launch, extras, draft).read(keeps_wrappers);
}

void note_rest(const Script& script, const std::vector<std::string>& read, Draft& draft) {
  std::vector<int> lines;
  for (const ScriptLine& other : script.others)
    if (std::find(read.begin(), read.end(), file_name_of(other.writes)) != read.end())
      continue;
    else if (other.is_prepared)
      draft.note("import.script_line", other.origin);
    else
      lines.push_back(other.origin.line);
  for (const Origin& origin : script.submissions) draft.note("import.submits", origin);
  for (const Origin& origin : script.scripts) draft.note("import.script_started", origin);
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::string numbers;
  for (const int line : lines) numbers += (numbers.empty() ? "" : ", ") + std::to_string(line);
  if (!lines.empty() && !script.others.empty())
    draft.note("import.flow", {script.others.front().origin.file, lines.front(), {}},
               {{"lines", (lines.size() == 1 ? "line " : "lines ") + numbers}}, Severity::info);
  std::string defaults;
  for (const ShellDefault& one : script.defaults)
    defaults += (defaults.empty() ? "" : ", ") + one.name + " = " + shortened(one.value);
  if (!script.defaults.empty())
    draft.note("import.defaults_taken",
               {script.launches.empty() ? std::string() : script.launches.front().origin.file,
                script.defaults.front().line,
                {}},
               {{"values", defaults}});
}

}  // namespace trainyard
