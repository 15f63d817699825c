#include "app/status/work_status.h"

#include <algorithm>
#include <map>

#include "base/files/files.h"
#include "base/text.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

std::string StateOf(const WorkStatus& status) {
  if (status.IsFinished()) return "finished";
  return status.in_work.empty() ? "nobody is at work" : "running";
}

}  // namespace

WorkStatus StatusOfBlocks(const fs::path& folder, const std::string& kind,
                          const std::vector<fs::path>& blocks) {
  WorkStatus status{.folder = folder.string(), .kind = kind};
  const std::vector<ClaimedBlock> claimed = ClaimedBlocks(folder);
  for (const fs::path& block : blocks) {
    const auto claim = std::ranges::find(claimed, ClaimName(folder, block), &ClaimedBlock::name);
    if (Exists(block)) {
      ++status.done;
    } else if (claim != claimed.end()) {
      status.in_work.push_back(*claim);
    } else {
      ++status.missing;
    }
  }
  return status;
}

Json ToJson(const WorkStatus& status) {
  Json json = {{"folder", status.folder}, {"kind", status.kind},      {"state", StateOf(status)},
               {"done", status.done},     {"in_work", Json::array()}, {"missing", status.missing},
               {"note", status.note}};
  for (const ClaimedBlock& block : status.in_work) {
    json["in_work"].push_back({{"block", block.name}, {"holder", block.holder}});
  }
  return json;
}

std::vector<std::string> FormatWork(const WorkStatus& status) {
  std::vector<std::string> lines = {
      fmt::format("{}: {}, {}", status.folder, status.kind, StateOf(status)),
      fmt::format("blocks     {} done, {} in work, {} missing", status.done, status.in_work.size(),
                  status.missing)};
  std::map<std::string, std::vector<std::string>> by_holder;
  for (const ClaimedBlock& block : status.in_work) {
    by_holder[block.holder].push_back(block.name);
  }
  for (const auto& [holder, blocks] : by_holder) {
    lines.push_back(fmt::format("{:<20} {}: {}{}", holder, Counted(blocks.size(), "block"),
                                blocks.front(), blocks.size() > 1 ? ", …" : ""));
  }
  if (!status.note.empty()) lines.push_back(status.note);
  return lines;
}

}  // namespace raichi
