#include "tools/arguments/arguments.h"

#include <spdlog/fmt/fmt.h>

#include "run/players.h"

namespace raichi {

Option AddRulesOption(Command command, std::string* rules) {
  return command
      .Add("-r,--rules", rules,
           "Rule set: a name that `raichi rules` lists, or a rule file, perhaps with "
           "changes (linnaeus+first=defenders)")
      .Value("RULES")
      .ShowDefault();
}

PositionOptions AddPositionOptions(Command command, PositionArguments* arguments) {
  const Option rules = AddRulesOption(command, &arguments->rules);
  const Option position =
      command
          .Add("-p,--position", &arguments->position,
               "Position, such as \"3ttt3/4t4/… a\" (default: the starting position of the rules)")
          .Value("POSITION");
  return {rules, position};
}

Option AddDeviceOption(Command command, std::string* device) {
  return command
      .Add("--device", device,
           "Device that runs the network: auto, cpu, libtorch (the processor, by LibTorch), cuda "
           "or cuda:N")
      .Value("DEVICE")
      .ShowDefault()
      .Group(kMachineHeading);
}

std::string PlayerHelp(const std::string& without_model) {
  return fmt::format(
      "Player: {} (default: a published model that was trained on the rules, otherwise the newest "
      "model in runs/ that was, otherwise a published model of nearly the same rules, otherwise "
      "{})",
      kPlayerWords, without_model);
}

Option AddCertificateOption(Command command, std::string* file) {
  return command
      .Add("--certificate", file,
           "Certificate of a proof that says what is proven (default: the one in configs/proofs/ "
           "for the rules, if there is one)")
      .Value("FILE");
}

Option AddWorkersOption(Command command, int* workers) {
  return command.Add("--workers", workers, "Number of threads (default: one per processor core)")
      .Range(1, 1024)
      .Group(kMachineHeading);
}

}  // namespace raichi
