/** What the memory put into a request to a model: the fence with its text, as it was sent. */
import { type ChatRequest, currentUserText } from '../test/src/chat-request.ts'

export interface Fence {
  readonly text: string
  /** The same without the number of its turn: equal notes give equal bytes, whenever they are given. */
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

/** Undefined where the turn went on without memory. */
export const fenceOf = (request: ChatRequest): Fence | undefined => {
  const said = currentUserText(request)
  const [from, to] = [said.search(opening), said.indexOf(closing)]
  if (from === -1 || to === -1) return undefined
  const text = said.slice(from, to + closing.length)
  return { text, withoutTurn: text.replace(opening, '<crabtrail-memory>'), memories: memoriesIn(text) }
}

/** Each begins with `[id] title` at the margin; what it says is indented by two. */
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
