import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDocuments } from './find-documents.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crabtrail-find-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = (...paths: ReadonlyArray<string>) => {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), path)
  }
}
const find = (paths: ReadonlyArray<string>, root?: string) => {
  const found = findDocuments(
    paths.map((path) => join(folder, path)),
    root === undefined ? undefined : join(folder, root),
  )
  return {
    files: found.files.map((file) => [relative(folder, file.path), relative(folder, file.root)]),
    skipped: found.skipped.map((one) => [relative(folder, one.path), one.reason]),
  }
}

describe('a folder', () => {
  test('means its documents and those below, in code-unit order', () => {
    files('notes/b.md', 'notes/a.txt', 'notes/B.markdown', 'notes/sub/c.MD', 'notes/é.md', 'notes/photo.png', 'notes/Makefile')

    expect(find(['notes']).files).toEqual([
      ['notes/B.markdown', 'notes'],
      ['notes/a.txt', 'notes'],
      ['notes/b.md', 'notes'],
      ['notes/sub/c.MD', 'notes'],
      ['notes/é.md', 'notes'],
    ])
  })

  test('hides what is hidden or installed', () => {
    files('notes/a.md', 'notes/.hidden.md', 'notes/.git/b.md', 'notes/node_modules/x/readme.md')

    expect(find(['notes'])).toEqual({ files: [['notes/a.md', 'notes']], skipped: [] })
  })

  test('is never left through a link, and links in a circle end', () => {
    files('notes/a.md', 'outside/secret.md')
    symlinkSync(join(folder, 'outside'), join(folder, 'notes/out'))
    symlinkSync(join(folder, 'outside/secret.md'), join(folder, 'notes/secret.md'))
    symlinkSync(join(folder, 'notes'), join(folder, 'notes/circle'))
    symlinkSync(join(folder, 'notes/a.md'), join(folder, 'notes/inside.md'))

    expect(find(['notes'])).toEqual({
      files: [
        ['notes/a.md', 'notes'],
        ['notes/inside.md', 'notes'],
      ],
      skipped: [['notes/circle', 'it leads back to a folder that it lies in']],
    })
  })

  test('tells of a link that leads nowhere', () => {
    files('notes/a.md')
    symlinkSync(join(folder, 'gone.md'), join(folder, 'notes/gone.md'))

    expect(find(['notes']).skipped).toEqual([['notes/gone.md', 'there is no such file or folder']])
  })
})

describe('what a folder holds and is not read', () => {
  const unseen = (...paths: ReadonlyArray<string>) => {
    const found = findDocuments(
      paths.map((path) => join(folder, path)),
      undefined,
    )
    return {
      unseen: found.unseen.map((one) => [relative(folder, one.path), relative(folder, one.root)]),
      folders: found.folders.map((one) => relative(folder, one.path)),
    }
  }

  test('is told: links that lead out or nowhere', () => {
    files('notes/a.md', 'outside/b.md')
    symlinkSync(join(folder, 'outside'), join(folder, 'notes/out'))
    symlinkSync(join(folder, 'gone.md'), join(folder, 'notes/gone.md'))

    expect(unseen('notes')).toEqual({
      unseen: [
        ['notes/gone.md', 'notes'],
        ['notes/out', 'notes'],
      ],
      folders: ['notes'],
    })
  })

  test('is told: what was found under another root', () => {
    files('notes/a.md', 'notes/sub/b.md')

    expect(unseen('notes/sub', 'notes')).toEqual({ unseen: [['notes/sub', 'notes']], folders: ['notes/sub', 'notes'] })
    expect(unseen('notes', 'notes/sub')).toEqual({ unseen: [['notes/sub', 'notes/sub']], folders: ['notes'] })
  })

  test.skipIf(process.getuid?.() === 0)('is told: a folder that may not be read', () => {
    files('notes/a.md', 'notes/locked/b.md')
    chmodSync(join(folder, 'notes/locked'), 0)

    expect(unseen('notes')).toEqual({ unseen: [['notes/locked', 'notes']], folders: ['notes'] })
    chmodSync(join(folder, 'notes/locked'), 0o700)
  })

  test('is told: what ignore files leave out, unless it is to count as gone', () => {
    files('notes/a.md', 'notes/b.md', 'notes/out/c.md')
    writeFileSync(join(folder, 'notes/.gitignore'), 'b.md\nout/\nlink.md\n')
    symlinkSync(join(folder, 'notes/a.md'), join(folder, 'notes/link.md'))

    expect(unseen('notes').unseen).toEqual([
      ['notes/b.md', 'notes'],
      ['notes/link.md', 'notes'],
      ['notes/out', 'notes'],
    ])
    expect(findDocuments([join(folder, 'notes')], undefined, { leftOutIsGone: true }).unseen).toEqual([])
  })

  test('is no folder that was named and is not there', () => {
    expect(unseen('none')).toEqual({ unseen: [], folders: [] })
  })
})

describe('a linked folder', () => {
  test('goes by its own name first', () => {
    files('notes/z/a.md')
    symlinkSync(join(folder, 'notes/z'), join(folder, 'notes/b'))

    expect(find(['notes']).files).toEqual([['notes/z/a.md', 'notes']])
  })

  test('inside the folder is read when it is hidden there', () => {
    files('notes/.kept/a.md')
    symlinkSync(join(folder, 'notes/.kept'), join(folder, 'notes/kept'))

    expect(find(['notes']).files).toEqual([['notes/kept/a.md', 'notes']])
  })
})

describe('a file', () => {
  test('is a document whatever it is called, filed below its folder', () => {
    files('notes/.hidden', 'notes/code.ts')

    expect(find(['notes/.hidden', 'notes/code.ts']).files).toEqual([
      ['notes/.hidden', 'notes'],
      ['notes/code.ts', 'notes'],
    ])
  })

  test('is found once however often it is named', () => {
    files('notes/a.md')

    expect(find(['notes', 'notes/a.md', 'notes']).files).toEqual([['notes/a.md', 'notes']])
  })

  test('is filed below the root that was given', () => {
    files('notes/sub/a.md')

    expect(find(['notes/sub/a.md', 'notes/sub'], '.').files).toEqual([['notes/sub/a.md', '']])
  })
})

test('what is not there is told', () => {
  expect(find(['none']).skipped).toEqual([['none', 'there is no such file or folder']])
})

const written = (path: string, text: string) => {
  files(path)
  writeFileSync(join(folder, path), text)
}
const names = (paths: ReadonlyArray<string>) => find(paths).files.map(([path]) => path)

describe('ignore files', () => {
  test('leave out by name, by folder and by pattern, and take back', () => {
    written('notes/.gitignore', '*.txt\nbuild/\n/top.md\n!keep.txt\n# a remark\n')
    files('notes/a.md', 'notes/a.txt', 'notes/keep.txt', 'notes/top.md', 'notes/sub/top.md', 'notes/build/b.md', 'notes/sub/build/c.md')

    expect(names(['notes'])).toEqual(['notes/a.md', 'notes/keep.txt', 'notes/sub/top.md'])
  })

  test('further in have the last word, but for what lies in a folder that is left out', () => {
    written('notes/.gitignore', '*.md\nout/\n')
    written('notes/sub/.gitignore', '!*.md\n')
    written('notes/out/.gitignore', '!*.md\n')
    files('notes/a.md', 'notes/sub/b.md', 'notes/sub/deep/c.md', 'notes/out/d.md')

    expect(names(['notes'])).toEqual(['notes/sub/b.md', 'notes/sub/deep/c.md'])
  })

  test('of the memory’s own come after git’s', () => {
    written('notes/.gitignore', 'a.md\n')
    written('notes/.crabtrailignore', '!a.md\nb.md\n')
    files('notes/a.md', 'notes/b.md', 'notes/c.md')

    expect(names(['notes'])).toEqual(['notes/a.md', 'notes/c.md'])
  })

  test('of the repository that a folder lies in count, and not those above it; who names what is left out reads it', () => {
    written('.gitignore', '*\n')
    written('repo/.gitignore', 'draft.md\nout/\n')
    files('repo/.git/config', 'repo/docs/a.md', 'repo/docs/draft.md', 'repo/out/b.md')

    expect(names(['repo/docs'])).toEqual(['repo/docs/a.md'])
    expect(names(['repo/out', 'repo/docs/draft.md'])).toEqual(['repo/out/b.md', 'repo/docs/draft.md'])
  })

  test('that cannot be read are named, and nothing behind them is read or counts as gone', () => {
    files('.git/config', 'notes/a.md', 'notes/sub/b.md', 'notes/sub/deep/c.md')
    const garble = (path: string) => writeFileSync(join(folder, path), new Uint8Array([0xff]))
    const seen = () => findDocuments([join(folder, 'notes')], undefined)
    const paths = (places: ReadonlyArray<{ readonly path: string }>) => places.map(({ path }) => relative(folder, path))
    garble('notes/sub/.gitignore')

    expect(find(['notes'])).toEqual({
      files: [['notes/a.md', 'notes']],
      skipped: [['notes/sub/.gitignore', expect.stringMatching(/^it is not UTF-8 text; .* its folder was not read$/)]],
    })
    expect([paths(seen().unseen), paths(seen().folders)]).toEqual([['notes/sub'], ['notes']])
    for (const above of ['notes/.crabtrailignore', '.gitignore']) {
      garble(above)
      expect([paths(seen().files), paths(seen().folders)]).toEqual([[], []])
      expect(paths(seen().skipped)).toEqual([above])
    }
  })

  /** `read`: the files that git does not leave out, as `git ls-files --others --exclude-standard` has them. */
  const likeGit: ReadonlyArray<readonly [name: string, rules: string, all: ReadonlyArray<string>, read: ReadonlyArray<string>]> = [
    ['tell upper from lower case in the name of a folder', 'build/\n', ['Build/a.md', 'build/a.md'], ['Build/a.md']],
    [
      'tell it in the name of a file and before a star',
      'ideas.md\nNotes*\n',
      ['Notes-1.md', 'IDEAS.md', 'notes-1.md', 'ideas.md'],
      ['IDEAS.md', 'notes-1.md'],
    ],
    ['tell it in a class of letters', '[a-c].md\nm[[:upper:]].md\n', ['A.md', 'a.md', 'mA.md', 'ma.md'], ['A.md', 'ma.md']],
    ['tell it with accents', 'Öl.md\nÄ*/\n', ['Äpfel/a.md', 'Öl.md', 'äpfel/a.md', 'öl.md'], ['äpfel/a.md', 'öl.md']],
    [
      'take back what lies beside, and nothing in a folder that is out',
      'sub/*\n!sub/k.md\nout/\n!out/k.md\n',
      ['out/k.md', 'sub/a.md', 'sub/k.md'],
      ['sub/k.md'],
    ],
    ['take back a folder of all', '/*\n!/k/\n', ['a.md', 'k/b/c.md', 'x/a.md'], ['k/b/c.md']],
    ['drop blanks at the end, unless they are escaped', 'a.md   \nb\\ \n', ['a.md', 'b.md'], ['b.md']],
    [
      'keep blanks at the beginning, and what stands behind a name',
      ' a.md\nb.md # no remark\n',
      [' a.md', 'a.md', 'b.md'],
      ['a.md', 'b.md'],
    ],
    [
      'read escaped marks as they are written',
      '\\#a.md\n\\!b.md\n\\*.md\n\\[a\\].md\n',
      ['!b.md', '#a.md', '*.md', '[a].md', 'c.md'],
      ['c.md'],
    ],
    [
      'read two stars as folders',
      '**/x.md\na/**/b.md\nlog/**\n',
      ['a/b.md', 'a/c/d/b.md', 'd/x.md', 'log/d/b.md', 'x.md', 'y/b.md'],
      ['y/b.md'],
    ],
    [
      'read one star within a name, and a slash as a place',
      'a/*.md\nb**c.md\n*/one.md\n',
      ['a/b.md', 'a/b/c.md', 'b/x/c.md', 'bxc.md', 'one.md', 'x/one.md'],
      ['a/b/c.md', 'b/x/c.md', 'one.md'],
    ],
    ['end lines as Windows does, behind a mark of its encoding', '\ufeffa.md\r\nout/\r\n', ['a.md', 'b.md', 'out/a.md'], ['b.md']],
    ['leave out folders alone where a slash ends the name', 'a.md/\n', ['a.md', 'd/a.md/x.md'], ['a.md']],
  ]

  test.each(likeGit)('%s', (_, rules, all, read) => {
    written('notes/.gitignore', rules)
    files(...all.map((path) => `notes/${path}`))

    expect(names(['notes'])).toEqual(read.map((path) => `notes/${path}`))
  })

  test('of a folder inside are read from that folder on', () => {
    written('notes/.gitignore', '*.txt\n')
    written('notes/sub/.gitignore', '!k.txt\n/own.md\nDeep/\n')
    files(
      'notes/a.txt',
      'notes/deep/a.md',
      'notes/sub/k.txt',
      'notes/sub/own.md',
      'notes/sub/d/own.md',
      'notes/sub/Deep/a.md',
      'notes/sub/deep/b.md',
    )

    expect(names(['notes'])).toEqual(['notes/deep/a.md', 'notes/sub/d/own.md', 'notes/sub/deep/b.md', 'notes/sub/k.txt'])
  })
})

describe('what is no file to be read', () => {
  test('is named: pipes, links that lead nowhere, in a circle, or back', () => {
    files('notes/a.md')
    execFileSync('mkfifo', [join(folder, 'notes/pipe.md')])
    symlinkSync(join(folder, 'notes/none.md'), join(folder, 'notes/gone.md'))
    symlinkSync(join(folder, 'notes/two.md'), join(folder, 'notes/one.md'))
    symlinkSync(join(folder, 'notes/one.md'), join(folder, 'notes/two.md'))
    symlinkSync(join(folder, 'notes'), join(folder, 'notes/back'))

    expect(find(['notes'])).toEqual({
      files: [['notes/a.md', 'notes']],
      skipped: [
        ['notes/gone.md', 'there is no such file or folder'],
        ['notes/one.md', 'links lead in a circle'],
        ['notes/pipe.md', 'it is neither a file nor a folder'],
        ['notes/two.md', 'links lead in a circle'],
        ['notes/back', 'it leads back to a folder that it lies in'],
      ],
    })
  })

  test('is the record of a session, unless somebody asks for it', () => {
    const line = JSON.stringify({ type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'x' } })
    written('notes/session.jsonl', `${line}\n`)
    written('notes/records.jsonl', '{"text":"x"}\n')

    expect(names(['notes'])).toEqual(['notes/records.jsonl'])
    expect(names(['notes/session.jsonl'])).toEqual(['notes/session.jsonl'])
    expect(findDocuments([join(folder, 'notes')], undefined, { transcripts: true }).files).toHaveLength(2)
  })
})
