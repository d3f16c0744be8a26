// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/chat_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace trainyard {
namespace {

namespace fs = std::filesystem;

class ChatFolder : public testing::Test {
 protected:
  ChatFolder()
      : folder_(fs::temp_directory_path() / ("trainyard-chat-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "additional_chat_templates");
  }
  ~ChatFolder() override { fs::remove_all(folder_); }

  void write(const char* name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }
  std::string code() const {
    const auto chat = read_model_chat(folder_);
    return chat ? "" : chat.error().code;
  }

  fs::path folder_;
};

TEST_F(ChatFolder, FilesStandBeforeTheConfiguration) {
  write("tokenizer_config.json", R"({"chat_template": "config", "bos_token": {"content": "<s>"}})");
  EXPECT_EQ(read_model_chat(folder_)->text.name(), (folder_ / "tokenizer_config.json").string());
  write("chat_template.jinja", "{{ bos_token }}");
  write("additional_chat_templates/tool_use.jinja", "tools");
  const auto chat = read_model_chat(folder_);
  ASSERT_TRUE(chat.ok()) << chat.error().message;
  const List tools;
  EXPECT_EQ(chat->of(nullptr).render({}, nullptr, chat->special_tokens)->text, "<s>");
  EXPECT_EQ(chat->of(&tools).render({}, &tools, chat->special_tokens)->text, "tools");
}

TEST_F(ChatFolder, WhatIsWrongIsSaid) {
  EXPECT_EQ(code(), "chat.no_template");
  write("tokenizer_config.json", "[");
  EXPECT_EQ(code(), "chat.config_damaged");
  write("tokenizer_config.json", "[]");
  EXPECT_EQ(code(), "chat.config_damaged");
  for (const char* wrong : {R"({"chat_template": 5})", R"({"chat_template": []})",
                            R"({"chat_template": [{"name": "default"}]})",
                            R"({"chat_template": [5]})", R"({"chat_template": {}})"}) {
    write("tokenizer_config.json", wrong);
    EXPECT_EQ(code(), "chat.config_template") << wrong;
  }
  write("tokenizer_config.json", R"({"chat_template": [{"name": "rag", "template": "x"}]})");
  EXPECT_EQ(code(), "chat.no_default");
  write("tokenizer_config.json", R"({"chat_template": "{{"})");
  EXPECT_EQ(code(), "chat.template");
  write("tokenizer_config.json", R"({"chat_template": null})");
  EXPECT_EQ(code(), "chat.no_template");
  write("chat_template.jinja", "");
  EXPECT_EQ(code(), "") << "an empty template is one";
}

}  // namespace
}  // namespace trainyard
