import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandNames } from '../../packages/cli/src/calls/table.ts'
import { folder, path, program, remember, run, setPluginConfig, setStage } from './command-line-stage.ts'

setStage()

/** Runs a command and parses the JSON document that it prints. */
const asked = async (command: string, ...words: ReadonlyArray<string>) => JSON.parse((await run(command, [...words, '--json'])).out)

describe('every command of crabtrail', () => {
  test('is a command of openclaw crabtrail, but for the demo, the evaluation and completion', async () => {
    const names = [...(await program()).actions.keys()].map((name) => name.replace('crabtrail ', ''))

    expect(commandNames.filter((name) => !names.includes(name))).toEqual(['demo', 'eval', 'completion'])
    expect(new Set(names).size).toBe(names.length)
  })

  test('works on the store and the first agent of the host: recall, teach, look, undo', async () => {
    remember()
    const recalled = await asked('recall', 'how are releases deployed')
    const [first] = recalled.items
    const taught = await asked('used', first.node, '--turn', recalled.turn)
    const undone = await asked('rollback', '--to', String(taught.position - 1), '--dry-run')

    expect(recalled).toMatchObject({ brain: 'local/main/default', items: [{ node: 'releases.md' }] })
    expect(taught).toMatchObject({ turn: recalled.turn, verdict: 'used' })
    expect(undone.would.edges.length).toBeGreaterThan(0)
    expect(await asked('show', 'releases.md')).toMatchObject({ nodes: [{ node: 'releases.md' }, {}] })
  })

  test('takes back one conversation, and the last verdict of one', async () => {
    remember()
    const session = ['--session', 'agent:main:talk']
    await asked('used', 'releases.md', '--turn', 't1', ...session)
    await asked('not-useful', 'releases.md', '--turn', 't1', ...session)

    const rehearsed = await asked('unlearn', ...session, '--dry-run')
    const undone = await asked('undo', ...session)
    const unlearned = await asked('unlearn', ...session)
    const withdrawn = await asked('unlearn', '--undo', String(unlearned.request))

    expect(rehearsed).toMatchObject({ brain: 'local/main/default', request: null, signals: [expect.any(Number), expect.any(Number)] })
    expect(undone.took).toMatchObject({ feedback: 'f2', verdict: 'not-useful', question: 'how are releases deployed' })
    expect(unlearned.signals).toEqual(rehearsed.signals)
    expect(withdrawn).toMatchObject({ signals: rehearsed.signals, restored: { edges: expect.any(Array) } })
  })

  test('proves, backs up and forgets', async () => {
    remember()
    const copy = join(folder, 'copy.db')

    expect(await asked('verify')).toMatchObject({ ok: true })
    expect((await run('backup', [copy])).exit).toBe(0)
    expect(existsSync(copy)).toBe(true)
    expect(await asked('forget', '--source', 'releases.md', '--dry-run')).toMatchObject({
      forgotten: [{ what: 'source', name: 'releases.md' }, {}, {}],
    })
  })

  test('names its agent as the other commands of the plugin do', async () => {
    remember()

    expect(await asked('recall', 'how are releases deployed', '--agent', 'main')).toMatchObject({ brain: 'local/main/default' })
    expect((await run('recall', ['anything', '--agent=nobody'])).out).toMatch(/nobody/)
  })

  test('uses the store that the settings of the plugin name', async () => {
    setPluginConfig({ storePath: 'elsewhere/memory.db' })

    expect((await run('init', [])).exit).toBe(0)
    expect(existsSync(join(folder, 'elsewhere', 'memory.db'))).toBe(true)
    expect(existsSync(path())).toBe(false)
  })

  test('explains itself with --help, and refuses an unknown option in one line', async () => {
    expect((await run('recall', ['--help'])).out).toContain('Usage')
    expect(await run('recall', ['x', '--nonsense'])).toMatchObject({ out: expect.stringMatching(/--nonsense/), exit: 2 })
  })
})
