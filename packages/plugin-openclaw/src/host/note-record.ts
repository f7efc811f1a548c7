/** Asks the host who wrote a note. */

/**
 * The host's record of a note: the digest of the last text it wrote there, and whether others influenced it. The host does not promise
 * this record to plugins, so it may be missing.
 */
export interface HostRecord {
  readonly relativePath: string
  readonly provenance: { readonly fileHash: string; readonly originClass: string }
}

type List = (asked: { readonly workspaceDir: string }) => Promise<ReadonlyArray<HostRecord>>

/** Imported by a variable because the host publishes this module without types. */
const door = 'openclaw/plugin-sdk/memory-core-host-runtime-core'

/** The module system keeps the module after the first import. */
const listOfHost = async (): Promise<List | undefined> => {
  try {
    const { listMemoryArtifactProvenance: list }: { readonly listMemoryArtifactProvenance?: unknown } = await import(door)
    return typeof list === 'function' ? (list as List) : undefined
  } catch {
    return undefined
  }
}

/**
 * Digests of notes that others wrote, by path in the workspace, as the host wrote them last. Empty when the host keeps no record. Never
 * rejects.
 */
export const othersByHost = async (workspaceDir: string): Promise<ReadonlyMap<string, string>> => {
  try {
    const records = (await (await listOfHost())?.({ workspaceDir })) ?? []
    return new Map(
      records.flatMap(({ provenance, relativePath }) =>
        provenance.originClass === 'untrusted' ? [[relativePath, provenance.fileHash] as const] : [],
      ),
    )
  } catch {
    return new Map()
  }
}
