// SPDX-License-Identifier: GPL-3.0-or-later
// A PAM module that asks what its configuration says: each argument is PROMPT=ANSWER, with a + in
// front where the answer may be seen, or a text to be told; _ stands for a space. The few things of
// PAM's interface are declared here: its headers need not be installed.
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {
struct pam_handle;
struct pam_message {
  int style;
  const char* text;
};
struct pam_response {
  char* text;
  int code;
};
struct pam_conv {
  int (*ask)(int, const pam_message**, pam_response**, void*);
  void* data;
};
int pam_get_item(const pam_handle* handle, int item, const void** value);

int pam_sm_authenticate(pam_handle* handle, int, int count, const char** arguments) {
  constexpr int success = 0, wrong = 7, conversation = 5, hidden = 1, seen = 2, told = 4;
  const void* item = nullptr;
  if (pam_get_item(handle, conversation, &item) != success || !item) return wrong;
  const auto* conv = static_cast<const pam_conv*>(item);
  bool isRight = true;
  for (int i = 0; i < count; ++i) {
    std::string argument = arguments[i];
    for (char& c : argument)
      if (c == '_') c = ' ';
    const auto equals = argument.find('=');
    const bool isSeen = argument[0] == '+';
    const std::string prompt = argument.substr(isSeen, equals - isSeen);
    const pam_message message{equals == std::string::npos ? told
                              : isSeen                    ? seen
                                                          : hidden,
                              prompt.c_str()};
    const pam_message* messages = &message;
    pam_response* response = nullptr;
    if (conv->ask(1, &messages, &response, conv->data) != success) return wrong;
    if (equals == std::string::npos) continue;
    isRight =
        isRight && response && response->text && argument.substr(equals + 1) == response->text;
  }
  return isRight ? success : wrong;
}

int pam_sm_setcred(pam_handle*, int, int, const char**) { return 0; }
}
