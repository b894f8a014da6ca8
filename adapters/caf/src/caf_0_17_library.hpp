// What the files for CAF 0.17 share: functions of the library that ours stand in front of.
#pragma once

#include <caf/all.hpp>

#include "host/symbols.hpp"

#if CAF_VERSION < 1700 || CAF_VERSION >= 1800
#error "harrier: this file is written for CAF 0.17"
#endif

namespace harrier::caf {

/// Returns a function of the library's own that one of the adapter's stands in front of.
template <class Function>
Function* library(const char* symbol) {
  return host::next_function<Function>(symbol,
                                       "the loaded libcaf_core.so, so it is not the version this "
                                       "adapter is for (0.17.6)");
}

constexpr const char* scheduled_enqueue_symbol =
    "_ZN3caf15scheduled_actor7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE";
constexpr const char* blocking_enqueue_symbol =
    "_ZN3caf14blocking_actor7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE";
constexpr const char* pool_enqueue_symbol =
    "_ZN3caf10actor_pool7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE";
constexpr const char* broker_enqueue_symbol =  // where libcaf_io.so is loaded
    "_ZN3caf2io15abstract_broker7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEP"
    "NS_14execution_unitE";
using Enqueue = void(void*, ::caf::mailbox_element_ptr*, ::caf::execution_unit*);

inline ::caf::actor_control_block* block(void* handle) {
  return static_cast<::caf::actor_control_block*>(handle);
}

/// While set, actors are shown by their names.
inline thread_local bool describing = false;

}  // namespace harrier::caf
