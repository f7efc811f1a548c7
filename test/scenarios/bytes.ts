/** Searches the bytes on the disk for texts that must be gone. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the texts that any file in the folder of a database holds, in any case, in UTF-8 or UTF-16, each with the file. */
export const heldIn = (database: string, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folder = dirname(database)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())
  return files.flatMap((name) => {
    const bytes = readFileSync(join(folder, name))
    const [utf8, utf16, shifted] = [bytes.toString('utf8'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')].map((text) =>
      text.toLowerCase(),
    )
    return texts
      .filter((text) => [utf8, utf16, shifted].some((read) => read?.includes(text.toLowerCase())))
      .map((text) => `${text} in ${name}`)
  })
}

/** Tells whether any file in the folder of a database holds these bytes. */
export const holdsBytes = (database: string, bytes: Uint8Array): boolean => {
  const folder = dirname(database)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .some((name) => readFileSync(join(folder, name)).includes(Buffer.from(bytes)))
}
