import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { heldIn } from './bytes.ts'
import { openStage, ranking, type Stage } from './stage.ts'

/** One paragraph that nobody else says anything of, in a document beside others. */
const people = `# People

## Anna

Anna Quisling-Vröhler keeps the zanzibarite samples in locker 9041755210263, the combination is florentine-obelisk.

## Bert

Bert waters the plants and feeds the crabs at low tide.
`
const tides = '# Tides\n\nThe crabs walk at low tide. The harbour is dry then, and Bert counts them.\n'
const words = ['Quisling', 'Vröhler', 'quisl', 'zanzibarit', '9041755210263', 'florentin', 'obelisk', 'people.md#anna']

let stage: Stage
const ingest = (people2 = people, more: object = {}) =>
  stage.memory.ingest({
    documents: [
      { source: 'people.md', format: 'markdown', text: people2 },
      { source: 'tides.md', format: 'markdown', text: tides },
    ],
    ...more,
  })
const verified = async () => (await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)

beforeEach(async () => {
  stage = await openStage('empty')
  await ingest()
})
afterEach(() => stage.leave())

describe('a memory that is forgotten', () => {
  test('is not in the files any more: neither its text, nor its name, nor a word or stem that only it had', async () => {
    await stage.memory.recall({ question: 'What is the combination of the florentine locker?' })
    expect(heldIn(stage.path, words)).not.toEqual([])

    const { contents, places, unfinished } = await stage.memory.forget({ node: 'people.md#anna' })

    expect(heldIn(stage.path, words)).toEqual([])
    expect(contents).toBeGreaterThan(3)
    expect(unfinished).toBeUndefined()
    expect(places.find(({ place }) => place === 'text index')?.rows).toBeGreaterThan(10)
    expect(await verified()).toEqual([])
  })

  test('leaves the others where they were', async () => {
    const asked = { question: 'Who feeds the crabs at low tide?', record: false }
    const before = await stage.memory.recall(asked)

    await stage.memory.forget({ node: 'people.md#anna' })

    const after = await stage.memory.recall(asked)
    expect(after.items.map(({ node }) => node)).toEqual(before.items.map(({ node }) => node).filter((node) => node !== 'people.md#anna'))
    expect(ranking(after).length).toBeGreaterThan(1)
  })

  test('is known by its number: in the log, in why and blame, and as an argument', async () => {
    const { turn } = await stage.memory.recall({ question: 'Where are the samples of zanzibarite?' })
    await stage.memory.feedback({ verdict: 'used', nodes: ['people.md#anna'] })

    const { forgotten } = await stage.memory.forget({ node: 'people.md#anna' })
    const number = forgotten.find(({ what }) => what === 'node')?.name ?? expect.unreachable('no node was forgotten')

    expect(number).toMatch(/^erased:\d+$/)
    const shown = await stage.memory.show({ what: number })
    expect(shown.nodes[0]).toMatchObject({ node: number, title: number, state: 'retired', content: '' })
    const { items, question } = await stage.memory.why({ turn: turn ?? '' })
    expect(question).toBe(`erased:${turn}`)
    expect(items.map(({ node }) => node)).toContain(number)
    const edge = shown.edges.find(({ kind }) => kind === 'learned')?.edge ?? expect.unreachable('no edge was learned')
    expect((await stage.memory.blame({ edge })).history.length).toBeGreaterThan(0)
    expect((await stage.memory.log({ node: number })).events.map(({ type }) => type)).toContain('ContentErased')
    expect((await stage.memory.rollback({ to: '-1', dryRun: true })).position).toBeGreaterThan(0)
    expect(await verified()).toEqual([])
  })

  test('is not read in again, however often its document is, until somebody says so', async () => {
    await stage.memory.forget({ node: 'people.md#anna' })

    const again = await ingest()
    expect(again.skipped).toEqual([{ path: 'people.md#anna', reason: 'forgotten' }])
    expect(again.nodes.added).toBe(0)
    const edited = await ingest(people.replace('waters the plants', 'waters the ferns'))
    expect(edited.nodes).toMatchObject({ added: 0, revised: 1 })
    expect(heldIn(stage.path, words)).toEqual([])
    expect((await ingest(people.replace('waters the plants', 'waters the ferns'))).position).toBe(edited.position)

    const { nodes, skipped } = await ingest(people, { again: true })
    expect(skipped).toEqual([])
    expect(nodes.added).toBe(1)
    const { items } = await stage.memory.recall({ question: 'florentine obelisk', record: false })
    expect(items[0]?.node).toBe('people.md#anna')
    expect(await verified()).toEqual([])
  })

  test('is forgotten once: said again it is no error and nothing happens', async () => {
    const { forgotten, position } = await stage.memory.forget({ node: 'people.md#anna' })

    const number = forgotten.find(({ what }) => what === 'node')?.name ?? expect.unreachable('no node was forgotten')

    for (const node of ['people.md#anna', number]) {
      expect(await stage.memory.forget({ node })).toMatchObject({ contents: 0, forgotten: [], position })
    }
    await expect(stage.memory.forget({ node: 'people.md#nobody' })).rejects.toMatchObject({ _tag: 'NotFound' })
  })

  test('is gone from exports as well, and one that was imported stands where it stood', async () => {
    await stage.memory.forget({ node: 'people.md#anna' })
    const { digest } = await stage.memory.show({})
    const { lines } = await stage.memory.export({})

    expect(lines.filter((line) => line.includes('"erased":true')).length).toBeGreaterThan(3)
    for (const word of words) expect(lines.join('\n').toLowerCase()).not.toContain(word.toLowerCase())
    const other = await openStage('empty')
    try {
      expect((await other.memory.import({ lines })).digest).toBe(digest)
      expect((await other.memory.verify({})).ok).toBe(true)
      expect((await other.memory.export({})).lines).toEqual(lines)
      const told = await other.memory.ingest({ documents: [{ source: 'people.md', format: 'markdown', text: people }] })
      expect(told.skipped).toEqual([{ path: 'people.md#anna', reason: 'forgotten' }])
    } finally {
      await other.leave()
    }
  })
})

test('a rehearsal says by name what would go, and writes nothing', async () => {
  await stage.memory.recall({ question: 'Who has the florentine obelisk?' })
  const before = (await stage.memory.export({})).lines

  const { contents, forgotten } = await stage.memory.forget({ node: 'people.md#anna', dryRun: true })

  // Of the source the digest of its text, of the turn the question and the proof of what was put before the model.
  expect(forgotten).toEqual([
    { what: 'source', name: 'people.md', contents: 1 },
    {
      what: 'node',
      name: 'people.md#anna',
      contents: 3,
      title: 'People › Anna',
      begins: expect.stringMatching(/^Anna Quisling-Vröhler keeps/),
    },
    { what: 'turn', name: 't1', contents: 2 },
  ])
  expect(contents).toBe(6)
  expect((await stage.memory.export({})).lines).toEqual(before)
})

describe('a source that is forgotten', () => {
  test('goes with all its passages and its name, in every revision', async () => {
    await ingest(people.replace('florentine-obelisk', 'verdigris-pylon'))

    await stage.memory.forget({ source: 'people.md' })

    expect(heldIn(stage.path, [...words, 'verdigris', 'pylon', 'people.md', 'ferns', 'waters the plants'])).toEqual([])
    expect(await verified()).toEqual([])
  })

  test('is passed over when it is offered again', async () => {
    await stage.memory.forget({ source: 'people.md' })

    const { documents, nodes, skipped } = await ingest(`${people}\n## Cleo\n\nCleo is new.\n`)

    expect(skipped).toEqual([{ path: 'people.md', reason: 'forgotten' }])
    expect([documents, nodes.added]).toEqual([1, 0])
    expect(await stage.memory.forget({ source: 'people.md' })).toMatchObject({ contents: 0 })
    expect(await stage.memory.forget({ node: 'people.md#anna' })).toMatchObject({ contents: 0 })
    await expect(stage.memory.forget({ source: 'nobody.md' })).rejects.toMatchObject({ _tag: 'NotFound', what: 'source' })
  })
})

describe('a session that is forgotten', () => {
  test('goes with what was asked and said in it, and leaves what others asked', async () => {
    const session = 'whatsapp:+4917612345'
    await stage.memory.recall({ question: 'Is the wobblebridge open at low tide?', session, channel: 'whatsapp-of-mine' })
    await stage.memory.feedback({ verdict: 'used', nodes: ['tides.md'], session, text: 'yes, the gantry sign says so' })
    await stage.memory.recall({ question: 'When do the crabs walk?', session: 'other' })
    const said = ['wobblebridg', '+4917612345', 'whatsapp-of-mine', 'gantry']
    expect(heldIn(stage.path, said)).not.toEqual([])

    const { forgotten } = await stage.memory.forget({ session })

    expect(forgotten.map(({ what }) => what)).toEqual(['node', 'session', 'turn', 'feedback'])
    expect(heldIn(stage.path, said)).toEqual([])
    expect((await stage.memory.why({ turn: 't2' })).question).toBe('When do the crabs walk?')
    expect(await verified()).toEqual([])
    expect(await stage.memory.forget({ session })).toMatchObject({ contents: 0 })
  })
})

test('a memory that is named as a document is not found, and the answer says how it is named', async () => {
  const hint = expect.stringContaining('--node')

  await expect(stage.memory.forget({ source: 'people.md#anna' })).rejects.toMatchObject({ _tag: 'NotFound', what: 'source', hint })
})

test('what was asked with a key of its own is not asked again with it: nobody can tell any more what it was', async () => {
  const asked = { question: 'Is the wobblebridge open at low tide?', session: 'a', key: 'message 7' }
  const { turn } = await stage.memory.recall(asked)
  expect((await stage.memory.recall(asked)).turn).toBe(turn)

  await stage.memory.forget({ session: 'a' })

  await expect(stage.memory.recall(asked)).rejects.toMatchObject({ _tag: 'IdempotencyConflict' })
  expect(heldIn(stage.path, ['wobblebridg'])).toEqual([])
  expect(await verified()).toEqual([])
})

test('a verdict on a turn whose question was forgotten makes no cue of it', async () => {
  await stage.memory.recall({ question: 'Is the wobblebridge open at low tide?', session: 'a' })
  await stage.memory.forget({ session: 'a' })

  await stage.memory.feedback({ verdict: 'not-useful', nodes: ['tides.md'], turn: 't1' })
  await stage.memory.feedback({ verdict: 'used', nodes: ['tides.md'], turn: 't1' })

  expect((await stage.memory.log({ type: 'NodeAdded' })).events.filter(({ data }) => data['nodeType'] === 'cue')).toEqual([])
  expect(await verified()).toEqual([])
})

test.each([
  [{}, 'node'],
  [{ node: 'people.md', source: 'people.md' }, 'node'],
  [{ node: '' }, 'node'],
  [{ subject: 'the' }, 'subject'],
  [{ subject: 'x'.repeat(600) }, 'subject'],
  [{ source: 'people.md', origin: 'agent' as const }, 'origin'],
  [{ source: 'people.md', origin: 'untrusted' as const }, 'origin'],
])('%j is refused, and nothing is forgotten', async (request, field) => {
  const before = (await stage.memory.export({})).lines

  await expect(stage.memory.forget(request)).rejects.toMatchObject({ _tag: 'InvalidRequest', field })

  expect((await stage.memory.export({})).lines).toEqual(before)
})

test('a copy of the brain in the same store is told of, and forgets by itself', async () => {
  const { lines } = await stage.memory.export({})
  await stage.memory.import({ lines, brain: 'copy' })
  const here = { brain: 'default', source: 'people.md' }

  const { unreachable } = await stage.memory.forget(here)

  expect(unreachable).toContainEqual({ place: 'local/main/copy', why: expect.stringContaining('--brain local/main/copy') })
  expect(heldIn(stage.path, words)).not.toEqual([])
  expect((await stage.memory.forget({ ...here, brain: 'copy' })).unreachable.map(({ place }) => place)).not.toContain('local/main/default')
  expect(heldIn(stage.path, words)).toEqual([])
})

describe('a subject that is forgotten', () => {
  test('goes wherever it is said, and nothing goes that only looks like it', async () => {
    await ingest(people.replace('Bert waters', 'Annette waters'))
    await stage.memory.recall({ question: 'Is Anna in?' })
    await stage.memory.recall({ question: 'Is Annette in?' })

    const { forgotten } = await stage.memory.forget({ subject: 'ANNA' })

    expect(forgotten.map(({ name, what }) => `${what} ${name}`)).toEqual(expect.arrayContaining(['turn t1']))
    expect(forgotten.map(({ name }) => name)).not.toContain('t2')
    expect(heldIn(stage.path, words)).toEqual([])
    const { items } = await stage.memory.recall({ question: 'Annette plants', record: false })
    expect(items[0]?.content).toContain('Annette waters')
    expect(await verified()).toEqual([])
  })

  test('takes what a memory said before, and leaves what it says now', async () => {
    await ingest(people.replace('waters the plants', 'waters the ficus of Mr Grimsby'))
    await ingest()
    const asked = { question: 'Who waters the plants?', record: false }
    const before = await stage.memory.recall(asked)

    const { forgotten } = await stage.memory.forget({ subject: 'Mr Grimsby' })

    expect(forgotten).toEqual([
      { what: 'source', name: 'source 1', contents: 2 },
      { what: 'node', name: expect.stringMatching(/^erased:/), contents: 1 },
    ])
    expect(heldIn(stage.path, ['grimsb', 'ficus'])).toEqual([])
    expect(ranking(await stage.memory.recall(asked))).toEqual(ranking(before))
    expect(await verified()).toEqual([])
    expect((await ingest()).nodes).toMatchObject({ added: 0, revised: 0 })
  })
})

test('the last passage of a document takes its name with it', async () => {
  await stage.memory.forget({ node: 'tides.md' })

  expect(heldIn(stage.path, ['tides.md', 'harbour'])).toEqual([])
  expect((await ingest()).skipped).toEqual([{ path: 'tides.md', reason: 'forgotten' }])
})

describe('a passage that was moved out of a document', () => {
  const key = 'The spare key hangs behind the blue oar.'
  const wrong = 'The spare key hangs behind the vermilion gong.'
  const secret = (text: string) => `# Oddments\n\n## Keys\n\n${text}\n\n## Pumps\n\nThe bilge pump starts with the red lever.\n`
  const moved = `# Harbour\n\n## Access\n\n${key}\n`
  const read = (...files: ReadonlyArray<readonly [source: string, text: string]>) =>
    stage.memory.ingest({ documents: files.map(([source, text]) => ({ source, format: 'markdown', text })) })

  beforeEach(async () => {
    await read(['secretdoc.md', secret(wrong)])
    await read(['secretdoc.md', secret(key)])
    await read(['secretdoc.md', '# Oddments\n\n## Pumps\n\nThe bilge pump starts with the red lever.\n'], ['b.md', moved])
  })

  test('says nothing more of what it said there alone once the document is forgotten, and is where it is now', async () => {
    expect(heldIn(stage.path, ['vermilion', 'secretdoc.md#keys'])).not.toEqual([])

    await stage.memory.forget({ source: 'secretdoc.md' })

    expect((await stage.memory.export({})).lines.join('\n')).not.toMatch(/vermilion|secretdoc/)
    expect(heldIn(stage.path, ['vermilion', 'secretdoc'])).toEqual([])
    const { nodes } = await stage.memory.show({ what: 'b.md#access' })
    expect(nodes[0]?.content).toContain(key)
    expect(await verified()).toEqual([])
  })

  test('loses what it said there also where the document is forgotten for its name, or it was moved on since', async () => {
    await read(['b.md', '# Harbour\n\nNothing is here.\n'], ['c.md', moved])

    await stage.memory.forget({ subject: 'secretdoc' })

    expect(heldIn(stage.path, ['vermilion', 'secretdoc'])).toEqual([])
    expect((await stage.memory.show({ what: 'c.md#access' })).nodes[0]?.content).toContain(key)
    expect(await verified()).toEqual([])
  })

  test('can be written down again where it is now', async () => {
    await stage.memory.forget({ source: 'secretdoc.md' })

    const { skipped } = await read(['b.md', `# Harbour\n\n## Access\n\n${wrong}\n`])

    expect(skipped).toEqual([])
    expect((await stage.memory.show({ what: 'b.md#access' })).nodes[0]?.content).toContain(wrong)
  })
})
