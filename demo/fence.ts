/** The fenced text that the memory added to a request to a model. */
import { type ChatRequest, currentUserText } from '../test/src/chat-request.ts'

export interface Fence {
  readonly text: string
  /** `text` without the number of the turn: equal for equal notes in any turn. */
  readonly withoutTurn: string
  readonly memories: ReadonlyArray<Memory>
}

export interface Memory {
  readonly id: string
  readonly title: string
  readonly text: string
}

const opening = /<crabtrail-memory(?: turn="t\d+")?>/
const closing = '</crabtrail-memory>'

/** Undefined if the request has no memory. */
export const fenceOf = (request: ChatRequest): Fence | undefined => {
  const said = currentUserText(request)
  const [from, to] = [said.search(opening), said.indexOf(closing)]
  if (from === -1 || to === -1) return undefined
  const text = said.slice(from, to + closing.length)
  return { text, withoutTurn: text.replace(opening, '<crabtrail-memory>'), memories: memoriesIn(text) }
}

/** A memory begins with a line `[id] title`; its text is indented by two spaces. */
const memoriesIn = (text: string): ReadonlyArray<Memory> => {
  const heads = [...text.matchAll(/^\[([^\]\n]+)\] (.*)$/gm)]
  return heads.map(({ 0: head, 1: id = '', 2: title = '', index }, at) => {
    const end = heads[at + 1]?.index ?? text.length - closing.length
    return {
      id,
      title,
      text: text
        .slice(index + head.length, end)
        .replaceAll('\n  ', '\n')
        .trim(),
    }
  })
}
