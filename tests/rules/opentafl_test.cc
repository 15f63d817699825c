#include "rules/opentafl/opentafl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "rules/files/rule_file.h"
#include "tests/rules/rule_row.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kTablutStart = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

RuleSet Shipped(const std::string& name) {
  return LoadRuleSet(SourceDir() + "/configs/rules/" + name + ".yaml");
}

std::string ErrorOf(const std::string& record) {
  try {
    FromOpenTafl(record);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool Warns(const std::vector<std::string>& warnings, const std::string& key) {
  return std::any_of(warnings.begin(), warnings.end(), [&](const std::string& warning) {
    return warning.compare(0, key.size() + 2, key + ": ") == 0;
  });
}

/// Returns `rules` with every key that the warnings report as lost taken from `other`.
RuleSet Forget(RuleSet rules, const std::vector<std::string>& warnings, const RuleSet& other) {
  rules.title = other.title;
  rules.sources = other.sources;
  rules.assumed = other.assumed;
  const auto forget = [&](const char* key, auto& value, const auto& lost) {
    if (Warns(warnings, key)) value = lost;
  };
  forget("repetition.count", rules.repetition.count, other.repetition.count);
  forget("repetition.result", rules.repetition.result, other.repetition.result);
  forget("no_moves", rules.no_moves, other.no_moves);
  forget("quiet_limit", rules.quiet_limit, other.quiet_limit);
  forget("ply_limit", rules.ply_limit, other.ply_limit);
  forget("king.capture.at_edge", rules.king.at_edge, other.king.at_edge);
  forget("king.capture.on_throne", rules.king.on_throne, other.king.on_throne);
  if (rules.camps && other.camps) {
    forget("camps.neutral", rules.camps->neutral, other.camps->neutral);
    forget("camps.hostile", rules.camps->hostile, other.camps->hostile);
    forget("camps.pass", rules.camps->pass, other.camps->pass);
    forget("camps.close", rules.camps->close, other.camps->close);
    forget("camps.close", rules.camps->closed_stop, other.camps->closed_stop);
    forget("camps.close", rules.camps->closed_pass, other.camps->closed_pass);
  }
  // The royal attacker is lost, with the list of thrones-and-bones that names him.
  forget("board.setup", rules.setup, other.setup);
  if (rules.throne && other.throne) forget("board.setup", rules.throne->stop, other.throne->stop);
  return rules;
}

TEST(OpenTafl, EveryVariantSurvivesButForWhatIsWarnedOf) {
  for (const std::string& name : RuleSetNames()) {
    const RuleSet rules = Shipped(name);
    const OpenTaflRecord written = ToOpenTafl(rules);
    const OpenTaflConversion read = FromOpenTafl(written.record);
    EXPECT_THAT(read.warnings, IsEmpty()) << written.record;
    EXPECT_EQ(read.rule_set, Forget(rules, written.warnings, read.rule_set)) << written.record;
    EXPECT_EQ(ToOpenTafl(read.rule_set).record, written.record);
  }
}

TEST(OpenTafl, EveryLossIsAWarning) {
  const auto lost = [](const std::string& name) { return ToOpenTafl(Shipped(name)).warnings; };
  EXPECT_THAT(lost("linnaeus"), IsEmpty());
  EXPECT_THAT(lost("fetlar"), IsEmpty());
  EXPECT_THAT(lost("saami"), ElementsAre("repetition.result: defenders_lose is written as a draw"));
  EXPECT_THAT(
      lost("cyningstan"),
      ElementsAre("repetition.count: 2 is written as 3",
                  "no_moves: OpenTafl cannot express a draw; a player who cannot move loses"));
  EXPECT_THAT(lost("ashton-bologna"),
              ElementsAre("repetition.count: 2 is written as 3",
                          "camps.neutral: OpenTafl cannot express neutral camps"));
  EXPECT_THAT(lost("tablutzero"),
              ElementsAre(StartsWith("quiet_limit: "), StartsWith("ply_limit: ")));
}

TEST(OpenTafl, RecordsAreAsOpenTaflWritesThem) {
  EXPECT_EQ(ToOpenTafl(Shipped("linnaeus")).record,
            std::string("dim:9 name:linnaeus esc:e surf:n atkf:y ks:c cens: cenp: cenh: linc:y "
                        "cor: start:") +
                kTablutStart);
  EXPECT_EQ(
      ToOpenTafl(Shipped("sea-battle-9")).record,
      std::string("dim:9 name:sea-battle-9 esc:e atkf:y ka:n cen: cor: start:") + kTablutStart);
  EXPECT_EQ(ToOpenTafl(Shipped("copenhagen")).record,
            "dim:11 name:copenhagen atkf:y sw:s efe:y "
            "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/");
  EXPECT_THAT(ToOpenTafl(Shipped("ashton-bologna")).record,
              HasSubstr(" afor:d1,e1,f1,e2,a4,a5,a6,b5,i4,i5,i6,h5,d9,e9,f9,e8 "
                        "afors:tcnk aforp:tcnk aforh:tcnkTCNK aforre:TCNK start:"));
}

// The next tests read OpenTafl's own records of Brandub, Tablut and Fetlar.
TEST(OpenTafl, ReadsBrandub) {
  const OpenTaflConversion read = FromOpenTafl(
      "dim:7 name:Brandub surf:n atkf:y ks:w nj:n cj:n cenh: cenhe: "
      "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/");
  EXPECT_THAT(read.warnings, IsEmpty());
  EXPECT_EQ(read.rule_set.name, "Brandub");
  EXPECT_EQ(Row(read.rule_set),
            "7 A both c/c/c/c throne K ADK - - corners K ADK corners 3 draw loss");
}

TEST(OpenTafl, ReadsTablut) {
  const OpenTaflConversion read =
      FromOpenTafl(std::string("dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: start:") +
                   kTablutStart);
  EXPECT_THAT(read.warnings, IsEmpty());
  EXPECT_EQ(Row(read.rule_set),
            "9 A both c/s/s/n throne - ADK ADK - encirclement edge 3 draw loss");
  // The rules equal cyningstan's except for OpenTafl's defaults.
  EXPECT_EQ(read.rule_set.setup, Shipped("cyningstan").setup);
}

TEST(OpenTafl, ReadsFetlar) {
  const OpenTaflConversion read = FromOpenTafl(
      "dim:11 name:Fetlar atkf:y nj:n cj:n "
      "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/");
  EXPECT_THAT(read.warnings, IsEmpty());
  RuleSet fetlar = Shipped("fetlar");
  fetlar.throne->hostile_occupied.words = ClassSet::kAttackers;  // OpenTafl's default
  fetlar.name = "Fetlar";
  EXPECT_EQ(read.rule_set, Forget(fetlar, {}, read.rule_set));
}

TEST(OpenTafl, OwnRecordsAreTheShippedRuleSets) {
  const auto expect_shipped = [](const std::string& name, const std::string& record) {
    const OpenTaflConversion read = FromOpenTafl(record);
    EXPECT_THAT(read.warnings, IsEmpty());
    RuleSet shipped = Shipped(name);
    shipped.name = read.rule_set.name;
    EXPECT_EQ(read.rule_set, Forget(shipped, {}, read.rule_set));
  };
  expect_shipped("brandubh-opentafl",
                 "dim:7 name:Brandub surf:n atkf:y ks:w nj:n cj:n cenh: cenhe: "
                 "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/");
  expect_shipped("minitafl",
                 "dim:5 name:MiniTafl surf:n spd:1 atkf:y ks:w nj:n cj:n cens:tcnkTCNK cenh: "
                 "cenhe: start:/1t3/t1T2/2K2/5/3t1/");
  expect_shipped("tablut-opentafl",
                 std::string("dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: start:") +
                     kTablutStart);
}

TEST(OpenTafl, ReadsAPuzzleOfAReplay) {
  const OpenTaflConversion read = FromOpenTafl(
      "dim:7 name:CopenhagenPuzzle atkf:y tfr:w cor:g7, cen:b2, sw:s efe:y "
      "starti:/tt2T2/1t2K2/2tt3/6t/3TTt1/4Tt1/4Tt1/");
  EXPECT_THAT(read.warnings,
              ElementsAre(StartsWith("tfr: "), StartsWith("cen: read as the square in the middle"),
                          StartsWith("cor: read as the four corners")));
  EXPECT_EQ(read.rule_set.setup, "tt2T2/1t2K2/2tt3/6t/3TTt1/4Tt1/4Tt1");
  EXPECT_TRUE(read.rule_set.shieldwall && read.rule_set.exit_forts);
}

TEST(OpenTafl, PositionsBeginAtA1) {
  EXPECT_EQ(SquaresToOpenTafl("tt3/5/2K2/5/4T"), "/4T/5/2K2/5/tt3/");
  EXPECT_EQ(SquaresFromOpenTafl("/4T/5/2K2/5/tt3/"), "tt3/5/2K2/5/4T");
  const OpenTaflConversion read = FromOpenTafl("dim:5 start:/4T/5/2K2/5/tt3/");
  EXPECT_EQ(read.rule_set.setup, "tt3/5/2K2/5/4T");
  EXPECT_EQ(FromOpenTafl("dim:5 starti:/tt3/5/2K2/5/4T/").rule_set.setup, "tt3/5/2K2/5/4T");
}

TEST(OpenTafl, NamesOfRuleSetsAreKeptAndOthersMadeSuch) {
  const auto name_read = [](const std::string& name) {
    return FromOpenTafl("dim:5 name:" + name + " start:/t3t/5/1TKT1/5/t3t/").rule_set.name;
  };
  for (const std::string name : {"Brandub", "tafl_5.b-2", "mini+first=defenders", "5"}) {
    EXPECT_EQ(name_read(name), name);
  }
  EXPECT_EQ(name_read("_a(b)*c"), "a-b-c");
  EXPECT_EQ(name_read(std::string(70, 'x')), std::string(64, 'x'));
  for (const std::string name : {"-", "null", "Null", "NULL"})
    EXPECT_EQ(name_read(name), "opentafl");
}

TEST(OpenTafl, DefaultsAreOpenTafls) {
  const OpenTaflConversion read = FromOpenTafl("dim:5 start:/t3t/5/1TKT1/5/t3t/");
  EXPECT_THAT(read.warnings, IsEmpty());
  EXPECT_EQ(read.rule_set.name, "opentafl");
  EXPECT_EQ(Row(read.rule_set),
            "5 A both s/s/s/n throne K ADK ADK A corners K ADK encirclement corners 3 draw loss");
}

TEST(OpenTafl, EveryLetterHasItsMeaning) {
  const auto row = [](const std::string& keys) {
    return Row(
        FromOpenTafl("rules dim:5 esc:e cor: cen: surf:n " + keys + " start:/t3t/5/1TKT1/5/t3t/")
            .rule_set);
  };
  EXPECT_EQ(row(""), "5 A both s/-/-/n edge 3 draw loss");
  EXPECT_EQ(row("atkf:n"), "5 D both s/-/-/n edge 3 draw loss");
  EXPECT_EQ(row("ka:n ks:c"), "5 A none c/-/-/n edge 3 draw loss");
  EXPECT_EQ(row("ka:h ks:w"), "5 A hammer c/-/-/n edge 3 draw loss");
  EXPECT_EQ(row("ka:a ks:m"), "5 A anvil s/-/-/n edge 3 draw loss");
  EXPECT_EQ(row("tfr:i"), "5 A both s/-/-/n edge 0 draw loss");
  EXPECT_EQ(row("tfr:l"), "5 A both s/-/-/n edge 3 mover_loses loss");
  EXPECT_EQ(row("sw:s efe:y"), "5 A both s/-/-/n shieldwall exit_forts edge 3 draw loss");
  EXPECT_EQ(row("afor:a1,b2,"), "5 A both s/-/-/n camps 2 ADK ADK DK 0 edge 3 draw loss");
  EXPECT_EQ(row("afor:b2 aforh: afors:tK aforp:TK aforre:TCNK"),
            "5 A both s/-/-/n camps 1 KH DK - 0 edge 3 draw loss");
  EXPECT_EQ(row("dfor:b2"), "5 A both s/-/-/n camps 1 DK ADK A 0 edge 3 draw loss");
  EXPECT_EQ(Row(FromOpenTafl("dim:5 esc:c ks:m cenre:K cens:tTK cenp:t linc:y surf:n "
                             "start:/t3t/5/1TKT1/5/t3t/")
                    .rule_set),
            "5 A both s/s/s/s throne K - ADK A linnaean corners K ADK corners 3 draw loss");
}

RuleSet ReadKeys(const std::string& keys) {
  const OpenTaflConversion read = FromOpenTafl("dim:7 " + keys + " start:/t5t/7/7/2TKT2/7/7/t5t/");
  EXPECT_THAT(read.warnings, IsEmpty());
  return read.rule_set;
}

/// Expects that the rules survive being written, but for their texts and without warnings.
void ExpectRoundTrip(const RuleSet& rules) {
  const OpenTaflRecord record = ToOpenTafl(rules);
  EXPECT_THAT(record.warnings, IsEmpty());
  RuleSet read = FromOpenTafl(record.record).rule_set;
  read.title = rules.title;
  read.sources = rules.sources;
  EXPECT_EQ(read, rules) << record.record;
}

TEST(OpenTafl, SpeedsAreReadAndWrittenInAllForms) {
  EXPECT_EQ(ReadKeys("spd:-1,-1,").speed, SpeedRules{});
  EXPECT_EQ(ReadKeys("spd:1").speed, (SpeedRules{1, 1, 1}));
  EXPECT_EQ(ReadKeys("spd:-1,2,").speed, (SpeedRules{0, 2, 2}));
  EXPECT_EQ(ReadKeys("spd:-1,-1,-1,-1,3,-1,-1,1,").speed, (SpeedRules{0, 3, 1}));
  EXPECT_EQ(ReadKeys("spd:4,-1,-1,-1,-1,-1,-1,-1,-1,2,-1,-1,").speed, (SpeedRules{4, 0, 2}));
  for (const char* wrong : {"spd:0", "spd:x", "spd:1,2,3", "spd:-2"}) {
    EXPECT_THROW(FromOpenTafl(std::string("dim:5 ") + wrong + " start:/t3t/5/1TKT1/5/t3t/"), Error)
        << wrong;
  }
  RuleSet rules = ReadKeys("");
  for (const SpeedRules speed : {SpeedRules{1, 1, 1}, SpeedRules{2, 0, 0}, SpeedRules{0, 3, 4}}) {
    rules.speed = speed;
    ExpectRoundTrip(rules);
  }
}

TEST(OpenTafl, WideCornersAndFormsOfShieldwallAreReadAndWritten) {
  RuleSet rules = ReadKeys("sw:w swf:n");
  EXPECT_EQ(rules.shieldwall_ends, ShieldwallEnds::kPieces);
  EXPECT_EQ(rules.shieldwall_move, ShieldwallMove::kAny);
  ExpectRoundTrip(rules);
  EXPECT_EQ(ReadKeys("swf:n").shieldwall_move, ShieldwallMove::kEnd) << "without shieldwalls";
  rules.corners->width = 2;
  rules.corners->stop.words |= ClassSet::kDefenders;
  ExpectRoundTrip(rules);
}

TEST(OpenTafl, WritingWarnsOfARoyalAttackerClosingCampsAndAHostileEdge) {
  RuleSet rules = ReadKeys("afor:c1");
  rules.camps->close = true;
  rules.edge.hostile.words = ClassSet::kDefenders;
  rules.setup[0] = 'b';
  const OpenTaflRecord record = ToOpenTafl(rules);
  EXPECT_THAT(record.warnings, ElementsAre(StartsWith("camps.close"), StartsWith("board.setup"),
                                           StartsWith("edge.hostile")));
  EXPECT_THAT(record.record, HasSubstr("start:/t5t/7/7/2TKT2/7/7/t5t/"));
  EXPECT_THROW(FromOpenTafl("dim:5 start:/b3t/5/1TKT1/5/t3t/"), Error);
}

TEST(OpenTafl, WarnsOfWhatWeHaveNot) {
  const auto warnings = [](const std::string& keys) {
    return FromOpenTafl("dim:5 " + keys + " start:/t3c/5/1TKN1/5/t3t/").warnings;
  };
  EXPECT_THAT(warnings("nj:c"), ElementsAre(StartsWith("start: all pieces except the king")));
  EXPECT_THAT(warnings("kj:r"), Contains(StartsWith("kj: ")));
  EXPECT_THAT(warnings("ber:c"), Contains(StartsWith("ber: ")));
  EXPECT_THAT(warnings("cor:a1,c1"), Contains(StartsWith("cor: ")));
  EXPECT_THAT(warnings("cen: linc:y"), Contains(StartsWith("linc: ")));
  EXPECT_THAT(warnings("afor:b2 dfor:b3"), Contains(StartsWith("dfor: ")));
  EXPECT_THAT(warnings("afor:b2 aforre:t"), Contains(StartsWith("aforre: ")));
  EXPECT_THAT(warnings("dice:6"), Contains("dice: unknown key, with the value '6'"));
}

TEST(OpenTafl, WritesTheNearestKingAndWarns) {
  RuleSet rules = Shipped("fetlar");
  rules.king = {Armed::kHammer, KingCapture::kCustodial, KingCapture::kSurround,
                KingCapture::kNever, KingCapture::kCustodial};
  const OpenTaflRecord written = ToOpenTafl(rules);
  EXPECT_THAT(written.record, HasSubstr(" ka:h ks:c "));
  EXPECT_THAT(written.warnings, Contains("king.capture.on_throne: never is written as surround"));
  const OpenTaflConversion read = FromOpenTafl(written.record);
  EXPECT_EQ(read.rule_set, Forget(rules, written.warnings, read.rule_set));
}

TEST(OpenTafl, WarnsOfCampsThatItCannotSay) {
  RuleSet rules = Shipped("ashton-bologna");
  rules.camps->pass.words = ClassSet::kAttackers;
  rules.camps->hostile.words = ClassSet::kKing | ClassSet::kAttackersSameCamp;
  const OpenTaflRecord written = ToOpenTafl(rules);
  EXPECT_TRUE(Warns(written.warnings, "camps.pass"));
  EXPECT_TRUE(Warns(written.warnings, "camps.hostile"));
  const OpenTaflConversion read = FromOpenTafl(written.record);
  EXPECT_EQ(read.rule_set, Forget(rules, written.warnings, read.rule_set));
}

TEST(OpenTafl, MalformedRecordsNameTheKey) {
  const std::string start = " start:/t3t/5/1TKT1/5/t3t/";
  EXPECT_THAT(ErrorOf(""), HasSubstr("dim:(none): expected a board size from 5 to 19"));
  EXPECT_THAT(ErrorOf("dim:5"), HasSubstr("start:: expected one starting position"));
  EXPECT_THAT(ErrorOf("dim:4" + start), HasSubstr("dim:4: expected"));
  EXPECT_THAT(ErrorOf("dim:5x" + start), HasSubstr("dim:5x: expected"));
  EXPECT_THAT(ErrorOf("dim:7" + start), HasSubstr("start:: expected ranks that fit the board"));
  EXPECT_THAT(ErrorOf("dim:5" + start + " starti:/5/"),
              HasSubstr("expected one starting position"));
  EXPECT_THAT(ErrorOf("dim:5 esc:x" + start), HasSubstr("esc:x: expected a letter of ec"));
  EXPECT_THAT(ErrorOf("dim:5 surf:" + start), HasSubstr("surf:: expected a letter of ny"));
  EXPECT_THAT(ErrorOf("dim:5 ks:q" + start), HasSubstr("ks:q: expected a letter of sycmwn"));
  EXPECT_THAT(ErrorOf("dim:5 cens:Q" + start), HasSubstr("cens:Q: expected letters"));
  EXPECT_THAT(ErrorOf("dim:5 afor:a9" + start), HasSubstr("afor:a9: expected squares"));
  EXPECT_THAT(ErrorOf("dim:5 cor:" + start), HasSubstr("goal: corners needs"));
  EXPECT_THAT(ErrorOf("dim:5 dim:5" + start), HasSubstr("dim:5: expected the key once"));
  EXPECT_THAT(ErrorOf("dim:5 tablut" + start), HasSubstr("'tablut': expected key:value"));
  EXPECT_THAT(ErrorOf("dim:5 start:/t3t/5/1TTT1/5/t3t/"), StartsWith("OpenTafl record: "));
  EXPECT_THAT(ErrorOf(std::string(20000, 'a')), HasSubstr("longer than 16 KiB"));
}

TEST(OpenTafl, OnlyWarningsOfMovesMakeRulesUnplayable) {
  EXPECT_EQ(WhyUnplayable({}), "");
  EXPECT_EQ(WhyUnplayable({"tfr: a win", "linc: a throne"}), "");
  EXPECT_EQ(WhyUnplayable({"tfr: a win", "ber: berserk"}), "ber: berserk");
}

}  // namespace
}  // namespace raichi
