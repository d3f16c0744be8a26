// SPDX-License-Identifier: GPL-3.0-or-later
// How `yard` says things: results on stdout, messages on stderr, numbers as people read them.
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

void print(const QString& line);          // stdout, with a line break
void printJson(const QJsonValue& value);  // stdout, indented
// Asks on a terminal. Error "confirm.nobody" where there is none: what cannot be undone is then not
// done without --yes.
Result<bool> isConfirmed(const QString& question);
int fail(const Error& error);  // "yard: ..." on stderr; the error's exit code

// Control characters (but line breaks and tabs) of what others wrote shown as U+FFFD, so that no
// name or log drives the terminal.
QString sanitizedForTerminal(const QString& text);

QString ageText(double seconds);       // "3 min"
QString durationText(double seconds);  // "1:02:03"
QString numberText(double value);      // at most six digits
QString countText(qint64 value);       // "12,345"

QString placeText(
    const RunRecord& run);  // its folder, with the target before it: "cluster:/scratch/..."

// "waiting for 2 processors (0 of 2 free)", "failed: <why>"
QString stateText(const RunRecord& run);

QJsonObject toJson(const RunRecord& run);
QJsonObject toJson(const QString& metric, const MetricPoint& point);

// What a program that waited for the run should exit with.
int exitCodeOf(const RunRecord& run);

}  // namespace trainyard
