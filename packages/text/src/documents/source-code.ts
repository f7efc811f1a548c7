/**
 * Cuts source code of any language into chunks. A declaration at the left margin, with the comments right above it, is a section under its
 * name; code between declarations is grouped at blank lines.
 *
 * Total, in linear time. Each line that is not blank is in exactly one chunk, verbatim and in order.
 */

import type { Body } from '../passages/blocks.ts'
import { chunksOf, type Passage } from '../passages/chunks.ts'
import { type ChunkLimits, clippedTitle, type DocumentSource, maxHeadingLength, type ParsedDocument } from '../passages/document.ts'
import { grouped } from '../passages/grouping.ts'
import { linesOf } from '../words/lines.ts'

export const parseSource = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  // The title has the file ending, because `store.ts` and `store.css` differ.
  const title = clippedTitle(source.fileName.slice(source.fileName.lastIndexOf('/') + 1)) || 'untitled'
  const passages = sectionsOf(source.text).flatMap(({ bodies, name }) =>
    grouped(source.text, bodies, limits).map(
      (span): Passage => ({ ...span, heading: name === undefined ? [] : [name], linksFrom: span.start }),
    ),
  )
  return { title, chunks: chunksOf({ text: source.text, cuts: [] }, title, passages, []) }
}

interface Section {
  /** The declared name. */
  readonly name: string | undefined
  readonly bodies: ReadonlyArray<Body>
}

/** Consecutive lines that are not blank. */
interface Block {
  readonly body: Body
  /** True where the first line starts at the left margin and is no closing bracket. */
  readonly opens: boolean
  readonly name: string | undefined
}

const sectionsOf = (text: string): ReadonlyArray<Section> => {
  const sections: Array<{ readonly name: string | undefined; readonly bodies: Array<Body> }> = []
  for (const { body, name, opens } of blocksOf(text)) {
    const last = sections.at(-1)
    // Indented code belongs to the section above; neighbouring blocks without a declaration form one section.
    const goesOn = last !== undefined && (!opens || (name === undefined && last.name === undefined))
    if (goesOn) last.bodies.push(body)
    else sections.push({ name, bodies: [body] })
  }
  return sections
}

const blocksOf = (text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let afterBlank = true
  for (const { blank, end, start, text: line } of linesOf(text)) {
    const last = blocks.at(-1)
    if (!blank) {
      const name = declaredIn(line)
      if (afterBlank || last === undefined) blocks.push({ body: { kind: 'code', start, end }, opens: /^[^\s)}\]]/.test(line), name })
      else blocks[blocks.length - 1] = { ...last, body: { ...last.body, end }, name: last.name ?? (last.opens ? name : undefined) }
    }
    afterBlank = blank
  }
  return blocks
}

const modifiers =
  '(?:(?:export|default|declare|pub(?:\\([^()]{0,40}\\))?|public|private|protected|internal|static|async|abstract|final|sealed|open|override|unsafe|extern|inline|virtual|data|suspend|const(?= (?:enum|fn)))\\s+){0,6}'
const kinds =
  'function\\*?|class|interface|trait|struct|enum|union|type|def|defmodule|fn|func|fun|impl|module|namespace|mod|object|record|protocol|message|service|package'
const identifier = '[\\p{L}_$][\\p{L}\\p{N}_$]{0,99}'

/** Declarations at the left margin; the group is the name. */
const declarations: ReadonlyArray<RegExp> = [
  new RegExp(`^${modifiers}(?:${kinds})\\s+(?:\\([^()]{0,99}\\)\\s*)?(${identifier})`, 'u'),
  new RegExp(`^(?:export\\s+)?(?:const|let|var|val)\\s+(${identifier})`, 'u'),
  /^create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+)?(?:table|view|index|function|procedure|trigger|type)\s+(?:if\s+not\s+exists\s+)?["`[]?([\p{L}_][\p{L}\p{N}_.]{0,99})/iu,
  // A shell function; a table of TOML; a key of YAML; a rule of CSS.
  /^([A-Za-z_][\w-]{0,99})\s*\(\)\s*\{/,
  /^\[{1,2}([^[\]]{1,99})\]{1,2}\s*$/,
  /^([A-Za-z_][\w-]{0,99}):(?:\s|$)/,
  /^([.#@]?[A-Za-z][\w\s.#>:,()-]{0,99}?)\s*\{\s*$/,
]

/** Statements that begin like a declaration. */
const control =
  /^(?:if|else|elif|for|while|until|switch|case|try|catch|except|finally|do|with|return|default|import|export)\b\s*(?:[({:*"']|\w+\s*[({:]|$)/

const declaredIn = (line: string): string | undefined => {
  if (line.length > 4 * maxHeadingLength || /^\s/.test(line) || control.test(line)) return undefined
  for (const declaration of declarations) {
    const name = declaration.exec(line)?.[1]
    if (name !== undefined) return name.trim()
  }
  return undefined
}
