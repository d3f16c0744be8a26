// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/processes/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "engine/agent/processes/signals_blocked.h"
#include "engine/contract/messages.h"
#include "engine/system/descriptor.h"

namespace trainyard::agent {
namespace {

bool is_executable(const std::filesystem::path& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) read = ends[0], write = ends[1];
  }
  ~Pipe() {
    if (read >= 0) ::close(read);
    if (write >= 0) ::close(write);
  }
  void close_write() { ::close(std::exchange(write, -1)); }
};

// Ranks must not inherit the agent's sockets and files: one that a rank keeps open would seem to be
// in use after the agent dies.
void close_all_at_exec() {
#ifdef SYS_close_range
  constexpr unsigned close_on_exec = 4;  // CLOSE_RANGE_CLOEXEC
  if (::syscall(SYS_close_range, 3u, ~0u, close_on_exec) == 0) return;
#endif
  for (int fd = 3; fd < 4096; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);  // kernels before 5.11
}

// Only async-signal-safe calls are allowed between fork and exec.
[[noreturn]] void execute(const char* program, char** arguments, char** environment,
                          const ChildCommand& command, pid_t agent, int input, int output,
                          int error, int failure) {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, command.death_signal);
  if (command.umask) ::umask(*command.umask);
  if (::getppid() != agent) ::_exit(137);
  for (int number = 1; number < 32; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(input, 0);
  ::dup2(output, 1);
  ::dup2(error, 2);
  close_all_at_exec();
  if (::chdir(command.working_directory.c_str()) == 0) ::execve(program, arguments, environment);
  const int reason = errno;
  [[maybe_unused]] const ssize_t written = ::write(failure, &reason, sizeof reason);
  ::_exit(127);
}

}  // namespace

Environment own_environment() {
  Environment result;
  for (char** item = environ; *item; ++item)
    if (const char* equals = std::strchr(*item, '='))
      result.emplace(std::string(*item, static_cast<std::size_t>(equals - *item)), equals + 1);
  return result;
}

std::filesystem::path find_program(const std::string& program, const Environment& environment,
                                   const std::filesystem::path& working_directory) {
  if (program.find('/') != std::string::npos) {
    const std::filesystem::path path = working_directory / program;
    return is_executable(path) ? path : std::filesystem::path();
  }
  const auto path = environment.find("PATH");
  std::istringstream folders(path == environment.end() ? "/usr/local/bin:/usr/bin:/bin"
                                                       : path->second);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::filesystem::path candidate =
            working_directory / (folder.empty() ? "." : folder) / program;
        is_executable(candidate))
      return candidate;
  return {};
}

Result<Child> start_child(const ChildCommand& command) {
  const std::string& name = command.arguments.at(0);
  const std::string program =
      find_program(name, command.environment, command.working_directory).string();
  const std::string folder = command.working_directory.string();
  if (program.empty())
    return make_error(
        name.find('/') == std::string::npos ? "program.not_in_path" : "program.not_found",
        {{"program", name}, {"folder", folder}});
  std::vector<std::string> arguments = command.arguments, environment;
  for (const auto& [key, value] : command.environment) environment.push_back(key + "=" + value);
  std::vector<char*> argument_pointers = pointers(arguments),
                     environment_pointers = pointers(environment);
  const std::string input_file = command.input.empty() ? "/dev/null" : command.input.string();
  const Descriptor input(::open(input_file.c_str(), O_RDONLY));
  if (!input.is_open())
    return make_error("program.no_input",
                      {{"program", name}, {"path", input_file}, {"problem", std::strerror(errno)}});
  Pipe output, error, failure;
  if (failure.write < 0)
    return make_error("program.no_pipe", {{"program", name}, {"problem", std::strerror(errno)}});
  const pid_t agent = ::getpid();
  const SignalsBlocked until_it_runs;  // the read below waits for that
  const pid_t pid = ::fork();
  if (pid == 0)
    execute(program.c_str(), argument_pointers.data(), environment_pointers.data(), command, agent,
            input.number(), output.write, error.write, failure.write);
  if (pid < 0)
    return make_error("program.no_process", {{"program", name}, {"problem", std::strerror(errno)}});
  failure.close_write();
  int reason = 0;
  if (::read(failure.read, &reason, sizeof reason) == sizeof reason)
    return make_error("program.not_started",
                      {{"program", name}, {"folder", folder}, {"problem", std::strerror(reason)}});
  for (const int fd : {output.read, error.read}) {
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
    ::fcntl(fd, F_SETPIPE_SZ, 1 << 20);
  }
  return Child{pid, std::exchange(output.read, -1), std::exchange(error.read, -1)};
}

}  // namespace trainyard::agent
