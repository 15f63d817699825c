#include "tests/prove/tiny_game.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "rules/files/rule_file.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/symmetry.h"

namespace raichi {
namespace {

int EndNamed(const std::string& result) {
  return result == "attackers"   ? TinyGame::kAttackersWin
         : result == "defenders" ? TinyGame::kDefendersWin
                                 : TinyGame::kDraw;
}

int WinOf(int owner) { return owner == 0 ? TinyGame::kAttackersWin : TinyGame::kDefendersWin; }

}  // namespace

TinyGame::TinyGame(const std::string& yaml)
    : rules_(ParseRuleSet(yaml, "tiny")), engine_(rules_.data()), yaml_(yaml) {
  Explore();
  for (const int owner : {0, 1}) Solve(owner);
}

void TinyGame::Explore() {
  std::map<std::string, int> numbers;
  const auto number_of = [&](const slow::Board& board) {
    const auto [it, is_new] = numbers.try_emplace(engine_.FullText(board), NumNodes());
    if (is_new) nodes_.push_back({board, {}});
    return it->second;
  };
  number_of(engine_.Start());
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const slow::Board board = nodes_[i].board;
    MoveList moves;
    GenerateMoves(rules_, ParsePosition(rules_, engine_.FullText(board)), &moves);
    std::vector<int> to;
    for (const Move m : moves) {
      const slow::Outcome outcome =
          engine_.Play(board, {{m.from().x(), m.from().y()}, {m.to().x(), m.to().y()}});
      to.push_back(outcome.result.empty() ? number_of(outcome.board) : EndNamed(outcome.result));
    }
    nodes_[i].to = std::move(to);
  }
}

int TinyGame::PliesThroughMoves(const Node& node, int owner) const {
  int fastest = kNever;
  int slowest = 0;
  for (const int to : node.to) {
    const int plies = to >= 0 ? At(to).plies[owner] : to == WinOf(owner) ? 0 : kNever;
    fastest = std::min(fastest, plies);
    slowest = std::max(slowest, plies);
  }
  const int best = node.board.to_move == (owner == 0 ? 'a' : 'd') ? fastest : slowest;
  return best == kNever ? kNever : best + 1;
}

void TinyGame::Solve(int owner) {
  for (bool changed = true; changed;) {
    std::vector<int> plies;  // of this round, which looks one ply further than the one before
    for (const Node& node : nodes_) plies.push_back(PliesThroughMoves(node, owner));
    changed = false;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      changed |= nodes_[i].plies[owner] != plies[i];
      nodes_[i].plies[owner] = plies[i];
    }
  }
}

int TinyGame::PliesToWin(int node, int owner) const { return At(node).plies[owner]; }

int TinyGame::Find(char to_move, int owner, int plies) const {
  for (int i = 0; i < NumNodes(); ++i) {
    if (At(i).board.to_move == to_move && At(i).plies[owner] == plies) return i;
  }
  throw std::runtime_error("no win takes " + std::to_string(plies) + " plies");
}

int TinyGame::LongestWin(char to_move, int owner) const {
  int longest = 0;
  for (const Node& node : nodes_) {
    const bool counts = node.board.to_move == to_move && node.plies[owner] != kNever;
    if (counts) longest = std::max(longest, node.plies[owner]);
  }
  return longest;
}

int TinyGame::FindUndecided(char to_move) const {
  for (int i = 0; i < NumNodes(); ++i) {
    const Node& node = At(i);
    if (node.board.to_move == to_move && node.plies[0] == kNever && node.plies[1] == kNever) {
      return i;
    }
  }
  throw std::runtime_error("all positions are decided");
}

TinyProof TinyGame::Prove(int start, int claim, int owner) const {
  TinyProof proof;
  TinyCertificate& certificate = proof.certificate;
  certificate = {.claim = static_cast<uint16_t>(claim),
                 .owner = static_cast<uint16_t>(owner),
                 .start = TextOf(start),
                 .rules = yaml_};
  if (claim == 1) certificate.plies = static_cast<uint32_t>(PliesToWin(start, owner));
  Visits visits{&proof, {}};
  if (BoardOf(start).to_move == (owner == 0 ? 'a' : 'd')) {
    Visit(start, &visits);
  } else {
    VisitReplies(start, &visits);
  }
  return proof;
}

std::string TinyGame::KeyOf(int node) const {
  const Position position = ParsePosition(rules_, TextOf(node));
  std::string key;
  for (const Symmetry symmetry : SymmetriesOf(rules_)) {
    key = std::max(key, raichi::ToString(rules_, symmetry(position, rules_)));
  }
  return key;
}

void TinyGame::Visit(int node, Visits* visits) const {
  if (!visits->keys.insert(KeyOf(node)).second) return;
  const TinyCertificate& certificate = visits->proof->certificate;
  const int owner = certificate.owner;
  const std::vector<int>& to = To(node);
  if (std::find(to.begin(), to.end(), WinOf(owner)) != to.end()) return;
  const auto is_good = [&](int after) {
    if (certificate.claim == 1) {
      return after >= 0 && PliesToWin(after, owner) == PliesToWin(node, owner) - 1;
    }
    return after >= 0 ? PliesToWin(after, 1 - owner) == kNever : after == kDraw;
  };
  const auto choice = std::find_if(to.begin(), to.end(), is_good);
  if (choice == to.end()) throw std::runtime_error("cannot prove what is not so");
  visits->proof->certificate.moves.push_back(static_cast<uint64_t>(choice - to.begin()));
  visits->proof->nodes.push_back(node);
  if (*choice >= 0) VisitReplies(*choice, visits);
}

void TinyGame::VisitReplies(int node, Visits* visits) const {
  for (const int reply : To(node)) {
    if (reply >= 0) Visit(reply, visits);
  }
}

namespace {

std::string TinyRules(const std::string& setup, const std::string& rest) {
  return "name: tiny\ntitle: A tiny game\nsources: [a test]\nboard: {size: 5, setup: " + setup +
         "}\nfirst: attackers\nspeed: {king: 1}\ngoal: corners\n"
         "repetition: {count: 3, result: draw}\n" +
         rest;
}

}  // namespace

const TinyGame& KingAlone() {
  static const TinyGame kGame(TinyRules("1t1t1/5/2K2/5/5", R"(
king: {armed: both, capture: {open: custodial, at_edge: custodial}}
corners: {stop: [king], hostile: [attackers, defenders, king]}
no_moves: loss
)"));
  return kGame;
}

const TinyGame& KingAmongCamps() {
  static const TinyGame kGame(TinyRules("2b2/5/2K2/5/1t3", R"(
king: {armed: both, capture: {open: custodial, at_edge: custodial}}
corners: {stop: [king], hostile: [attackers, defenders, king]}
camps:
  squares: [b1, d1, c5]
  stop: [attackers_same_camp]
  pass: [attackers_same_camp]
  hostile: [king]
  close: true
  closed: {stop: [royal, attackers], pass: [royal]}
no_moves: loss
)"));
  return kGame;
}

const TinyGame& KingBetweenCamps() {
  static const TinyGame kGame(TinyRules("2t2/5/2K2/5/2t2", R"(
king: {armed: both, capture: {open: custodial, at_edge: custodial}}
corners: {stop: [king], hostile: []}
camps:
  squares: [a3, c1, c5]
  stop: [attackers_same_camp, attackers]
  pass: [attackers_same_camp]
  hostile: [king]
no_moves: loss
)"));
  return kGame;
}

const TinyGame& KingAtTheWall() {
  static const TinyGame kGame(TinyRules("2t2/5/2K2/5/2t2", R"(
king: {armed: both, capture: {open: custodial, at_edge: never}}
corners: {stop: [king], hostile: [king]}
camps: {squares: [c2], stop: [], pass: [], hostile: []}
no_moves: draw
)"));
  return kGame;
}

TinyProof LongWin() {
  const TinyGame& game = KingAlone();
  return game.Prove(game.Find('a', 0, game.LongestWin('a', 0)), 1, 0);
}

TinyProof UndecidedHold(const TinyGame& game, char to_move, int owner) {
  return game.Prove(game.FindUndecided(to_move), 2, owner);
}

}  // namespace raichi
