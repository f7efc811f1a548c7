import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, ranking, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(() => stage.leave())

const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
const own = note('own.md', '# Ferry\n\nThe ferry leaves at nine.')
const ferry = '# Ferry\n\nThe ferry leaves from the north pier.'
const cellar = '\n\n## Cellar\n\nThe key of the cellar is in the well.'
const visitor = note('visitor.md', ferry + cellar)
const byVisitor = (...documents: ReadonlyArray<ReturnType<typeof note>>) => stage.memory.ingest({ documents, actor: 'visitor' })
const question = 'Where does the ferry leave?'
const recalled = async () => (await stage.memory.recall({ question, record: false })).items.map(({ node }) => node)

/** Reads in what a visitor brought, and unlearns it. Returns the position of the request. */
const unlearnVisitor = async () => {
  await stage.memory.ingest({ documents: [own] })
  await byVisitor(visitor, note('other.md', '# Mill\n\nThe mill is open.'))
  const { request } = await stage.memory.unlearn({ ofActor: 'visitor', withNodes: true })
  return request
}

describe('passages that were unlearned stay out', () => {
  test('when their document is read again, and the answer says what the withdrawal of which request brings back', async () => {
    const request = await unlearnVisitor()

    const stays = {
      nodes: 2,
      replaced: 0,
      requests: [{ withdrawn: [request], nodes: ['visitor.md', 'visitor.md#cellar'], others: 1, signals: 0 }],
    }
    expect(await stage.memory.ingest({ documents: [visitor], dryRun: true })).toMatchObject({ unlearned: stays })
    expect(await byVisitor(visitor)).toMatchObject({ nodes: { added: 0, unchanged: 0 }, unlearned: stays })
    expect(await stage.memory.ingest({ documents: [own] })).not.toHaveProperty('unlearned')
    await stage.memory.unlearn({ undo: String(request) })
    expect(await byVisitor(visitor)).not.toHaveProperty('unlearned')
  })

  test('when another part of their document was edited, under another heading too, until the request is withdrawn', async () => {
    const request = await unlearnVisitor()

    const edited = await byVisitor(
      note(
        'visitor.md',
        `${ferry.replace('# Ferry', '# Boat')}\n\n## Attic\n\nThe attic has no key.${cellar.replace('## Cellar', '### Cellar')}`,
      ),
    )

    expect(edited).toMatchObject({ nodes: { added: 1, revised: 0, unchanged: 0 }, unlearned: { nodes: 2, replaced: 0 } })
    expect(await recalled()).not.toContain('visitor.md')
    const { nodes } = await stage.memory.unlearn({ undo: String(request) })
    expect(nodes).toEqual(expect.arrayContaining(['visitor.md', 'visitor.md#attic/cellar']))
    expect(await recalled()).toContain('visitor.md')
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('when their document was renamed, or went and came back', async () => {
    const request = await unlearnVisitor()
    const folder = { root: '/notes', below: '' }
    const filed = { ...visitor, root: '/notes' }
    await stage.memory.ingest({ documents: [filed], folders: [folder] })

    const moved = await stage.memory.ingest({ documents: [{ ...filed, source: 'moved.md' }], folders: [folder] })
    await stage.memory.ingest({ documents: [], folders: [folder], prune: true })
    const back = await stage.memory.ingest({ documents: [{ ...filed, source: 'moved.md' }], folders: [folder] })

    for (const answer of [moved, back])
      expect(answer).toMatchObject({ nodes: { added: 0 }, unlearned: { nodes: 2, requests: [{ withdrawn: [request] }] } })
    expect(moved.unlearned?.requests[0]?.nodes).toContain('moved.md')
  })
})

test('a passage that was deleted from its document does not stay out of it', async () => {
  await unlearnVisitor()

  expect(await byVisitor(note('visitor.md', ferry))).toMatchObject({
    unlearned: { nodes: 1, requests: [{ nodes: ['visitor.md'], others: 2 }] },
  })
  expect(await byVisitor(note('visitor.md', ferry))).toMatchObject({
    unlearned: { nodes: 1, requests: [{ nodes: ['visitor.md'], others: 2 }] },
  })
})

test('a passage with another text than was unlearned is read in, and the answer counts it', async () => {
  await unlearnVisitor()

  const edited = note('visitor.md', `${ferry.replace('north', 'south')}${cellar}`)
  const would = await stage.memory.ingest({ documents: [edited], actor: 'visitor', dryRun: true })
  const answer = await byVisitor(edited)

  expect(answer.unlearned?.requests).toMatchObject([{ others: 1 }])
  expect(would.unlearned).toEqual(answer.unlearned)
  expect(answer).toMatchObject({ nodes: { added: 1 }, unlearned: { nodes: 1, replaced: 1 } })
  expect(await recalled()).toContain('visitor.md')
  expect(await byVisitor(edited)).toMatchObject({
    nodes: { added: 0, unchanged: 1 },
    unlearned: { nodes: 1, replaced: 0 },
  })
})

test('why-not of a passage that was unlearned proposes to withdraw that, and what it proposes brings the passage', async () => {
  const request = await unlearnVisitor()
  const { position } = await stage.memory.show({})
  const proposed = async (at?: number) =>
    (await stage.memory.whyNot({ question, node: 'visitor.md', ...(at === undefined ? {} : { at: String(at) }) })).next.commands
  const withdrawal = ['unlearn', '--undo', String(request)]

  expect(await proposed()).toEqual([[...withdrawal, '--dry-run'], withdrawal])
  await stage.memory.unlearn({ undo: String(request) })
  expect(await proposed(position)).toEqual([['why-not', question, 'visitor.md']])
  expect(await proposed()).toEqual([['recall', question]])
})

/** Reads in what a visitor brought and teaches on it. Returns the position before it. */
const visited = async () => {
  const { memory } = stage
  const { position: since } = await memory.ingest({ documents: [note('harbour.md', '# Harbour\n\nThe key of the harbour hangs inside.')] })
  await memory.ingest({ documents: [mat] })
  await memory.recall({ question: key, session: 'talk' })
  await memory.feedback({ verdict: 'used', nodes: ['visitor.md'], session: 'talk' })
  await memory.learn({})
  return String(since)
}
const key = 'Where is the key of the ferry?'
const mat = note('visitor.md', '# Visitor\n\nThe key of the ferry is under the mat.')

test('a rollback brings back the notes of an unlearning that it ends, and a later one takes them out again', async () => {
  const { memory } = stage
  const ranked = async () => ranking(await memory.recall({ question: key, record: false }))
  const since = await visited()
  const taught = await memory.show({})
  const then = await ranked()
  const { nodes, request } = await memory.unlearn({ since, withNodes: true })
  const unlearned = { position: String((await memory.show({})).position), ranked: await ranked() }

  const to = String(taught.position)
  const would = await memory.rollback({ to, dryRun: true })
  const done = await memory.rollback({ to })
  expect([would.back, done.back].map((back = []) => back.toSorted())).toEqual([nodes.toSorted(), nodes.toSorted()])
  expect(await ranked()).toEqual(then)
  expect(would.rankings?.[0]?.after.map(({ node, score }) => [node, score])).toEqual(then.slice(0, 5))
  expect(await memory.unlearn({ undo: String(request) })).toMatchObject({ request: null, nodes: [] })

  const again = await memory.rollback({ to: unlearned.position })
  expect(again.out?.toSorted()).toEqual(nodes.toSorted())
  expect(await ranked()).toEqual(unlearned.ranked)
  const back = await memory.unlearn({ undo: String(request), dryRun: true })
  expect(back.rankings?.[0]?.after.map(({ node, score }) => [node, score])).toEqual(then.slice(0, 5))
  await memory.unlearn({ undo: String(request) })
  expect(await ranked()).toEqual(then)
  expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
})

test('a note that two unlearnings took out comes back when both are withdrawn', async () => {
  const { memory } = stage
  const since = await visited()
  const one = await memory.unlearn({ since, withNodes: true })
  await memory.recall({ question: key, session: 'later' })
  await memory.feedback({ verdict: 'not-useful', nodes: ['harbour.md'], session: 'later' })
  const other = await memory.unlearn({ since, withNodes: true })

  const requests = [{ withdrawn: [one.request, other.request], nodes: ['visitor.md'] }]
  expect(await memory.ingest({ documents: [mat] })).toMatchObject({ unlearned: { nodes: 1, requests } })
  expect((await memory.unlearn({ undo: String(one.request) })).nodes).not.toContain('visitor.md')
  expect((await memory.unlearn({ undo: String(other.request) })).nodes).toContain('visitor.md')
})

describe('a note that an unlearning took out', () => {
  const hook = note('visitor.md', '# Visitor\n\nThe key of the ferry hangs on the hook.')
  const found = async () => (await stage.memory.recall({ question: key, record: false })).items.map(({ node }) => node)
  const here = async () => String((await stage.memory.show({})).position)

  test('and that got another text since stays, whichever unlearnings a rollback makes stand again', async () => {
    const { memory } = stage
    const since = await visited()
    const before = await here()
    await memory.unlearn({ since, withNodes: true })
    const unlearned = await here()
    await memory.ingest({ documents: [hook] })
    const edited = await here()

    await memory.rollback({ to: before })
    expect((await memory.rollback({ to: edited })).out ?? []).not.toContain('visitor.md')
    expect(await found()).toContain('visitor.md')
    await memory.rollback({ to: before })
    expect((await memory.rollback({ to: unlearned })).out ?? []).not.toContain('visitor.md')
    expect(await found()).toContain('visitor.md')
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('and that the owner wrote anew is no unlearned one: it comes back with its file', async () => {
    const { memory } = stage
    const folders = [{ root: '/notes', below: '' }]
    const since = await visited()
    await memory.ingest({ documents: [{ ...mat, root: '/notes' }], folders })
    await memory.unlearn({ since, withNodes: true })
    await memory.ingest({ documents: [{ ...hook, root: '/notes' }], folders })
    await memory.ingest({ documents: [], folders, prune: true })
    expect(await found()).not.toContain('visitor.md')

    expect(await memory.ingest({ documents: [{ ...hook, root: '/notes' }], folders })).not.toHaveProperty('unlearned')
    expect(await found()).toContain('visitor.md')
  })

  test('and that was forgotten since does not come back', async () => {
    const { memory } = stage
    const since = await visited()
    const before = await here()
    const { request } = await memory.unlearn({ since, withNodes: true })
    await memory.forget({ node: 'visitor.md' })

    const { back = [] } = await memory.rollback({ to: before })
    expect(back.every((name) => name.startsWith('auto:'))).toBe(true)
    await memory.rollback({ to: '-1' })
    expect((await memory.unlearn({ undo: String(request) })).nodes.every((name) => name.startsWith('auto:'))).toBe(true)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('comes back where its file is there', async () => {
    const { memory } = stage
    const folders = [{ root: '/notes', below: '' }]
    const since = await visited()
    await memory.ingest({ documents: [{ ...mat, root: '/notes' }], folders })
    const before = await here()
    await memory.unlearn({ since, withNodes: true })
    await memory.ingest({ documents: [], folders, prune: true })

    expect((await memory.rollback({ to: before })).back ?? []).not.toContain('visitor.md')
    expect(await found()).not.toContain('visitor.md')
  })

  test('is ranked in a dry run by its present title, for questions asked since too', async () => {
    const { memory } = stage
    const since = await visited()
    const { request } = await memory.unlearn({ since, withNodes: true })
    await memory.ingest({ documents: [note('visitor.md', '# Ferry\n\nThe key of the ferry is under the mat.')] })
    const question = 'Who keeps the ferry key under a mat?'
    await memory.recall({ question, session: 'later' })

    const would = await memory.unlearn({ undo: String(request), dryRun: true })
    await memory.unlearn({ undo: String(request) })

    const foreseen = would.rankings?.find((one) => one.question === question)?.after.map(({ node, score }) => [node, score])
    expect(foreseen).toEqual(ranking(await memory.recall({ question, record: false })).slice(0, 5))
  })
})
