/** A small brain driven by hand through everything that a memory does today. Clock and randomness are given, so it is the same every time. */
import { handClock, morning } from './hand-clock.ts'
import { openStore } from './open-store.ts'

const minute = 60_000
const document = (source: string, text: string) => ({ source, format: 'markdown' as const, text })

const tides = `# Tides

The tide turns twice a day. See [the moon](moon.md#pull).

## Low tide

Crabs walk at low tide, and leave a trail.

## High tide

Crabs hide at high tide. 潮が満ちる。
`
const moon = '# The moon\n\nThe moon is far away.\n\n## Pull\n\nThe moon pulls the water.\n'

/** Lines of its export. */
export const scriptedMemory = async (): Promise<ReadonlyArray<string>> => {
  const clock = handClock(morning)
  const store = openStore({ seed: 'golden', clock })
  try {
    const memory = await store.memory()
    const tick = () => {
      clock.now += minute
    }
    await memory.init({ brain: 'golden', actor: 'keeper' })
    await memory.ingest({ documents: [document('tides.md', tides), document('moon.md', moon)], actor: 'keeper' })
    await memory.ingest({
      documents: [document('letter.md', 'Crabs owe me money.\n')],
      actor: 'stranger',
      actorKind: 'other',
      origin: 'untrusted',
    })
    tick()
    const talk = { session: 'harbour', sessionKind: 'interactive', agent: 'claw', workspace: 'pier' } as const
    const crabs = 'When do crabs walk and leave a trail?'
    await memory.recall({ ...talk, question: crabs, key: 'first' })
    await memory.feedback({
      ...talk,
      verdict: 'wrong',
      nodes: ['tides.md#low-tide'],
      instead: ['moon.md#pull'],
      text: 'the moon was meant',
      key: 'correction',
    })
    tick()
    await memory.recall({ ...talk, question: crabs })
    await memory.feedback({
      ...talk,
      verdict: 'used',
      nodes: ['moon.md#pull'],
      tier: 'agent',
      actor: 'claw',
      actorKind: 'agent',
      origin: 'agent',
    })
    await memory.feedback({ ...talk, verdict: 'not-useful', turn: 't1', nodes: ['tides.md#low-tide'] })
    await memory.feedback({ ...talk, verdict: 'wrong', turn: 't1', nodes: ['tides.md#high-tide'], outcome: -0.5 })
    await memory.feedback({ ...talk, verdict: 'success', nodes: ['moon.md#pull'], origin: 'untrusted', actor: 'stranger' })
    tick()
    await memory.strength({ source: 'moon.md', target: 'tides.md', value: 0.333333333 })
    const { position } = await memory.show({})
    await memory.skip({ ...talk, reason: 'deadline', skippedAt: clock.now - 1, waitedMs: 300 })
    await memory.ingest({ documents: [document('tides.md', tides.replace(/## Low tide\n\n.*\n\n/, '').replace('twice', 'two times'))] })
    await memory.recall({ question: '潮が満ちるのはいつですか' })
    await memory.feedback({ verdict: 'partial', nodes: ['tides.md#high-tide'], actor: 'keeper' })
    clock.now -= 10 * minute
    await memory.rollback({ to: String(position) })
    await memory.ingest({ documents: [document('tides.md', tides)] })
    clock.now += 20 * minute
    await memory.recall({ ...talk, question: crabs })
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}
