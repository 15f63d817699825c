#include "app/analysis/desk.h"

namespace raichi {

AnalysisDesk::AnalysisDesk(std::span<const Subject> subjects)
    : subjects_(subjects), found_(subjects.size()) {
  for (size_t i = 0; i < subjects.size(); ++i) {
    missing_.push_back(subjects[i].end_ply() - subjects[i].first_ply());
    found_[i].resize(static_cast<size_t>(missing_[i]));
    positions_ += found_[i].size();
  }
}

std::optional<LockStep::Job> AnalysisDesk::Next() {
  while (next_.subject < subjects_.size()) {
    const Subject& subject = subjects_[next_.subject];
    const int ply = subject.first_ply() + next_.ply;
    if (ply < subject.end_ply()) {
      ++next_.ply;
      return LockStep::Job{{next_.subject, ply}, subject.At(ply)};
    }
    next_ = {next_.subject + 1, 0};
  }
  return std::nullopt;
}

void AnalysisDesk::Put(Place place, Analysis analysis) {
  const int index = place.ply - subjects_[place.subject].first_ply();
  found_[place.subject][static_cast<size_t>(index)] = std::move(analysis);
  --missing_[place.subject];
  ++done_;
}

std::optional<std::pair<const Subject*, std::vector<Analysis>>> AnalysisDesk::Take() {
  if (taken_ == subjects_.size() || missing_[taken_] > 0) return std::nullopt;
  const size_t i = taken_++;
  return std::pair(&subjects_[i], std::move(found_[i]));
}

}  // namespace raichi
