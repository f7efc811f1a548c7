/** The memory of one store in a worker thread: the client for the host's thread, and the server that the worker runs. */

export type { HostConnection, HostModel, HostReply } from './worker/host-connection.ts'
export { type HostEmbedder, type HostVectors, NoHostEmbedder } from './worker/host-embedder.ts'
export {
  DeadlinePassed,
  Defect,
  isWorkerFailure,
  RequestDropped,
  WorkerBusy,
  type WorkerFailure,
  WorkerGone,
} from './worker/protocol.ts'
export type { RecallOptions, RecallOutcome } from './worker/recall-call.ts'
export { type MemoryWorker, type MemoryWorkerStatus, openMemoryWorker, type ThreadSettings } from './worker/worker-client.ts'
export { serveMemory, serveStore } from './worker/worker-server.ts'
