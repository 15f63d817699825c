#include "app/balance/study/plan_section.h"

#include <algorithm>

#include "base/error.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

std::string ItemText(const std::string& item) { return "'" + item + "'"; }
std::string ItemText(int item) { return std::to_string(item); }

template <typename Item>
void CheckNothingTwice(const YamlValue& list, std::vector<Item> items) {
  std::ranges::sort(items);
  const auto found = std::ranges::adjacent_find(items);
  if (found != items.end()) list.Fail(ItemText(*found) + " is listed twice");
}

}  // namespace

PlanSection::PlanSection(const YamlValue& value, std::initializer_list<std::string_view> keys)
    : map_(value) {
  map_.CheckKeys(std::vector<std::string_view>(keys));
}

void PlanSection::Read(std::string_view key, std::string* text) const {
  if (const auto value = Find(key)) *text = value->Text();
}

void PlanSection::Read(std::string_view key, int low, int high, int* number) const {
  if (const auto value = Find(key)) *number = value->Int(low, high);
}

void PlanSection::Read(std::string_view key, double low, double high, double* number) const {
  if (const auto value = Find(key)) *number = value->Real(low, high);
}

void PlanSection::ReadSet(std::string_view key, std::vector<std::string>* texts) const {
  const auto value = Find(key);
  if (!value) return;
  *texts = value->Texts();
  CheckNothingTwice(*value, *texts);
}

void PlanSection::ReadSet(std::string_view key, int low, int high,
                          std::vector<int>* numbers) const {
  const auto value = Find(key);
  if (!value) return;
  numbers->clear();
  for (const YamlValue& item : value->Items("numbers")) numbers->push_back(item.Int(low, high));
  CheckNothingTwice(*value, *numbers);
}

void PlanSection::ReadRules(std::string_view key, std::string* rules) const {
  const auto value = Find(key);
  if (!value) return;
  *rules = value->Text();
  CheckRules(*value, *rules);
}

void PlanSection::ReadRules(std::string_view key, std::vector<std::string>* rules) const {
  const auto value = Find(key);
  if (!value) return;
  *rules = value->Texts();
  for (const YamlValue& item : value->Items("rule sets")) CheckRules(item, item.Text());
}

void CheckRules(const YamlValue& value, const std::string& rules) {
  try {
    OpenRules(rules);
  } catch (const Error& error) {
    value.Fail(error.what());
  }
}

}  // namespace raichi
