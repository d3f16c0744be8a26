// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/message_help.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "engine/contract/messages.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Kinds are the first words of codes, and longer beginnings where the help is more precise.
struct Paragraph {
  const char* address;
  const char* kinds;
};

constexpr Paragraph paragraphs[] = {
    {"clusters.md#logging-in-keys-passwords-two-factor-codes",
     "ask certificate host keychain known_hosts login ssh ssh_config trust who"},
    {"clusters.md#resources-and-queue-why-a-job-is-pending",
     "after pbs queue scheduler slurm turn"},
    {"cluster.md", "practice"},
    {"history.md", "history"},
    {"importing.md", "import"},
    {"job_scripts.md", "script"},
    {"job_scripts.md#job-arrays", "array"},
    {"mcp.md#consent", "consent"},
    {"mcp.md#tools", "mcp"},
    {"messages.md#a-clusters-settings", "cluster site target targets"},
    {"messages.md#a-loss-or-gradient-that-is-not-finite",
     "non_finite_gradient non_finite_loss precision"},
    {"messages.md#a-node-or-a-process-that-no-longer-answers",
     "communication connection follow helper node sampling step stream"},
    {"messages.md#a-process-ended-by-itself", "advice failure program said error"},
    {"messages.md#a-setting-is-missing-misspelled-or-of-the-wrong-kind",
     "edit field key kind override placeholder"},
    {"messages.md#data-that-cannot-be-used",
     "data evaluation inspect instructions mix packing parquet prediction prepared record "
     "sentences split text timelines training vocabulary"},
    {"messages.md#files-that-are-missing-or-cannot-be-used",
     "download elf file files folder gzip path paths there"},
    {"messages.md#how-a-run-ended",
     "attempt cancel cancelled end ended job phase stop stopped stopped_early superseded"},
    {"messages.md#models-adapters-and-tokenizers-that-cannot-be-loaded",
     "adapter chat lora model pickle ranges safetensors tokenizer torch_file"},
    {"messages.md#sending-files-to-a-target-and-fetching-them",
     "clean code fetch mirror rsync transfer"},
    {"messages.md#settings-that-do-not-fit-each-other", "here parallel rule"},
    {"messages.md#the-document-cannot-be-read", "document experiment_file json"},
    {"messages.md#the-gpu-or-the-library-failed",
     "attention engine gpu internal kernels profile torch"},
    {"messages.md#the-run-folder-and-its-records",
     "agent agent_file event events output results run run_folder trainer_state"},
    {"messages.md#the-service-and-the-store-of-runs", "protocol service store"},
    {"messages.md#what-a-command-was-asked-for",
     "confirm export filter grid logs plot preset project sample terminal"},
    {"messages.md#what-is-checked-before-a-submission", "check needs plan preflight submission"},
    {"notifications.md", "notifications notify"},
    {"notifications.md#rules-for-metrics", "metric_rule"},
    {"printed_curves.md", "found metrics pattern reread"},
    {"rehearsal.md", "rehearsal"},
    {"resuming.md", "checkpoint restart resume"},
    {"search.md", "search study"},
    {"trackers.md", "tracker trackers"},
    {"training.md#early-stopping", "early_stopping"},
    {"troubleshooting.md#out-of-memory",
     "failure.memory_limit failure.memory_of_machine "
     "memory out_of_memory"},
    {"tunnels.md", "forward port relay tunnel"},
};

QString addressOf(const QString& kind) {
  for (const Paragraph& each : paragraphs)
    if (QString::fromLatin1(each.kinds).split(u' ').contains(kind))
      return QString::fromLatin1(each.address);
  return {};
}

// In the language of the window, with the names of its arguments in braces.
QString wordingOf(const MessageTemplate& message) {
  return QCoreApplication::translate("Messages", std::string(message.text).c_str());
}

const QRegularExpression& argument() {
  static const QRegularExpression braces(u"\\{[a-z_]+\\}"_s);
  return braces;
}

// How many characters of the sentence are the wording's own; 0: it is not this message.
qsizetype ownWords(const QString& wording, const QString& sentence) {
  const QStringList pieces = wording.split(argument());
  qsizetype own = 0;
  for (const QString& piece : pieces) {
    if (!sentence.contains(piece)) return 0;
    own += piece.size();
  }
  QStringList escaped;
  for (const QString& piece : pieces) escaped << QRegularExpression::escape(piece);
  const QRegularExpression whole(u"^"_s + escaped.join(u"(?:.|\\n)*"_s) + u"$"_s);
  return whole.match(sentence).hasMatch() ? own : 0;
}

}  // namespace

QString helpOfMessage(const QString& code) {
  for (QString kind = code; !kind.isEmpty(); kind = kind.left(kind.lastIndexOf(u'.'))) {
    if (const QString address = addressOf(kind); !address.isEmpty()) return address;
    if (!kind.contains(u'.')) break;
  }
  return {};
}

QString codeOfSentence(const QString& sentence) {
  constexpr qsizetype fewest = 12;  // less may be in any sentence
  QString found;
  qsizetype most = fewest - 1;
  for (const MessageTemplate& each : message_templates()) {
    const QString wording = wordingOf(each);
    if (const qsizetype own = ownWords(wording, sentence); own > most) {
      most = own;
      found = QString::fromUtf8(each.code.data(), static_cast<qsizetype>(each.code.size()));
    }
  }
  return found;
}

QStringList kindsOfMessages() {
  QStringList kinds;
  for (const Paragraph& each : paragraphs) kinds += QString::fromLatin1(each.kinds).split(u' ');
  return kinds;
}

}  // namespace trainyard
