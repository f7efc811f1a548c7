/**
 * Splits the export of a chat service into its conversations: each is a document of its own, so an export may be larger than a document.
 *
 * The file is read piece by piece; memory holds one conversation.
 */
import { readSync, statSync } from 'node:fs'
import { limits } from '@crabtrail/core'
import { exportedTalk, parsedJson } from '@crabtrail/text/talks/talks'
import * as Result from 'effect/Result'
import { fileProblem, piecesOf, withFile } from './whole-file.ts'

export interface Part {
  /** Its name in the file, with an ending. */
  readonly name: string
  readonly read: (maxBytes: number) => Result.Result<string, string>
}

export interface Parts {
  readonly parts: ReadonlyArray<Part>
  readonly silent?: ReadonlyArray<string>
  readonly problems: ReadonlyArray<string>
}

const exportBytesMax = 2_000_000_000

/** Returns the conversations of an export, or the reason why it cannot be read. */
export const exportParts = (path: string): Result.Result<Parts, string> => {
  try {
    const state = stateOf(path)
    const parts = new Map<string, Part>()
    const [problems, silent]: [Array<string>, Array<string>] = [[], []]
    let number = 0
    for (const { bytes, length, start } of elementsOf(path)) {
      if (length === 0) problems.push(`the file is cut off after conversation ${number}; export it again`)
      if (length === 0) break
      number++
      const talk = bytes === undefined ? undefined : exportedTalk(parsedJson(bytes.toString('utf8')))
      if (bytes === undefined) problems.push(`conversation ${number} has ${length} bytes; at most ${limits.documentBytes}`)
      else if (talk === undefined) problems.push(`conversation ${number} cannot be read`)
      else {
        const plain = talk.id !== undefined && /^\w[\w.-]{0,99}$/.test(talk.id) && !parts.has(`${talk.id}.json`)
        const name = `${plain ? talk.id : `conversation-${number}`}.json`
        if (talk.turns.length === 0) silent.push(name)
        else parts.set(name, { name, read: (maxBytes) => slice({ path, state, start, length }, maxBytes) })
      }
    }
    return Result.succeed({ parts: [...parts.values()], silent, problems })
  } catch (error) {
    return Result.fail(fileProblem(error))
  }
}

const stateOf = (path: string): string => {
  const { mtimeNs, size } = statSync(path, { bigint: true })
  return `${mtimeNs} ${size}`
}

interface Slice {
  readonly path: string
  /** The state of the file when its conversations were looked for. */
  readonly state: string
  readonly start: number
  readonly length: number
}

const slice = ({ length, path, start, state }: Slice, maxBytes: number): Result.Result<string, string> => {
  if (length > maxBytes) return Result.fail(`it has ${length} bytes; at most ${maxBytes}`)
  try {
    const bytes = Buffer.alloc(length)
    let read = 0
    withFile(path, (file) => {
      for (let got = 1; read < length && got > 0; read += got) got = readSync(file, bytes, read, length - read, start + read)
    })
    if (read < length || stateOf(path) !== state) return Result.fail('it was written to while it was read; read it in again')
    return Result.succeed(utf8.decode(bytes))
  } catch (error) {
    return Result.fail(fileProblem(error))
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

interface Element {
  readonly start: number
  readonly length: number
  readonly bytes: Buffer | undefined
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Yields the objects of a list in the file, or its only object, and one without a length where the file ends before they do. */
function* elementsOf(path: string): Generator<Element> {
  let [depth, base, at, start] = [0, 0, 0, -1]
  let [inString, isEscaped] = [false, false]
  let held: Array<Buffer> = []
  for (const piece of piecesOf(path, exportBytesMax)) {
    let from = 0
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) inString = false
      } else if (byte === quote) inString = true
      else if (byte === openObject || byte === openList) {
        if (depth === 0 && byte === openList) base = 1
        if (depth === base && byte === openObject) [start, from] = [at + i, i]
        depth++
      } else if (byte === closeObject || byte === closeList) {
        depth--
        if (depth !== base || start < 0) continue
        const length = at + i + 1 - start
        const isWhole = length <= limits.documentBytes
        yield { start, length, bytes: isWhole ? Buffer.concat([...held, piece.subarray(from, i + 1)]) : undefined }
        start = -1
        held = []
      }
    }
    at += piece.length
    if (start >= 0 && at - start <= limits.documentBytes) held.push(piece.subarray(from))
  }
  if (depth > 0) yield { start: at, length: 0, bytes: undefined }
}
