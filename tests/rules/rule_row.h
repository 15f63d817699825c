#pragma once

#include <string>

#include "rules/rule_keys.h"
#include "rules/rule_set.h"

namespace raichi {

inline std::string Letters(ClassSet set) {
  std::string letters;
  if (set.Has(PieceClass::kAttacker)) letters += 'A';
  if (set.Has(PieceClass::kDefender)) letters += 'D';
  if (set.Has(PieceClass::kKing)) letters += 'K';
  if (set.HasSameCamp()) letters += 'H';
  if ((set.words & ClassSet::kRoyal) != 0) letters += 'R';
  return letters.empty() ? "-" : letters;
}

/// Returns the keys of a rule set in a line: size, first side, king and so on.
inline std::string Row(const RuleSet& r) {
  const auto way = [](KingCapture how) { return WordOf(kKingCaptureWords, how).substr(0, 1); };
  std::string row = std::to_string(r.size) + (r.first == Side::kAttackers ? " A " : " D ");
  row.append(WordOf(kArmedWords, r.king.armed)).append(" ").append(way(r.king.open)).append("/");
  row.append(r.throne ? way(r.king.beside_throne) : "-").append("/");
  row.append(r.throne ? way(r.king.on_throne) : "-").append("/").append(way(r.king.at_edge));
  if (r.speed != SpeedRules{}) {
    row += " speed " + std::to_string(r.speed.attackers) + "/" + std::to_string(r.speed.defenders) +
           "/" + std::to_string(r.speed.king);
  }
  if (r.throne) {
    row += " throne " + Letters(r.throne->stop) + " " + Letters(r.throne->pass) + " " +
           Letters(r.throne->hostile_empty) + " " + Letters(r.throne->hostile_occupied);
    row += r.throne->linnaean ? " linnaean" : "";
  }
  if (r.corners) row += " corners " + Letters(r.corners->stop) + " " + Letters(r.corners->hostile);
  if (r.corners && r.corners->width != 1) row += " wide";
  if (r.camps) {
    row += " camps " + std::to_string(r.camps->squares.size()) + " " + Letters(r.camps->stop) +
           " " + Letters(r.camps->pass) + " " + Letters(r.camps->hostile) + " " +
           std::to_string(r.camps->neutral.size());
    if (r.camps->close) {
      row += " close " + Letters(r.camps->closed_stop) + " " + Letters(r.camps->closed_pass);
    }
  }
  if (r.edge.hostile.words != 0) row += " edge " + Letters(r.edge.hostile);
  row += r.encirclement ? " encirclement" : "";
  row += r.shieldwall ? " shieldwall" : "";
  row += r.exit_forts ? " exit_forts" : "";
  row.append(" ").append(WordOf(kGoalWords, r.goal)).append(" ");
  row.append(std::to_string(r.repetition.count)).append(" ");
  row.append(WordOf(kRepetitionWords, r.repetition.result)).append(" ");
  row.append(WordOf(kNoMovesWords, r.no_moves));
  if (r.quiet_limit != 0) row += " quiet " + std::to_string(r.quiet_limit);
  if (r.ply_limit != 0) row += " plies " + std::to_string(r.ply_limit);
  return row;
}

}  // namespace raichi
