// `yard submit --grid`: runs that are made together and belong together.
#include <cstdio>

#include <QJsonArray>
#include <QProcessEnvironment>
#include <QUuid>

#include "remote/cli/commands.h"
#include "remote/cli/grid.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

// Before the first is made: a value that is wrong in the last must not leave half of a study.
Result<void> checkAll(const NamedDocument& document, const SubmitOptions& options,
                      const QList<QStringList>& combinations) {
  const RunsWhere where =
      options.target == QLatin1String("here") ? RunsWhere::here : RunsWhere::elsewhere;
  for (const QStringList& values : combinations) {
    TRY(const auto prepared,
        prepareExperiment({document.path, document.text, options.overrides + values,
                           QProcessEnvironment::systemEnvironment()},
                          ownPrograms(), where));
    if (has_errors(prepared.diagnostics)) return diagnosticsError(prepared.diagnostics);
  }
  return {};
}

SubmitRequest requestFor(const NamedDocument& document, const SubmitOptions& options,
                         const QString& study, const QStringList& values) {
  SubmitRequest request;
  request.path = document.path;
  request.text = document.text;
  request.overrides = options.overrides + values;
  request.target = options.target;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  request.study = study;
  request.studyValues = values;
  return request;
}

}  // namespace

QCoro::Task<int> submitStudy(ServiceClient& client, SubmitOptions options, QStringList grid) {
  const auto combinations = combinationsOf(grid);
  if (!combinations) co_return fail(combinations.error());
  const NamedDocument document = documentNamed(options.path);
  if (auto checked = checkAll(document, options, *combinations); !checked)
    co_return fail(checked.error());
  const QString study = QUuid::createUuid().toString(QUuid::WithoutBraces);
  QJsonArray runs;
  int code = 0;
  for (const QStringList& values : *combinations) {
    auto submitted = co_await client.submit(requestFor(document, options, study, values));
    if (!submitted) {
      code = fail(submitted.error());
      std::fprintf(stderr, "%lld of %lld runs of the study were made\n",
                   static_cast<long long>(runs.size()),
                   static_cast<long long>(combinations->size()));
      break;
    }
    runs.append(submitted->run);
    if (options.format == Format::text)
      print(QStringLiteral("run %1  %2")
                .arg(submitted->run.left(8), harmless(values.join(QLatin1Char(' ')))));
  }
  if (options.format == Format::json)
    printJson(QJsonObject{{QStringLiteral("study"), study}, {QStringLiteral("runs"), runs}});
  else if (!runs.isEmpty())
    print(QStringLiteral("study %1; `yard runs %1` shows it").arg(study.left(8)));
  co_return code;
}

}  // namespace trainyard
