/** Names as people type them: lists of what there is, what a wrong name may mean, and what is forgotten by a name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, type Json, makePlace, onlyDocument } from './place.ts'

const place = makePlace()
const { ask, fail, run } = place
beforeAll(async () => {
  fillNotes(place)
  place.write('notes/people/petra.md', '# Petra\n\nPetra Vogt keeps the spare keys of the boat.\n')
  place.write('notes/people/samir.md', '# Samir\n\nSamir repairs the boat with Petra.\n')
  await ask('ingest', 'notes')
  await ask('note', 'The tide turns at six.')
  await ask('recall', 'When does the harbour alarm ring?')
})
afterAll(() => place.remove())

describe('list', () => {
  test('has the documents by name, and the notes in a group of their own', async () => {
    const { documents, notes } = await ask('list')

    expect(documents).toMatchObject({ count: 5 })
    expect(documents.items.map((one: Json) => [one.document, one.passages])).toEqual([
      ['deploy.md', 3],
      ['incident.md', 1],
      ['people/petra.md', 1],
      ['people/samir.md', 1],
      ['sub/team.txt', 1],
    ])
    expect(documents.items[0]).toMatchObject({
      changed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      origin: 'owner',
      root: expect.any(String),
    })
    expect(notes).toMatchObject({ count: 1, items: [{ begins: 'The tide turns at six.', origin: 'owner', changed: expect.any(String) }] })
  })

  test('is bounded, and narrowed by the beginning of a name or of a file name', async () => {
    const first = await ask('list', '--limit', '2')
    const told = (await run('list', '--limit', '2')).stdout

    expect([first.documents.items.length, first.documents.count]).toEqual([2, 5])
    expect(told).toContain('and 3 more; crabtrail list --limit 5 lists more')
    expect((await ask('list', 'people/')).documents.count).toBe(2)
    expect((await ask('list', 'Petra')).documents.items).toMatchObject([{ document: 'people/petra.md' }])
    expect(await ask('list', 'note:')).toMatchObject({ documents: { count: 0 }, notes: { count: 1 } })
    expect((await run('list', 'zanzibar')).stdout).toContain('no document or note begins with "zanzibar"')
  })
})

describe('a name that no memory has', () => {
  test.each([
    ['show', 'people/perta.md'],
    ['why-not', 'harbour', 'people/perta.md'],
    ['wrong', 'people/perta.md'],
    ['used', 'people/perta.md'],
    ['trust', 'people/perta.md'],
    ['forget', '--node', 'people/perta.md'],
    ['forget', '--source', 'people/perta.md'],
    ['forget', '--name', 'perta.md', '--dry-run'],
  ])('is answered by %s with names that it may mean', async (...call) => {
    await ask('recall', 'who keeps the keys?')
    const [code, { message, near }] = await fail(...call)

    expect(code).toBe(3)
    expect(near[0]).toBe('people/petra.md')
    expect(message).toMatch(/; did you mean people\/petra\.md[^?]*\?$/)
  })

  test('and that is like none is answered without a proposal', async () => {
    const [code, error] = await fail('show', 'zanzibar-quux')

    expect(code).toBe(3)
    expect(error.near).toBeUndefined()
    expect(error.message).not.toContain('did you mean')
  })
})

describe('show', () => {
  test.each([
    ['people/petra.md', 'people/petra.md'],
    ['petra.md', 'people/petra.md'],
    ['Petra', 'people/petra.md'],
    ['petr', 'people/petra.md'],
    ['team.txt', 'sub/team.txt'],
    ['The tide', 'note:'],
  ])('finds a memory by %s', async (typed, node) => {
    const answer = await ask('show', typed)

    expect(answer.nodes[0].node).toContain(node)
    expect(answer.changed).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})

describe('forget --name', () => {
  test('rehearses what says the words, with the first words of each memory, and erases exactly that', async () => {
    const dry = await ask('forget', '--name', 'Petra', '--dry-run')
    const nodes = dry.forgotten.filter(({ begins }: Json) => begins !== undefined)

    expect(dry).toMatchObject({ scope: 'subject', selection: expect.stringMatching(/^[0-9a-f]{6}$/) })
    expect(nodes).toMatchObject([
      { name: 'people/petra.md', title: 'Petra', begins: expect.stringContaining('spare keys') },
      { name: 'people/samir.md', title: 'Samir', begins: expect.stringContaining('repairs the boat') },
    ])
    expect((await ask('forget', '--name', 'Petra', '--dry-run')).selection).toBe(dry.selection)

    // A further memory came that says it: what was shown is not what would go.
    await ask('note', 'Petra likes plums.')
    const refused = await run('forget', '--name', 'Petra', '--selection', dry.selection, '--json')
    expect(refused.code).toBe(1)
    const late = onlyDocument(refused.stdout)
    expect(late).toMatchObject({ changed: true, selection: expect.not.stringContaining(dry.selection) })
    expect((await ask('show', 'people/petra.md')).nodes[0].content).toContain('spare keys')
    expect((await run('forget', '--name', 'Petra', '--selection', dry.selection)).stdout).toContain(
      'nothing was erased, because something else would go now',
    )

    // A question about it is no further memory.
    await ask('recall', 'What do you know about Petra?')
    const done = await ask('forget', '--name', 'Petra', '--selection', late.selection)
    expect(done.changed).toBeUndefined()
    expect(done.contents).toBeGreaterThan(6)
    expect((await fail('show', 'people/petra.md'))[0]).toBe(3)
    expect((await fail('forget', '--name', 'Petra', '--dry-run'))[0]).toBe(3)
  })

  test.each([
    ['deploy.md', 'source', 'deploy.md'],
    ['TEAM.txt', 'source', 'sub/team.txt'],
    ['deploy.md#rollback', 'node', 'deploy.md#rollback'],
    ['deploy.md#rollb', 'node', 'deploy.md#rollback'],
    ['t1', 'turn', 't1'],
    ['s1', 'session', 's1'],
    ['alarm rings', 'subject', 'incident.md'],
  ])('takes %s for a %s', async (name, scope, taken) => {
    const dry = await ask('forget', '--name', name, '--dry-run')

    expect(dry.scope).toBe(scope)
    expect(dry.forgotten.map((one: Json) => one.name)).toContain(taken)
  })
})
