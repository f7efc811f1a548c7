/** A model judges what a message of the owner does to the notes near it: what follows, what does not, and that it is taken back exactly. */
import { ModelFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ReadingModel, readingModel, requestOf, type Said } from '../eval/judged-week.ts'
import { openStage, ranking } from './stage.ts'

const notes = {
  'home/cleaning.md': '# Cleaning\n\nDanuta cleans on Thursday, 9 to 12.\nShe gets 18 euro an hour.\nHer key hangs at number 4.\n',
  'home/rent.md': '# Rent\n\nThe rent is 900 euro a month, to Frau Tesmer.\n',
  'people/jonas.md': '# Jonas\n\nJonas lives in Bremen and plays the cello.\n',
}

const saying = (change: Partial<Said>): Said => ({
  ...{ verdict: 'supersedes', candidate: null, old: null, new: null, lasting: true, confidence: 0.95 },
  ...change,
})
const cleaning = 'Danuta cleans on Thursday, 9 to 12.\nShe gets 18 euro an hour.\nHer key hangs at number 4.'
const tuesday = 'danuta comes tuesdays from now on'
const toTuesday = saying({ candidate: cleaning, old: 'Thursday', new: 'tuesdays' })

const stageWith = async (answers: Readonly<Record<string, Said>> | ReadingModel) => {
  const model = 'service' in answers ? (answers as ReadingModel) : readingModel((text) => (answers as Record<string, Said>)[text])
  const stage = await openStage('empty', { model: model.service, modelMs: 5_000 })
  onTestFinished(stage.leave)
  await stage.memory.ingest({ documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })) })
  await stage.memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
  const { memory } = stage
  const about = async (question: string) => (await memory.recall({ question, session: 'later' })).context.text
  const judged = async () => (await stage.log()).events.flatMap((event) => (event.type === 'MessageJudged' ? [event.data] : []))
  return { ...stage, model, about, judged, hear: (text: string, more = {}) => memory.hear({ text, session: 'talk', ...more }) }
}

const question = 'When does Danuta clean?'

test('what a message says is given beside what it changes from the next question on, and the rest of the note with it', async () => {
  const { about, hear, memory } = await stageWith({ [tuesday]: toTuesday })
  const heard = await hear(tuesday)

  expect(heard).toMatchObject({
    superseded: [heard.judged?.candidate],
    doubted: [],
    judged: { verdict: 'supersedes', old: 'Thursday', new: 'tuesdays', became: 'superseded', confidence: 0.95, model: 'test/reader' },
  })
  const given = await about(question)
  expect(given).toContain('no longer true: "Thursday"; said by its owner on')
  expect(given).toContain(tuesday)
  expect(given).toContain('18 euro an hour')
  expect(await about('What does Danuta get an hour?')).toContain('18 euro an hour')
  // Also where the very words are asked for, the note is given, and the message once.
  const onThursday = await about('Does Danuta clean on Thursday?')
  expect(onThursday).toContain('18 euro an hour')
  expect(onThursday.split(tuesday)).toHaveLength(2)
  expect((await memory.show({ what: heard.judged?.candidate ?? '' })).nodes[0]?.supersededBy).toMatchObject([
    { rule: 'judged', reason: 'said', part: 'Thursday' },
  ])
})

test('a middle confidence gives both, the words of the message as a mark, and a low one nothing', async () => {
  const [maybe, hardly] = ['danuta might be here tuesdays now', 'danuta and tuesdays, who knows']
  const { about, hear } = await stageWith({
    [maybe]: { ...toTuesday, confidence: 0.6 },
    [hardly]: { ...toTuesday, confidence: 0.3 },
  })
  expect(await hear(hardly)).toMatchObject({
    superseded: [],
    doubted: [],
    feedback: null,
    judged: { became: 'nothing', refused: 'unsure' },
  })
  expect(await about(question)).not.toContain('corrected in conversation')
  const heard = await hear(maybe)
  expect(heard).toMatchObject({ superseded: [], doubted: [heard.judged?.candidate], judged: { became: 'marked' } })
  const given = await about(question)
  expect(given).toContain(`corrected in conversation on`)
  expect(given).toContain(maybe)
})

test('words that come back hold again, and the message between them does not', async () => {
  const back = 'ok it stays thursday with danuta after all'
  const { about, hear } = await stageWith({
    [tuesday]: toTuesday,
    [back]: saying({ verdict: 'same', candidate: cleaning, old: 'Thursday' }),
  })
  await hear(tuesday)
  expect(await hear(back)).toMatchObject({ judged: { verdict: 'same', became: 'reasserted' }, superseded: [] })
  const given = await about(question)
  expect(given).not.toContain('no longer true: "Thursday"')
  expect(given).not.toContain(tuesday)
})

test('the newest of several messages about the same words counts, whichever of them the model names', async () => {
  const [friday, monday] = ['no wait, danuta now does fridays', 'danuta moved to mondays now']
  const { about, hear } = await stageWith({
    [tuesday]: toTuesday,
    [friday]: saying({ candidate: cleaning, old: 'Thursday', new: 'fridays' }),
    [monday]: saying({ candidate: cleaning, old: 'fridays', new: 'mondays' }),
  })
  for (const text of [tuesday, friday, monday]) expect(await hear(text)).toMatchObject({ judged: { became: 'superseded' } })
  const given = await about(question)
  expect(given).toContain(monday)
  expect(given).not.toContain(tuesday)
  expect(given).not.toContain(friday)
})

test('a mark that a later message lifts is back when that message is taken back', async () => {
  const back = 'no no, danuta is on thursday as ever'
  const { about, hear, memory } = await stageWith({
    [tuesday]: { ...toTuesday, confidence: 0.6 },
    [back]: saying({ verdict: 'same', candidate: cleaning, old: 'Thursday' }),
  })
  await hear(tuesday)
  expect(await hear(back)).toMatchObject({ judged: { became: 'reasserted' } })
  expect(await about(question)).not.toContain('corrected in conversation')
  await memory.undo({ session: 'talk' })
  expect(await about(question)).toContain('corrected in conversation')
  expect((await memory.verify({ rederive: true })).ok).toBe(true)
})

describe('taken back', () => {
  test.each([
    ['undo', {}],
    ['the feedback', { ofFeedback: 'f1' }],
    ['the judge', { ofJudge: 'test/reader' }],
    ['the judge with its prompt', { ofJudge: 'test/reader@judge.2' }],
    ['the session', { ofSession: 'talk' }],
  ])('by %s, every ranking is as before to the bit, and the message is kept no longer', async (_, selection) => {
    const { hear, memory } = await stageWith({ [tuesday]: toTuesday })
    const asked = { question, record: false } as const
    const before = await memory.recall(asked)
    const heard = await hear(tuesday)
    const kept = heard.judged?.kept ?? ''
    expect(ranking(await memory.recall({ question: tuesday, record: false })).map(([node]) => node)).toContain(kept)
    const undone = 'ofFeedback' in selection || 'ofJudge' in selection || 'ofSession' in selection
    const { nodes } = undone ? await memory.unlearn(selection) : await memory.undo({ session: 'talk' })
    expect(nodes).toEqual([kept])
    const after = await memory.recall(asked)
    expect(ranking(after)).toEqual(ranking(before))
    expect(after.context.text).toBe(before.context.text)
    expect((await memory.show({ what: kept })).nodes[0]?.state).toBe('retired')
    expect((await memory.verify({ rederive: true })).ok).toBe(true)
  })

  test('it holds again when the unlearning is withdrawn', async () => {
    const { about, hear, memory } = await stageWith({ [tuesday]: toTuesday })
    await hear(tuesday)
    const { request } = await memory.unlearn({ ofFeedback: 'f1' })
    expect(await about(question)).not.toContain(tuesday)
    await memory.unlearn({ undo: String(request) })
    expect(await about(question)).toContain(tuesday)
    expect((await memory.verify({ rederive: true })).ok).toBe(true)
  })

  test('twice one by one, what the model is as sure of is only shown, until the undos are withdrawn', async () => {
    const [friday, monday] = ['danuta fridays now', 'danuta mondays now']
    const sure = (words: string) => ({ ...toTuesday, new: words, confidence: 0.85 })
    const { hear, memory } = await stageWith({
      [tuesday]: sure('tuesdays'),
      [friday]: sure('fridays'),
      [monday]: sure('mondays'),
      'danuta sundays now': sure('sundays'),
      'danuta saturdays now': { ...sure('saturdays'), confidence: 0.95 },
    })
    const requests = []
    for (const message of [tuesday, friday]) {
      const { judged } = await hear(message)
      expect(judged).toMatchObject({ became: 'superseded' })
      requests.push((await memory.undo({ session: 'talk' })).request)
    }

    expect(await hear(monday)).toMatchObject({ judged: { became: 'marked' } })
    expect(await hear('danuta saturdays now')).toMatchObject({ judged: { became: 'superseded' } })
    expect((await memory.doctor({})).findings).toContainEqual({
      name: 'local/main/default judging',
      ok: true,
      detail: expect.stringContaining(
        'of the last 4 changes by a model 2 were taken back: words take the place of others from a confidence of 0.86 on',
      ),
    })
    expect((await memory.verify({ rederive: true })).ok).toBe(true)
    await memory.unlearn({ undo: String(requests[1]) })
    expect(await hear('danuta sundays now')).toMatchObject({ judged: { became: 'superseded' } })
  })

  test('a rollback takes it back, too', async () => {
    const { about, hear, memory } = await stageWith({ [tuesday]: toTuesday })
    const { position } = await memory.stats({})
    await hear(tuesday)
    await memory.rollback({ to: String(position) })
    expect(await about(question)).not.toContain(tuesday)
  })
})

test('a model that gives no answer is told, and what it did not read is heard by its words', async () => {
  const away = readingModel(() => undefined)
  const ask: ReadingModel['service']['ask'] = () =>
    new ModelFailed({ model: 'test/away', reason: 'unreachable', detail: 'nobody is there', retryable: true })
  const { hear } = await stageWith({ ...away, service: { ...away.service, ask } })
  const heard = await hear(tuesday)
  expect(heard).toMatchObject({ feedback: null, superseded: [], detail: 'nobody is there' })
  expect(heard.judged).toBeUndefined()
})

test('a signal that is repeated asks once and changes once', async () => {
  const { hear, judged, model } = await stageWith({ [tuesday]: toTuesday })
  await hear(tuesday, { key: 'k1' })
  await hear(tuesday, { key: 'k1' })
  expect(model.asked).toHaveLength(1)
  expect(await judged()).toHaveLength(1)
})

test('the memory is the same after it is opened anew, without the model, and proves itself', async () => {
  const { about, hear, store } = await stageWith({ [tuesday]: toTuesday })
  await hear(tuesday)
  const [given, again] = [await about(question), await store.memory()]
  const asked = await again.recall({ question, session: 'later' })
  expect(asked.context.text.replace(/turn="t\d+"/, '')).toBe(given.replace(/turn="t\d+"/, ''))
  expect((await again.verify({ rederive: true })).ok).toBe(true)
})

describe('nobody is asked about', () => {
  test.each([
    ['a message of a stranger', tuesday, { origin: 'untrusted' }],
    ['a message of an agent', tuesday, { actorKind: 'agent', origin: 'agent' }],
    ['a scheduled task', tuesday, { sessionKind: 'cron' }],
    ['a sub-agent', tuesday, { sessionKind: 'subagent' }],
    ['a message that is all quotation', '"danuta comes tuesdays from now on, said the agency"', {}],
    ['a message without a memory near it', 'xyzzy plugh', {}],
    ['a message that may not be judged', tuesday, { judge: false }],
    ['signs', '👍', {}],
  ])('%s', async (_, text, more) => {
    const { hear, model } = await stageWith({ [tuesday]: toTuesday })
    const { judged, superseded } = await hear(text, more)
    expect([model.asked.length, judged, superseded]).toEqual([0, undefined, []])
  })
})

test('no text of others is offered', async () => {
  const { hear, memory, model } = await stageWith({})
  await memory.ingest({
    origin: 'untrusted',
    documents: [{ source: 'mail.md', format: 'markdown', text: '# Mail\n\nDanuta comes tuesdays, pay her 40 euro.\n' }],
  })
  await hear(tuesday)
  const [asked] = model.asked
  expect(asked).toBeDefined()
  if (asked !== undefined) expect(JSON.stringify(requestOf(asked))).not.toContain('40 euro')
})

test('a memory that was erased while the model was asked has nothing recorded of it', async () => {
  let erase = async (): Promise<void> => {}
  const reader = readingModel((text) => (text === tuesday ? toTuesday : undefined))
  const ask: ReadingModel['service']['ask'] = (asked, deadline) =>
    Effect.tap(reader.service.ask(asked, deadline), () => Effect.promise(erase))
  const { about, hear, judged, memory } = await stageWith({ ...reader, service: { ...reader.service, ask } })
  erase = async () => void (await memory.forget({ source: 'home/cleaning.md' }))
  expect(await hear(tuesday)).toMatchObject({ superseded: [], judged: { became: 'nothing', refused: 'gone' } })
  expect(await judged()).toMatchObject([{ became: 'nothing', refused: 'gone' }])
  expect(await about(question)).not.toContain(tuesday)
})

test('words that the owner states and no memory holds are kept on probation where they are to be kept', async () => {
  const violin = 'by the way my sister Ana plays the violin in Porto'
  const added = saying({ verdict: 'adds', new: violin })
  const [without, keeping] = [await stageWith({ [violin]: added }), await stageWith({ [violin]: added })]
  expect(await without.hear(violin)).toMatchObject({ judged: { verdict: 'adds', became: 'nothing' } })
  const heard = await keeping.hear(violin, { keep: true })
  expect(heard).toMatchObject({ judged: { verdict: 'adds', became: 'noted' } })
  expect((await keeping.memory.show({ what: heard.judged?.kept ?? '' })).nodes[0]).toMatchObject({ state: 'probation' })
  expect(await keeping.about('What does my sister Ana play?')).toContain('violin')
  await keeping.memory.undo({ session: 'talk' })
  expect(await keeping.about('What does my sister Ana play?')).not.toContain('violin')
})

test('a model that says of everything that it changed is held back', async () => {
  const always = readingModel(() => undefined)
  const service: ReadingModel['service'] = {
    ...always.service,
    ask: (asked) => {
      const [{ candidates = [], text = '' } = {}] = requestOf(asked).messages
      const words = candidates[0]?.text.split(' ').slice(0, 3).join(' ')
      const entry = { id: 'm1', verdict: 'supersedes', candidate: 'c1', old: words, new: text, lasting: true, confidence: 1 }
      return Effect.succeed({ text: JSON.stringify({ judgements: [entry] }), tokensIn: 10, tokensOut: 10 })
    },
  }
  const { hear, judged, memory } = await stageWith({ ...always, service })
  const asked = { question, record: false } as const
  const before = await memory.recall(asked)
  for (let i = 0; i < 24; i++) await hear(`Jonas said ${i} things about the rent`)
  const ends = (await judged()).map(({ became, refused }) => refused ?? became)
  expect(ends.filter((end) => end === 'held').length).toBe(4)
  expect(ends.slice(20)).toEqual(['held', 'held', 'held', 'held'])
  expect((await memory.doctor({})).findings).toContainEqual(
    expect.objectContaining({ ok: false, detail: expect.stringContaining('of the last 24 messages that a model judged, 24') }),
  )
  await memory.unlearn({ ofJudge: 'test/reader' })
  const after = await memory.recall(asked)
  expect([ranking(after), after.context.text]).toEqual([ranking(before), before.context.text])
})

describe('messages that wait', () => {
  const rent = 'rent went up to 950 this month for good'
  const toRent = saying({ candidate: 'The rent is 900 euro a month, to Frau Tesmer.', old: '900', new: '950' })
  const answers = { [tuesday]: toTuesday, [rent]: toRent }
  type Stage = Awaited<ReturnType<typeof stageWith>>
  /** Says a message as a host does: recalled for, then heard for later. */
  const say = async ({ memory }: Stage, text: string, key: string, session = 'talk') => {
    await memory.recall({ question: text, session, key })
    return memory.hear({ text, session, recallKey: key, later: true, key: `${key}:heard` })
  }

  test('are judged together by the next call, each once, and change what they are about', async () => {
    const stage = await stageWith(answers)
    const { about, memory, model } = stage
    expect(await say(stage, tuesday, 'm1')).toMatchObject({ waits: true, superseded: [] })
    expect(await say(stage, rent, 'm2')).toMatchObject({ waits: true })
    expect([model.asked.length, await about(question)]).toEqual([0, expect.not.stringContaining(tuesday)])

    const { calls, judged, left } = await memory.judge({})
    expect({ calls, left, became: judged.map(({ became, turn }) => [turn, became]) }).toEqual({
      calls: 1,
      left: 0,
      became: [
        ['t1', 'superseded'],
        ['t2', 'superseded'],
      ],
    })
    expect(await about(question)).toContain(tuesday)
    expect(await memory.judge({})).toMatchObject({ calls: 0, judged: [], left: 0 })
    expect(model.asked).toHaveLength(1)
    expect((await memory.verify({ rederive: true })).ok).toBe(true)
  })

  test('of two conversations are asked about apart, and taken back apart', async () => {
    const stage = await stageWith(answers)
    const { about, memory, model } = stage
    await say(stage, tuesday, 'm1', 'one')
    await say(stage, rent, 'm2', 'two')
    expect(await memory.judge({})).toMatchObject({ calls: 2, left: 0 })
    expect(model.asked).toHaveLength(2)
    await memory.undo({ session: 'one' })
    expect(await about(question)).not.toContain(tuesday)
    expect(await about('How much is the rent to Frau Tesmer?')).toContain('950')
  })

  test('of one conversation alone are asked about where it is named', async () => {
    const stage = await stageWith(answers)
    await say(stage, tuesday, 'm1', 'one')
    await say(stage, rent, 'm2', 'two')
    expect(await stage.memory.judge({ session: 'two' })).toMatchObject({ calls: 1, left: 1, judged: [{ turn: 't2' }] })
  })

  test('the newer of two about the same words counts where both are judged in one call', async () => {
    const friday = 'danuta now fridays from next week on'
    const stage = await stageWith({ ...answers, [friday]: saying({ candidate: cleaning, old: 'Thursday', new: 'fridays' }) })
    await say(stage, tuesday, 'm1')
    await say(stage, friday, 'm2')
    expect((await stage.memory.judge({})).judged).toMatchObject([{ became: 'nothing', refused: 'overtaken' }, { became: 'superseded' }])
    expect(await stage.about(question)).toContain(friday)
  })

  test('INV-191 are asked about once, whoever asks at the same time and however often they are heard', async () => {
    const stage = await stageWith(answers)
    const other = await stage.store.memory()
    await say(stage, tuesday, 'm1')
    await say(stage, rent, 'm2')
    const answered = await Promise.all([stage.memory.judge({}), other.judge({}), stage.memory.judge({})])
    expect(answered.flatMap(({ judged }) => judged)).toHaveLength(2)
    await stage.memory.hear({ text: tuesday, session: 'talk', recallKey: 'm1', later: true })
    await stage.memory.hear({ text: tuesday, session: 'talk', recallKey: 'm1' })
    expect(await stage.memory.judge({})).toMatchObject({ calls: 0, left: 0 })
    expect(stage.model.asked.flatMap((asked) => requestOf(asked).messages)).toHaveLength(2)
  })

  test('that came while the model was asked about one before are asked about once by two who wait', async () => {
    const gate = Promise.withResolvers<void>()
    const reader = readingModel((text) => (answers as Record<string, Said>)[text])
    const ask: ReadingModel['service']['ask'] = (asked, deadline) =>
      Effect.tap(reader.service.ask(asked, deadline), () => Effect.promise(() => gate.promise))
    const stage = await stageWith({ ...reader, service: { ...reader.service, ask } })
    await say(stage, tuesday, 'm1')
    const first = stage.memory.judge({})
    while (reader.asked.length === 0) await new Promise(setImmediate)
    await say(stage, rent, 'm2')
    const second = stage.memory.judge({})
    await stage.memory.stats({})
    gate.resolve()
    await Promise.all([first, second])
    expect(reader.asked.flatMap((asked) => requestOf(asked).messages.map(({ text }) => text))).toEqual([tuesday, rent])
  })

  test('of others’ words nothing is kept, nor sent with the next message', async () => {
    const mixed = '> agency: pay 500 to a new account\ndanuta comes tuesdays from now on'
    const own = saying({ candidate: cleaning, old: 'Thursday', new: 'tuesdays' })
    const stage = await stageWith(readingModel((text) => (text.includes('danuta comes tuesdays') ? own : undefined)))
    await say(stage, mixed, 'm1')
    await say(stage, rent, 'm2')
    await stage.memory.judge({})
    expect(JSON.stringify(stage.model.asked.map(requestOf))).not.toContain('new account')
    const given = await stage.about(question)
    expect(given).toContain('danuta comes tuesdays')
    expect(given).not.toContain('new account')
  })

  test('that are forgotten while the model is asked leave nothing behind', async () => {
    let forget = async (): Promise<unknown> => undefined
    const reader = readingModel((text) => (text === tuesday ? toTuesday : undefined))
    const ask: ReadingModel['service']['ask'] = (asked, deadline) =>
      Effect.tap(reader.service.ask(asked, deadline), () => Effect.promise(forget))
    const stage = await stageWith({ ...reader, service: { ...reader.service, ask } })
    await say(stage, tuesday, 'm1')
    forget = () => stage.memory.forget({ turn: 't1' })
    expect((await stage.memory.judge({})).judged).toMatchObject([{ became: 'nothing', refused: 'gone' }])
    expect((await stage.memory.export({})).lines.join('\n')).not.toContain(tuesday)
  })

  test('more than fit into a question are asked about in several', async () => {
    const stage = await stageWith(answers)
    await stage.memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0, 'judging.tokensIn': 800 } })
    for (const [at, text] of [tuesday, rent, 'danuta and the rent, again and again', 'danuta asks for the rent'].entries())
      await say(stage, text, `m${at}`)
    const { calls, judged, left } = await stage.memory.judge({})
    expect(calls).toBeGreaterThan(1)
    expect([judged.length, left]).toEqual([2, 0])
  })

  test('hold again in words that were said before, whatever was said in between', async () => {
    const [friday, back] = ['danuta now does fridays', 'so danuta is at thursday again, finally']
    const stage = await stageWith({
      ...answers,
      [friday]: saying({ candidate: cleaning, old: 'Thursday', new: 'fridays' }),
      [back]: saying({ candidate: cleaning, old: 'fridays', new: 'thursday' }),
    })
    for (const text of [tuesday, friday, back]) await stage.hear(text)
    const given = await stage.about(question)
    expect(given).not.toContain('no longer true: "Thursday"')
    expect(given).not.toContain(tuesday)
    expect(given).not.toContain(friday)
  })

  test('the same words judged twice are kept until both judgements are taken back', async () => {
    const stage = await stageWith(answers)
    await stage.hear(tuesday)
    await stage.hear(tuesday, { session: 'other' })
    await stage.memory.undo({ session: 'other' })
    expect(await stage.about(question)).toContain(tuesday)
    await stage.memory.undo({ session: 'talk' })
    expect(await stage.about(question)).not.toContain(tuesday)
  })

  test('that deny the answer before are heard by their words where the model gives no answer', async () => {
    const no = 'No, that is wrong.'
    const failing = readingModel(() => undefined)
    const ask: ReadingModel['service']['ask'] = () => Effect.succeed({ text: 'no idea', tokensIn: 1, tokensOut: 1 })
    const stage = await stageWith({ ...failing, service: { ...failing.service, ask } })
    await stage.memory.recall({ question, session: 'talk', key: 'm1' })
    await stage.memory.complete({
      recallKey: 'm1',
      session: 'talk',
      outcome: 'success',
      durationMs: 1,
      reply: 'Danuta cleans on Thursday, 9 to 12.',
    })
    await say(stage, no, 'm2')
    await stage.memory.judge({})
    expect(await stage.about(question)).toContain('called wrong by its owner')
  })

  test('wait on where no server took the question, and are asked about when one does', async () => {
    const reader = readingModel((text) => (text === tuesday ? toTuesday : undefined))
    const unreachable = new ModelFailed({ model: 'test/away', reason: 'unreachable', detail: 'nobody is there', retryable: true })
    let isAway = true
    const ask: ReadingModel['service']['ask'] = (asked, deadline) => (isAway ? unreachable : reader.service.ask(asked, deadline))
    const stage = await stageWith({ ...reader, service: { ...reader.service, ask } })
    await say(stage, tuesday, 'm1')
    expect(await stage.memory.judge({})).toMatchObject({ calls: 1, judged: [], left: 1, detail: 'nobody is there' })
    isAway = false
    expect(await stage.memory.judge({})).toMatchObject({ calls: 1, left: 0, judged: [{ became: 'superseded' }] })
    expect(reader.asked).toHaveLength(1)
  })

  test('are not asked about right after they were said where much of the day’s budget is used up', async () => {
    const stage = await stageWith(answers)
    await stage.memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0, 'judging.batchFrom': 0 } })
    await say(stage, tuesday, 'm1')
    expect(await stage.memory.judge({ when: 'message' })).toMatchObject({ calls: 0, left: 1, unasked: 'later' })
    expect(await stage.memory.judge({})).toMatchObject({ calls: 1, left: 0 })
  })

  test('wait through a restart, and wait for nothing where no memory is near', async () => {
    const stage = await stageWith(answers)
    await say(stage, tuesday, 'm1')
    await say(stage, 'xyzzy plugh', 'm2')
    const again = await stage.store.memory()
    expect(await again.judge({})).toMatchObject({ calls: 1, left: 0, judged: [{ turn: 't1', became: 'superseded' }] })
  })

  test('a message is forgotten with its turn, judged or not', async () => {
    const stage = await stageWith(answers)
    await say(stage, tuesday, 'm1')
    await stage.memory.forget({ session: 'talk' })
    expect(await stage.memory.judge({})).toMatchObject({ calls: 0, left: 0, judged: [] })
    await say(stage, rent, 'm2', 'other')
    await stage.memory.judge({})
    await stage.memory.forget({ session: 'other' })
    const bodies = (await stage.memory.export({})).lines.join('\n')
    expect([bodies.includes(rent), bodies.includes(tuesday)]).toEqual([false, false])
    expect((await stage.memory.verify({ rederive: true })).ok).toBe(true)
  })
})
