/** Tells where it runs and where it says that it lies: as a thread to its parent, as a process on standard output. */
import { parentPort } from 'node:worker_threads'

const told = { runs: new Error('here').stack ?? '', lies: import.meta.url }

if (parentPort === null) process.stdout.write(JSON.stringify(told))
else parentPort.postMessage(told)
