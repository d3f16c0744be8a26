// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/command.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<CommandSection>& section) {
  section.field("launcher", &CommandSection::launcher)
      .label("Launcher")
      .help("What starts the processes of the program. With none, the agent starts them itself.");
  section.field("program", &CommandSection::program)
      .label("Program")
      .help(
          "Program to run. A .py file is run with the environment's python. It is looked up in the "
          "run's code folder first. The word engine means Trainyard's own trainer, which is sent "
          "along.")
      .pattern(R"([^\-\s][^\n]*)",
               "a program's name or path that does not start with a dash or a space");
  section.field("arguments", &CommandSection::arguments)
      .label("Arguments")
      .help(
          "Arguments of the program, each passed on as it stands, without a shell. Placeholders "
          "such as {run_dir} and {resume_from} are replaced.");
  section.field("metrics", &CommandSection::metrics)
      .label("Metrics")
      .help(
          "Where the curves come from: whatever the program prints (auto), a Hugging Face Trainer "
          "alone, JSON lines alone, or nowhere.");
  section.field("metrics_pattern", &CommandSection::metrics_pattern)
      .label("Pattern of metrics")
      .help(
          "How a printed line is read, where it is not read rightly by itself: iter {step}: loss "
          "{loss}, {*} lr {lr}. Each {name} is a number, {*} any text. Only lines that fit are "
          "read then.")
      .tier(Tier::advanced);
  section.field("metrics_step", &CommandSection::metrics_step)
      .label("Step of metrics")
      .help(
          "The printed name whose number is the step, where another one was taken for it: "
          "samples_seen.")
      .tier(Tier::advanced);
  section.field("metrics_leave_out", &CommandSection::metrics_leave_out)
      .label("Metrics left out")
      .help("Names of curves that are not wanted of what is printed: mfu, train/time.")
      .tier(Tier::advanced);
  section.field("stop_signal", &CommandSection::stop_signal)
      .label("Stop signal")
      .help("Signal that tells the program to save and stop.")
      .pattern(R"(SIG(TERM|INT|HUP|QUIT|USR1|USR2))",
               "one of SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2")
      .tier(Tier::expert);
}

}  // namespace trainyard
