/**
 * Which of the memories that were put before a model its answer really used.
 *
 * Strict, because what it finds strengthens them: being recalled is no use, nor is what the question said already or what several
 * of the memories say. Independent of the order of the items; more text never takes evidence away, but may bring stronger to the cap.
 */
import type { NodeNumber } from '../identity.ts'
import { fencesIn } from '../text/context-fence.ts'
import { namedItems } from './use-by-name.ts'
import { wordedItems } from './use-by-wording.ts'
import { evidences, type UsedItem, type UseItem } from './use-item.ts'
import type { UseSettings } from './use-settings.ts'

export interface UseInput {
  /** What the turn asked. */
  readonly question: string
  /** Those put before the model, each node once. */
  readonly items: ReadonlyArray<UseItem>
  readonly reply: string
  /** Parameters of tool calls, as JSON or plain text; not of calls that judge memories, which name them for another reason. */
  readonly toolTexts: ReadonlyArray<string>
  readonly settings: UseSettings
}

/** Strongest first, at most `perTurn`. */
export const usedItems = ({ items, question, reply, settings, toolTexts }: UseInput): ReadonlyArray<UsedItem> => {
  const said = [withoutMemories(reply), ...toolTexts.map((text) => withoutMemories(parameterText(text)))].filter((text) => text !== '')
  if (said.length === 0 || items.length === 0) return []
  const best = new Map<NodeNumber, UsedItem>()
  for (const found of [...namedItems(items, question, said, settings), ...wordedItems(items, question, said, settings)]) {
    const known = best.get(found.node)
    if (known === undefined || stronger(found, known) < 0) best.set(found.node, found)
  }
  return [...best.values()].sort(stronger).slice(0, settings.perTurn)
}

/** Of what was found, what may still be credited: a turn that was tried again is one turn, and the cap is that of all its attempts. */
export const creditable = (
  found: ReadonlyArray<NodeNumber>,
  credited: ReadonlySet<NodeNumber>,
  { perTurn }: Pick<UseSettings, 'perTurn'>,
): ReadonlyArray<NodeNumber> => found.filter((node) => !credited.has(node)).slice(0, Math.max(0, perTurn - credited.size))

const stronger = (one: UsedItem, other: UsedItem): number =>
  evidences.indexOf(one.evidence) - evidences.indexOf(other.evidence) || other.share - one.share || one.node - other.node

/** A model that repeats what was put before it has not used it; a fence without an end goes on to the end of the text. */
export const withoutMemories = (text: string): string => {
  let [kept, from] = ['', 0]
  for (const { end = text.length, start } of fencesIn(text)) {
    kept += `${text.slice(from, start)}\n`
    from = end
  }
  return kept + text.slice(from)
}

/** The values of JSON without its keys, which belong to the tool, and with its escapes undone. */
const parameterText = (text: string): string =>
  text
    .replace(/"[^"\\]{0,64}"\s{0,8}:/g, ' ')
    .replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string | undefined) =>
      code === undefined ? (whitespaceEscapes.has(sign ?? '') ? ' ' : (sign ?? '')) : String.fromCharCode(Number.parseInt(code, 16)),
    )

const whitespaceEscapes = new Set('nrtbf')
