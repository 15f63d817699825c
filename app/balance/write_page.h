#pragma once

#include <filesystem>
#include <string_view>

#include "console/output.h"

namespace raichi {

/// The files of app/balance/page/, built into the program by cmake/embed_page.cmake. The page also
/// uses the style, boards and replay of app/report/report.h.
std::string_view BalancePage();    // HTML with the names that write_page.cc replaces
std::string_view BalanceStyle();   // CSS; follows ReportStyle
std::string_view BalanceScript();  // JavaScript, all files joined; follows SharedScript

/// Writes the page of a study, one HTML file that loads nothing from elsewhere. Throws Error if the
/// file cannot be written. Of the keys of `data` below, any but `name` and `rules` may be missing
/// or null, at every depth; the page leaves out what has no data.
///
/// Shares, scores and p are from 0 to 1. A score is that of the attackers, a draw is half a point;
/// `low` and `high` are the ends of its 95 % interval.
///   name, plan            text; the plan as YAML
///   games, seeds          of the whole study
///   warnings              a list of sentences
///   rules                 a list of rule sets:
///     name, title, label  `label` says what was changed
///     group               variant, change, factorial or path; the page shows them in this order
///     size                of the board
///     fingerprint         of the rules (docs/rules.md), 16 hexadecimal digits
///     human               {score, games, source}
///     proven              {side, text, plies}: what a shipped proof says, as in `attackers, 25
///                         plies`: they win within so many. Without `plies`: the side never loses
///     verdict             balanced, leans, lopsided or undecided
///     verdict_text        the same with the side, as in `leans to the attackers`
///     sentence            the same in a sentence
///     headline            the strongest level:
///                         {family, level, openings, distinct_openings, games, wins, draws, losses,
///                         score, low, high, draw_share, seed_spread, by_seed: [score]}
///     levels              a list of the same for every level. family: network (visits), checkpoint
///                         (1 for the earliest), alphabeta (depth) or playouts; openings: setup,
///                         random4 or first-moves
///     slope               {value, low, high}: the change of the score for each doubling of the
///                         search, or ply of alpha-beta
///     ladder              {text, shape, level, score, low, high, trend: {value, low, high},
///                         even: {level, low, high}, forecast: {score, low, high, observed, holds},
///                         curve: [{level, score, low, high}]}: the curve fitted to all levels of
///                         the headline's family and openings. score: at the strongest level;
///                         trend: what a doubling adds there; even: where the curve crosses 50 %
///                         (null: an end that the levels do not show); forecast: what the levels
///                         below say of the strongest one, and what was found there
///     handicap            {text, side, factor, low, high}: HandicapText, and the side that needs
///                         `factor` times the search, where a ply of alpha-beta counts as twice
///     bid                 {text, turns, low, high}: BidText, and the turns within which the king
///                         must win
///     sandwich            {low, high}, each {score, low, high, games}: the score of the attackers
///                         against and with best responses to the first
///                         model
///     character           {plies, plies_deviation, decisive, reasons: {TEXT: share},
///                         effective_first_moves, drama, lead_changes, twice}
///     first_moves         [{move, share, games, score, low, high}]
///     setup, words        squares as text (SquaresOf), and the rules as sentences
///     board               BoardToJson (app/report/replay.h)
///     sample_games        [ReplayToJson]
///   effects               [{kind, label, factors: [text], from, to, logit, elo, low, high, points,
///                         by_seed: [points], p, holm}]: what a change of the rules is worth to the
///                         attackers. kind: change, main, interaction or path; `from` and `to` are
///                         names of rule sets, of main effects the changes of the factor; elo, low
///                         and high in Elo; points: the difference of the score; by_seed: that of
///                         the figures of each of several seeds
///   families              [{a, b, tau, low, high, rules}]: Kendall's tau of two families
///   map                   [{rules, x, y}]: rule sets that one plays alike are close together
void WriteBalancePage(const Json& data, const std::filesystem::path& file);

}  // namespace raichi
