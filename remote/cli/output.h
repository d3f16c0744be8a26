// SPDX-License-Identifier: GPL-3.0-or-later
// The output of `yard`: results on stdout, messages on stderr, numbers in human-readable form.
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QList>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/store/records.h"
#include "remote/store/run_json.h"

namespace trainyard {

using namespace Qt::StringLiterals;  // u"text"_s, in nearly all sources of yard

void printNote(const QString& line);  // stderr, sanitized
// stdout, with a line break unless `end` is something else
void print(const QString& line, const QString& end = QStringLiteral("\n"));
// Rows of text as columns, each as wide as its widest cell; the last one is not padded. All rows
// must have the same number of cells.
void printTable(const QList<QStringList>& rows);
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

// "3 of 4 runs of the study 57e085a4 go on": the last line after an action on a study.
void printCount(int done, qsizetype all, const QString& study, const char* words);

// The exit code of a program that waited for the run.
int exitCodeOf(const RunRecord& run);

}  // namespace trainyard
