import fc from 'fast-check'
import { test } from 'vitest'
import { lessonOf } from './credit-rule.ts'
import { handClock } from './hand-clock.ts'
import { learnedPart, naiveDigest, naiveGraph } from './naive-graph.ts'
import { openStore } from './open-store.ts'
import { playAll, playerOf, withNotes } from './player.ts'
import { readLog } from './recorded-log.ts'
import { anything, signals } from './signals.ts'

test('try', async () => {
  const tally: Record<string, number> = {}
  const t = performance.now()
  await fc.assert(
    fc.asyncProperty(signals(anything), async (list) => {
      const store = openStore({ clock: handClock() })
      const memory = await withNotes(await store.memory())
      const player = playerOf(memory)
      for (const p of await playAll(player, list)) {
        const k =
          p.call.method +
          ' ' +
          (p.refused ? p.refused._tag + ' ' + p.refused.message.slice(0, 16) : 'ok' + ((p.answer as any).refused ?? ''))
        tally[k] = (tally[k] ?? 0) + 1
      }
      const log = readLog((await memory.export({})).lines)
      const lesson = lessonOf(log.events)
      const naive = naiveGraph(log.events)
      const show = await memory.show({})
      if (show.digest !== naiveDigest(naive)) throw new Error('digest')
      const a = JSON.stringify(learnedPart(naive)),
        b = JSON.stringify(learnedPart(lesson.graph))
      if (a !== b) throw new Error('lesson ' + a + b)
      const c = (await import('./log-rules.ts')).complaints(log)
      if (c.length) throw new Error(c.join('\n'))
      const v = await memory.verify({ rederive: true })
      if (!v.ok) throw new Error(JSON.stringify(v))
      await store.close()
    }),
    { numRuns: 100 },
  )
  console.log(tally, performance.now() - t)
})
