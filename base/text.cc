#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace raichi {
namespace {

constexpr size_t kEscapeBytes = 4;  // \xHH
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

/// Returns the byte whose escape is at the start of the text, or -1.
int EscapedByte(std::string_view text) {
  if (text.size() < kEscapeBytes || !text.starts_with("\\x")) return -1;
  const size_t high = kHexDigits.find(text[2]), low = kHexDigits.find(text[3]);
  if (high == kHexDigits.npos || low == kHexDigits.npos) return -1;
  const auto byte = static_cast<int>(high * kHexDigits.size() + low);
  return byte >= 0x80 || byte == '\\' ? byte : -1;
}

void AppendHex(std::string_view prefix, int digits, uint32_t number, std::string* text) {
  *text += prefix;
  while (digits > 0) *text += kHexDigits[number >> 4 * --digits & 0xF];
}

void AppendEscape(char c, std::string* text) { AppendHex("\\x", 2, static_cast<uint8_t>(c), text); }

void AppendVisible(char32_t code, std::string* text) {
  if (code < 0x80) return AppendHex("\\x", 2, code, text);
  return code < 0x10000 ? AppendHex("\\u", 4, code, text) : AppendHex("\\U", 8, code, text);
}

}  // namespace

Character FirstCharacter(std::string_view text) {
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};  // by length
  const auto lead = static_cast<uint8_t>(text[0]);
  if (lead < 0x80) return {lead, 1};
  const size_t length = lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
  if (length == 0 || text.size() < length) return {};
  char32_t code = lead & (0x7Fu >> length);
  for (const char c : text.substr(1, length - 1)) {
    const auto byte = static_cast<uint8_t>(c);
    if ((byte & 0xC0) != 0x80) return {};
    code = code << 6 | (byte & 0x3Fu);
  }
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[length] || is_surrogate || code > 0x10FFFF) return {};
  return {code, length};
}

bool IsUtf8(std::string_view text) {
  for (size_t i = 0, length = 0; i < text.size(); i += length) {
    length = FirstCharacter(text.substr(i)).length;
    if (length == 0) return false;
  }
  return true;
}

bool IsHidden(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  constexpr auto kRanges = std::to_array<Range>({
      {0x00, 0x1F},        // C0 controls
      {0x7F, 0x9F},        // delete and C1 controls
      {0xAD, 0xAD},        // soft hyphen
      {0x61C, 0x61C},      // Arabic letter mark
      {0x180E, 0x180E},    // Mongolian vowel separator
      {0x200B, 0x200F},    // without width, and marks of direction
      {0x2028, 0x202E},    // separators of lines and paragraphs, embeddings and overrides
      {0x2060, 0x206F},    // word joiner, isolates, invisible operators
      {0xFEFF, 0xFEFF},    // byte order mark
      {0xFFF9, 0xFFFB},    // interlinear annotations
      {0xE0000, 0xE007F},  // tags
  });
  return std::ranges::any_of(
      kRanges, [&](const Range& range) { return code >= range.first && code <= range.last; });
}

std::string Visible(std::string_view text) {
  std::string visible;
  for (size_t i = 0; i < text.size();) {
    const auto [code, length] = FirstCharacter(text.substr(i));
    if (length == 0) {
      AppendEscape(text[i++], &visible);
      continue;
    }
    if (code != '\n' && code != '\t' && IsHidden(code)) {
      AppendVisible(code, &visible);
    } else {
      visible.append(text, i, length);
    }
    i += length;
  }
  return visible;
}

std::string VisibleLine(std::string_view text) {
  std::string line;
  for (const char c : Visible(text)) c == '\n' ? line += "\\n" : line += c;
  return line;
}

std::string EscapeBytes(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size();) {
    const std::string_view rest = bytes.substr(i);
    const size_t length = FirstCharacter(rest).length;
    if (length == 0 || EscapedByte(rest) >= 0) {
      AppendEscape(bytes[i++], &text);
    } else {
      text.append(rest, 0, length);
      i += length;
    }
  }
  return text;
}

std::string UnescapeBytes(std::string_view text) {
  std::string bytes;
  for (size_t i = 0; i < text.size();) {
    const int byte = EscapedByte(text.substr(i));
    bytes += byte < 0 ? text[i] : static_cast<char>(byte);
    i += byte < 0 ? 1 : kEscapeBytes;
  }
  return bytes;
}

std::string QuoteForError(std::string_view text) {
  constexpr size_t kShown = 80;
  std::string shown = "'";
  for (const char c : text.substr(0, kShown)) shown += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kShown) shown += "…";
  return shown + "'";
}

std::string QuoteYaml(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string QuoteForShell(const std::string& word) {
  const auto needs_quotes = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 &&
           std::string_view("_-./=:,@%+").find(c) == std::string_view::npos;
  };
  if (!word.empty() && !std::ranges::any_of(word, needs_quotes)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::vector<std::string> SplitOutside(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (depth == 0 && separators.find(c) != separators.npos) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

namespace {

struct Sign {
  std::string_view bytes;  // of the beginning
  const char* name;
};

constexpr size_t kLooked = 512;  // bytes

constexpr std::array<Sign, 8> kSigns = {
    {{"version https://git-lfs.github.com/spec/",
      "a Git LFS pointer in place of the file, which `git lfs pull` fetches"},
     {"PK\x03\x04", "a zip archive, as PyTorch and TorchScript write"},
     {"\x80\x02", "a Python pickle, as PyTorch writes"},
     {"\x89HDF", "an HDF5 file"},
     {"\x1f\x8b", "a gzip archive"},
     {"\x28\xb5\x2f\xfd", "a zstd archive"},
     {"\x57\x2a\x4d\x18\x38", "a shard of game records"},
     {"\x7f"
      "ELF",
      "a program"}}};

bool IsHtml(std::string_view bytes) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  const std::string head = Lower(bytes.substr(0, 16));
  return head.starts_with("<!doctype html") || head.starts_with("<html");
}

bool IsText(std::string_view bytes) {
  return !bytes.empty() && std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\r' && c != '\n') || byte == 0x7f;
  });
}

}  // namespace

bool IsOnnx(std::string_view bytes) {
  constexpr std::string_view kNextFields = "\x12\x1a\x22\x3a\x42";  // producer, domain, graph, …
  return bytes.size() > 2 && bytes[0] == '\x08' && bytes[1] > 2 && bytes[1] < 32 &&
         kNextFields.find(bytes[2]) != kNextFields.npos;
}

std::string NameContent(std::string_view beginning) {
  const std::string_view looked = beginning.substr(0, kLooked);
  for (const Sign& sign : kSigns) {
    if (looked.starts_with(sign.bytes)) return sign.name;
  }
  if (IsOnnx(looked)) return "an ONNX network";
  if (IsHtml(looked)) return "an HTML page, as servers send in place of a file";
  return IsText(looked) ? "text" : "";
}

}  // namespace raichi
