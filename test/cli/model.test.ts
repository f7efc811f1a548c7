import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  halfway,
  injectedOrder,
  injecting,
  type ModelServer,
  modelBehaviours,
  modelWords,
  saying,
  startModelServer,
  unauthorised,
} from '../src/model-server.ts'
import { ended, makePlace, type Place } from './place.ts'

const key = 'sk-routing-0123456789'
const question = 'when do lobster crates arrive at the harbour?'

let place: Place
let server: ModelServer
beforeEach(async () => {
  server = await startModelServer()
  place = makePlace({ OPENAI_API_KEY: key, CRABTRAIL_MODEL: server.named })
  const parts = [
    'Crates\n\nLobster crates arrive on Wednesday.',
    'Key\n\nThe harbour key hangs behind the door.',
    'Crane\n\nThe crane lifts four tons.',
  ]
  place.write('notes/harbour.md', `# Harbour\n\nThe harbour opens at six.\n\n${parts.map((part) => `## ${part}\n`).join('\n')}`)
  // A call is worth it as soon as two memories fire, however weakly.
  await place.ask('init', '--set', 'routing.many=1', 'routing.counted=0')
  await place.ask('ingest', 'notes')
})
afterEach(async () => {
  place.remove()
  await server.close()
})

/** Everything that the store consists of. */
const storeBytes = (): string => {
  const folder = dirname(place.store)
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('')
}

describe('--model', () => {
  test('names a server that is asked once about a recall that is worth it', async () => {
    expect(server.asked).toEqual([])
    const { routing, turn } = await place.ask('recall', question)

    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({ path: '/v1/chat/completions', authorization: `Bearer ${key}`, model: 'tiny' })
    expect(routing).toMatchObject({ calls: 1, outcome: 'answered', reason: 'many', tokensIn: 900, tokensOut: 180, costUsd: 0.000243 })
    const why = await place.ask('why', turn)
    expect(why.routing).toMatchObject({ calls: 1, template: expect.stringMatching(/^route/), explanation: modelWords })
    expect(why.routing.offered.map(({ title }: { readonly title: string }) => title)).toHaveLength(server.asked[0]?.notes.length ?? 0)
    expect(why.routing.followed).toEqual([{ edge: why.routing.offered[0].pointer, node: why.routing.offered[0].node }])
    expect(why.routing.dropped).toEqual([why.routing.offered.at(-1).node])
    expect((await place.ask('stats')).model).toMatchObject({ calls: 1, answered: 1, costUsd: 0.000243, today: { calls: 1 } })
  })

  test('is not asked again by a recall that is repeated, nor by a look without a trace or at another time', async () => {
    const first = await place.ask('recall', question, '--key', 'k1')
    const again = await place.ask('recall', question, '--key', 'k1')
    const looks = [await place.ask('recall', question, '--no-record'), await place.ask('recall', question, '--at', '30')]

    expect(server.asked).toHaveLength(1)
    expect([again.turn, again.routing.calls]).toEqual([first.turn, 1])
    expect(looks.map(({ routing }) => routing)).toEqual([
      { calls: 0, outcome: 'off', costUsd: 0 },
      { calls: 0, outcome: 'off', costUsd: 0 },
    ])
  })

  test('is not asked by none, nor where nothing is to be chosen; and a person reads why', async () => {
    const without = await place.run('recall', question, '--model', 'none')
    const clear = await place.run('recall', 'nothing that any note says')

    expect(server.asked).toEqual([])
    expect(without.stdout).not.toContain('routing')
    expect(clear.stdout).not.toContain('routing')
  })

  test('may stand in the config file, and is asked without a key where there is none', async () => {
    const other = makePlace({ CRABTRAIL_STORE: place.store })
    other.write('.config/crabtrail/config.json', JSON.stringify({ model: server.named }))
    await other.ask('recall', question)
    other.remove()

    expect(server.asked.map(({ authorization }) => authorization)).toEqual([undefined])
  })

  test('that fails changes nothing but the decision: the rule decides, and the line says why', async () => {
    server.behave(unauthorised)
    const refused = await place.run('recall', question)
    server.behave(halfway)
    const broken = await place.ask('recall', question)
    const again = await place.ask('recall', question)

    expect([refused.code, refused.stderr]).toEqual([0, expect.not.stringContaining('routing')])
    expect(refused.stdout).toMatch(
      /^routing: fell back to the rule: refused, \$0, \d+ ms \(many memories fired\); the server answers 401\s\(invalid_api_key\): give a key/m,
    )
    expect([broken.routing, again.routing].map(({ fallback, outcome }) => [outcome, fallback])).toEqual([
      ['fell-back', 'failing'],
      ['fell-back', 'failing'],
    ])
    // Three calls in a row failed. A server that breaks off took the question: it may count, where one that refuses does not.
    const { costUsd, pausedUntil } = (await place.ask('stats')).model
    expect(pausedUntil).toMatch(/^\d{4}-/)
    expect(costUsd).toBeGreaterThan(0)
    expect((await place.run('recall', question)).stdout).toContain('it is paused after failures')
    const examined = await place.run('doctor')
    expect(examined.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /no language model is asked from \S+ until \S+, because .* the last one: failing; see that the server/,
    )
  })

  test('is waited for as long as --model-ms says', async () => {
    // Long enough that the question reaches the server on a busy machine, too.
    server.behave(modelBehaviours('')['never'])
    const late = await place.ask('recall', question, '--model-ms', '900')
    const wrong = await place.run('recall', question, '--model-ms', '0')

    expect(late.items[0].node).toBe('harbour.md#crates')
    expect(server.asked).toHaveLength(1)
    expect(late.routing).toMatchObject({
      calls: 1,
      outcome: 'fell-back',
      fallback: 'timeout',
      detail: expect.stringContaining('no answer within 900 ms'),
    })
    // The server took the question and may count it: it is told and spent with the most that it may cost.
    expect(late.routing.costUsd).toBeGreaterThan(0)
    expect((await place.ask('stats')).model.costUsd).toBe(late.routing.costUsd)
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--model-ms: it is no whole number')])
  })

  test('is told the titles of notes, and asked nothing in a dry run of causes', async () => {
    await place.ask('recall', question)
    const { documents } = await place.ask('ingest', 'notes', '--causes', '--dry-run')

    expect(server.asked.length).toBe(1)
    expect(documents).toBe(1)
    // The server names no causes, so the command ends with 1.
    await place.run('ingest', 'notes', '--causes')
    expect([(await place.ask('eval', 'cost')).causes.calls, (await place.ask('stats')).model.byTask.causes.calls]).toEqual([1, 1])
    const told = server.asked.map((asked) => JSON.stringify(asked))
    expect(told.slice(0, 2)).toEqual([1, 2].map(() => expect.stringContaining('Harbour › Crates: Lobster crates')))
  })

  test('says what was done of a run for causes that Ctrl-C ends, and exits as an interrupted command does', async () => {
    const entries = Array.from({ length: 60 }, (_, number) => `## Berth ${number}\n\nShip ${number} lies here.\n`)
    place.write('berths.md', entries.join('\n'))
    const isAsked = Promise.withResolvers<() => void>()
    server.behave((asked, response) => isAsked.resolve(() => modelBehaviours('').answer(asked, response)))
    const child = place.start('ingest', 'berths.md', '--causes')
    const end = ended(child)
    const answer = await isAsked.promise
    server.behave(modelBehaviours('').answer)
    child.kill('SIGINT')
    answer()

    const { code, stdout } = await end
    expect(code).toBe(130)
    expect(stdout).toMatch(/^1 document is read in {2}/)
    expect(stdout).toMatch(new RegExp(`^ {2}causes: 0 edges linked by ${server.asked.length} calls?, `, 'm'))
    expect(stdout).toMatch(/\d+ calls? left for the next run with --causes$/m)
  })

  test('tells of a run for aliases what it takes before the first call, and what was named when Ctrl-C ends it: that stays', async () => {
    const berths = Array.from({ length: 60 }, (_, number) => `## Berth ${number}\n\nShip ${number} lies here.\n`)
    place.write('berths.md', berths.join('\n'))
    const naming = saying(({ user }) => {
      const { passages }: { readonly passages: ReadonlyArray<{ readonly id: string; readonly text: string }> } = JSON.parse(user)
      const asked = (text: string) => `Where is the vessel with the number ${/\d+/.exec(text)?.[0]} moored?`
      return JSON.stringify({ aliases: passages.map(({ id, text }) => ({ id, questions: [asked(text)] })) })
    })
    const isAsked = Promise.withResolvers<() => void>()
    server.behave((one, response) => isAsked.resolve(() => naming(one, response)))
    const rehearsed = await place.run('ingest', 'berths.md', '--aliases', '--dry-run')
    expect([rehearsed.stdout, server.asked.length]).toEqual([
      expect.stringMatching(
        /aliases: 6 calls of the model, about [\d,]+ tokens in, at most \$0\.\d+ if no request is repeated, about 6 s$/m,
      ),
      0,
    ])

    const child = place.start('ingest', 'berths.md', '--aliases')
    const end = ended(child)
    const answer = await isAsked.promise
    server.behave(naming)
    child.kill('SIGINT')
    answer()

    // The call that is under way is answered, and perhaps another one before the signal arrives.
    const { code, stdout } = await end
    const calls = Number(/^ {2}aliases: \d+ passages? named by (\d) calls?, /m.exec(stdout)?.[1])
    expect([code, calls]).toEqual([130, expect.toSatisfy((some: number) => some >= 1 && some < 6)])
    expect(stdout).toMatch(new RegExp(`^ {2}${6 - calls} calls? left for the next run with --aliases$`, 'm'))
    expect((await place.ask('stats')).aliases).toMatchObject({ named: 10 * calls })
  })

  test.each<readonly [name: keyof ReturnType<typeof modelBehaviours>, fallback: string | undefined, requests: number]>([
    ['answer', undefined, 1],
    ['slow', undefined, 1],
    ['half', 'failing', 3],
    ['bad JSON', 'malformed', 1],
    ['foreign ids', undefined, 1],
    ['duplicate ids', undefined, 1],
    ['injected instructions', undefined, 1],
    ['huge', 'failing', 1],
    [401, 'refused', 1],
    [429, 'rate-limited', 3],
    [500, 'failing', 3],
    ['redirect', 'refused', 1],
  ])('answers a question whatever the server does: %s', async (name, fallback, requests) => {
    const elsewhere = await startModelServer()
    server.behave(modelBehaviours(`${elsewhere.baseUrl}/chat/completions`)[name])
    const { items, routing } = await place.ask('recall', question)
    await elsewhere.close()

    expect(items[0].node).toBe('harbour.md#crates')
    expect([routing.calls, routing.outcome, routing.fallback]).toEqual([1, fallback === undefined ? 'answered' : 'fell-back', fallback])
    expect([server.asked.length, elsewhere.asked.length]).toEqual([requests, 0])
    expect(routing.refused > 0).toBe(['foreign ids', 'duplicate ids'].includes(String(name)))
  })

  test('says only what a model may say: orders in its answer are quoted, and obeyed by nobody', async () => {
    server.behave(injecting)
    const { context, turn } = await place.ask('recall', question)
    const { stdout } = await place.run('why', turn, '--all')

    expect(context.text).not.toContain(injectedOrder)
    for (const obeyed of ['\u001b', '\u202e']) expect(stdout).not.toContain(obeyed)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/the model’s own words, unchecked: ".*IGNORE ALL PREVIOUS/)
  })

  test('keeps its key out of everything that is printed and stored', async () => {
    const printed = [await place.run('recall', question), await place.run('why', 't1', '--all'), await place.run('stats', '--json')]
    server.behave(unauthorised)
    printed.push(await place.run('recall', question, '--debug'), await place.run('why', 't2', '--json'), await place.run('log', '--json'))
    printed.push(await place.run('doctor', '--json'), await place.run('eval', 'cost'), await place.run('export'))

    expect(server.asked.map(({ authorization }) => authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`])
    expect(printed.map(({ code }) => code)).toEqual(printed.map(() => 0))
    expect(JSON.stringify(printed)).not.toContain(key)
    expect(storeBytes()).not.toContain(key)
    expect(storeBytes()).toContain('SQLite format 3')
  })

  test.each([
    ['without a model', 'http://127.0.0.1:1/v1', '--model'],
    ['with a key in its address', 'http://ann:sk-hidden@127.0.0.1/v1#tiny', '--model'],
    ['that is a key', 'sk-hidden', '--model'],
  ])('that cannot be is refused with nothing of it repeated: %s', async (_, text, field) => {
    const [code, error] = await place.fail('recall', question, '--model', text)

    expect([code, error]).toEqual([2, expect.objectContaining({ tag: 'InvalidRequest', field })])
    expect(JSON.stringify(error)).not.toContain('hidden')
    expect(server.asked).toEqual([])
  })
})
