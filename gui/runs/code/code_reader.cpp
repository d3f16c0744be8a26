// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/code/code_reader.h"

#include <QPointer>
#include <QStringDecoder>

#include "gui/forms/shown_text.h"
#include "gui/targets/error_text.h"
#include "remote/service/protocol/code_methods.h"

using namespace Qt::StringLiterals;

namespace trainyard {

CodeReader::CodeReader(ServiceClient* client, QObject* parent)
    : QObject(parent), m_client(client) {}

CodeReader::~CodeReader() {
  m_listStop.request_stop();
  m_readStop.request_stop();
}

void CodeReader::list(const RunRecord& before, const RunRecord& after) {
  m_listStop.request_stop();
  m_readStop.request_stop();
  m_listStop = std::stop_source();
  runList(before.run, after.run, m_listStop.get_token());
}

QCoro::Task<void> CodeReader::runList(QString before, QString after, std::stop_token stop) {
  const QPointer<CodeReader> self(this);
  const auto left = co_await m_client->call(methods::codeList, stop, before);
  if (!self || stop.stop_requested()) co_return;
  if (!left) co_return emit self->notListed(errorText(left.error()));
  const auto right = co_await m_client->call(methods::codeList, stop, after);
  if (!self || stop.stop_requested()) co_return;
  if (!right) co_return emit self->notListed(errorText(right.error()));
  emit self->listed(*left, *right);
}

void CodeReader::read(const RunRecord& before, const RunRecord& after, const QString& path,
                      bool hasBefore, bool hasAfter) {
  m_readStop.request_stop();
  m_readStop = std::stop_source();
  runRead(before, after, path, hasBefore, hasAfter, m_readStop.get_token());
}

QCoro::Task<Result<std::optional<QString>>> CodeReader::textOf(RunRecord run, QString path,
                                                               std::stop_token stop) {
  const QString place = codeFolderOf(run) + u'/' + path;
  const auto piece = co_await m_client->call(methods::filesRead, stop, run.target, place, 0);
  if (!piece) co_return piece.error();
  const QByteArray& content = piece->data.content;
  if (content.size() < piece->bytes || content.contains('\0')) co_return std::optional<QString>();
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString text = decoder(content);
  if (decoder.hasError()) co_return std::optional<QString>();
  co_return std::optional(shownText(text, ShownLines::several));
}

QCoro::Task<void> CodeReader::runRead(RunRecord before, RunRecord after, QString path,
                                      bool hasBefore, bool hasAfter, std::stop_token stop) {
  const QPointer<CodeReader> self(this);
  Texts texts;
  if (hasBefore) {
    const auto text = co_await textOf(before, path, stop);
    if (!self || stop.stop_requested()) co_return;
    if (!text) co_return emit self->notRead(path, errorText(text.error()));
    texts.before = *text;
    texts.isReadable = text->has_value();
  }
  if (hasAfter) {
    const auto text = co_await textOf(after, path, stop);
    if (!self || stop.stop_requested()) co_return;
    if (!text) co_return emit self->notRead(path, errorText(text.error()));
    texts.after = *text;
    texts.isReadable = texts.isReadable && text->has_value();
  }
  emit self->textsRead(path, texts);
}

}  // namespace trainyard
