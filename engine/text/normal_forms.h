// Unicode's normal forms (Unicode Standard Annex 15) as the pinned `tokenizers` library makes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard {

enum class NormalForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

// `text`, valid UTF-8, in the form: itself when it is in it already, else `made`, which is
// overwritten.
std::string_view to_normal_form(std::string_view text, NormalForm form, std::string& made);

}  // namespace trainyard
