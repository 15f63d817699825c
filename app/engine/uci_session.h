#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "app/engine/session.h"
#include "app/engine/uci_go.h"

namespace raichi {

/// `raichi engine --protocol uci`: the UCI dialect of docs/engine.md. A faulty command is answered
/// by an `info string` and leaves the position unchanged; after a faulty `position` no `go` plays
/// until a good one comes.
class UciSession : public EngineSession {
 public:
  /// `rules` is a name or a file. `interrupted` as `Engine` takes it.
  UciSession(const EngineSettings& settings, const std::string& rules,
             Engine::Interrupted interrupted, std::ostream& out);

  bool Obey(const std::string& line) override;
  void Complain(const std::string& what) override;
  bool Work() override;
  void HangUp() override;

  /// Whether it thinks until it is told to stop.
  bool IsEndless() const { return go_ && (go_->infinite || go_->ponder); }

 private:
  void Identify();
  void MakeReady();
  Engine* OpenEngine();
  void SetOption(const std::string& text);
  void ChangeOption(const std::string& given, const std::string& value);
  void SetPosition(const std::string& text);
  void Go(const std::string& text);
  void Stop();
  void PonderHit();
  void ShowPosition();
  void ListMoves();
  void ShowResult();

  EngineLimits LimitsOf(const UciGo& go) const;
  void FinishThinking(const std::string& command);
  void SendInfo();
  void AnswerMove();

  EngineOpener opener_;
  std::ostream& out_;
  std::string rules_name_;
  Game game_;
  bool is_refused_ = false;  // the last `position` was, so `go` must not play from an older one
  int multi_pv_ = 1;

  Engine* engine_ = nullptr;  // of the last `go`
  std::optional<UciGo> go_;   // while thinking
  double next_info_ = 0;      // seconds since `go`
};

}  // namespace raichi
