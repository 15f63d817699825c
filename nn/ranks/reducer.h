#pragma once

#include <span>
#include <string>

namespace raichi {

/// The processes that train one network together. They are called ranks, as in MPI, and are
/// numbered from 0. All ranks call `Sum` and `Broadcast` in the same order, and each call waits for
/// the others. A null pointer to a Reducer stands for a process that trains alone. Not thread-safe.
class Reducer {
 public:
  virtual ~Reducer() = default;

  virtual int rank() const = 0;  // of this process, in [0, size())
  virtual int size() const = 0;
  /// The same, counting only the ranks on this machine.
  virtual int local_rank() const = 0;
  virtual int local_size() const = 0;

  /// Replaces each value by its sum over all ranks, which must pass equally many. All ranks get the
  /// same bits if their processors are of one kind. The sums of two ranks do not depend on an
  /// order; those of more ranks may differ from sums in another order by rounding.
  virtual void Sum(std::span<float> values) = 0;
  /// Replaces `bytes` by those of rank 0. May wait for long, and sleeps meanwhile.
  virtual void Broadcast(std::string* bytes) = 0;
  /// Ends the processes of all ranks at once and does not return. To be called after an error in
  /// one rank, for which the others would wait for ever.
  virtual void Abort(int status) = 0;
};

}  // namespace raichi
