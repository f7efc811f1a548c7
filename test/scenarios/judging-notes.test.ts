/** A model judges what a note that is read in says against older ones, and which other memories state the same words as the one that it names. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { readingModel, requestOf, type Said } from '../eval/judged-week.ts'
import { heldIn } from './bytes.ts'
import { openStage } from './stage.ts'

const saying = (change: Partial<Said>): Said => ({
  ...{ verdict: 'supersedes', candidate: null, old: null, new: null, lasting: true, confidence: 0.95 },
  ...change,
})
const markdown = (files: Readonly<Record<string, string>>) => ({
  documents: Object.entries(files).map(([source, text]) => ({ source, format: 'markdown' as const, text })),
})

const pool = 'The pool opens at 8 in the morning.\nThe ticket is 4 euro.'
const moved = 'Opening hours of the pool: from 9 in the morning.'
const notes = { 'town/pool.md': `# Pool\n\n${pool}\n`, 'town/library.md': '# Library\n\nThe library is open until 7.\n' }
const newer = { '2026-11-20.md': `# Diary\n\n${moved}\n` }
const toNine = saying({ candidate: pool, old: '8 in the morning', new: 'from 9 in the morning' })
const question = 'When does the pool open?'

const stageWith = async (answers: Readonly<Record<string, Said>>, files: Readonly<Record<string, string>> = notes) => {
  const model = readingModel((text) => answers[text])
  const stage = await openStage('empty', { model: model.service, modelMs: 5_000 })
  onTestFinished(stage.leave)
  const { memory } = stage
  await memory.ingest(markdown(files))
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
  const about = async (text: string) => (await memory.recall({ question: text, session: 'later' })).context.text
  const waiting = async () => (await stage.log()).events.flatMap((event) => (event.type === 'NotesWait' ? [event.data] : []))
  return { ...stage, model, about, waiting, read: (more: Readonly<Record<string, string>>) => memory.ingest(markdown(more)) }
}

describe('a note that is read in', () => {
  test('marks the words that it says otherwise, and is given before their memory, whose other lines hold', async () => {
    const { about, memory, model, read } = await stageWith({ [moved]: toNine })
    await read(newer)
    expect(model.asked).toEqual([])

    const { calls, judged, notesLeft } = await memory.judge({})
    expect({ calls, judged, notesLeft }).toMatchObject({
      calls: 1,
      judged: [{ note: '2026-11-20.md', candidate: 'town/pool.md', old: '8 in the morning', became: 'superseded', feedback: 'f1' }],
      notesLeft: undefined,
    })
    expect(requestOf(model.asked[0] ?? expect.unreachable()).messages).toMatchObject([
      {
        kind: 'note',
        title: 'Diary \u00b7 2026-11-20.md',
        text: moved,
        candidates: [{ text: pool }, { text: 'The library is open until 7.' }],
      },
    ])
    const given = await about(question)
    expect(given).toContain(`no longer true: "8 in the morning"; said later in 2026-11-20.md on 2026-11-20: "${moved}"`)
    expect(given).toContain('The ticket is 4 euro.')
    expect(given.indexOf('[2026-11-20.md]')).toBeGreaterThan(0)
    expect(given.indexOf('[2026-11-20.md]')).toBeLessThan(given.indexOf('[town/pool.md]'))
  })

  test('is taken back by undo, and asked about once', async () => {
    const { about, memory, model, read } = await stageWith({ [moved]: toNine })
    await read(newer)
    await memory.judge({})
    await memory.undo({})
    expect(await about(question)).not.toContain('no longer true')
    await read(newer)
    expect(await memory.judge({})).toMatchObject({ calls: 0, judged: [] })
    expect(model.asked).toHaveLength(1)
  })

  test('is judged anew with another text, and its words end with the text that had them', async () => {
    const later = 'Opening hours of the pool: from 10 in the morning.'
    const { about, memory, read } = await stageWith({
      [moved]: toNine,
      [later]: saying({ candidate: pool, old: '8 in the morning', new: 'from 10 in the morning' }),
    })
    await read(newer)
    await memory.judge({})
    await read({ '2026-11-20.md': `# Diary\n\n${moved}\nThe slide is closed.\n` })
    expect(await about(question)).toContain(`no longer true: "8 in the morning"; said later in 2026-11-20.md`)
    await read({ '2026-11-20.md': `# Diary\n\n${later}\n` })
    expect(await about(question)).not.toContain('said later in')
    await memory.judge({})
    const given = await about(question)
    expect(given).toContain(later)
    expect(given).not.toContain(moved)
  })

  test('waits for no judgement where it is read into an empty memory, is a copy, a talk, or of others', async () => {
    const { memory, read, waiting } = await stageWith({})
    expect(await waiting()).toEqual([])
    await read({ 'copies/pool.md': `# Pool\n\n${pool}\n` })
    const talk = {
      source: 'talks/a.jsonl',
      format: 'jsonl' as const,
      text: JSON.stringify({ role: 'user', content: 'The pool opens at 9.' }),
    }
    await memory.ingest({ documents: [talk] })
    await memory.ingest({ ...markdown({ 'mail/pool.md': '# Mail\n\nThe pool opens at 11.\n' }), origin: 'untrusted' })
    expect(await waiting()).toEqual([])
  })

  test('of the agent says nothing against the owner, whatever page it was written of, nor against what he said since', async () => {
    const { about, memory, model } = await stageWith({
      [moved]: toNine,
      'The pool opens at 10 now.': saying({ candidate: moved, old: '9 in the morning', new: '10' }),
      'the pool opens at 7': saying({ candidate: moved, old: '9 in the morning', new: '7' }),
    })
    await memory.ingest({ ...markdown(newer), origin: 'agent' })
    expect(await memory.judge({})).toMatchObject({ calls: 0, judged: [] })
    expect(await about(question)).not.toContain('no longer true')

    await memory.hear({ text: 'the pool opens at 7', session: 'talk' })
    expect(await about(question)).toContain('no longer true: "9 in the morning"')
    await memory.ingest({ ...markdown({ '2026-11-24.md': '# Diary\n\nThe pool opens at 10 now.\n' }), origin: 'agent' })
    expect(await memory.judge({})).toMatchObject({ judged: [{ became: 'nothing', refused: 'not-offered' }] })
    expect(await about(question)).toContain('the pool opens at 7')
    expect(model.asked).toHaveLength(2)
  })

  test('is forgotten whole, also what a model was asked of it and the sentence that counted', async () => {
    const words = 'Opening hours of the zanzibarite pool: from 9 in the morning.'
    const { about, memory, path, read } = await stageWith({ [words]: { ...toNine } })
    await read({ '2026-11-20.md': `# Diary\n\n${words}\n` })
    await memory.judge({})
    expect(await about(question)).toContain('zanzibarite')
    expect(heldIn(path, ['zanzibarit'])).not.toEqual([])
    await memory.forget({ source: '2026-11-20.md' })
    expect(heldIn(path, ['zanzibarit'])).toEqual([])
    expect(await about(question)).toContain('no longer true: "8 in the morning"')
  })

  test('of an earlier day than the other says nothing against it', async () => {
    const { memory, model, read } = await stageWith({ [moved]: toNine }, { '2026-11-25.md': `# Pool\n\n${pool}\n` })
    await read(newer)
    expect(await memory.judge({})).toMatchObject({ calls: 0, judged: [] })
    expect(model.asked).toEqual([])
  })

  test('changes nothing where the model is not sure, or says what only a message can', async () => {
    for (const answer of [{ ...toNine, confidence: 0.6 }, saying({ verdict: 'adds', new: 'from 9' }), { ...toNine, new: null }]) {
      const { about, memory, read } = await stageWith({ [moved]: answer })
      await read(newer)
      expect(await memory.judge({})).toMatchObject({ judged: [{ became: 'nothing' }] })
      expect(await about(question)).not.toContain('no longer true')
    }
  })

  test('that takes a change back holds against the note that made it', async () => {
    const back = 'The pool opens at 8 in the morning again.'
    const { about, memory, read } = await stageWith({
      [moved]: toNine,
      [back]: saying({ verdict: 'same', candidate: pool, old: '8 in the morning', new: '8 in the morning' }),
    })
    await read(newer)
    await memory.judge({})
    await read({ '2026-11-24.md': `# Diary\n\n${back}\n` })
    await memory.judge({})
    const given = await about(question)
    expect(given).not.toContain('no longer true: "8 in the morning"')
    expect(given).toContain(`no longer true: "from 9 in the morning"; said later in 2026-11-24.md on 2026-11-24: "${back}"`)
  })

  test('waits again where no server takes the question', async () => {
    const { memory, read, waiting } = await stageWith({ [moved]: toNine })
    await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0, 'model.dayTokens': 1 } })
    await read(newer)
    expect(await memory.judge({})).toMatchObject({ calls: 0, notesLeft: 1, unasked: 'day-budget' })
    expect(await waiting()).toHaveLength(1)
    await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
    expect(await memory.judge({})).toMatchObject({ calls: 1, judged: [{ became: 'superseded' }] })
  })
})

describe('words that several memories state', () => {
  const [spoken, said] = ['Remember, the pool opens at 8 in the morning.', 'the pool opens at 9 in the morning from now on']
  const twice = { ...notes, 'town/hours.md': `# Hours\n\n${spoken}\n` }
  const both = saying({ candidate: pool, old: '8 in the morning', new: '9 in the morning', also: [spoken] })

  test('are over in each that the model names, and come back together', async () => {
    const back = 'no, the pool is at 8 in the morning after all'
    const { about, memory } = await stageWith(
      { [said]: both, [back]: saying({ verdict: 'same', candidate: pool, old: '8 in the morning' }) },
      twice,
    )
    const over = async () => (await about(question)).split('no longer true: "8 in the morning"').length - 1
    await memory.hear({ text: said, session: 'talk' })
    expect(await over()).toBe(2)
    await memory.hear({ text: back, session: 'talk' })
    expect(await over()).toBe(0)
  })

  test('are taken back with one undo', async () => {
    const { about, memory } = await stageWith({ [said]: both }, twice)
    await memory.hear({ text: said, session: 'talk' })
    await memory.undo({ session: 'talk' })
    expect(await about(question)).not.toContain('no longer true')
  })

  test('stay where the words do not stand, whatever the model names', async () => {
    const library = 'The library is open until 7.'
    const { memory } = await stageWith({ [said]: { ...both, also: [library, pool] } }, twice)
    await memory.hear({ text: said, session: 'talk' })
    const { nodes } = await memory.show({ what: 'town/library.md' })
    expect(nodes[0]?.supersededBy ?? []).toEqual([])
  })
})
