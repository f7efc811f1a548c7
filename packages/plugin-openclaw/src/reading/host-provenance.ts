/**
 * Reads the host's own record of who wrote a note: for each file the digest of what it last wrote there, and whether that was under the
 * influence of others' text. The host keeps it for its own memory and does not promise it to plugins; where it cannot be had, there is none.
 */
export interface HostRecord {
  readonly relativePath: string
  readonly provenance: { readonly fileHash: string; readonly originClass: string }
}

type List = (asked: { readonly workspaceDir: string }) => Promise<ReadonlyArray<HostRecord>>

/** Not a type that a build could look for: the host publishes the door without one. */
const door = 'openclaw/plugin-sdk/memory-core-host-runtime-core'

let opened: Promise<List | undefined> | undefined

const open = async (): Promise<List | undefined> => {
  try {
    const { listMemoryArtifactProvenance: list }: { readonly listMemoryArtifactProvenance?: unknown } = await import(door)
    return typeof list === 'function' ? (list as List) : undefined
  } catch {
    return undefined
  }
}

/** By path in the workspace: the digest of the text that others wrote to, as the host wrote it last. Never rejects. */
export const othersByHost = async (workspaceDir: string): Promise<ReadonlyMap<string, string>> => {
  opened ??= open()
  try {
    const records = (await (await opened)?.({ workspaceDir })) ?? []
    return new Map(
      records.flatMap(({ provenance, relativePath }) =>
        provenance.originClass === 'untrusted' ? [[relativePath, provenance.fileHash] as const] : [],
      ),
    )
  } catch {
    return new Map()
  }
}
