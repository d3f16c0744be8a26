// SPDX-License-Identifier: GPL-3.0-or-later
// The commands with which PBS is asked on a login node, and what their exit means.
#pragma once

#include <optional>

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include "remote/process/command_line.h"
#include "remote/process/run_program.h"
#include "remote/values/message.h"

namespace trainyard {

// PATH with PBS's own folder at its end, as an assignment in a shell.
extern const char* const pathWithPbs;

// With PBS's own folder at the end of PATH, as a login that is no shell of a person may not have
// it, times in UTC, and texts in English.
CommandLine pbsCommand(const QString& program, const QStringList& arguments);
// All that the server knows of these jobs, those that are over included; with the tasks of arrays.
// As text: with -F json OpenPBS 23 prints the first of several jobs only.
CommandLine qstatOf(const QStringList& jobs);

// Why the server did not answer; nothing if it did, if only about unknown jobs.
std::optional<Message> pbsSilence(const ProgramOutput& output);
// What is printed with -F json. Versions before 20 print texts that look like numbers without
// quotes, 007 among them, which is no JSON. Nothing for what is none.
std::optional<QJsonObject> pbsJson(const QByteArray& printed);

// "6[].pbs1", 1 -> "6[1].pbs1"
QString pbsTaskJob(const QString& job, int task);

}  // namespace trainyard
