// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/chosen_experiment.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"
#include "remote/values/presets.h"
#include "remote/values/script_document.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr qint64 longestExperiment = 4 << 20;
constexpr QLatin1String sampleSuffix("-sample");

std::optional<QByteArray> contentOf(const QString& path) {
  QFile file(path);
  if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) return std::nullopt;
  return file.read(longestExperiment);
}

// The whole path, links followed; it must lie in the session's folder.
Result<QString> pathInside(const AgentSession& session, const QString& path) {
  if (session.folder.isEmpty())
    return make_error("mcp.no_folder", {{"folder", QDir::currentPath().toStdString()}});
  const QString given = QDir(session.folder).absoluteFilePath(path);
  const QString real = QFileInfo(given).canonicalFilePath();
  const QString folder = QFileInfo(session.folder).canonicalFilePath() + QLatin1Char('/');
  const QString place = real.isEmpty() ? QDir::cleanPath(given) : real;
  if (place.startsWith(folder) || place.startsWith(session.folder + QLatin1Char('/'))) return place;
  return make_error("mcp.outside", {{"path", path.left(300).toStdString()},
                                    {"folder", session.folder.toStdString()}});
}

// One text after another, none of which can run into the next.
class Digest {
 public:
  void add(const QByteArray& part) { m_hash.addData(QByteArray::number(part.size()) + ':' + part); }
  void add(const QString& part) { add(part.toUtf8()); }
  void add(const QStringList& parts) {
    add(QByteArray::number(parts.size()));
    for (const QString& part : parts) add(part);
  }
  QString text() const { return QString::fromLatin1(m_hash.result().toHex()); }

 private:
  QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

// The script of a job is a file beside its document.
QByteArray scriptOf(const SubmitRequest& request) {
  const Document document = read_experiment(request.text.value_or(QByteArray()).toStdString(), {});
  if (document.experiment.workload != Workload::script) return {};
  const QString file =
      QFileInfo(request.path).dir().absoluteFilePath(text(document.experiment.script.file));
  return contentOf(file).value_or(QByteArray());
}

}  // namespace

QCoro::Task<Result<SubmitRequest>> requestFor(AgentSession& session, ExperimentChoice choice,
                                              std::stop_token stop) {
  const int given = (choice.path.isEmpty() ? 0 : 1) + (choice.preset.isEmpty() ? 0 : 1) +
                    (choice.document ? 1 : 0);
  if (given != 1) co_return make_error("mcp.one_document", {});
  SubmitRequest request;
  request.overrides = choice.overrides;
  request.target = choice.target;
  const QString place = session.folder.isEmpty() ? QDir::tempPath() : session.folder;
  if (choice.document) {
    request.path = place + QStringLiteral("/experiment.yaml");
    request.text = choice.document->toUtf8();
  } else if (choice.preset.endsWith(sampleSuffix)) {
    SampleArguments sample{choice.preset.chopped(sampleSuffix.size()), {}};
    if (!presetNames().contains(sample.preset)) co_return unknownPreset(choice.preset);
    CO_TRY(auto made, co_await session.ask(methods::makeSample, stop, sample));
    request.path = made.path;
    request.text = contentOf(made.path);
  } else if (!choice.preset.isEmpty()) {
    request.path = place + QLatin1Char('/') + choice.preset + QStringLiteral(".yaml");
    request.text = presetText(choice.preset);
    if (!request.text) co_return unknownPreset(choice.preset);
  } else {
    CO_TRY(request.path, pathInside(session, choice.path));
    request.text = documentOfScript(request.path, session.folder);
    if (!request.text) request.text = contentOf(request.path);
  }
  if (request.text) session.redaction.addDocument(*request.text);
  for (const QString& override : request.overrides) session.redaction.addOverride(override);
  co_return request;
}

QString digestOf(const SubmitRequest& request, const QStringList& values, int parallel) {
  Digest digest;
  digest.add(QByteArray("submit"));
  digest.add(request.target);
  digest.add(request.path);
  digest.add(request.text.value_or(QByteArray()));
  digest.add(scriptOf(request));
  digest.add(request.overrides);
  digest.add(values);
  digest.add(QByteArray::number(parallel));
  return digest.text();
}

QString digestOf(const char* action, const QStringList& runs, const QStringList& changes) {
  Digest digest;
  digest.add(QByteArray(action));
  digest.add(runs);
  digest.add(changes);
  return digest.text();
}

}  // namespace trainyard
