/** The module of the host that says who wrote a note is private to the host: it may be gone, or be another one, in any version. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const door = 'openclaw/plugin-sdk/memory-core-host-runtime-core'

/** As the host is that has this module, or a module that fails. */
const byOthers = async (module: () => object): Promise<ReadonlyMap<string, string>> => {
  vi.doMock(door, module)
  const { openClaw } = await import('./openclaw.ts')
  return openClaw.notes.byOthers('/workspace')
}
beforeEach(() => void vi.resetModules())
afterEach(() => void vi.doUnmock(door))

const record = (relativePath: string, originClass: string) => ({
  relativePath,
  provenance: { fileHash: `hash of ${relativePath}`, originClass },
})

describe('what the host says of who wrote a note', () => {
  test('is taken where it says so', async () => {
    const asked: unknown[] = []
    const list = async (about: unknown) => {
      asked.push(about)
      return [record('memory/a.md', 'untrusted'), record('memory/b.md', 'agent')]
    }

    expect(await byOthers(() => ({ listMemoryArtifactProvenance: list }))).toEqual(new Map([['memory/a.md', 'hash of memory/a.md']]))
    expect(asked).toEqual([{ workspaceDir: '/workspace' }])
  })

  test.each<readonly [string, () => object]>([
    [
      'the module is gone',
      () => {
        throw new Error('Package subpath is not defined by "exports"')
      },
    ],
    ['the function is gone', () => ({ listMemoryArtifactProvenance: undefined })],
    ['it is something else', () => ({ listMemoryArtifactProvenance: 'no function' })],
    ['it fails', () => ({ listMemoryArtifactProvenance: () => Promise.reject(new Error('the database is locked')) })],
    ['it answers something else', () => ({ listMemoryArtifactProvenance: async () => [{ relativePath: 'memory/a.md' }] })],
  ])('is nothing, and no error, where %s', async (_, module) => {
    expect(await byOthers(module)).toEqual(new Map())
  })

  test('can be asked for in the version that this is built against', async () => {
    const { listMemoryArtifactProvenance: list } = (await import(/* @vite-ignore */ door)) as {
      readonly listMemoryArtifactProvenance?: unknown
    }

    expect(typeof list).toBe('function')
  })
})
