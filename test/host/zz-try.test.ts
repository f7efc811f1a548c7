import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { startModel } from '../src/model.ts'
import { createHost, packPlugin } from '../src/openclaw.ts'
test('try', { timeout: 200_000 }, async () => {
  const t0 = performance.now(); const lap = (n: string) => console.log(n, ((performance.now() - t0) / 1000).toFixed(1))
  const model = await startModel(() => 'ACK')
  const host = await createHost(model.url)
  try {
    const tgz = await packPlugin(mkdtempSync(join(tmpdir(), 'pack-')))
    lap('pack')
    await host.install(tgz); lap('install')
    await host.start(); lap('start')
    console.log(await host.turn('agent:main:host-1', 'How do I deploy?')); lap('turn')
    console.log(await host.turn('agent:main:host-1', 'And now?')); lap('turn2')
    console.log(JSON.stringify(model.requests.map(r => r.messages.filter(m => m.role !== 'system')), null, 1).slice(0, 4000))
    await host.stop(); lap('stop')
    console.log(readFileSync(join(host.state, 'crabtrail/crabtrail.db.jsonl'), 'utf8'))
    console.log(readFileSync(join(host.state, "../openclaw.log"), "utf8").split("\n").filter((l) => /crabtrail|hook/i.test(l)).join("\n").slice(0,6000)); console.log(readFileSync(join(host.state, "openclaw.json"), "utf8")); console.log(host.log().split('\n').filter(l => /crabtrail|warn|error/i.test(l)).join('\n'))
  } finally { await host.dispose(); await model.stop() }
})
