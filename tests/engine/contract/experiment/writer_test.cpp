// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/writer.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/json.h"
#include "tests/engine/contract/experiment/full_document.h"

namespace trainyard {
namespace {

TEST(Resolved, ReadsBackAsTheSameExperiment) {
  const std::vector<std::string> overrides{"notes='a # b: \"c\"'",
                                           "tags=[yes, '010', 'null', x y]",
                                           "optimizer.learning_rate=3.3333333333333333e-7",
                                           "environment.variables={A: null, B: 'x: y', C: ''}",
                                           "model.overrides={a: [1, 2.5, true, null], b: {c: '1'}}",
                                           "resources.time_limit=01:00:00",
                                           "resources.partition=010"};
  const Document document = read_experiment(kFullDocument, "e", overrides);
  ASSERT_FALSE(has_errors(document.diagnostics)) << to_line(document.diagnostics.front());
  const std::string text = write_resolved(document.experiment);
  const Document again = read_experiment(text, "resolved.yaml");
  EXPECT_FALSE(has_errors(again.diagnostics)) << to_line(again.diagnostics.front());
  EXPECT_EQ(write_resolved(again.experiment), text);
  EXPECT_EQ(again.experiment.optimizer.learning_rate, 3.3333333333333333e-7);
  for (const FieldInfo& field : fields())
    EXPECT_EQ(field.get(again.experiment), field.get(document.experiment)) << field.path;
}

TEST(Minimal, HoldsWhatDiffersAndReadsBack) {
  Experiment experiment;
  experiment.name = "a";
  experiment.data.train = {"x.txt"};
  experiment.batch.per_device = 3;
  EXPECT_EQ(write_minimal(experiment),
            "format: 1\nname: a\nworkload: engine\nmodel:\n  kind: gpt2\ndata:\n  kind: text\n  "
            "train: [x.txt]\nbatch:\n  per_device: 3\n");
  EXPECT_EQ(write_resolved(read_experiment(write_minimal(experiment), "e").experiment),
            write_resolved(experiment));
  experiment.workload = Workload::command;
  EXPECT_NE(write_minimal(experiment).find("program: train.py"), std::string::npos);
}

const Map& at(const Value& value, const std::string& key) {
  return *find(*value.get_if<Map>(), key)->get_if<Map>();
}

TEST(Schema, DescribesEveryFieldAndForbidsOthers) {
  const auto schema = parse_json(json_schema());
  ASSERT_TRUE(schema);
  EXPECT_EQ(*find(*schema->get_if<Map>(), "$schema"),
            Value("https://json-schema.org/draft/2020-12/schema"));
  EXPECT_EQ(*find(*schema->get_if<Map>(), "additionalProperties"), Value(false));
  const Map& properties = at(*schema, "properties");
  EXPECT_EQ(properties.size(), 7u + sections().size());
  for (const FieldInfo& field : fields()) {
    const Map* place = &properties;
    if (!field.section.empty()) {
      const Value& section =
          find(*find(properties, field.section)->get_if<Map>(), "anyOf")->get_if<List>()->front();
      EXPECT_EQ(*find(*section.get_if<Map>(), "additionalProperties"), Value(false));
      place = &at(section, "properties");
    }
    const Value* described = find(*place, field.key);
    ASSERT_NE(described, nullptr) << field.path;
    EXPECT_EQ(*find(*described->get_if<Map>(), "title"), Value(field.label));
  }
}

TEST(Parameters, PageIsFresh) {
  std::ifstream file(TRAINYARD_SOURCE_DIR "/resources/help/parameters.md", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), parameters_markdown())
      << "run: engine schema --markdown > resources/help/parameters.md";
}

TEST(Parameters, PageHoldsEveryField) {
  const std::string page = parameters_markdown();
  for (const FieldInfo& field : fields())
    EXPECT_NE(page.find("| `" + field.key + "` | **" + field.label), std::string::npos)
        << field.path;
}

}  // namespace
}  // namespace trainyard
