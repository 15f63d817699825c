#include "rules/files/program_data.h"

#include <gtest/gtest.h>

namespace raichi {
namespace {

namespace fs = std::filesystem;

TEST(ProgramData, IsFoundNearTheProgramOrInTheSourceTree) {
  for (const char* name : {"configs/rules", "tools/run_onnx.py"}) {
    const auto found = FindProgramData(name);
    ASSERT_TRUE(found.has_value()) << name;
    EXPECT_TRUE(found->is_absolute()) << *found;
    EXPECT_TRUE(fs::exists(*found)) << *found;
    EXPECT_TRUE(found->string().ends_with(name)) << *found;
  }
}

TEST(ProgramData, OfTheProgramsOwnFolderComesFirst) {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  EXPECT_EQ(FindProgramData(program.filename()), program);
}

TEST(ProgramData, ThatDoesNotExistIsNotFound) {
  EXPECT_EQ(FindProgramData("configs/no-such-folder"), std::nullopt);
}

}  // namespace
}  // namespace raichi
