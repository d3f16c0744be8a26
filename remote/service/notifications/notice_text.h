// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a notice for programs that read markup in it. Parts of it are foreign: the last line
// of a job's output, a job's name. A cluster must not show links under our name.
#pragma once

#include <QString>

namespace trainyard {

// One line without control characters, and without those that change the direction of writing.
QString plainNotice(QString text);
// The body of a desktop notification, in which servers read HTML-like markup.
QString desktopBody(const QString& text);
// For chat services that read `<...>` and `&`, such as Slack.
QString chatText(const QString& text);
// For those that read Markdown, such as Discord.
QString markdownText(const QString& text);

}  // namespace trainyard
