// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the help explains a message of the contract, by its code; and the code of a
// sentence that somebody reads, whatever has brought it there.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

// "troubleshooting.md#out-of-memory" of "out_of_memory.planned": that of the longest beginning of
// the code which the help knows. Empty: of none.
QString helpOfMessage(const QString& code);

// The message whose wording, in the language of the window, is this sentence; that with the most
// words of its own if several are. Empty: it is none of the contract's.
QString codeOfSentence(const QString& sentence);

// All beginnings of codes that the help knows.
QStringList kindsOfMessages();

}  // namespace trainyard
