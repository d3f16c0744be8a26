// The commands of `yard`, one function each; each returns the exit code.
#pragma once

#include <optional>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "remote/service/client.h"

namespace trainyard {

enum class Format { text, json, csv };

// Without the service.
int listTargets(Format format);
int checkTarget(const QString& name);
int checkExperiment(const QString& path, const QString& target, Format format);
int renderExperiment(const QString& path, const QString& target);
int showMetrics(const QString& run, Format format);
// What only a cluster has; says so.
int needsCluster(const QString& what);

// With it.
struct SubmitOptions {
  QString path, target;
  QStringList overrides;
  bool watch = false;
  Format format = Format::text;
};
QCoro::Task<int> submitExperiment(ServiceClient& client, SubmitOptions options);
// What would travel at a submission. Nothing is changed.
QCoro::Task<int> syncExperiment(ServiceClient& client, QString path, QString target, Format format);
QCoro::Task<int> listRuns(ServiceClient& client, Format format, std::optional<QString> scanTarget);
QCoro::Task<int> showRun(ServiceClient& client, QString run, Format format);
QCoro::Task<int> watchCommand(ServiceClient& client, QString run);
enum class Follow { no, yes };
QCoro::Task<int> showLogs(ServiceClient& client, QString run, Follow follow, std::optional<int> rank);
QCoro::Task<int> cancelRun(ServiceClient& client, QString run);
QCoro::Task<int> resumeRunCommand(ServiceClient& client, QString run);
QCoro::Task<int> fetchRun(QString run);
enum class Ask { onTerminal, never };
QCoro::Task<int> removeRun(ServiceClient& client, QString run, RemoveWhat what, Ask ask);

}  // namespace trainyard
