// SPDX-License-Identifier: GPL-3.0-or-later
// What single words of a command line are: programs, files that are read or written.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "remote/import/shell_text.h"

namespace trainyard {

// Programs whose arguments are files that they make, move or only look at.
inline constexpr std::array fileCommands{
    "cp",      "mv",       "ln",       "rm",     "install", "rsync", "scp",     "tar",     "unzip",
    "gunzip",  "gzip",     "zip",      "wget",   "curl",    "touch", "mkdir",   "tee",     "git",
    "echo",    "printf",   "cat",      "ls",     "test",    "[",     "[[",      "head",    "tail",
    "grep",    "sed",      "awk",      "chmod",  "find",    "which", "type",    "command", "du",
    "df",      "stat",     "sort",     "export", "wc",      "cut",   "declare", "unset",   "trap",
    "dirname", "basename", "realpath", "jq"};
// What they leave behind is not in their words.
inline constexpr std::array builders{
    "make",  "cmake",  "ninja",   "cargo", "go",     "npm",    "gcc",   "g++",   "nvcc", "cc",
    "mpicc", "mpicxx", "ifort",   "unzip", "tar",    "bazel",  "meson", "rsync", "aws",  "gsutil",
    "gdown", "dvc",    "git-lfs", "7z",    "rclone", "globus", "scp",   "sbcast"};
inline constexpr std::array containers{"apptainer", "singularity", "docker",
                                       "podman",    "shifter",     "enroot"};
// These are as likely written as read, unless their option says so.
inline constexpr std::array dataEndings{".txt", ".csv", ".tsv", ".jsonl", ".npy",
                                        ".npz", ".pt",  ".pth", ".bin",   ".parquet"};
inline constexpr std::array accelerateOptions{"num_processes",     "num_machines",
                                              "machine_rank",      "main_process_ip",
                                              "main_process_port", "multi_gpu"};
inline constexpr std::array launcherOptions{
    "nproc_per_node", "nproc-per-node", "nnodes",        "node_rank", "node-rank", "rdzv_backend",
    "rdzv-backend",   "rdzv_endpoint",  "rdzv-endpoint", "rdzv_id",   "rdzv-id"};
inline constexpr std::string_view pythonFlags = "bBdEhiIOqsSuvVxP";

template <class List>
bool isAmong(std::string_view word, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](const char* each) { return word == each; });
}

// "/usr/bin/python3" -> "python3"
std::string programName(const std::string& path);

// NAME=VALUE
bool isAssignment(const std::string& word);
bool isPython(const std::string& word);

// A path below the folder of the command, without signs of the shell.
bool isRelative(const std::string& path);
// A relative path with the ending of a file that programs read.
bool namesInput(const std::string& path);
// Options of such a name have a value that is read, and that a run cannot do without.
bool isInput(std::string_view option);
bool isOutput(std::string_view option);

std::string within(const std::string& folder, const std::string& path);
// The folder of a command relative to the code's; nothing if that is elsewhere or unknown.
std::optional<std::string> relativeFolder(const ShellText& folder);

}  // namespace trainyard
