/** What front matter and texts say outright, with the thing named. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
type Note = readonly [source: string, text: string]
const documents = (notes: ReadonlyArray<Note>) =>
  notes.map(([source, text]) => ({ source, format: 'markdown' as const, root: '/notes', text }))
const read = (...notes: ReadonlyArray<Note>) => stage.memory.ingest({ documents: documents(notes) })
const supersededBy = async (what: string) => (await stage.memory.show({ what })).nodes[0]?.supersededBy ?? []

const old: Note = ['plans/old-plan.md', '# Harbour plan 2024\n\nThe crane stands on quay 4.\n\n## Gate\n\nThe gate closes at six.\n']
const fresh = (said: string): Note => [
  'plans/new.md',
  `# Harbour plan 2025\n\n${said}\n\nThe crane stands on quay 9.\n\n## Gate\n\nIt closes at eight.\n`,
]
const withFront = (front: string): Note => ['plans/new.md', `---\n${front}\n---\n${fresh('New.')[1]}`]

beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(async () => {
  expect((await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  await stage.leave()
})

describe('INV-181 front matter', () => {
  test.each([
    'supersedes: old-plan.md',
    'supersedes: "Harbour plan 2024"',
    'replaces: [old-plan.md]',
    'replaces:\n  - "[[old-plan]]"',
    'Supersedes: ./old-plan.md',
  ])('that names a document supersedes its memories, in any order of reading: %s', async (front) => {
    await read(withFront(front))
    await read(old)

    expect(await supersededBy('plans/old-plan.md')).toMatchObject([{ by: 'plans/new.md', rule: 'front-matter', reason: 'outright' }])
    expect(await supersededBy('plans/old-plan.md#gate')).toMatchObject([{ by: 'plans/new.md#gate' }])
  })

  test('holds for what is read into an empty memory, and for the one that is superseded', async () => {
    await read(['a.md', '---\nsuperseded-by: b.md\n---\n# A\n\nThe tug is red.\n'], ['b.md', '# B\n\nThe tug is blue.\n'])

    expect(await supersededBy('a.md')).toMatchObject([{ by: 'b.md', rule: 'front-matter' }])
  })

  test('that still says so supersedes what the older document says now', async () => {
    await read(old, withFront('supersedes: old-plan.md'))
    await read([old[0], old[1].replace('quay 4', 'quay 5')])

    expect(await supersededBy('plans/old-plan.md')).toMatchObject([{ by: 'plans/new.md', rule: 'front-matter' }])
  })

  test('that says so no longer lets it hold again', async () => {
    await read(old, withFront('supersedes: old-plan.md'))
    await read(withFront('title: Harbour plan 2025'))

    expect(await supersededBy('plans/old-plan.md')).toEqual([])
  })

  test.each(['supersedes: another.md', 'supersedes: Gate house', 'replaces: []'])(
    'that names nothing known supersedes nothing: %s',
    async (front) => {
      await read(old)
      expect((await read(withFront(front))).superseded).toBeUndefined()
    },
  )
})

describe('INV-181 a text', () => {
  test.each([
    'This plan supersedes [the old one](old-plan.md).',
    'Supersedes: old-plan.md',
    'This replaces Harbour plan 2024.',
    'Replaces [[old-plan]].',
    'old-plan.md is superseded by this plan.',
    '"Harbour plan 2024" is no longer valid.',
    'No longer valid: Harbour plan 2024',
    'Dieser Plan ersetzt Harbour plan 2024.',
    'Harbour plan 2024 wird durch diesen ersetzt.'.replace('diesen', 'Harbour plan 2025'),
    'Sustituye a old-plan.md.',
    'Ce plan remplace [l’ancien](old-plan.md).',
    'Questo piano sostituisce old-plan.md.',
    'Este plano substitui old-plan.md.',
    'Dit plan vervangt old-plan.md.',
    'Ten plan zastępuje old-plan.md.',
    '本文取代 old-plan.md。',
    'This plan replaces the harbour plan 2024.',
    '"harbour PLAN 2024" is no longer valid.',
    '*This supersedes old-plan.md.*',
    '**This supersedes old-plan.md**.',
    '_(This supersedes old-plan.md.)_',
    '(This supersedes old-plan.md.)',
    '（本文取代 old-plan.md）。',
    '- *This supersedes old-plan.md.*',
    '- Where:\n\n    This supersedes old-plan.md.',
  ])('that names a document beside a verb of replacing supersedes it: %s', async (said) => {
    await read(old)
    await read(fresh(said))

    expect(await supersededBy('plans/old-plan.md')).toMatchObject([{ rule: 'statement', reason: 'outright' }])
    expect(await supersededBy('plans/old-plan.md#gate')).toMatchObject([{ by: 'plans/new.md#gate' }])
  })

  test.each([
    'Does this replace old-plan.md?',
    'Bob replaces Harbour plan 2024.',
    'The new pump replaces the old one.',
    'This replaces Harbour plan 2024 in winter.',
    'It does not supersede old-plan.md.',
    'This replaces Harbour.',
    'See old-plan.md.',
    'In the harbour Priya replaces Tomas Reed.',
    'The new plan replaces the harbour plan 2024.',
    '(This replaces old-plan.md?)',
    '*Does this replace old-plan.md?*',
    '    This supersedes old-plan.md.',
    '\tThis supersedes old-plan.md.',
    'To say it:\n\n    This supersedes old-plan.md.',
    '> This note supersedes old-plan.md.',
    '~~This supersedes old-plan.md.~~',
    'This replaces [the old plan](old-plan.md) in winter.',
    'This replaces [the old plan](old-plan.md) until May 2026.',
    'This replaces [the old plan](old-plan.md) as of May 2999.',
    'This replaces [the old plan](old-plan.md) as of tomorrow.',
    'This replaces [the old plan](old-plan.md) as of May 2026 if the board agrees.',
    'This replaces [the old plan](old-plan.md), if the board agrees.',
    'This replaces [the old plan](old-plan.md), which holds until May.',
    'This replaces [the old plan](old-plan.md), which was good, but only for tugs.',
    'This replaces [x](x.md) or [the old plan](old-plan.md).',
    'This replaces [x](x.md), not [the old plan](old-plan.md).',
    'This replaces not old-plan.md.',
    'This replaces [the old plan](old-plan.md) as of May 2026.',
    'This replaces old-plan.md as of 2026-05-03.',
    'This replaces [[old-plan]], which was too early.',
    'Dieser Plan ersetzt [den alten](old-plan.md) ab Mai 2026.',
    'Ce plan remplace [l’ancien](old-plan.md), qui était trop vague.',
    'This replaces [a](old-plan.md) and [b](../tug.md).',
    'This replaces tug.md, [[gate]], and [[old-plan]].',
    'Dies ersetzt [a](old-plan.md) und [b](../tug.md).',
    'This never replaces old-plan.md.',
    'This frequently replaces old-plan.md.',
    'This hopefully supersedes old-plan.md.',
    'Dies angeblich ersetzt old-plan.md.',
    'Ceci prétendument remplace old-plan.md.',
    '本文大概取代 old-plan.md。',
    'This perhaps replaces old-plan.md.',
    'If old-plan.md is no longer valid.',
    'Esto no sustituye a old-plan.md.',
    'Questo non sostituisce old-plan.md.',
    'Isto não substitui old-plan.md.',
    'Ten nie zastępuje old-plan.md.',
    'Dit vervangt niet old-plan.md.',
    'Dies ersetzt nie old-plan.md.',
    '本文不取代 old-plan.md。',
  ])('that does not say so outright supersedes nothing: %s', async (said) => {
    await read(old, ['people/tomas.md', '# Tomas Reed\n\nHe runs the crane.\n'])
    expect((await read(fresh(said))).superseded).toBeUndefined()
  })

  test('means the title in its own case where another has it, too', async () => {
    await read(['a.md', '# Tug rules\n\nTugs are red.\n'], ['b.md', '# tug rules\n\nTugs are green.\n'])
    await read(fresh('This replaces tug rules.'))
    expect([(await supersededBy('a.md')).length, (await supersededBy('b.md')).length]).toEqual([0, 1])
    await read(['c.md', '# News\n\nThis replaces Tug Rules.\n'])

    expect(await supersededBy('a.md')).toEqual([])
  })

  test('of an older document may name the one that takes its place', async () => {
    await read(['b.md', '# Tug rules 2025\n\nBlue.\n'], ['a.md', '# Tug rules\n\nThis document is superseded by b.md.\n\nRed.\n'])

    expect(await supersededBy('a.md')).toMatchObject([{ by: 'b.md', rule: 'statement' }])
  })

  test('of the owner may be a note, and a note of an agent supersedes nothing of the owner', async () => {
    await read(old)
    await stage.memory.note({ text: 'Supersedes: plans/old-plan.md', origin: 'agent' })
    expect(await supersededBy('plans/old-plan.md')).toEqual([])
    const { node } = await stage.memory.note({ text: '"Harbour plan 2024" no longer applies.' })

    expect(await supersededBy('plans/old-plan.md')).toMatchObject([{ by: node, rule: 'statement' }])
  })

  test('of the owner tells what it supersedes, with what that stated and what holds now', async () => {
    await read(old, ['b.md', '# Tug rules 2025\n\nTugs are blue.\n'], ['a.md', '# Tug rules\n\nTugs are red.\n'])
    const plain = await stage.memory.note({ text: 'The tug has a new rope.' })
    const ended = await stage.memory.note({ text: '"Harbour plan 2024" no longer applies.' })
    const both = await stage.memory.note({ text: 'b.md replaces a.md.' })
    const again = await stage.memory.note({ text: 'b.md replaces a.md.' })
    const agent = await stage.memory.note({ text: 'This replaces b.md.', origin: 'agent' })

    expect(plain.superseded).toBeUndefined()
    expect(ended.superseded).toMatchObject([
      {
        node: 'plans/old-plan.md',
        by: ended.node,
        rule: 'statement',
        was: 'The crane stands on quay 4.',
        now: '"Harbour plan 2024" no longer applies.',
      },
      { node: 'plans/old-plan.md#gate', was: 'The gate closes at six.' },
    ])
    expect(both.superseded).toMatchObject([{ node: 'a.md', by: 'b.md', title: 'Tug rules', was: 'Tugs are red.', now: 'Tugs are blue.' }])
    expect(again.superseded).toBeUndefined()
    expect(agent.superseded).toBeUndefined()
  })

  test('of others supersedes nothing', async () => {
    await read(old)
    await stage.memory.ingest({ documents: documents([fresh('This replaces Harbour plan 2024.')]), origin: 'untrusted' })

    expect(await supersededBy('plans/old-plan.md')).toEqual([])
  })

  test('that its document loses lets the older one hold again; a document that is deleted does not', async () => {
    await read(old)
    await read(fresh('This replaces Harbour plan 2024.'))
    await stage.memory.ingest({ documents: documents([old]), folders: [{ root: '/notes', below: '' }], prune: true })
    expect(await supersededBy('plans/old-plan.md')).toHaveLength(1)
    await read(fresh('New.'))

    expect(await supersededBy('plans/old-plan.md')).toEqual([])
  })

  test('that the owner gainsaid by a verdict is not set again by a reading', async () => {
    await read(old)
    await read(fresh('This replaces Harbour plan 2024.'))
    const { turn } = await stage.memory.recall({ question: 'Where does the crane stand?', session: 's' })
    await stage.memory.feedback({
      verdict: 'wrong',
      session: 's',
      turn: turn ?? '',
      nodes: ['plans/new.md'],
      instead: ['plans/old-plan.md'],
    })
    await read(['kitchen.md', '# Kitchen\n\nThe fridge is emptied on Fridays.\n'])

    expect((await supersededBy('plans/old-plan.md')).filter(({ by }) => by === 'plans/new.md')).toEqual([])
  })

  test('and another that say the opposite supersede nothing', async () => {
    await read(['a.md', '# Tug rules A\n\nThis replaces b.md.\n'], ['b.md', '# Tug rules B\n\nThis replaces a.md.\n'])

    expect(eventsOf(await stage.log(), 'NodeSuperseded')).toEqual([])
  })
})
