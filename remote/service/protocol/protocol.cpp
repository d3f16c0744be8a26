// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/protocol.h"

#include "remote/process/private_process.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/protocol/inspection_request.h"

namespace trainyard {

bool isLost(const RunRecord& run) {
  return run.state == RunState::failed && isLostJob(run.code.toStdString());
}

QProcessEnvironment ownEnvironment() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const QString& name : environment.keys())
    if (name.startsWith(QLatin1String("TRAINYARD_"))) environment.remove(name);
  environment.insert(QLatin1String(umaskBefore), QString::fromStdString(ownUmask()));
  return environment;
}

TextsByName ownVariables() {
  const QProcessEnvironment environment = ownEnvironment();
  TextsByName variables;
  for (const QString& name : environment.keys()) variables.insert(name, environment.value(name));
  return variables;
}

void describe(Section<SubmitRequest>& section) {
  section.field("path", &SubmitRequest::path);
  section.field("text", &SubmitRequest::text).omitted_when_default();
  section.field("overrides", &SubmitRequest::overrides);
  section.field("target", &SubmitRequest::target);
  section.field("run", &SubmitRequest::run).omitted_when_default();
  section.field("study", &SubmitRequest::study).omitted_when_default();
  section.field("study_values", &SubmitRequest::studyValues);
  section.field("parallel", &SubmitRequest::parallel).minimum(0).omitted_when_default();
  section.field("fail_fast", &SubmitRequest::failFast).omitted_when_default();
  section.field("environment", &SubmitRequest::environment);
}

void describe(Section<SubmittedRun>& section) {
  section.field("run", &SubmittedRun::run);
  section.field("folder", &SubmittedRun::folder);
  section.field("diagnostics", &SubmittedRun::diagnostics);
}

void describe(Section<RenderedScript>& section) {
  section.field("script", &RenderedScript::script);
  section.field("command_line", &RenderedScript::commandLine);
}

void describe(Section<CheckAnswer>& section) {
  section.field("diagnostics", &CheckAnswer::diagnostics);
  section.group("estimate", [](Section<CheckAnswer>& estimate) {
    estimate.field("expected_start", &CheckAnswer::expectedStart);
    estimate.field("gpu_hours", &CheckAnswer::gpuHours);
    estimate.field("text", &CheckAnswer::text);
  });
}

void describe(Section<SyncPreviewAnswer::Data>& section) {
  section.field("path", &SyncPreviewAnswer::Data::path);
  section.field("bytes", &SyncPreviewAnswer::Data::bytes);
  section.field("is_there", &SyncPreviewAnswer::Data::isThere);
}

void describe(Section<SyncPreviewAnswer>& section) {
  using Answer = SyncPreviewAnswer;
  section.group("code", [](Section<Answer>& code) {
    code.field("files", &Answer::codeFiles);
    code.field("bytes", &Answer::codeBytes);
    code.field("left_by_git", &Answer::leftByGit);
    code.field("left_by_git_bytes", &Answer::leftByGitBytes);
    code.field("left_by_git_names", &Answer::leftByGitNames);
    code.field("idle_patterns", &Answer::idlePatterns);
    code.field("missing_since_last", &Answer::missingSinceLast);
  });
  section.field("data", &Answer::data);
  section.group("engine", [](Section<Answer>& engine) {
    engine.field("bytes", &Answer::engineBytes);
    engine.field("seconds", &Answer::engineSeconds);
    engine.field("is_there", &Answer::engineIsThere);
  });
  section.field("seconds", &Answer::seconds);
}

void describe(Section<MirrorAnswer>& section) {
  section.field("folder", &MirrorAnswer::folder);
  section.field("files", &MirrorAnswer::files);
  section.field("bytes", &MirrorAnswer::bytes);
  section.field("surplus_count", &MirrorAnswer::surplusCount);
  section.field("surplus", &MirrorAnswer::surplus);
}

void describe(Section<LogFile>& section) {
  section.field("name", &LogFile::name);
  section.field("bytes", &LogFile::bytes);
}

void describe(Section<LogChunk>& section) {
  section.field("data", &LogChunk::data);
  section.field("next_offset", &LogChunk::nextOffset);
}

void describe(Section<ProgressReport>& section) {
  section.field("what", &ProgressReport::what);
  section.field("bytes_done", &ProgressReport::bytesDone);
  section.field("bytes_total", &ProgressReport::bytesTotal);
  section.field("bytes_per_second", &ProgressReport::bytesPerSecond);
  section.field("seconds_left", &ProgressReport::secondsLeft);
  section.field("run", &ProgressReport::run).omitted_when_default();
  section.field("target", &ProgressReport::target).omitted_when_default();
}

void describe(Section<TargetRecord>& section) {
  section.include(&TargetRecord::settings);
  section.field("kind", &TargetRecord::kind);
  section.group("link", [](Section<TargetRecord>& link) {
    link.field("link", &TargetRecord::link);
    link.field("reason", &TargetRecord::reason);
    link.field("code", &TargetRecord::code);
    link.field("arguments", &TargetRecord::arguments);
    link.field("since", &TargetRecord::since);
    link.field("next_try", &TargetRecord::nextTry);
  });
  section.field("facts", &TargetRecord::facts);
  section.field("site_profile", &TargetRecord::site).omitted_when_default();
  section.field("site_problem", &TargetRecord::siteProblem).omitted_when_default();
}

void describe(Section<BaseFolder>& section) {
  section.field("path", &BaseFolder::path);
  section.field("label", &BaseFolder::label);
  section.field("free_bytes", &BaseFolder::freeBytes);
  section.field("quota_bytes", &BaseFolder::quotaBytes);
  section.field("is_writable", &BaseFolder::isWritable);
}

void describe(Section<TargetFinding>& section) {
  section.field("severity", &TargetFinding::severity);
  section.field("code", &TargetFinding::code);
  section.field("arguments", &TargetFinding::arguments);
  section.field("text", &TargetFinding::text);
}

void describe(Section<TargetCheckAnswer>& section) {
  section.field("findings", &TargetCheckAnswer::findings);
  section.field("facts", &TargetCheckAnswer::facts);
}

void describe(Section<FetchedRun>& section) {
  section.field("path", &FetchedRun::path);
  section.field("left_out", &FetchedRun::leftOut);
}

void describe(Section<InspectionRequest>& section) {
  section.field("split", &InspectionRequest::split);
  section.field("samples", &InspectionRequest::samples).minimum(0);
  section.field("from", &InspectionRequest::from).minimum(0);
  section.field("tokens", &InspectionRequest::tokens).minimum(0);
  section.field("random", &InspectionRequest::random).minimum(0).omitted_when_default();
  section.field("raw", &InspectionRequest::raw).minimum(0).omitted_when_default();
  section.field("counts", &InspectionRequest::counts);
  section.field("ids", &InspectionRequest::ids);
  section.field("marks", &InspectionRequest::marks).omitted_when_default();
}

}  // namespace trainyard
