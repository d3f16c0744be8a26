// SPDX-License-Identifier: GPL-3.0-or-later
// The output of `yard`: results on stdout, messages on stderr, numbers in human-readable form.
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include "engine/contract/result.h"
#include "remote/store/records.h"
#include "remote/store/run_json.h"

namespace trainyard {

// stdout, with a line break unless `end` is something else
void print(const QString& line, const QString& end = QStringLiteral("\n"));
int printJson(const QJsonValue& value);  // stdout, indented; returns the exit code, 0
// Whether somebody is at the terminal who can be asked.
bool canAsk();
// A line of what the user types; empty at the end of input. Waits for it.
QString askedLine(const QString& question);
// Asks on the terminal. Error "confirm.nobody" if there is none: what cannot be undone then
// requires --yes.
Result<bool> isConfirmed(const QString& question);
int fail(const Error& error);  // "yard: ..." on stderr; returns the error's exit code

// Replaces control characters (except line breaks and tabs) in third-party text by U+FFFD, so that
// no name or log can control the terminal.
QString sanitizedForTerminal(const QString& text);

QString ageText(double seconds);       // "3 min"
QString durationText(double seconds);  // "1:02:03"
QString numberText(double value);      // at most six digits
QString countText(qint64 value);       // "12,345"

QString placeText(
    const RunRecord& run);  // its folder, preceded by the target: "cluster:/scratch/..."

// "waiting for 2 processors (0 of 2 free)", "failed: <why>"
QString stateText(const RunRecord& run);

// The exit code of a program that waited for the run.
int exitCodeOf(const RunRecord& run);

}  // namespace trainyard
