#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// The program's log: spdlog's default logger, which nn/ and all higher layers may use. On standard
/// error, messages of level info appear as they are, warnings as `raichi: warning: TEXT` and errors
/// as `raichi: TEXT`.

/// Names of the levels, from the one that shows the most messages: debug, info, warning, error.
const std::vector<std::string>& LogLevels();

/// Makes standard error show messages of this level and above. Call it before the first message,
/// and again to change the level. `level` is one of LogLevels().
void StartLog(const std::string& level);

/// Also writes all messages, with their times, to FOLDER/logs/NAME.log until the process ends. The
/// file is rotated: it and two older ones take at most 5 MB each. One process per name and folder.
/// If the file cannot be written, only logs a warning.
void OpenLogFile(const std::filesystem::path& folder, const std::string& name = "raichi");

/// Whether standard error shows messages of level info.
bool ShowsInfo();

void PrintInfo(std::string_view text);
/// These flush standard output first, so that output and messages keep their order.
void PrintWarning(std::string_view text);
void PrintError(std::string_view text);

}  // namespace raichi
