import { commandsIn } from '@crabtrail/text/evidence/shell-commands'
import { describe, expect, test } from 'vitest'
import { editedBy, type SeenCall, stepOf, type ToolCall, takenBack } from './seen-calls.ts'

const seen = (call: Partial<SeenCall>, turn = 1): SeenCall => ({ tool: 'exec', failed: false, turn, at: 0, nodes: [turn], ...call })
const exec = (command: string, output = ''): ToolCall => ({ tool: 'exec', failed: false, commands: commandsIn(command), output })
const wrote = (path: string, added: string): SeenCall => seen({ tool: 'write', path, added })
const committed = seen({ commands: commandsIn('git add . && git commit -m "billing"'), output: '[main 1a2b3c4] billing\n 1 file changed' })
const how = (call: ToolCall, ...before: ReadonlyArray<SeenCall>) =>
  takenBack(call, before).map((one) => [one.how, before.indexOf(one.call)])

describe('a commit of the session', () => {
  const file = wrote('conf/a.yaml', 'new')

  test.each([
    'git revert --no-edit HEAD',
    'git -C /srv/app revert 1a2b3c4',
    'cd app && git revert 1a2b3c4d5e6f',
    'git reset --hard HEAD~1',
    'git reset --hard HEAD^',
  ])('is taken back by %o, with what was written for it', (command) => {
    expect(how(exec(command), file, committed)).toEqual([
      ['undone', 1],
      ['undone', 0],
    ])
  })

  test.each([
    ['a revert of a commit of somebody else', 'git revert 99fe001'],
    ['a revert of an older commit than the session’s', 'git revert HEAD~3'],
    ['words of a revert in a message', 'git commit -m "git revert HEAD"'],
    ['a look at it', 'git show HEAD'],
    ['a reset that takes nothing back', 'git reset HEAD'],
    ['a checkout of a branch', 'git checkout main'],
  ])('stays with %s', (_, command) => {
    expect(how(exec(command), committed)).toEqual([])
  })

  test('is not what the head is after others’ commits came in', () => {
    expect(how(exec('git revert HEAD'), committed, seen({ commands: commandsIn('git pull --rebase') }))).toEqual([])
  })

  test('stays where the revert failed, and where the commit did', () => {
    expect(how({ ...exec('git revert HEAD'), failed: true }, committed)).toEqual([])
    expect(how(exec('git revert HEAD'), { ...committed, failed: true })).toEqual([])
  })
})

describe('a file that was written', () => {
  test.each(['git checkout -- conf/a.yaml', 'git checkout HEAD -- ./conf/a.yaml', 'git restore conf/a.yaml', 'git reset --hard'])(
    'is put back by %o',
    (command) => {
      expect(how(exec(command), wrote('/srv/app/conf/a.yaml', 'new'))).toEqual([['undone', 0]])
    },
  )

  test.each(['git restore --staged conf/a.yaml', 'git checkout -- conf/b.yaml', 'git checkout -- a/conf', 'git status conf/a.yaml'])(
    'stays with %o',
    (command) => {
      expect(how(exec(command), wrote('conf/a.yaml', 'new'))).toEqual([])
    },
  )

  test('is restored by a write of the text that it had', () => {
    const read = seen({ tool: 'read', path: 'a', read: 'old' })
    const write: ToolCall = { tool: 'write', failed: false, path: 'a', added: 'old' }

    expect(how(write, read, wrote('a', 'new'))).toEqual([['restored', 1]])
    expect(how(write, wrote('a', 'old'), wrote('a', 'new'), wrote('a', 'newer'))).toEqual([
      ['restored', 1],
      ['restored', 2],
    ])
    expect(how({ ...write, added: 'other' }, read, wrote('a', 'new'))).toEqual([])
    expect(how(write, { ...read, path: 'b' }, wrote('a', 'new'))).toEqual([])
  })

  test('is restored by the opposite of an edit', () => {
    const edit = seen({ tool: 'edit', path: 'a', removed: 'x', added: 'y' })

    expect(how({ tool: 'edit', failed: false, path: 'a', removed: 'y', added: 'x' }, edit)).toEqual([['restored', 0]])
    expect(how({ tool: 'edit', failed: false, path: 'a', removed: 'y', added: 'z' }, edit)).toEqual([])
  })

  test('is edited where a later turn reads another text, or writes another one, and not within its own turn', () => {
    const write = wrote('a', 'mine')
    const later = { tool: 'read', failed: false, path: 'a', turn: 2 }

    expect(editedBy({ ...later, read: 'changed' }, [write])).toEqual([write])
    expect(editedBy({ ...later, added: 'changed' }, [write])).toEqual([write])
    expect(editedBy({ ...later, read: 'mine' }, [write])).toEqual([])
    expect(editedBy({ ...later, read: 'changed', path: 'b' }, [write])).toEqual([])
    expect(editedBy({ ...later, added: 'changed', turn: 1 }, [write])).toEqual([])
    expect(editedBy({ ...later, added: 'changed', failed: true }, [write])).toEqual([])
  })
})

describe('a command', () => {
  test.each([
    ['mv a.txt b.txt', 'mv b.txt a.txt'],
    ['systemctl enable berth', 'systemctl disable berth'],
    ['npm install left-pad@1.3', 'npm uninstall left-pad'],
  ])('%o is undone by %o', (earlier, later) => {
    expect(how(exec(later), seen({ commands: commandsIn(earlier) }))).toEqual([['undone', 0]])
  })

  test.each([
    ['mv a.txt b.txt', 'mv a.txt c.txt'],
    ['systemctl enable berth', 'systemctl disable crane'],
    ['systemctl enable berth', 'systemctl enable berth'],
    ['npm install left-pad', 'pnpm uninstall left-pad'],
    ['do it', 'undo it'],
    ['npm install', 'npm uninstall'],
  ])('%o is not undone by %o', (earlier, later) => {
    expect(how(exec(later), seen({ commands: commandsIn(earlier) }))).toEqual([])
  })

  test('is named by its tool and program alone', () => {
    expect(stepOf(exec('TOKEN=x git -C /srv revert 1a2b3c4'))).toBe('exec git revert')
    expect(stepOf(exec('/opt/bin/deploy --password hunter2 billing'))).toBe('exec deploy')
    expect(stepOf({ tool: 'write', failed: false, path: '/srv/secret' })).toBe('write')
  })
})
