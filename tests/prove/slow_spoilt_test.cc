// Tests that the second checker of certificates (docs/certificates.md) refuses files that are
// damaged or made up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/prove/refusal.h"
#include "tests/prove/tiny_game.h"

namespace raichi {
namespace {

using testing::HasSubstr;

TEST(SpoiltCertificate, EveryChangedByteIsRefused) {
  const TinyCertificate win = LongWin().certificate;
  const std::string bytes = BytesOf(win);
  const size_t body = bytes.size() - PackFrame(PackMoves(win.moves)).size();
  ASSERT_EQ(RefusalOf(bytes), "");
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string other = bytes;
      other[i] = static_cast<char>(other[i] ^ change);
      EXPECT_NE(RefusalOf(other), "") << i;
      if (i >= 20) {
        EXPECT_THAT(RefusalOf(other),
                    HasSubstr(i < body ? "checksum of the header" : "checksum of the body"));
      }
    }
  }
}

TEST(SpoiltCertificate, FilesOfAnotherLengthAreRefused) {
  const std::string bytes = BytesOf(LongWin().certificate);
  for (size_t i = 0; i < bytes.size(); ++i) EXPECT_NE(RefusalOf(bytes.substr(0, i)), "") << i;
  for (const std::string& more : {std::string(1, '\0'), std::string("x"), bytes}) {
    EXPECT_THAT(RefusalOf(bytes + more), HasSubstr("length of the body"));
  }
}

TEST(SpoiltCertificate, OtherHeadersAreRefused) {
  const TinyCertificate win = LongWin().certificate;
  const auto refusal = [&win](const auto& change) {
    TinyCertificate other = win;
    change(&other);
    return RefusalOf(other);
  };
  const std::string plies = std::to_string(win.plies) + " plies, expected ";
  EXPECT_THAT(refusal([](auto* c) { c->version = 0; }), HasSubstr("version 0, expected 1"));
  EXPECT_THAT(refusal([](auto* c) { c->version = 2; }), HasSubstr("version 2, expected 1"));
  EXPECT_THAT(refusal([](auto* c) { c->claim = 0; }), HasSubstr("unknown claim 0"));
  EXPECT_THAT(refusal([](auto* c) { c->claim = 3; }), HasSubstr("unknown claim 3"));
  EXPECT_THAT(refusal([](auto* c) { c->owner = 2; }), HasSubstr("unknown owner 2"));
  EXPECT_NE(refusal([](auto* c) { c->owner = 1; }), "");
  EXPECT_THAT(refusal([](auto* c) { ++c->plies; }), HasSubstr(plies));
  EXPECT_THAT(refusal([](auto* c) { --c->plies; }), HasSubstr(plies));
  EXPECT_THAT(refusal([](auto* c) { c->plies = 0; }), HasSubstr(plies));
  EXPECT_THAT(refusal([](auto* c) { c->claim = 2; }), HasSubstr("0 plies, expected"));
  EXPECT_THAT(refusal([](auto* c) { c->stated_moves = 0; }), HasSubstr("moves, expected 0"));
  EXPECT_NE(refusal([](auto* c) { c->stated_moves = c->moves.size() + 1; }), "");
  EXPECT_NE(refusal([](auto* c) { c->stated_start_size = c->start.size() - 1; }), "");
  EXPECT_NE(refusal([](auto* c) { c->stated_start_size = c->start.size() + 1; }), "");
  EXPECT_THAT(refusal([](auto* c) { c->stated_start_size = 0xffffffff; }),
              HasSubstr("length of the position"));
}

TEST(SpoiltCertificate, OtherBodiesAreRefused) {
  const TinyCertificate win = LongWin().certificate;
  const std::string content = PackMoves(win.moves);
  const std::string frame = PackFrame(content);
  const auto refusal = [&win](const std::string& body) { return RefusalOf(BytesOf(win, body)); };
  ASSERT_EQ(refusal(frame), "");
  EXPECT_THAT(refusal(""), HasSubstr("no zstd frame"));
  EXPECT_THAT(refusal(content), HasSubstr("no zstd frame"));
  EXPECT_THAT(refusal(std::string("\x50\x2a\x4d\x18\0\0\0\0", 8) + frame),
              HasSubstr("no zstd frame"));
  EXPECT_THAT(refusal(frame.substr(0, frame.size() - 1)), HasSubstr("cut short"));
  EXPECT_THAT(refusal(frame.substr(0, 4)), HasSubstr("cut short"));
  EXPECT_THAT(refusal(frame + "x"), HasSubstr("does not end"));
  EXPECT_THAT(refusal(frame + PackFrame("")), HasSubstr("does not end"));
  EXPECT_THAT(refusal(PackFrame(content.substr(0, 5)) + PackFrame(content.substr(5))),
              HasSubstr("too few moves"));
  ASSERT_LT(content.back(), 0x7f);
  const std::string rest = content.substr(0, content.size() - 1);
  const auto last = static_cast<char>(content.back() | 0x80);
  EXPECT_THAT(refusal(PackFrame(rest + last + '\0')), HasSubstr("too many bytes"));
  EXPECT_THAT(refusal(PackFrame(rest + last)), HasSubstr("cut short"));
  EXPECT_THAT(refusal(PackFrame(rest + last + '\x01')), HasSubstr("no move"));
  EXPECT_THAT(refusal(PackFrame(std::string(100, '\xff'))), HasSubstr("too large"));
}

TEST(SpoiltCertificate, StartsThatAreNoPositionsAreRefused) {
  TinyCertificate certificate = KingAlone().Prove(KingAlone().Find('a', 0, 1), 1, 0).certificate;
  ASSERT_EQ(RefusalOf(certificate), "");
  for (const char* start : {"",
                            " ",
                            "a",
                            "5/5/5/5/5 a",
                            "K4/5/5/5/1t3 a",
                            "1t3/1K3/5/5 a",
                            "1t3/1K3/5/5/5/5 a",
                            "1t3/1K3/5/5/6 a",
                            "1t3/1K3/5/5/4 a",
                            "1t3/1K3/5/5/99999999999 a",
                            "1t3/1K3/5/5/x4 a",
                            "1t3/1K3/5/5/05 a",
                            "1t3/1K3/5/5/14 a",
                            "1t3/1K3/5/5/b4 a",
                            "1t3/1K3/5/5/2K2 a",
                            "1t3/1K3/5/5/5",
                            "1t3/1K3/5/5/5 ",
                            "1t3/1K3/5/5/5 x",
                            "1t3/1K3/5/5/5 ad",
                            " 1t3/1K3/5/5/5 a",
                            "1t3/1K3/5/5/5 a ",
                            "1t3/1K3/5/5/5 a -",
                            "1t3/1K3/5/5/5 a b5",
                            "1t3/1K3/5/5/5 a b",
                            "1t3/1K3/5/5/5 a b99999999999",
                            "1t3/1K3/5/5/5 a b6",
                            "1t3/1K3/5/5/5 a z1",
                            "1t3/1K3/5/5/5 a ,",
                            "1t3/1K3/5/5/5 a - b5",
                            "1t3/1K3/5/5/5 a - ,",
                            "1t3/1K3/5/5/5 a - - -",
                            "1t3/1K3/5/5/5  a"}) {
    certificate.start = start;
    EXPECT_THAT(RefusalOf(certificate), HasSubstr("the start")) << start;
  }
}

TEST(SpoiltCertificate, CampsThatNeverCloseAreNotClosedAtTheStart) {
  const TinyGame& game = KingBetweenCamps();
  TinyCertificate certificate = game.Prove(game.Find('a', 1, 2), 1, 1).certificate;
  for (const char* start : {"2t2/5/2K2/5/5 a c5 c5", "2t2/5/2K2/5/5 a - c5"}) {
    certificate.start = start;
    EXPECT_EQ(RefusalOf(certificate), "the start is no position of the rules");
  }
}

TEST(SpoiltCertificate, SpoiltTextsAreRefusedOrReadAsTheyStand) {
  Rng rng(52);
  const TinyGame& game = KingAmongCamps();
  const TinyCertificate good = game.Prove(game.Find('a', 0, 1), 1, 0).certificate;
  int refused = 0;
  for (int i = 0; i < 2000; ++i) {
    TinyCertificate other = good;
    std::string& text = i % 4 == 0 ? other.rules : other.start;
    for (uint32_t edits = 1 + rng.Below(3); edits > 0; --edits) {
      const std::string letters = "0123459/ ,-abcdeTtKb";
      const uint32_t at = rng.Below(static_cast<uint32_t>(text.size()));
      const uint32_t removed = rng.Below(2);
      const uint32_t letter = rng.Below(20);
      text.replace(at, removed, letters.substr(letter, rng.Below(3)));
    }
    refused += RefusalOf(other).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 1500);
}

}  // namespace
}  // namespace raichi
