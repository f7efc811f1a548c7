/** The owner takes back in the chat what was taught: his last verdict, or all that one conversation taught. */
import { describe, expect, test } from 'vitest'
import { agent, brain, memory, parts, patient, remember, say, session, setStage, turn, warnings } from './trail-stage.ts'

setStage()

const question = 'how are releases deployed'
const given = async (): Promise<string | undefined> => (await turn(question))?.appendContext?.match(/^\[([^\]]+)\]/m)?.[1]
const head = async (): Promise<number> => (await memory.worker().ask('show', { brain }, patient)).position
const exported = async () => (await memory.worker().ask('export', { brain }, patient)).lines
const twoNotes = async () => {
  await remember('releases.md', 'Releases')
  await remember('rollbacks.md', 'Rollbacks')
}
/** Two verdicts of the owner by which the question leads to the other note. */
const taughtWrongly = async () => {
  await twoNotes()
  await turn(question)
  await say('wrong 1 instead rollbacks.md')
  await say('not-useful 1')
}
/** The number by which this session is printed. */
const number = async (): Promise<string> => {
  const { events } = await memory.worker().ask('log', { brain, session, type: 'SessionStarted' }, patient)
  return events[0]?.session ?? expect.unreachable()
}
const elsewhere = { sessionKey: 'agent:x:other' }

describe('/trail undo', () => {
  test('takes back the last verdict of this conversation, says which and what changed, and names the way back', async () => {
    await twoNotes()
    await turn(question)
    const before = await given()
    await say('used 1')
    await say('wrong 1 instead rollbacks.md')
    const taught = await given()

    const told = [await say('undo'), await say('undo')]

    expect([before, taught, await given()]).toEqual(['releases.md', 'rollbacks.md', 'releases.md'])
    const [last, earlier] = told.map((answer) => answer.split('\n'))
    expect(last?.[0]).toBe(`Taken back: f2: wrong on t2 "${question}" about releases.md.`)
    expect(last?.[1]).toMatch(/^Changed: .*rollbacks\.md \d\.\d\d → \d\.\d\d/)
    expect(last?.[2]).toMatch(/^\/trail unlearn undo \d+ takes this back again\.$/)
    expect(earlier?.[0]).toContain('f1: used on t2')
  })

  test('can itself be taken back, by the command that it names', async () => {
    await taughtWrongly()
    const taught = await given()
    const first = await say('undo')
    const second = await say('undo')
    const without = await given()
    const back = (answer: string) => /\/trail (unlearn undo \d+)/.exec(answer)?.[1] ?? ''

    const again = [await say(back(second)), await say(back(first))]

    expect([taught, without, await given()]).toEqual(['rollbacks.md', 'releases.md', 'rollbacks.md'])
    for (const answer of again) expect(answer).toMatch(/^1 signal teaches again\.\nChanged: /)
    expect(await say(back(first))).toBe('Nothing had to be done: that unlearning stands no longer.')
  })

  test('takes back a verdict that was said twice at once', async () => {
    await twoNotes()
    await turn(question)
    await say('wrong 1 instead rollbacks.md')
    await say('wrong 1 instead rollbacks.md')

    expect(await say('undo')).toMatch(/^Taken back: f1: .* \(said 2 times\)\.\nChanged: /)
    expect(await given()).toBe('releases.md')
  })

  test('says that there is nothing to take back, and appends nothing', async () => {
    const nothing = 'Nothing to take back: no verdict that still teaches was said in this conversation.'
    const unknown = await say('undo')
    await twoNotes()
    const unsaid = await say('undo')
    await turn(question)
    await say('used 1')
    const apart = await say('undo', { sessionKey: `agent:${agent}:other` })
    await say('undo')
    const before = await head()

    expect([unknown, unsaid, apart, await say('undo')]).toEqual([nothing, nothing, nothing, nothing])
    expect(await head()).toBe(before)
    expect(warnings).toEqual([])
  })

  test('with a word too many changes nothing, and says where that word belongs', async () => {
    await taughtWrongly()
    const before = await head()

    expect(await say('undo 57')).toMatch(/^Nothing was changed: "57" is too much; .*\/trail unlearn undo POSITION/)
    expect(await head()).toBe(before)
  })
})

describe('/trail unlearn', () => {
  test('lists the conversations that taught, by their numbers', async () => {
    await twoNotes()
    const none = await say('unlearn session')
    await turn(question)
    await say('used 1')
    await say('wrong 1 instead rollbacks.md')

    const told = (await say('unlearn session')).split('\n')

    expect(none).toBe('Nothing to take back: nothing that was said in any conversation teaches.')
    expect(told[1]).toMatch(/^s\d+: 2 verdicts, the last on \d{4}-\d\d-\d\d \(wrong\)$/)
    expect(told.at(-1)).toBe(`Say /trail unlearn session ${await number()}: it shows what would change.`)
  })

  test('shows first what would change, and leaves the log as it was, to the byte', async () => {
    await taughtWrongly()
    await turn(question)
    const [log, id] = [await exported(), await number()]

    const byNumber = await say(`unlearn session ${id}`)
    const byKey = await say(`unlearn session ${session}`)

    expect(await exported()).toEqual(log)
    expect(byNumber).toMatch(
      new RegExp(`^Nothing is changed yet: 2 signals of ${id} would be taken out\\.\\n\\d edges would move, most of all:\\n- `),
    )
    expect(byNumber).toMatch(/would rank otherwise:\n- "how are releases deployed": rollbacks\.md .* → releases\.md /)
    expect(byNumber.split('\n').at(-1)).toBe(`To do it: /trail unlearn session ${id} yes`)
    expect(byKey).toBe(byNumber.replaceAll(`session ${id}`, `session ${session}`).replace(`of ${id}`, `of ${session}`))
  })

  test('takes the conversation back once the owner says yes, and what another one taught stays', async () => {
    await taughtWrongly()
    const taught = await given()
    const kept = { actor: 'owner', actorKind: 'owner', origin: 'owner', verdict: 'used', turn: 't1', nodes: ['releases.md'] } as const
    await memory.worker().ask('feedback', { ...kept, brain, session: 'another' }, patient)
    const id = await number()

    const told = await say(`unlearn session ${id} yes`)

    expect(told).toMatch(
      new RegExp(`^Taken back: 2 signals of ${id}\\. What all others taught stays\\.\\nChanged: .*\\n/trail unlearn undo \\d+ takes`),
    )
    expect([taught, await given()]).toEqual(['rollbacks.md', 'releases.md'])
    const { events } = await memory.worker().ask('log', { brain, type: 'UnlearnRequested' }, patient)
    expect(events).toMatchObject([
      { actor: 'owner', session: id, data: { selector: 'session', signals: [expect.any(Number), expect.any(Number)] } },
    ])
    expect(await say(`unlearn session ${id} yes`)).toBe(`Nothing had to be done: all that ${id} taught is taken back already.`)
    expect(await say(`unlearn session ${id}`)).toBe(`Nothing would change: all that ${id} taught is taken back already.`)
  })

  test('is withdrawn by the position that its answer names', async () => {
    await taughtWrongly()
    const told = await say(`unlearn session ${await number()} yes`)
    const without = await given()

    const again = await say(/\/trail (unlearn undo \d+)/.exec(told)?.[1])

    expect(again).toMatch(/^2 signals teach again\.\nChanged: /)
    expect([without, await given()]).toEqual(['releases.md', 'rollbacks.md'])
  })

  test.each([
    ['unlearn', /^Nothing was changed: say \/trail unlearn session for the conversations that taught/],
    ['unlearn sesion s1', /^Nothing was changed: there is no \/trail unlearn sesion; say \/trail unlearn session/],
    ['unlearn session s99', /^Nothing was changed: no session s99 is known; \/trail unlearn session lists/],
    ['unlearn session s99 yes', /^Nothing was changed: no session s99 is known; \/trail unlearn session lists/],
    ['unlearn session s1 now', /^Nothing was changed: "now" is too much; \/trail unlearn session s1 shows what would change/],
    ['unlearn undo', /^Nothing was changed: say which, as in \/trail unlearn undo 57/],
    ['unlearn undo 1', /^Nothing was changed: no unlearning at position 1: nothing is unlearned$/],
    ['unlearn undo soon', /^Nothing was changed: position: "soon" is none: give 1234/],
  ])('%s changes nothing, and says what is wrong and what to do', async (args, told) => {
    await taughtWrongly()
    const before = await head()

    const answer = await say(args)

    expect(answer).toMatch(told)
    expect(answer).not.toMatch(/--|openclaw/)
    expect(await head()).toBe(before)
    expect(warnings).toEqual([])
  })

  test('says of a conversation in which nothing was taught that there is nothing', async () => {
    await twoNotes()

    expect(await say(`unlearn session ${session} yes`)).toMatch(/^Nothing was changed: nothing was taught there; /)
  })
})

test.each(['undo', 'unlearn', 'unlearn session', 'unlearn session s1', 'unlearn session s1 yes', 'unlearn undo 1'])(
  'nobody but the owner says /trail %s, and nothing is told of what was taught',
  async (args) => {
    await taughtWrongly()
    const before = await head()
    const word = args.split(' ')[0]

    expect(await say(args, { senderIsOwner: false })).toBe(`Only the owner of this agent may say /trail ${word}.`)
    expect(await say(args, { senderIsOwner: undefined, ...elsewhere })).toBe(`Only the owner of this agent may say /trail ${word}.`)
    expect(await say(args, { isAuthorizedSender: false })).toBe('Only the owner of this agent may use /trail.')
    expect(await head()).toBe(before)
    expect(parts.state.health.hooks['/trail']).toBeUndefined()
  },
)
