/** The commands that look into the past or take something back: exit codes, what they print, and the hints that follow. */
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, fillNotes, type Json, makePlace, onlyDocument } from './place.ts'
import { taught } from './taught.ts'

const live = 'local/main/default'

/** The answer of a command, however it ended. */
const answered = ({ stdout }: Ended): Json => onlyDocument(stdout)

/** A memory of three notes with one verdict. */
const few = makePlace()
/** A memory with enough verdicts to judge branches and settings by. */
const many = makePlace()
beforeAll(async () => {
  fillNotes(few)
  await few.ask('ingest', 'notes')
  await few.ask('recall', 'how do we roll back the harbour service?')
  await few.ask('wrong', 'deploy.md', '--instead', 'sub/team.txt')
  writeFileSync(join(many.home, 'memory.jsonl'), await taught(8))
  await many.ask('import', 'memory.jsonl')
})
afterAll(() => {
  few.remove()
  many.remove()
})

describe('exit codes', () => {
  test('a tag name that is taken is refused like the name of a brain', async () => {
    const { at } = await few.ask('tag', 'before-lunch')

    expect(await few.fail('tag', 'before-lunch')).toMatchObject([1, { tag: 'TagExists', at, message: expect.stringContaining(`${at}`) }])
    expect((await few.fail('init', '--brain', live))[0]).toBe(1)
  })

  test('a promotion is no unlearning that could be withdrawn', async () => {
    await many.ask('replay', '--set', 'learning.conscious.cue=0.3', '--save-as', 'withdrawn', '--brain', live)
    const { position } = await many.ask('promote', 'withdrawn', '--brain', live)
    const [{ position: promoted }] = (await many.ask('log', '--type', 'BrainPromoted', '--brain', live)).events

    expect(position).toBeGreaterThanOrEqual(promoted)
    expect(await many.fail('unlearn', '--undo', String(promoted), '--brain', live)).toMatchObject([
      3,
      { tag: 'NotFound', what: 'unlearning', message: expect.stringContaining('promote --take-back') },
    ])
    expect((await many.fail('unlearn', '--undo', '1', '--brain', live))[0]).toBe(3)
    await many.ask('promote', '--take-back', '--brain', live)
  })

  test('settings that cannot be searched for lack of verdicts are not applied, and that is refused', async () => {
    const look = await few.run('tune')
    const plan = await few.run('tune', '--dry-run')
    const applied = await few.run('tune', '--apply', '--json')

    expect([look.code, plan.code, applied.code]).toEqual([0, 0, 1])
    expect(JSON.parse(applied.stdout)).toMatchObject({ applied: false, reason: 'too-few-verdicts' })
  })
})

describe('--quiet', () => {
  test('silences a saved replay, settings that were applied and a promotion, and neither a look nor a refusal', async () => {
    const quiet = async (...args: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await many.run(...args, '--brain', live, '-q')
      return [code, stdout === '', stderr]
    }

    expect(await quiet('replay')).toEqual([0, false, ''])
    expect(await quiet('replay', '--set', 'learning.conscious.cue=0.3', '--save-as', 'quiet')).toEqual([0, true, ''])
    expect(await quiet('promote', 'quiet', '--dry-run')).toEqual([0, false, ''])
    expect(await quiet('promote', 'quiet')).toEqual([0, true, ''])
    expect(await quiet('promote', '--take-back', '--dry-run')).toEqual([0, false, ''])
    expect(await quiet('promote', '--take-back')).toEqual([0, true, ''])
    expect((await few.run('tune', '--apply', '-q')).stdout).toContain('too few verdicts')
  })
})

describe('hints', () => {
  test('a branch that is not there is named as one, whatever store and brain were chosen', async () => {
    const { code, stderr } = await many.run('promote', 'nosuch', '--brain', live, '--store', many.store)

    expect(code).toBe(3)
    expect(stderr).toBe(
      'crabtrail: no branch local/main/nosuch: replay --save-as NAME saves a replay as a brain that can be promoted, and brains lists them\n',
    )
  })

  test('a tag is the same tag in composed and in decomposed letters', async () => {
    const { at, name } = await few.ask('tag', 'café'.normalize('NFD'))

    expect(name).toBe('café'.normalize('NFC'))
    for (const form of ['NFC', 'NFD']) expect((await few.ask('show', '--at', `tag:${'café'.normalize(form)}`)).position).toBe(at)
    expect(await few.fail('tag', 'café')).toMatchObject([1, { tag: 'TagExists', at }])
  })

  test('what was recalled then is recalled by the proposed command, too', async () => {
    const question = 'how do we roll back the harbour service?'
    const { items } = await few.ask('recall', question, '--at', 't1')
    const { position } = await few.ask('show', '--at', 't1')

    expect((await few.ask('why-not', question, items[0].node, '--at', 't1')).next.commands).toEqual([
      ['recall', question, '--at', String(position)],
    ])
  })
})

describe('a promotion that is only looked at', () => {
  test('shows the strengths that would change, the largest change first, though the verdicts are too few to promote', async () => {
    await few.ask('replay', '--set', 'learning.conscious.cue=0.3', '--save-as', 'looked-at', '--brain', live)
    const { diff } = await few.ask('replay', '--set', 'learning.conscious.cue=0.3', '--brain', live)
    const before = await few.ask('show', '--brain', live)

    const look = await few.run('promote', 'looked-at', '--dry-run', '--brain', live)
    const { reason, restored, would } = await few.run('promote', 'looked-at', '--dry-run', '--brain', live, '--json').then(answered)
    const refused = await few.run('promote', 'looked-at', '--brain', live, '--json').then(answered)

    expect(look.stdout).toMatch(/2 strengths and 0 utilities would change\n {2}strength {2}auto:\w+>learned>/)
    expect([look.code, reason, restored]).toEqual([1, 'too-few-verdicts', undefined])
    expect(would.edges).toHaveLength(2)
    expect(would.edges).toEqual(expect.arrayContaining(diff.largest.edges))
    expect([refused.reason, refused.would, refused.restored]).toEqual(['too-few-verdicts', undefined, undefined])
    expect(await few.ask('show', '--brain', live)).toEqual(before)
  })
})

describe('what a brain is', () => {
  test('brains says which one is a branch, and of what', async () => {
    await few.ask('replay', '--save-as', 'twig', '--brain', live)
    await few.ask('replay', '--save-as', 'leaf', '--brain', 'twig')
    const { brains } = await few.ask('brains')
    const parentOf = (name: string) => brains.find(({ key }: Json) => key === `local/main/${name}`).branchOf

    expect([parentOf('default'), parentOf('twig'), parentOf('leaf')]).toEqual([undefined, live, 'local/main/twig'])
    expect((await few.run('brains')).stdout).toMatch(/local\/main\/twig .* branch of local\/main\/default\n/)
  })

  test('show and stats list the settings of its own', async () => {
    await few.ask('init', '--brain', 'tuned', '--set', 'walk.words=2')
    const settings = [{ setting: 'walk.words', from: expect.any(Number), to: 2 }]

    for (const command of ['show', 'stats']) {
      expect(await few.ask(command, '--brain', 'tuned')).toMatchObject({ profile: 'balanced', settings })
      expect(await few.ask(command, '--brain', live)).not.toHaveProperty('settings')
      expect((await few.run(command, '--brain', 'tuned')).stdout).toMatch(
        /profile balanced with 1 setting of its own\n {2}walk\.words {2}\S+ → 2\n/,
      )
    }
  })
})

describe('the command that takes a change back', () => {
  test('means the store and the brain that were given', async () => {
    const chosen = ['--store', few.store, '--brain', live]
    const called = ['crabtrail', ...chosen].join(' ')
    const undone = await few.run('undo', ...chosen)
    await few.ask('recall', 'how do we roll back the harbour service?', '--brain', live)
    const { feedback } = await few.ask('used', 'deploy.md', '--brain', live)
    const unlearned = await few.run('unlearn', '--feedback', feedback, ...chosen)
    await many.ask('replay', '--set', 'learning.conscious.cue=0.3', '--save-as', 'taken', '--brain', live)
    const promoted = await many.run('promote', 'taken', '--brain', live)

    expect(undone.stdout).toMatch(new RegExp(`${called} unlearn --undo \\d+ withdraws it\n$`))
    expect(unlearned.stdout).toMatch(new RegExp(`${called} unlearn --undo \\d+ withdraws it\n$`))
    expect(promoted.stdout).toContain(`crabtrail --brain ${live} promote --take-back takes it back`)
  })
})

describe.runIf(process.platform !== 'win32')('a store that can only be read', () => {
  /** Runs a command without the rights of root, who may write everywhere. */
  const asNobody = async (...args: ReadonlyArray<string>): Promise<Ended> => {
    if (process.geteuid?.() !== 0) return few.run(...args)
    process.seteuid?.(65_534)
    try {
      return await few.run(...args)
    } finally {
      process.seteuid?.(0)
    }
  }
  beforeAll(async () => {
    // Modules that a command loads at its first use may be readable for root alone.
    await few.run('replay', '--questions', '--brain', live)
    await few.ask('alias', 'deploy.md', 'the vessel', '--brain', live)
    // A reader leaves its empty files beside the store; a writer that ends takes them away.
    await few.ask('replay', '--save-as', 'unwritten', '--brain', live)
    chmodSync(few.home, 0o755)
    chmodSync(few.store, 0o444)
    chmodSync(dirname(few.store), 0o555)
  })
  afterAll(() => {
    chmodSync(dirname(few.store), 0o755)
    chmodSync(few.store, 0o644)
  })

  test.each([
    ['replay', ['replay', '--questions']],
    ['replay with other walks', ['replay', '--rewalk', '--set', 'budget.hops=1']],
    ['tune', ['tune']],
    ['the plan of tune', ['tune', '--dry-run', '--apply']],
    ['a look at a promotion', ['promote', 'unwritten', '--dry-run']],
    ['the aliases of a memory', ['alias', 'deploy.md', '--quiet']],
  ])('answers %s', async (_, args) => {
    const { stderr, stdout } = await asNobody(...args, '--brain', live)

    expect(stderr).toBe('')
    expect(stdout).toContain(live)
  })

  test.each([
    ['replay --save-as', ['replay', '--save-as', 'never']],
    ['tune --apply', ['tune', '--apply']],
    ['alias with a text', ['alias', 'deploy.md', 'the ship']],
    ['alias --remove', ['alias', 'deploy.md', '--remove']],
  ])('refuses %s, because that writes', async (_, args) => {
    const { code, stderr } = await asNobody(...args, '--brain', live)

    expect([code, stderr]).toEqual([1, expect.stringContaining('can only be read')])
  })
})
