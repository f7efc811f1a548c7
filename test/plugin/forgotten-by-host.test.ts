/** What the host was told to forget is erased here, with a receipt. The database is made as the host makes it. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { forgetForgotten, forgottenPath, readReceipts } from '../../packages/agent-host/src/health/forgotten.ts'
import { forgottenByHost } from '../../packages/plugin-openclaw/src/host/forgotten.ts'
import { folder, parts, path, patient, setStage } from './health-stage.ts'

setStage()

const brain = 'local/main/default'
const agentDir = () => join(folder, 'agents', 'main', 'agent')
const host = () => ({ config: {}, runtime: { agent: { resolveAgentDir: () => agentDir() } } }) as never

const inHost = (sql: string): void => {
  mkdirSync(agentDir(), { recursive: true })
  const database = new DatabaseSync(join(agentDir(), 'openclaw-agent.sqlite'))
  database.exec(sql)
  database.close()
}
const tombstones =
  'create table memory_session_tombstones (session_id text not null primary key, agent_id text not null, reason text not null, created_at integer not null) strict;'
const windows =
  'create table session_windows (session_id text not null primary key, session_key text not null, created_at integer not null) strict;'
const forgotten = (id: string, agent = 'main', reason = 'forgotten') =>
  `insert into memory_session_tombstones values ('${id}', '${agent}', '${reason}', 1);`
const windowOf = (id: string, key: string, begun: number) => `insert into session_windows values ('${id}', '${key}', ${begun});`

let names = 0
/** A conversation of its own, in which something is asked and noted. */
const spoken = async (words: string) => {
  const session = `agent:main:talk-${++names}`
  const talk = { brain, session, sessionKind: 'interactive', actor: 'owner', actorKind: 'owner', origin: 'owner', ensure: true } as const
  await parts.memory.worker().ask('recall', { ...talk, question: `What do you know of ${words}?` }, patient)
  await parts.memory.worker().ask('note', { ...talk, text: `${words} plays the violin.` }, patient)
  return session
}
const says = async (words: string) => {
  const answer = await parts.memory
    .worker()
    .ask('forget', { brain, subject: words, actor: 'owner', actorKind: 'owner', dryRun: true }, patient)
  return answer.contents > 0
}

let told: string[]
const look = () => forgetForgotten(parts, forgottenByHost(host()), (line) => told.push(line))()

beforeEach(() => {
  told = []
  rmSync(join(folder, 'agents'), { recursive: true, force: true })
  rmSync(forgottenPath(path), { force: true })
})

describe('a session that the host was told to forget', () => {
  test('is erased here with what was asked and noted in it, once, with a receipt that says none of it', async () => {
    const [petra, lotte] = [await spoken('Petrasson'), await spoken('Lottesson')]
    inHost(`${tombstones}${windows}${windowOf('w1', petra, 1)}${windowOf('w2', lotte, 1)}${forgotten('w1')}`)
    const before = [await says('Petrasson'), await says('Lottesson')]

    await look()
    await look()

    expect(before).toEqual([true, true])
    expect([await says('Petrasson'), await says('Lottesson')]).toEqual([false, true])
    const receipts = await readReceipts(path)
    expect(receipts).toMatchObject([{ id: 'w1', brain, isFound: true }])
    expect(receipts[0]?.contents).toBeGreaterThan(1)
    expect(told).toEqual([
      expect.stringMatching(/^crabtrail: the host forgot the session w1: \d+ contents of local\/main\/default were erased, at /),
    ])
    expect(JSON.stringify(receipts)).not.toContain('Petrasson')
  })

  test('goes alone where the same conversation went on in another session', async () => {
    const session = await spoken('Annasson')
    const later = Date.now() + 60_000
    inHost(`${tombstones}${windows}${windowOf('w1', session, 1)}${windowOf('w2', session, later)}${forgotten('w2')}`)
    await look()
    const kept = await says('Annasson')
    inHost(forgotten('w1'))
    await look()

    expect(kept).toBe(true)
    expect(await says('Annasson')).toBe(false)
  })

  test('goes with what was noted outside of its turns; what was noted again in another session stays', async () => {
    const session = await spoken('Olafsson')
    const note = (text: string, at = session) =>
      parts.memory
        .worker()
        .ask('note', { brain, session: at, actor: 'owner', actorKind: 'owner', origin: 'owner', text, ensure: true }, patient)
    await note('Sigridsson keeps the boat.')
    await note('Gudrunsson keeps the nets.')
    await note('Gudrunsson keeps the nets.', await spoken('Ingridsson'))
    inHost(`${tombstones}${windows}${windowOf('w1', session, 1)}${windowOf('w2', session, Date.now() + 60_000)}${forgotten('w1')}`)
    const before = [await says('Sigridsson'), await says('Gudrunsson')]

    await look()

    expect(before).toEqual([true, true])
    expect([await says('Olafsson'), await says('Sigridsson'), await says('Gudrunsson')]).toEqual([false, false, true])
  })

  test('goes whole, however many turns it had', async () => {
    const session = 'agent:main:long-talk'
    for (let turn = 0; turn <= 20; turn++) {
      const question = `Who is ${turn === 0 ? 'Davidsson' : `number ${turn}`}?`
      await parts.memory
        .worker()
        .ask('recall', { brain, session, sessionKind: 'interactive', actor: 'owner', question, ensure: true }, patient)
    }
    const before = await says('Davidsson')
    inHost(`${tombstones}${windows}${windowOf('w1', session, 1)}${windowOf('w2', session, Date.now() + 60_000)}${forgotten('w1')}`)

    await look()

    expect([before, await says('Davidsson')]).toEqual([true, false])
  })

  test('that the host does not know by name any more has a receipt that says so', async () => {
    inHost(`${tombstones}${forgotten('gone')}`)

    await look()

    expect(await readReceipts(path)).toMatchObject([{ id: 'gone', contents: 0, isFound: false }])
    expect(told).toEqual([expect.stringContaining('the host does not know its name any more')])
  })

  test.each([
    ['of another agent', forgotten('w1', 'other')],
    ['that is only excluded', forgotten('w1', 'main', 'admission')],
  ])('is not one %s', async (_, row) => {
    const session = await spoken('Bertsson')
    inHost(`${tombstones}${windows}${windowOf('w1', session, 1)}${row}`)

    await look()

    expect(await says('Bertsson')).toBe(true)
    expect(await readReceipts(path)).toEqual([])
  })

  test('is none where the host has no database yet, or no list in it', async () => {
    await look()
    inHost(windows)
    await look()

    expect(existsSync(forgottenPath(path))).toBe(false)
    expect(parts.state.health.hooks['forgotten sessions']).toBeUndefined()
  })

  test('is looked for again when the database could not be read', async () => {
    const session = await spoken('Carlsson')
    inHost(`${tombstones}${windows}${windowOf('w1', session, 1)}${forgotten('w1')}`)
    const asked = forgottenByHost(host())
    let fails = true
    const lookAgain = forgetForgotten(
      parts,
      (agent) => (fails ? Promise.reject(new Error('the file is locked')) : asked(agent)),
      () => {},
    )
    await lookAgain()
    const kept = await says('Carlsson')
    fails = false
    await lookAgain()

    expect(kept).toBe(true)
    expect(await says('Carlsson')).toBe(false)
    expect(parts.state.health.hooks['forgotten sessions']).toMatchObject({ failures: 1 })
  })
})
