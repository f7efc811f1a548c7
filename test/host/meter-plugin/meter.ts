/** A plugin beside ours that tells, over the control door, what the process of the gateway holds once it has collected its garbage. */
import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type plugin from '../../../packages/plugin-openclaw/src/index.ts'

type Api = Parameters<(typeof plugin)['register']>[0]

export const meterMethod = 'crabtrail-meter.read'

export interface Metered {
  readonly pid: number
  /** Bytes: of the whole process, and of the heap of its main thread after a collection. */
  readonly rss: number
  readonly heap: number
  readonly external: number
  /** Open files, sockets and pipes; and what keeps the event loop alive, by kind. */
  readonly files: number
  readonly resources: Readonly<Record<string, number>>
}

const collect = (): void => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

const read = (): Metered => {
  collect()
  const { external, heapUsed, rss } = process.memoryUsage()
  const kinds = process.getActiveResourcesInfo()
  const resources = Object.fromEntries([...new Set(kinds)].sort().map((kind) => [kind, kinds.filter((one) => one === kind).length]))
  return { pid: process.pid, rss, heap: heapUsed, external, files: readdirSync('/proc/self/fd').length, resources }
}

export default {
  id: 'crabtrail-meter',
  name: 'Crabtrail meter',
  description: 'Tells what the process of the gateway holds.',
  register(api: Api): void {
    api.registerGatewayMethod(meterMethod, ({ respond }) => respond(true, read()), { scope: 'operator.read' })
  },
}
