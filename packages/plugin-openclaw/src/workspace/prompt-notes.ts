/**
 * The notes among the files that the host puts into the system prompt. It tells of them whole and cuts them afterwards, so only a file that
 * its limits leave whole is taken to stand there. Pure.
 */

export interface PromptFile {
  readonly name: string
  readonly path: string
  readonly missing: boolean
  readonly content?: string
}

interface Limits {
  readonly bootstrapMaxChars?: number | undefined
  readonly bootstrapTotalMaxChars?: number | undefined
}

/** As the host's event holds it. Handlers of other plugins may still replace the files, so they are read when the recall asks. */
export interface Bootstrap {
  readonly workspaceDir: string
  readonly agentId?: string | undefined
  readonly sessionKey?: string | undefined
  readonly bootstrapFiles: ReadonlyArray<PromptFile>
  readonly cfg?: {
    readonly agents?:
      | { readonly defaults?: Limits | undefined; readonly entries?: Readonly<Record<string, Limits>> | undefined }
      | undefined
  }
}

/** The files of this kind that are followed as notes. */
const notes: ReadonlySet<string> = new Set(['MEMORY.md', 'USER.md'])
/** The limit of `USER.md`, whatever the settings allow. */
const userCharacters = 4_000
/** With less room than this the host puts no further file into the prompt. */
const leastCharacters = 64
const defaults = { bootstrapMaxChars: 20_000, bootstrapTotalMaxChars: 60_000 } as const

/** The notes that the limits of OpenClaw 2026.9.6 leave whole. A file that is cut takes at most its limit from the room of those behind it. */
export const wholeNotes = ({ agentId = '', bootstrapFiles, cfg }: Omit<Bootstrap, 'workspaceDir'>): ReadonlyArray<string> => {
  const limit = (key: keyof Limits): number => {
    const set = cfg?.agents?.entries?.[agentId]?.[key] ?? cfg?.agents?.defaults?.[key]
    return set !== undefined && Number.isFinite(set) && set > 0 ? Math.floor(set) : defaults[key]
  }
  const most = limit('bootstrapMaxChars')
  let left = limit('bootstrapTotalMaxChars')
  return bootstrapFiles.flatMap(({ content = '', missing, name: file, path }) => {
    const text = missing ? `[MISSING] Expected at: ${path}` : content.trimEnd()
    const allowed = Math.min(left, file.toLowerCase() === 'user.md' ? Math.min(most, userCharacters) : most)
    const isWhole = notes.has(file) && !missing && text !== '' && text.length <= allowed && left >= leastCharacters
    left -= Math.min(text.length, missing ? left : allowed)
    return isWhole ? [text] : []
  })
}
