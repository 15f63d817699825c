#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace raichi {

/// A test with an empty folder of its own.
class RunFolderCase : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "raichi-run-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    run_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(run_); }

  const std::filesystem::path& run() const { return run_; }

 private:
  std::filesystem::path run_;
};

}  // namespace raichi
