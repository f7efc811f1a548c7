import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anyHost } from '../testing/any-host.ts'
import { findNotes, notesMax } from './find-notes.ts'

let home: string
let workspace: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'notes-')))
  workspace = join(home, 'workspace')
  mkdirSync(workspace)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (...paths: ReadonlyArray<string>) => {
  for (const path of paths) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), `# ${path}\n`)
  }
}
const keys = async () => (await findNotes(workspace, anyHost.notes)).notes.map(({ key }) => key)

describe('the notes of a workspace', () => {
  test('are MEMORY.md, USER.md and every Markdown file in memory, by their paths in it', async () => {
    write('MEMORY.md', 'USER.md', 'memory/2026-11-20.md', 'memory/work/deploy.md')

    expect(await keys()).toEqual(['MEMORY.md', 'USER.md', 'memory/2026-11-20.md', 'memory/work/deploy.md'])
  })

  test('are nothing else that lies there, which is named so that it stays', async () => {
    write(
      'AGENTS.md',
      'skills/a.md',
      'memory/a.md',
      'memory/table.txt',
      'memory/image.png',
      'memory/.dreams/x.md',
      'memory/node_modules/y.md',
    )

    const found = await findNotes(workspace, anyHost.notes)

    expect(found.notes.map(({ key }) => key)).toEqual(['memory/a.md'])
    expect(found.unseen).toEqual(['AGENTS.md', 'memory/table.txt', 'skills'])
    expect(found.skipped).toEqual([])
  })

  test('are not behind a link that leads out of it, whether to a file or to a folder', async () => {
    writeFileSync(join(home, 'secret.md'), 'secret')
    mkdirSync(join(home, 'vault'))
    writeFileSync(join(home, 'vault', 'note.md'), 'secret')
    write('memory/a.md')
    symlinkSync(join(home, 'secret.md'), join(workspace, 'MEMORY.md'))
    symlinkSync(join(home, 'vault'), join(workspace, 'memory', 'vault'))

    const found = await findNotes(workspace, anyHost.notes)

    expect(found.notes.map(({ key }) => key)).toEqual(['memory/a.md'])
    expect(found.skipped).toEqual([
      { path: 'MEMORY.md', reason: 'it is a link that leads out of the workspace' },
      { path: 'memory/vault', reason: 'it is a link that leads out of the workspace' },
    ])
    expect(found.unseen).toEqual(expect.arrayContaining(['MEMORY.md', 'memory/vault']))
  })

  test('go by their own names before they go by those of links, and circles end', async () => {
    write('memory/z.md', 'memory/deep/b.md')
    symlinkSync(join(workspace, 'memory', 'z.md'), join(workspace, 'memory', 'a.md'))
    symlinkSync(join(workspace, 'memory'), join(workspace, 'memory', 'deep', 'up'))

    expect(await keys()).toEqual(['memory/deep/b.md', 'memory/z.md'])
  })

  test('are read through a link within it', async () => {
    write('kept/MEMORY.md')
    symlinkSync(join(workspace, 'kept', 'MEMORY.md'), join(workspace, 'MEMORY.md'))

    expect(await keys()).toEqual(['MEMORY.md'])
  })

  test('are no pipes', async () => {
    write('memory/a.md')
    execFileSync('mkfifo', [join(workspace, 'memory', 'pipe.md')])

    const found = await findNotes(workspace, anyHost.notes)

    expect(found.notes.map(({ key }) => key)).toEqual(['memory/a.md'])
    expect(found.skipped).toEqual([{ path: 'memory/pipe.md', reason: 'it is neither a file nor a folder' }])
  })

  test('that cannot be looked at are named with the reason', async () => {
    write('memory/a.md')
    symlinkSync(join(workspace, 'memory', 'loop.md'), join(workspace, 'memory', 'loop.md'))

    expect((await findNotes(workspace, anyHost.notes)).skipped).toEqual([{ path: 'memory/loop.md', reason: 'links lead in a circle' }])
  })

  test('are at most so many, the newest of them; what is left out is said and stays', async () => {
    const names = Array.from({ length: notesMax + 3 }, (_, at) => `memory/${String(at).padStart(5, '0')}.md`)
    write(...names)
    for (const [at, name] of names.entries()) utimesSync(join(workspace, name), 1_000, at === 0 ? 3_000 : at > notesMax ? 1_000 : 2_000)

    const found = await findNotes(workspace, anyHost.notes)

    expect(found.notes.map(({ key }) => key)).toEqual(names.filter((_, at) => at !== 1 && at <= notesMax))
    expect(found.skipped).toEqual([{ path: 'memory', reason: `3 of its notes are not read: more than the ${notesMax} that changed last` }])
    expect(found.unseen).toEqual([names[1], ...names.slice(-2)])
  })

  test('cannot be found in a workspace that is not there', async () => {
    await expect(findNotes(join(home, 'gone'), anyHost.notes)).rejects.toThrow('ENOENT')
  })
})
