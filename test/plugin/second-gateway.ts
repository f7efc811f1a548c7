/** A gateway in a process of its own on the home of another: `node second-gateway.ts HOME`, then one order a line. */
import { createInterface } from 'node:readline'
import { createFakeHost } from '../src/fake-host/fake-host.ts'
import { letWatchOften } from './watch-often.ts'

const [home = ''] = process.argv.slice(2)
letWatchOften()
const host = createFakeHost({
  home,
  load: async () => (await import('../../packages/plugin-openclaw/src/index.ts')).default,
  entry: { hooks: { allowConversationAccess: true }, config: { deadlineMs: 10_000, follow: false } },
  script: () => 'Done.',
})
const tell = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`)

await host.start()
tell({ started: process.pid })
for await (const message of createInterface({ input: process.stdin })) {
  if (message === 'stop') break
  // A question, or `log`.
  tell(message === 'log' ? { log: host.log() } : { answer: await host.chat('agent:main:second', message) })
}
await host.settled()
await host.stop()
tell({ stopped: true })
