// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <string>
#include <vector>

#include <QByteArray>

#include "engine/agent/causes/error_output.h"
#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/jsonl_output.h"
#include "engine/agent/output/merged_output.h"
#include "engine/agent/output/printed_output.h"
#include "engine/agent/output/progress_bar.h"
#include "engine/agent/slurm/file_pattern.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/contract/line_pattern.h"
#include "remote/cli/terminal_filter.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

using namespace agent;

// Each event that a reader makes of the output can be written and read. Names that are not UTF-8
// may become equal when they are written; what is read then stays the same.
void checkEvent(const Event& event) {
  Event numbered = event;
  numbered.sequence = 1;
  const auto read = parse_event(to_line(numbered));
  require(read);
  const std::string line = to_line(*read);
  const auto again = parse_event(line);
  require(again && to_line(*again) == line);
  if (const auto* progress = std::get_if<ProgressEvent>(&event.body))
    require(std::isfinite(progress->done) && std::isfinite(progress->total));
}

void checkReaders(const std::vector<std::string>& lines, const std::string& pattern) {
  for (const ScriptMetrics kind :
       {ScriptMetrics::automatic, ScriptMetrics::huggingface, ScriptMetrics::jsonl}) {
    const auto reader = make_metrics_reader({kind, pattern, "", {}}, "/nonexistent", checkEvent);
    bool isError = false;
    for (const std::string& line : lines) {
      isError = !isError;
      if (isError)
        reader->error_line(line);
      else
        reader->output_line(line);
      reader->output_line(line);
      if (reader->waiting() % 3 == 2) reader->give_up_waiting();
    }
    reader->finish();
  }
}

void checkLine(const std::string& line) {
  if (const auto bar = parse_progress_bar(line)) require(bar->done >= 0 && bar->total >= 0);
  if (const auto bar = parse_training_bar(line)) require(bar->first >= 0 && bar->second >= 0);
  static_cast<void>(parse_printed_dictionary(line));
  static_cast<void>(classify_error(line));
}

// Nothing that a program prints drives the terminal that it is shown in, however it arrives.
void checkFilter(std::string_view input) {
  const QByteArray bytes(input.data(), static_cast<qsizetype>(input.size()));
  TerminalFilter whole, halves;
  const QByteArray all = whole.pass(bytes);
  const QByteArray first = halves.pass(bytes.first(bytes.size() / 2));
  require(first + halves.pass(bytes.sliced(bytes.size() / 2)) == all);
  const QString text = QString::fromUtf8(all);
  for (qsizetype i = 0; i < text.size(); ++i) {
    const bool isColour = text[i] == QChar(0x1B) && i + 1 < text.size() && text[i + 1] == u'[';
    require(!drivesTerminal(text[i]) || isColour || text[i] == u'\r');
  }
}

}  // namespace

void fuzz_printed(std::string_view input) {
  std::string partial;
  std::vector<std::string> lines;
  cut_lines(partial, input, [&](const std::string& line) {
    require(line.size() <= max_printed_line_bytes && !line.empty());
    lines.push_back(line);
  });
  for (const std::string& line : lines) checkLine(line);
  checkReaders(lines, "");
  checkReaders(lines, "step {step}{*}loss{*}{loss}");
  // The input as a pattern of its own lines.
  if (!lines.empty() && LinePattern::parse(lines.front())) checkReaders(lines, lines.front());
  static_cast<void>(parse_trainer_state(input));
  if (const auto found = find_error(input)) require(!found->code.empty());
  static_cast<void>(find_launcher_report(input));
  require(last_line(input).size() <= 300);
  MergedOutput merged(1 << 16);
  std::string all = merged.take(0, false, input.substr(0, input.size() / 2), 1.5);
  all += merged.take(1, true, input.substr(input.size() / 2), 2.5) + merged.finish(3.5);
  require(all.empty() || all.ends_with('\n'));
  const Environment environment{{"SLURM_JOB_ID", "12"}, {"SLURM_ARRAY_TASK_ID", "3"}};
  const auto name = file_of_pattern(input.substr(0, 512), environment, "/run");
  require(name.string().size() <= 1 << 20);
  checkFilter(input);
}

}  // namespace trainyard
