#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace raichi {

/// The speed of a machine. 0: not measured.
struct MachineSpeed {
  int64_t evaluations = 0;  // of kMeasuredNetwork on a 9x9 board a second, by all workers together
  int64_t samples = 0;      // of the same network's training a second

  bool IsKnown() const { return evaluations > 0 && samples > 0; }
};

class KeyList;
void ListKeys(MachineSpeed* speed, KeyList* keys);

/// The network with which machines are measured, as blocks x channels.
inline constexpr char kMeasuredNetwork[] = "4x32";
/// The machine whose results the README shows.
inline constexpr MachineSpeed kReadmeMachine = {.evaluations = 73'000, .samples = 7'200};

/// Returns a number above 0 rounded to two digits: 5123 gives 5100.
double ToTwoDigits(double number);

/// Returns the measurement as changes to a run's configuration: `machine.evaluations=5100` and so
/// on.
std::vector<std::string> ToChanges(const MachineSpeed& speed);

/// Tells in one sentence how fast the machine is compared with kReadmeMachine, and what that means
/// for a run of `minutes`; 0 minutes: of another budget.
std::string DescribeSpeed(const MachineSpeed& speed, double minutes);

}  // namespace raichi
