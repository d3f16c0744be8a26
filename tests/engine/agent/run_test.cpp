// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt from outside: folder, refusals, what the ranks see and what is left.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <thread>

#include "engine/agent/processes/process_table.h"
#include "tests/engine/agent/agent_process.h"

using namespace trainyard;
using namespace std::chrono_literals;

TEST(Run, HeaderFirstEventsBetweenEndLastAndNothingLeft) {
  AgentProcess agent;
  const char* script =
      "echo out; echo err >&2; echo "
      "'{\"event\":\"metrics\",\"step\":1,\"values\":{\"train/loss\":2.5}}' > "
      "\"$TRAINYARD_EVENTS\"; dirname \"$TRAINYARD_EVENTS\"";
  ASSERT_EQ(agent.run({"--job-id", "j7"}, {"sh", "-c", script}), 0) << agent.error_output();
  const auto events = agent.events();
  ASSERT_EQ(events.size(), 3u);
  const auto* header = std::get_if<HeaderEvent>(&events[0].body);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->attempt, 1);
  EXPECT_EQ(header->job_id, "j7");
  ASSERT_EQ(header->nodes.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<MetricsEvent>(events[1].body));
  EXPECT_EQ(agent.end().outcome, Outcome::completed);
  const std::string output = agent.output();
  EXPECT_EQ(output.substr(0, 4), "out\n");
  EXPECT_EQ(agent.output("stderr.log"), "err\n");
  EXPECT_EQ(agent.output(("nodes/" + header->nodes[0] + "/rank-0.out").c_str()), output);
  const std::string private_folder = output.substr(4, output.size() - 5);
  EXPECT_FALSE(std::filesystem::exists(private_folder)) << private_folder;
}

TEST(Run, EveryStartIsAnAttempt) {
  AgentProcess agent;
  ASSERT_EQ(agent.run({}, {"true"}), 0);
  ASSERT_EQ(agent.run({}, {"sh", "-c", "exit 17"}), 17);
  EXPECT_EQ(agent.end(1).outcome, Outcome::completed);
  EXPECT_EQ(agent.end(2).code, "failure.exit_code");
  EXPECT_EQ(agent.end(2).rank, 0);
}

TEST(Run, ASecondAgentOnTheFolderIsRefused) {
  if (const char* why = emulated_kernel()) GTEST_SKIP() << why;
  AgentProcess agent;
  const pid_t first = agent.start({}, {"sleep", "60"});
  ASSERT_TRUE(
      wait_until([&] { return agent.agent_file().has_value() && !agent.processes().empty(); }));
  TemporaryFolder output;
  const std::string command = std::string(YARD_AGENT) + " run --run-dir '" +
                              agent.run_dir().string() + "' -- true 2> '" +
                              (output.path() / "e").string() + "'";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  std::ifstream file(output.path() / "e");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("already in use by the agent with PID " + std::to_string(first)),
            std::string::npos)
      << text;
  EXPECT_FALSE(std::filesystem::exists(agent.attempt(2)));
  ::kill(first, SIGTERM);
  EXPECT_EQ(agent.wait(), 128 + SIGTERM);
}

// The one whose claim comes first has attempt 1 and goes on undisturbed; the other makes no
// attempt.
TEST(Run, OfAgentsStartedAtOnceExactlyOneRuns) {
  AgentProcess agent;
  const std::string command =
      std::string(YARD_AGENT) + " run --run-dir '" + agent.run_dir().string() +
      "' -- sh -c 'while [ ! -e \"$TRAINYARD_RUN_DIR/go\" ]; do sleep 0.05; done' 2> /dev/null";
  std::vector<std::future<int>> agents;
  for (int i = 0; i < 6; ++i)
    agents.push_back(
        std::async(std::launch::async, [&] { return WEXITSTATUS(std::system(command.c_str())); }));
  const auto ended = [&] {
    return std::count_if(agents.begin(), agents.end(), [](auto& status) {
      return status.wait_for(0s) == std::future_status::ready;
    });
  };
  const bool five_gave_way =
      wait_until([&] { return ended() == 5 && agent.agent_file().has_value(); });
  std::ofstream(agent.run_dir() / "go") << "";
  std::vector<int> codes;
  for (auto& status : agents) codes.push_back(status.get());
  std::sort(codes.begin(), codes.end());
  EXPECT_TRUE(five_gave_way) << "while the one that runs goes on";
  EXPECT_EQ(codes, (std::vector<int>{0, 2, 2, 2, 2, 2}));
  EXPECT_FALSE(std::filesystem::exists(agent.attempt(2)));
  EXPECT_EQ(agent.end(1).outcome, Outcome::completed);
}

TEST(Run, BadBeginningsAreOneSentence) {
  AgentProcess agent;
  EXPECT_EQ(agent.run({}, {"no-such-program"}), 2);
  EXPECT_EQ(agent.end(1).code, "program.not_in_path");
  EXPECT_EQ(agent.run({}, {"absent.py"}), 2);
  EXPECT_EQ(agent.end(2).code, "program.not_in_code");
  EXPECT_NE(agent.end(2).reason.find("'absent.py'"), std::string::npos);
  EXPECT_EQ(agent.run({"--working-directory", "/nowhere"}, {"true"}), 2);
  EXPECT_NE(agent.end(3).reason.find("/nowhere"), std::string::npos) << agent.end(3).reason;
  EXPECT_EQ(agent.run({"--address", "localhost"}, {"true"}), 2);
  EXPECT_EQ(agent.run({"--nodes", "2"}, {"true"}), 2) << "several nodes need a scheduler";
  EXPECT_FALSE(std::filesystem::exists(agent.attempt(4))) << "refused before an attempt was made";
}

TEST(Run, ATakenPortIsNamed) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(fd, 1), 0);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  const std::string port = std::to_string(ntohs(address.sin_port));
  AgentProcess agent;
  EXPECT_EQ(agent.run({"--port", port}, {"true"}), 3);
  EXPECT_EQ(agent.error_output(), "yard-agent: The live stream cannot listen on 127.0.0.1 port " +
                                      port +
                                      " (Address already in use); omit --port to use a free one\n");
  EXPECT_FALSE(std::filesystem::exists(agent.attempt(1))) << "nothing is left behind";
  EXPECT_EQ(agent.run({"--nproc-per-node", "2", "--variable", "MASTER_PORT=" + port}, {"true"}), 3);
  EXPECT_EQ(agent.end(1).code, "port.of_ranks_taken");
  ::close(fd);
}

TEST(Run, HostileArgumentsReachTheProgramAsTheyAre) {
  AgentProcess agent;
  const std::vector<std::string> hostile = {"$(touch canary)",
                                            "`touch canary`",
                                            "; touch canary",
                                            "a b",
                                            "'",
                                            "\"",
                                            "-rf",
                                            "--",
                                            "line\nbreak",
                                            "*"};
  std::vector<std::string> command = {"sh", "-c", "printf '%s|' \"$@\"", "sh"};
  command.insert(command.end(), hostile.begin(), hostile.end());
  ASSERT_EQ(agent.run({}, command), 0);
  std::string expected;
  for (const std::string& each : hostile) expected += each + "|";
  EXPECT_EQ(agent.output(), expected);
  EXPECT_FALSE(std::filesystem::exists(agent.run_dir() / "canary"));
}

TEST(Run, RanksInheritNothingOpen) {
  AgentProcess agent;
  const char* script =
      "i=3; while [ $i -lt 256 ]; do if [ -e /proc/$$/fd/$i ]; then echo $i is open; fi; "
      "i=$((i+1)); done; echo done";
  ASSERT_EQ(agent.run({}, {"sh", "-c", script}), 0);
  EXPECT_EQ(agent.output(), "done\n");
}

TEST(Run, AResumedCommandIsToldWhereToGoOn) {
  AgentProcess agent;
  const std::vector<std::string> command = {"sh", "-c", "echo \"[$TRAINYARD_RESUME] $1\"", "sh",
                                            "{resume_from}"};
  const auto checkpoint = agent.run_dir() / "checkpoints/checkpoint-5";
  std::filesystem::create_directories(checkpoint);
  std::ofstream(checkpoint / "trainer_state.json") << "{}";
  ASSERT_EQ(agent.run({}, command), 0);
  EXPECT_EQ(agent.output(), "[] \n") << "the first attempt begins again";
  ASSERT_EQ(agent.run({}, command), 0);
  EXPECT_EQ(agent.output("stdout.log", 2), "[1] " + checkpoint.string() + "\n");
}

TEST(Run, WhatIsWrittenIsItsOwnersAloneOrTheGroupsToRead) {
  const mode_t before = ::umask(0);
  const auto mode = [](const std::filesystem::path& path) {
    return static_cast<unsigned>(std::filesystem::status(path).permissions()) & 0777;
  };
  const std::vector<std::string> command = {
      "sh", "-c", "mkdir \"$TRAINYARD_RUN_DIR/made\"; echo x > \"$TRAINYARD_RUN_DIR/made/file\""};
  AgentProcess alone, shared;
  EXPECT_EQ(alone.run({}, command), 0);
  EXPECT_EQ(shared.run({}, command, {{"TRAINYARD_UMASK", "027"}}), 0);
  ::umask(before);
  for (const AgentProcess* agent : {&alone, &shared}) {
    const bool is_shared = agent == &shared;
    for (const std::filesystem::path& folder :
         {agent->run_dir() / "attempts", agent->attempt(), agent->attempt() / "nodes",
          agent->run_dir() / "made"})
      EXPECT_EQ(mode(folder), is_shared ? 0750u : 0700u) << folder;
    for (const std::filesystem::path& file :
         {agent->attempt() / "events.jsonl", agent->attempt() / "stdout.log",
          agent->run_dir() / "made/file"})
      EXPECT_EQ(mode(file), is_shared ? 0640u : 0600u) << file;
    EXPECT_EQ(mode(agent->attempt() / "agent.json"), 0600u) << "the token is nobody else's";
  }
}

TEST(Run, PrintedLossesAppearWhileLinesKeepComingAndSurviveAKill) {
  AgentProcess agent;
  agent.start({"--metrics", "huggingface"},
              {"sh", "-c",
               "i=0; while :; do echo \"{'loss': $i.5, 'epoch': 1}\"; i=$((i+1)); sleep 0.05; "
               "done"});
  const auto points = [&] {
    std::vector<double> times;
    if (std::filesystem::exists(agent.attempt() / "events.jsonl"))
      for (const Event& event : agent.events())
        if (std::holds_alternative<MetricsEvent>(event.body)) times.push_back(event.time);
    return times;
  };
  ASSERT_TRUE(wait_until([&] { return points().size() >= 30; }));
  ::kill(agent.pid(), SIGKILL);
  agent.wait();
  const auto times = points();
  EXPECT_GT(times.back() - times.front(), 1.0) << "each has the time of its line";
  std::size_t lines = 0;
  for (const char c : agent.output()) lines += c == '\n';
  EXPECT_LE(lines, times.size() + 25) << "what was printed a second before the kill is there";
}

TEST(Run, LinesTooLongForMetricsAreSaid) {
  AgentProcess agent;
  const char* script =
      "printf '{\"loss\": 1, \"text\": \"'; head -c 132000 /dev/zero | tr '\\0' x; echo '\"}'; "
      "echo '{\"loss\": 2}'";
  ASSERT_EQ(agent.run({"--metrics", "jsonl"}, {"sh", "-c", script}), 0);
  int points = 0, notes = 0;
  for (const Event& event : agent.events()) {
    points += std::holds_alternative<MetricsEvent>(event.body);
    if (const auto* message = std::get_if<MessageEvent>(&event.body))
      notes += message->code == "metrics.long_lines" &&
               get<std::int64_t>(message->arguments, "count") == 1;
  }
  EXPECT_EQ(points, 1) << "the short one";
  EXPECT_EQ(notes, 1);
}

TEST(Run, BadLinesAreSkippedAndSaid) {
  AgentProcess agent;
  ASSERT_EQ(agent.run({}, {"sh", "-c",
                           "head -c 9000 /dev/zero | tr '\\0' x > \"$TRAINYARD_EVENTS\"; echo > "
                           "\"$TRAINYARD_EVENTS\"; echo nonsense > \"$TRAINYARD_EVENTS\""}),
            0);
  bool is_said = false;
  for (const Event& event : agent.events())
    if (const auto* message = std::get_if<MessageEvent>(&event.body))
      is_said = is_said ||
                (message->code == "events.bad_lines" && message->level == MessageLevel::warning);
  EXPECT_TRUE(is_said);
}

TEST(Script, FindsTheEnvironmentAsItIsAndEndsTheAgentLikeItself) {
  AgentProcess agent;
  const std::string folder = agent.run_dir().string();
  const std::vector<std::string> options = {"--workload",          "script", "--metrics", "auto",
                                            "--working-directory", folder,   "--umask",   "0027"};
  const char* script = "env | sort; umask; pwd; echo '{\"step\": 3, \"loss\": NaN}'; exit 4";
  EXPECT_EQ(agent.run(options, {"/bin/sh", "-c", script},
                      {{"SLURM_PROCID", "0"}, {"RANK", "7"}, {"TRAINYARD_UMASK", "027"}}),
            4);
  const std::string output = agent.output();
  for (const char* line : {"SLURM_PROCID=0\n", "RANK=7\n", "\n0027\n", "\"step\": 3"})
    EXPECT_NE(output.find(line), std::string::npos) << line;
  EXPECT_NE(output.find("\n" + folder + "\n"), std::string::npos);
  for (const char* name : {"TRAINYARD_EVENTS", "OMP_NUM_THREADS", "PYTHONUNBUFFERED", "PYTHONPATH"})
    EXPECT_EQ(output.find(std::string("\n") + name) != std::string::npos,
              std::getenv(name) != nullptr)
        << name;
  EXPECT_EQ(agent.end().code, "failure.exit_code");
  EXPECT_EQ(agent.run({"--workload", "script"}, {"/bin/sh", "-c", "kill -ABRT $$"}), 128 + SIGABRT);
}

TEST(Script, ReadsTheFileOfItsInput) {
  AgentProcess agent;
  const std::string folder = agent.run_dir().string();
  std::ofstream(agent.run_dir() / "in-7.txt") << "from the file\n";
  const std::vector<std::string> options = {"--workload", "script",       "--working-directory",
                                            folder,       "--input-file", "in-%a.txt"};
  EXPECT_EQ(agent.run(options, {"/bin/cat"}, {{"SLURM_ARRAY_TASK_ID", "7"}}), 0);
  EXPECT_EQ(agent.output(), "from the file\n");
  AgentProcess without;
  EXPECT_NE(without.run(options, {"/bin/cat"}, {{"SLURM_ARRAY_TASK_ID", "8"}}), 0);
  EXPECT_EQ(without.end().code, "program.no_input");
}

TEST(Script, TellsOfATracebackBehindAPipe) {
  AgentProcess agent;
  EXPECT_EQ(
      agent.run(
          {"--workload", "script"},
          {"/bin/sh", "-c",
           "printf 'Traceback (most recent call last):\\n  File \"t\"\\nKeyError: 3\\n' >&2"}),
      0);
  bool is_said = false;
  for (const Event& event : agent.events())
    if (const auto* message = std::get_if<MessageEvent>(&event.body))
      is_said |= message->code == "script.traceback_at_end";
  EXPECT_TRUE(is_said);
}

// In a job only what the agent alone got is handed on; here its SIGTERM is a stop.
TEST(Script, GetsTheAgentsSignalsOnce) {
  AgentProcess agent;
  const char* script =
      "trap 'echo usr1' USR1; trap 'echo usr2' USR2; trap 'echo term' TERM; echo ready\n"
      "n=0; while [ $n -lt 100 ]; do sleep 0.1 & wait $!; n=$((n + 1)); [ -e stop ] && exit 0; "
      "done";
  const pid_t pid = agent.start({"--workload", "script", "--scheduler", "slurm", "--job-id", "1",
                                 "--working-directory", agent.run_dir().string()},
                                {"/bin/sh", "-c", script});
  ASSERT_TRUE(wait_until([&] { return agent.output().find("ready") != std::string::npos; }));
  for (const int signal : {SIGUSR1, SIGUSR2, SIGTERM}) {
    ::kill(pid, signal);
    std::this_thread::sleep_for(400ms);
  }
  std::ofstream(agent.run_dir() / "stop") << "";
  EXPECT_EQ(agent.wait(), 0);
  EXPECT_EQ(agent.output(), "ready\nusr1\nusr2\nterm\n");
  EXPECT_EQ(agent.end().outcome, Outcome::completed);
}

// All processes of the job got it, as when Slurm cancels: the script's own good end is that stop's.
TEST(Script, AStopOfTheWholeJobIsOneAlsoWhenTheScriptEndsAtOnce) {
  AgentProcess agent;
  const pid_t pid =
      agent.start({"--workload", "script", "--scheduler", "slurm", "--job-id", "1",
                   "--working-directory", agent.run_dir().string()},
                  {"/bin/sh", "-c", "trap 'exit 0' TERM; echo ready; sleep 60 & wait"});
  ASSERT_TRUE(wait_until([&] { return agent.output().find("ready") != std::string::npos; }));
  for (const auto& each : agent::descendants(pid)) ::kill(each.pid, SIGTERM);
  ::kill(pid, SIGTERM);
  agent.wait();
  EXPECT_EQ(agent.end().outcome, Outcome::preempted);
}

TEST(Script, ItsOutputIsCopiedWhereItNamesIt) {
  AgentProcess agent;
  const std::string folder = agent.run_dir().string();
  EXPECT_EQ(agent.run({"--workload", "script", "--working-directory", folder, "--output-file",
                       "o-%j.txt", "--error-file", "e-%j.txt"},
                      {"/bin/sh", "-c", "echo out; echo err >&2"}, {{"SLURM_JOB_ID", "12"}}),
            0);
  const auto text_of = [&](const char* name) {
    std::ifstream file(agent.run_dir() / name);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  EXPECT_EQ(text_of("o-12.txt"), "out\n");
  EXPECT_EQ(text_of("e-12.txt"), "err\n");
  EXPECT_EQ(agent.run({"--workload", "script", "--working-directory", folder, "--output-file",
                       "logs/more/o.txt"},
                      {"/bin/sh", "-c", "echo deep"}),
            0);
  EXPECT_EQ(text_of("logs/more/o.txt"), "deep\n");
  EXPECT_EQ(agent.run({"--workload", "script", "--working-directory", folder, "--output-file",
                       "o-12.txt/no_folder.txt"},
                      {"/bin/sh", "-c", "echo out"}),
            0);
  const auto events = agent.events(3);
  EXPECT_TRUE(std::any_of(events.begin(), events.end(), [](const Event& event) {
    const auto* message = std::get_if<MessageEvent>(&event.body);
    return message && message->code == "output.no_copy";
  }));
}

// The points of a program that goes on from a state of its own.
TEST(Run, TheFirstStepOfAResumedCommandIsWhereItBegins) {
  AgentProcess agent;
  const auto print = [](int from, int to) {
    return "for i in $(seq " + std::to_string(from) + " " + std::to_string(to) +
           "); do echo \"{\\\"step\\\": $i, \\\"loss\\\": 1}\"; done";
  };
  ASSERT_EQ(agent.run({"--metrics", "jsonl"}, {"bash", "-c", print(1, 3)}), 0);
  ASSERT_EQ(agent.run({"--metrics", "jsonl"}, {"bash", "-c", print(3, 5)}), 0);
  const auto starts_of = [&](int attempt) {
    std::vector<std::int64_t> starts;
    for (const Event& event : agent.events(attempt))
      if (const auto* start = std::get_if<StartEvent>(&event.body))
        starts.push_back(start->resume_step);
    return starts;
  };
  EXPECT_EQ(starts_of(1), std::vector<std::int64_t>{});
  EXPECT_EQ(starts_of(2), std::vector<std::int64_t>{2});
}
