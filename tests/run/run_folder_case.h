#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files/output_file.h"

namespace raichi {

/// A test with an empty folder of its own.
class RunFolderCase : public ::testing::Test {
 protected:
  const std::filesystem::path& run() const { return folder_.path(); }

 private:
  const TemporaryFolder folder_;
};

}  // namespace raichi
