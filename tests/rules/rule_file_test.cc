#include "rules/files/rule_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/output_file.h"
#include "tests/rules/rule_row.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

constexpr const char* kSmall = R"(name: small
title: A small game
sources: [nobody]
board: {size: 5, setup: t3t/5/1TKT1/5/t3t}
first: attackers
king: {armed: both, capture: {open: custodial, beside_throne: surround, on_throne: surround, at_edge: never}}
throne: {stop: [king], pass: [], hostile_empty: [attackers]}
goal: edge
repetition: {count: 3, result: draw}
no_moves: loss
)";

/// Returns kSmall with the line that starts with `key` replaced, or removed if `line` is empty.
std::string With(const std::string& key, const std::string& line) {
  std::string text, rest = kSmall;
  bool found = false;
  while (!rest.empty()) {
    const size_t end = rest.find('\n') + 1;
    const bool hit = rest.compare(0, key.size() + 1, key + ":") == 0;
    if (!hit) text += rest.substr(0, end);
    if (hit && !line.empty()) text += line + "\n";
    found = found || hit;
    rest.erase(0, end);
  }
  return found ? text : text + line + "\n";
}

std::string ErrorOf(const std::string& yaml) {
  try {
    ParseRuleSet(yaml, "x.yaml");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RuleFile, SmallOneLoads) {
  const RuleSet rules = ParseRuleSet(kSmall, "x.yaml");
  EXPECT_EQ(Row(rules), "5 A both c/s/s/n throne K - A - edge 3 draw loss");
  EXPECT_THAT(rules.sources, ElementsAre("nobody"));
  EXPECT_TRUE(rules.assumed.empty());
}

TEST(RuleFile, EveryKeyIsRead) {
  std::string yaml = With("goal", "goal: corners");
  yaml +=
      "assumed: [\"one: two\", 'three']\n"
      "corners: {stop: [king], hostile: [defenders, attackers]}\n"
      "camps: {squares: [b1, a2], stop: [attackers_same_camp], pass: [king], hostile: [king],\n"
      "        neutral: [a2]}\n"
      "encirclement: true\nshieldwall: true\nexit_forts: true\nquiet_limit: 7\nply_limit: 9\n";
  const RuleSet rules = ParseRuleSet(yaml, "x.yaml");
  EXPECT_EQ(Row(rules),
            "5 A both c/s/s/n throne K - A - corners K AD camps 2 H K K 1 encirclement shieldwall "
            "exit_forts corners 3 draw loss quiet 7 plies 9");
  EXPECT_THAT(rules.assumed, ElementsAre("one: two", "three"));
  EXPECT_EQ(ParseRuleSet(ToYaml(rules), "written"), rules);
}

/// Every key of the newer rules, each with a value that is not its default.
void UseNewKeys(RuleSet* rules) {
  rules->speed = {1, 2, 3};
  rules->throne->stop.words = ClassSet::kKing | ClassSet::kRoyal;
  rules->corners = CornerRules{{ClassSet::kKing}, {ClassSet::kRoyal}, 2};
  rules->camps = CampRules{{Square(3, 1)},
                           {},
                           {},
                           {ClassSet::kRoyal},
                           {},
                           true,
                           {ClassSet::kRoyal},
                           {ClassSet::kAttackers | ClassSet::kKing}};
  rules->edge.hostile.words = ClassSet::kAttackers | ClassSet::kDefenders;
  rules->shieldwall = true;
  rules->shieldwall_ends = ShieldwallEnds::kPieces;
  rules->shieldwall_move = ShieldwallMove::kAny;
  rules->quiet_limit = 5;
  rules->quiet_limit_result = LimitResult::kDefenders;
  rules->ply_limit = 6;
  rules->ply_limit_result = LimitResult::kAttackers;
}

constexpr const char* kNewKeys = R"(first: attackers
king: {armed: both, capture: {open: custodial, beside_throne: surround, on_throne: surround, at_edge: never}}
speed: {attackers: 1, defenders: 2, king: 3}
throne: {stop: [king, royal], pass: [], hostile_empty: [attackers], hostile_occupied: [], linnaean: false}
corners: {stop: [king], hostile: [royal], width: 2}
camps:
  squares: [c1]
  stop: []
  pass: []
  hostile: [royal]
  neutral: []
  close: true
  closed: {stop: [royal], pass: [attackers, king]}
edge: {hostile: [attackers, defenders]}
goal: edge
shieldwall: true
shieldwall_ends: pieces
shieldwall_move: any
repetition: {count: 3, result: draw}
no_moves: loss
quiet_limit: 5
quiet_limit_result: defenders
ply_limit: 6
ply_limit_result: attackers
)";

TEST(RuleFile, NewKeysAreWritten) {
  RuleSet rules = ParseRuleSet(kSmall, "x.yaml");
  UseNewKeys(&rules);
  const std::string yaml = ToYaml(rules);
  EXPECT_EQ(yaml.substr(yaml.find("first:")), kNewKeys);
}

TEST(RuleFile, NewKeysWithTheirDefaultsChangeNothing) {
  const RuleSet rules = ParseRuleSet(
      With("speed",
           "speed: {attackers: 0, king: 0}\nedge: {hostile: []}\nshieldwall_ends: corners\n"
           "shieldwall_move: end\nquiet_limit_result: draw\nply_limit_result: draw\n"
           "corners: {stop: [], hostile: [], width: 1}\n"
           "camps: {squares: [c1], stop: [], pass: [], hostile: [], close: false, closed: {}}"),
      "x.yaml");
  RuleSet plain = ParseRuleSet(kSmall, "x.yaml");
  plain.corners = CornerRules{};
  plain.camps = CampRules{{Square(3, 1)}, {}, {}, {}, {}};
  EXPECT_EQ(rules, plain);
  EXPECT_EQ(ToYaml(rules), ToYaml(plain));
  EXPECT_EQ(ToYaml(rules).find("close"), std::string::npos);
  EXPECT_EQ(ToYaml(rules).find("width"), std::string::npos);
}

TEST(RuleFile, WithoutAThroneItsKeysMayBeLeftOutAndMeanNothing) {
  const std::string bare =
      With("king", "king: {armed: none, capture: {open: surround, at_edge: never}}");
  RuleSet with = ParseRuleSet(With("throne", ""), "x.yaml");
  EXPECT_EQ(with.king.on_throne, KingCapture::kSurround);
  size_t throne = bare.find("throne");
  const std::string none = bare.substr(0, throne) + bare.substr(bare.find('\n', throne) + 1);
  EXPECT_EQ(Row(ParseRuleSet(none, "x.yaml")), "5 A none s/-/-/n edge 3 draw loss");
  EXPECT_EQ(ErrorOf(bare),
            "x.yaml:6: king.capture: the key 'king.capture.beside_throne' is missing");
}

TEST(RuleFile, AnEvenBoardHasNoThrone) {
  std::string yaml = With("board", "board: {size: 6, setup: t5/6/2K3/6/6/6}");
  EXPECT_THAT(ErrorOf(yaml), StartsWith("x.yaml:7: throne: "));
  const size_t throne = yaml.find("\nthrone: ");
  yaml.erase(throne, yaml.find('\n', throne + 1) - throne);
  EXPECT_EQ(ErrorOf(yaml), "");
}

TEST(RuleFile, WhiteSpaceInTextsIsFolded) {
  const RuleSet rules = ParseRuleSet(With("title", "title: >\n  Two\n  lines  and \tmore\n"), "x");
  EXPECT_EQ(rules.title, "Two lines and more");
}

TEST(RuleFile, WritesTextsThatNeedQuotes) {
  RuleSet rules = ParseRuleSet(kSmall, "x.yaml");
  rules.title = R"(- "quoted" \ #: {é} ')";
  EXPECT_EQ(ParseRuleSet(ToYaml(rules), "written"), rules);
}

TEST(RuleFile, AliasesAreFollowed) {
  std::string yaml = With("throne", "throne: {stop: &k [king], pass: *k, hostile_empty: *k}");
  EXPECT_EQ(Row(ParseRuleSet(yaml, "x")), "5 A both c/s/s/n throne K K K - edge 3 draw loss");
}

struct Bad {
  const char* key;
  const char* line;
  const char* error;
};

TEST(RuleFile, ErrorsNameLineKeyAndWhatWasExpected) {
  const std::vector<Bad> bad = {
      {"gaol", "gaol: edge", ":11: unknown key 'gaol', did you mean 'goal'?"},
      {"flags", "flags: 3", ":11: unknown key 'flags'; expected one of name, title, "},
      {"goal", "", ":1: the key 'goal' is missing"},
      {"title", "", ":1: the key 'title' is missing"},
      {"first", "first: attackers\nfirst: defenders", ":6: the key 'first' appears twice"},
      {"first", "first: attacker", ":5: first: unknown word 'attacker', did you mean 'attackers'?"},
      {"first", "first: white", ":5: first: unknown word 'white'; expected one of attackers, "},
      {"first", "first: [attackers]", ":5: first: unknown word a list"},
      {"first", "first:", ":5: first: unknown word nothing"},
      {"goal", "goal: corners", ":8: goal: corners needs the key 'corners'"},
      {"name", "name: ../x", ":1: name: '../x' is not a name"},
      {"name", "name: _x", ":1: name: '_x' is not a name"},
      {"name", "name: \"NULL\"", ":1: name: 'NULL' is not a name"},
      {"name", "name: [a]", ":1: name: a list is not a text"},
      {"title", "title: \"a\\x07\"", ":2: title: a text must have no control characters"},
      {"sources", "sources: Linnaeus", ":3: sources: 'Linnaeus' is not a list of texts"},
      {"sources", "sources: [{a: b}]", ":3: sources: a map is not a text"},
      {"board", "board: 9", ":4: board: '9' is not a map of keys and values"},
      {"board", "board: {size: 9}", ":4: board: the key 'board.setup' is missing"},
      {"board", "board: {size: 21, setup: K}", ":4: board.size: '21' is not a whole number from 5"},
      {"board", "board: {size: '5', setup: K}", ":4: board.size: '5' is not a whole number"},
      {"board", "board: {size: 5.0, setup: K}", ":4: board.size: '5.0' is not a whole number"},
      {"board", "board: {size: 99999999999, setup: K}", ":4: board.size: '99999999999' is not"},
      {"board", "board: {size: 5, setup: t3t/5/1TKT1/5}", ":4: board.setup: "},
      {"board", "board: {size: 7, setup: t3t/5/1TKT1/5/t3t}", ":4: board.setup: "},
      {"board", "board: {size: 5, setup: t3t/5/1TXT1/5/t3t}", ":4: board.setup: "},
      {"board", "board: {size: 5, setup: t3t/5/1TTT1/5/t3t}", ":4: board.setup: "},
      {"board", "board: {size: 5, setup: t3t/5/1KKT1/5/t3t}", ":4: board.setup: "},
      {"board", "board: {size: 5, setup: tK2t/5/5/5/t3t}", ":4: board.setup: "},
      {"board", "board: {size: 5, setup: t3t/5/1TKT1/5/t3t a}", ":4: board.setup: "},
      {"king", "king: {armed: both}", ":6: king: the key 'king.capture' is missing"},
      {"king", "king: {armed: both, capture: {open: custody}}",
       ":6: king.capture: the key 'king.capture.beside_throne' is missing"},
      {"throne", "throne: {}", ":7: throne: the key 'throne.stop' is missing"},
      {"throne", "throne: true", ":7: throne: 'true' is not a map"},
      {"throne", "throne: {stop: [kings], pass: [], hostile_empty: []}",
       ":7: throne.stop: unknown word 'kings', did you mean 'king'?"},
      {"throne", "throne: {stop: king, pass: [], hostile_empty: []}",
       ":7: throne.stop: 'king' is not a list of words, as in [a, b]"},
      {"throne", "throne: {stop: [king, king], pass: [], hostile_empty: []}",
       ":7: throne.stop: king is named twice"},
      {"throne", "throne: {stop: [attackers_same_camp], pass: [], hostile_empty: []}",
       ":7: throne.stop: unknown word 'attackers_same_camp'"},
      {"throne", "throne: {stop: [], pass: [], hostile_empty: [], linnaean: yes}",
       ":7: throne.linnaean: unknown word 'yes'; expected one of false, true"},
      {"repetition", "repetition: {count: -1, result: draw}",
       ":9: repetition.count: '-1' is not a whole number from 0 to 30000"},
      {"repetition", "repetition: {count: 1, result: draw}",
       ":9: repetition.count: 1 would end every"},
      {"repetition", "repetition: {count: 3}", ":9: repetition: the key 'repetition.result' is"},
      {"quiet_limit", "quiet_limit: -5", ":11: quiet_limit: '-5' is not a whole number"},
      {"corners", "corners: {stop: []}", ":11: corners: the key 'corners.hostile' is missing"},
      {"camps", "camps: {squares: [], stop: [], pass: [], hostile: []}",
       ":11: camps.squares: no squares"},
      {"camps", "camps: {squares: [f6], stop: [], pass: [], hostile: []}", ":11: camps.squares: "},
      {"camps", "camps: {squares: [b2, b2], stop: [], pass: [], hostile: []}",
       ":11: camps.squares: b2 is named twice"},
      {"camps", "camps: {squares: [c3], stop: [], pass: [], hostile: []}",
       ":11: camps.squares: c3"},
      {"camps", "camps: {squares: [b2], stop: [], pass: [], hostile: [], neutral: [b3]}",
       ":11: camps.neutral: b3 is not a camp square"},
      {"speed", "speed: {king: 19}", ":11: speed.king: '19' is not a whole number from 0 to 18"},
      {"speed", "speed: {royal: 1}", ":11: speed: unknown key 'royal'; expected one of "},
      {"speed", "speed: 1", ":11: speed: '1' is not a map"},
      {"edge", "edge: {hostile: [attackers_same_camp]}", ":11: edge.hostile: unknown word"},
      {"corners", "corners: {stop: [], hostile: [], width: 3}",
       ":11: corners.width: '3' is not a whole number from 1 to 2"},
      {"camps", "camps: {squares: [b2], stop: [], pass: [], hostile: [], closed: {stop: [king]}}",
       ":11: camps.closed: needs 'camps.close: true'"},
      {"shieldwall_ends", "shieldwall_ends: pieces", ":11: shieldwall_ends: needs 'shieldwall: "},
      {"shieldwall_move", "shieldwall_move: any", ":11: shieldwall_move: needs 'shieldwall: true'"},
      {"quiet_limit_result", "quiet_limit_result: attackers",
       ":11: quiet_limit_result: needs the key 'quiet_limit'"},
      {"ply_limit_result", "ply_limit_result: defenders",
       ":11: ply_limit_result: needs the key 'ply_limit'"},
      {"ply_limit_result", "ply_limit_result: win", ":11: ply_limit_result: unknown word 'win'"},
      {"no_moves", "no_moves: {a", " not YAML: "},
      {"no_moves", "? [a, b]\n: c", ":10: unknown key a list"},
      {"no_moves", "no_moves: \x01", ":10: expected UTF-8 text without control characters"},
      {"no_moves", "no_moves: \xff", ":10: expected UTF-8 text without control characters"},
      {"no_moves", "no_moves: loss\n---\na: b", ": more than one YAML document; expected one map"},
  };
  for (const Bad& b : bad) {
    EXPECT_THAT(ErrorOf(With(b.key, b.line)), HasSubstr(b.error)) << b.line;
    EXPECT_THAT(ErrorOf(With(b.key, b.line)), StartsWith("x.yaml:")) << b.line;
  }
  EXPECT_EQ(ErrorOf(""), "x.yaml: empty; expected a map of keys and values");
  EXPECT_EQ(ErrorOf("- a"), "x.yaml:1: a list is not a map of keys and values");
}

TEST(RuleFile, EveryRequiredKeyIsRequired) {
  for (const std::string key :
       {"name", "title", "sources", "board", "first", "king", "goal", "repetition", "no_moves"}) {
    EXPECT_THAT(ErrorOf(With(key, "")), HasSubstr("the key '" + key + "' is missing"));
  }
}

TEST(RuleFile, BoundsWhatItReads) {
  EXPECT_THAT(ErrorOf(std::string(kMaxYamlBytes + 1, ' ')), HasSubstr("longer than the 64 KiB"));
  EXPECT_NE(ErrorOf(std::string(60000, '[')), "");
  EXPECT_NE(ErrorOf(std::string(60000, '{')), "");
  EXPECT_THAT(ErrorOf(With("sources", "sources: &a [*a]")),
              StartsWith("x.yaml:3: an alias inside the value that it stands for"));
  EXPECT_NE(ErrorOf(",e: a"), "");  // yaml-cpp's own loader never returns on this
  std::string copies = "sources: [&a " + std::string(30'000, 'x');
  for (int i = 0; i < 3; ++i) copies += ", *a";
  EXPECT_THAT(ErrorOf(With("sources", copies + "]")), HasSubstr("aliases that stand for too much"));
  std::string letters = "sources: [x";
  for (int i = 0; i < 15'000; ++i) letters += ",x";
  EXPECT_THAT(ErrorOf(With("sources", letters + "]")), HasSubstr("in canonical form"));
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    const std::string name = "a" + std::to_string(i);
    bomb.append(name).append(": &").append(name).append(" [").append(last);
    for (int k = 0; k < 9; ++k) bomb.append(", ").append(last);
    bomb += "]\n";
  }
  EXPECT_THAT(ErrorOf(bomb), HasSubstr("nested too deeply or too long"));
}

TEST(RuleFile, ChangedRulesAssumeNothing) {
  EXPECT_FALSE(OpenRules("linnaeus")->data().assumed.empty());
  EXPECT_TRUE(OpenRules("linnaeus+first=defenders")->data().assumed.empty());
}

TEST(RuleFile, TheFingerprintGoesByRulesAndNotByNames) {
  const Rules rules(ParseRuleSet(kSmall, "x"));
  RuleSet named = rules.data();
  named.name = "other";
  named.title = "Another title";
  named.sources = {"somebody", "else"};
  named.assumed = {"nothing"};
  EXPECT_EQ(Rules(named).fingerprint(), rules.fingerprint());
  named.setup = "t03t/5/1TKT1/05/t3t";  // the same squares
  EXPECT_EQ(Rules(named).fingerprint(), rules.fingerprint());
  named.throne->linnaean = true;
  EXPECT_NE(Rules(named).fingerprint(), rules.fingerprint());
  named = rules.data();
  named.setup = "tt2t/5/1TKT1/5/t3t";
  EXPECT_NE(Rules(named).fingerprint(), rules.fingerprint());
}

TEST(RuleFile, TheFingerprintNeverChanges) {
  EXPECT_EQ(Rules(ParseRuleSet(kSmall, "x")).fingerprint(), 0x92697dfc3eeea172u);
}

TEST(RuleFile, CampsInAnotherOrderAreTheSameRules) {
  const auto fingerprint = [](const std::string& camps) {
    return Rules(ParseRuleSet(kSmall + camps, "x")).fingerprint();
  };
  const std::string rest = ", stop: [king], pass: [], hostile: []";
  EXPECT_EQ(fingerprint("camps: {squares: [b1, a2], neutral: [a2, b1]" + rest + "}"),
            fingerprint("camps: {squares: [a2, b1], neutral: [b1, a2]" + rest + "}"));
  EXPECT_NE(fingerprint("camps: {squares: [b1, a2], neutral: [a2]" + rest + "}"),
            fingerprint("camps: {squares: [a2, b1], neutral: [b1]" + rest + "}"));
}

TEST(RuleFile, OtherRulesUnderTheNameOfShippedOnesShowTheirFingerprint) {
  const RulesPtr shipped = OpenRules("linnaeus");
  EXPECT_TRUE(IsShipped(*shipped));
  EXPECT_EQ(DisplayName(*shipped), "linnaeus");
  RuleSet changed = shipped->data();
  changed.title = "The same rules";
  EXPECT_TRUE(IsShipped(Rules(changed)));
  EXPECT_EQ(DisplayName(Rules(changed)), "linnaeus");
  changed.repetition.count = 5;
  const Rules other(changed);
  EXPECT_FALSE(IsShipped(other));
  EXPECT_THAT(DisplayName(other), MatchesRegex("linnaeus~[0-9a-f]+"));
  EXPECT_EQ(DisplayName(other).size(), std::string("linnaeus~1a2b3c4d").size());
  EXPECT_NE(DisplayName(other), NameWithFingerprint(*shipped));
  changed.name = "mine";
  EXPECT_EQ(DisplayName(Rules(changed)), "mine");
}

TEST(RuleFile, AShippedFileIsReadOnceUntilItChanges) {
  EXPECT_EQ(OpenRules("linnaeus"), OpenRules("linnaeus"));
  EXPECT_EQ(OpenRules("linnaeus"), FindShippedRules("linnaeus"));
  EXPECT_EQ(FindShippedRules("linnaeus+first=defenders"), nullptr);
  EXPECT_EQ(FindShippedRules("no-such-rules"), nullptr);

  const TemporaryFolder folder;
  const auto write = [&](const std::string& title) {
    std::ofstream(folder.path() / "small.yaml") << With("title", "title: " + title + "\n");
  };
  write("One");
  ASSERT_EQ(setenv("RAICHI_RULES", folder.path().c_str(), 1), 0);
  const RulesPtr one = OpenRules("small");
  EXPECT_EQ(OpenRules("small"), one);
  write("Another");
  EXPECT_EQ(OpenRules("small")->data().title, "Another");
  EXPECT_EQ(one->data().title, "One");
  unsetenv("RAICHI_RULES");
}

TEST(RuleFile, AFolderOrNothingCannotBeRead) {
  EXPECT_THROW(LoadRuleSet("/"), Error);
  EXPECT_THROW(LoadRuleSet("/nowhere.yaml"), Error);
  EXPECT_THROW(LoadRuleSet("/dev/zero"), Error);
}

}  // namespace
}  // namespace raichi
