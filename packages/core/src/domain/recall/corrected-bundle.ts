/** The context of a question of whose memories some were corrected: without those that give way to others of it, and in the order of the ranking. */
import type { NodeNumber } from '../identity.ts'
import { type BundleInput, type BundleItem, bundleContext, type ContextBundle, readingOf, renderContext } from './context-bundle.ts'
import { type CorrectedRanking, type Replaced, type ReplacedInput, replacedIn } from './corrected.ts'
import { partAskerOf } from './corrected-part.ts'
import { isHeldBy, repeats } from './doubted.ts'
import type { RankedNode } from './ranking.ts'
import { QuestionReading } from './readings.ts'

export interface CorrectedBundleInput
  extends Omit<BundleInput, 'best' | 'ranking' | 'held' | 'needed' | 'only'>,
    CorrectedRanking,
    Omit<ReplacedInput, 'included' | 'candidates' | 'partAsked'> {
  readonly question: string
  /** The question of a cue; `undefined` where it was erased. */
  readonly questionOf: (cue: NodeNumber) => QuestionReading | undefined
}

/**
 * A memory that only changes its place is included or left out as if nobody had corrected it. A memory that was named instead of an included one is
 * included in its place or before it, though it need not add anything to the others.
 */
export const bundleCorrected = (input: CorrectedBundleInput): ContextBundle => {
  const { confident, eased, item, items } = input
  const first = bundleContext({ ...input, ranking: eased })
  const looked = confident ? eased.slice(0, items).filter(({ node }) => item(node)?.injectable === true) : []
  const partAsked = partAskedIn(input)
  const wide = corrected(input, first, new Set(looked.map(({ node }) => node)), partAsked)
  // One that does not fit takes no place.
  const fits = wide.needed.every((node) => wide.bundle.included.includes(node))
  const { before, bundle } = fits ? wide : corrected(input, first, new Set(), partAsked)
  return input.ranking === eased ? bundle : reordered(input, bundle, before)
}

interface Corrected extends Pick<Replaced, 'before'> {
  readonly bundle: ContextBundle
  /** The memories that must be in the context. */
  readonly needed: ReadonlyArray<NodeNumber>
}

const corrected = (
  input: CorrectedBundleInput,
  first: ContextBundle,
  candidates: ReadonlySet<NodeNumber>,
  partAsked: ReplacedInput['partAsked'],
): Corrected => {
  const replaced = replacedIn({ ...input, included: first.included, candidates, partAsked })
  const { before } = replaced
  const needed = new Set(before.keys())
  const held = heldBack(input, [...new Set([...first.included, ...needed])], replaced.held)
  const isAsBefore = held.size === 0 && needed.size === 0
  // The place of a memory that gives way is not filled with further ones.
  const only = new Set([...first.included, ...needed])
  const bundle = isAsBefore ? first : bundleContext({ ...input, ranking: placed(input.eased, before), held, needed, only })
  return { bundle, before, needed: [...needed].filter((node) => !held.has(node)) }
}

const partAskedIn = (input: CorrectedBundleInput): ReplacedInput['partAsked'] => {
  const asker = partAskerOf(new QuestionReading(input.question))
  return (node, by, cue) => {
    const [wrong, right] = [input.item(node), input.item(by)]
    if (wrong === undefined || right === undefined) return 'corrected'
    return asker(readingOf(input, wrong), readingOf(input, right), input.questionOf(cue))
  }
}

/** Each memory that is right directly before the one that is wrong, if it stood behind it. */
const placed = (ranking: ReadonlyArray<RankedNode>, before: Replaced['before']): ReadonlyArray<RankedNode> => {
  const order = [...ranking]
  for (const [right, wrong] of before) {
    const [from, to] = [order.findIndex(({ node }) => node === right), order.findIndex(({ node }) => node === wrong)]
    if (from > to && to >= 0) order.splice(to, 0, ...order.splice(from, 1))
  }
  return order
}

const heldBack = (
  { item, question }: CorrectedBundleInput,
  included: ReadonlyArray<NodeNumber>,
  replaced: ReadonlySet<NodeNumber>,
): ReadonlySet<NodeNumber> => {
  const held = new Set(replaced)
  const items = included.flatMap((node): ReadonlyArray<BundleItem> => {
    const one = item(node)
    return one === undefined ? [] : [one]
  })
  for (const doubted of items) {
    const { corrections = [], node } = doubted
    if (corrections.length === 0) continue
    const { text, title } = doubted
    const others = items.filter((other) => other.node !== node && !held.has(other.node))
    if (others.some((other) => isHeldBy(`${title}\n${text}`, corrections, `${other.title}\n${other.text}`, question))) held.add(node)
    else
      for (const other of others)
        if (other.corrections === undefined && repeats(`${title}\n${text}`, corrections, other.text)) held.add(other.node)
  }
  return held
}

const reordered = ({ item, ranking, turn }: CorrectedBundleInput, bundle: ContextBundle, before: Replaced['before']): ContextBundle => {
  const isIn = new Set(bundle.included)
  const included = placed(ranking, before).flatMap(({ node }) => (isIn.has(node) ? [node] : []))
  return {
    ...bundle,
    included,
    text: renderContext(
      included.flatMap((node) => item(node) ?? []),
      turn,
    ),
  }
}
