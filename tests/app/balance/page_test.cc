#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "app/balance/write_page.h"
#include "app/draw/svg.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

std::string ReadText(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Json SampleStudy() {
  return Json::parse(ReadText(SourceDir() + "/tests/app/balance/page_sample.json"));
}

/// The text of the page for `data`.
std::string PageOf(const Json& data) {
  const TemporaryFolder folder;
  WriteBalancePage(data, folder / "page.html");
  return ReadText(folder / "page.html");
}

/// The JSON text inside the page.
std::string DataOf(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find("</script>", from) - from);
}

size_t ScriptEnds(const std::string& text) {
  constexpr std::string_view kEnd = "</script>";
  size_t count = 0;
  for (size_t at = 0; (at = text.find(kEnd, at)) != std::string::npos; at += kEnd.size()) ++count;
  return count;
}

TEST(BalancePageTest, HoldsTheData) {
  const Json study = SampleStudy();
  const std::string page = PageOf(study);
  EXPECT_EQ(Json::parse(DataOf(page)), study);
  EXPECT_NE(page.find("class Replay"), std::string::npos);
  EXPECT_NE(page.find("function buildFairness"), std::string::npos);
}

TEST(BalancePageTest, FillsEveryName) {
  const std::string empty(BalancePage());
  const std::regex name("@[A-Z_]+@");
  EXPECT_TRUE(std::regex_search(empty, name));
  std::smatch left;
  const std::string page = PageOf({{"name", "x"}, {"rules", Json::array()}});
  EXPECT_FALSE(std::regex_search(page, left, name)) << left.str();
}

TEST(BalancePageTest, DataCannotEndItsElement) {
  const Json study = {{"name", "</script><script>alert(1)</script>"},
                      {"plan", "# <!-- </SCRIPT> @SCRIPT@"},
                      {"rules", Json::array()}};
  const std::string page = PageOf(study);
  EXPECT_EQ(DataOf(page).find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(DataOf(page)), study);
  EXPECT_EQ(ScriptEnds(page), ScriptEnds(std::string(BalancePage())));
}

TEST(BalancePageTest, LoadsNothing) {
  const std::string page(BalancePage());
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("src=\""), std::string::npos);
  EXPECT_EQ(page.find("http:"), std::string::npos);
  EXPECT_EQ(page.find("https:"), std::string::npos);
}

TEST(BalancePageTest, TellsThatAFileCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THROW(WriteBalancePage(SampleStudy(), folder / "no_such_folder/x.html"), Error);
}

TEST(FillPageTest, ReplacesEachNameOnce) {
  EXPECT_EQ(FillPage("a @X@ b @Y@ c", {{"@X@", "@Y@"}, {"@Y@", "2"}}), "a @Y@ b 2 c");
}

/// For tests in a browser: writes the page of the sample where RAICHI_BALANCE_PAGE says.
TEST(BalancePageTest, WritesTheSample) {
  const char* place = std::getenv("RAICHI_BALANCE_PAGE");
  const TemporaryFolder folder;
  const std::filesystem::path file = place ? place : folder / "sample.html";
  WriteBalancePage(SampleStudy(), file);
  EXPECT_TRUE(std::filesystem::is_regular_file(file));
}

}  // namespace
}  // namespace raichi
