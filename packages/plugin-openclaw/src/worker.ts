/** Entry of the worker thread, which the bundle ships as a file of its own. */
import '@crabtrail/agent-host/worker'
