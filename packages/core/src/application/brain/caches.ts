/** Caches what the next requests of an open brain probably need again. The caches are bounded, and cleared when anything is erased. */

import { MemoryReading, QuestionReading } from '@crabtrail/text/evidence/readings'
import { keptTerms } from '@crabtrail/text/languages/stem'
import { wordSequence } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { assertThat } from '../../domain/assertion.ts'
import type { BundleItem } from '../../domain/context/context-bundle.ts'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { GraphView } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { WordSequences } from '../../domain/walk/best-window.ts'
import type { FoundContent } from '../ports/event-store.ts'

/** Texts of a memory. An erased memory has no passage. */
export interface Passage {
  readonly id: string
  /** Title as printed; the beginning of the text if there is no title. */
  readonly title: string
  readonly text: string
  readonly refs: { readonly id: ContentRef; readonly title: ContentRef | undefined; readonly text: ContentRef }
  /** Memory as it may be put before a model; the same object as long as the passage is cached. */
  readonly item: BundleItem
}

/** Limit of the cached texts together, in UTF-16 units: some ten thousand passages. */
const passageUnits = 12_000_000

/** Limit of the texts with a cached reading, in UTF-16 units: some 2,000 passages. A reading takes about twenty times its text. */
const readingUnits = 2_000_000

/** Limit of the texts with cached words in order, in UTF-16 units: some ten thousand passages. The words take about as much as their text. */
const sequenceUnits = 12_000_000

/** Number of different words in the cached sequences above which the next recall begins new ones. */
const numberedMost = 200_000

/** Limit of the questions with a cached reading, in UTF-16 units: some 1,700. A reading takes about a hundred times its question. */
const questionUnits = 1_000_000

/** Limit of the cached names (of sources, and names that join memories), and of the cues whose words are cached. */
const namesMost = 8_192

/** A cache. When its values take more than `most` units together, the least recently used ones go. */
class RecentlyUsed<Key, Value> {
  readonly #held = new Map<Key, { readonly value: Value; readonly units: number }>()
  readonly #most: number
  #units = 0

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    const one = this.#held.get(key)
    if (one === undefined) return undefined
    this.#held.delete(key)
    this.#held.set(key, one)
    return one.value
  }

  set(key: Key, value: Value, units: number): void {
    this.delete(key)
    this.#held.set(key, { value, units })
    this.#units += units
    for (const oldest of this.#held.keys()) {
      if (this.#units <= this.#most) break
      this.delete(oldest)
    }
    assertBound(this.#units, this.#most)
  }

  delete(key: Key): void {
    this.#units -= this.#held.get(key)?.units ?? 0
    this.#held.delete(key)
  }

  clear(): void {
    this.#held.clear()
    this.#units = 0
  }
}

/** A cache holds no less than nothing and no more than its bound. */
export const assertBound = (held: number, most: number): void =>
  assertThat('a cache is within its bound', held >= 0 && held <= most, held, most)

class Erasures {
  #count = 0

  /** True if the number is another one than before. */
  areNew(count: number): boolean {
    const before = this.#count
    this.#count = count
    return count !== before
  }
}

export class KeptWords {
  readonly #passages = new RecentlyUsed<NodeNumber, Passage>(passageUnits)
  readonly #readings = new RecentlyUsed<NodeNumber, { readonly of: Passage; readonly reading: MemoryReading }>(readingUnits)
  readonly #sequences = new RecentlyUsed<NodeNumber, { readonly of: Passage; readonly words: Int32Array }>(sequenceUnits)
  /** The numbers of the words of cached sequences. */
  readonly #numbers = new Map<string, number>()
  readonly #questions = new RecentlyUsed<ContentRef, QuestionReading>(questionUnits)
  readonly #names = new Map<ContentRef, string>()
  readonly #terms = new Map<ContentRef, ReadonlyArray<string>>()
  readonly #erasures = new Erasures()

  /** Returns the texts of a node; `undefined` if they are not cached or the graph has other ones now. */
  passage(graph: GraphView, node: NodeNumber): Passage | undefined {
    const known = this.#passages.get(node)
    if (known === undefined) return undefined
    const { day, injectable, readAt } = known.item
    const isDated = day === graph.dayOf(node) && readAt === graph.readAt(node)
    const isSo = isDated && graph.isWorded(node, known.refs) && injectable === graph.isTrusted(node)
    if (!isSo) this.#passages.delete(node)
    return isSo ? known : undefined
  }

  keep(node: NodeNumber, passage: Passage): void {
    this.#passages.set(node, passage, unitsOf(passage))
  }

  /** Returns the reading of a passage: the same object as long as it is cached. */
  reading(passage: Passage): MemoryReading {
    const { node } = passage.item
    const known = this.#readings.get(node)
    if (known?.of === passage) return known.reading
    const reading = new MemoryReading(passage.item)
    this.#readings.set(node, { of: passage, reading }, unitsOf(passage))
    return reading
  }

  /** Returns the words of the passages' texts in order: see {@link wordSequence}. */
  sequences(passages: Iterable<Passage>): WordSequences {
    // Only here, because sequences that are in use must have their words numbered alike.
    if (this.#numbers.size > numberedMost) this.#forgetSequences()
    const found = new Map<NodeNumber, Int32Array>()
    for (const passage of passages) found.set(passage.item.node, this.#sequence(passage))
    const numbers = this.#numbers
    return { of: (node) => found.get(node), numberOf: (word) => numbers.get(word), numbers: numbers.size }
  }

  #sequence(passage: Passage): Int32Array {
    const { node } = passage.item
    const known = this.#sequences.get(node)
    if (known?.of === passage) return known.words
    const { refs, text, title } = passage
    const written = wordSequence({ text, title: refs.title === undefined ? undefined : title })
    const words = new Int32Array(written.length)
    for (let at = 0; at < words.length; at++) words[at] = this.#numberOf(written[at] ?? '')
    this.#sequences.set(node, { of: passage, words }, unitsOf(passage))
    return words
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(word, number)
    return number
  }

  #forgetSequences(): void {
    this.#sequences.clear()
    this.#numbers.clear()
  }

  question(ref: ContentRef): QuestionReading | undefined {
    return this.#questions.get(ref)
  }

  keepQuestion(ref: ContentRef, text: string): QuestionReading {
    const reading = new QuestionReading(text)
    this.#questions.set(ref, reading, unitsOf({ text }))
    return reading
  }

  name(ref: ContentRef): string | undefined {
    return this.#names.get(ref)
  }

  keepName(ref: ContentRef, body: string): string {
    if (this.#names.size >= namesMost) this.#names.clear()
    this.#names.set(ref, body)
    assertBound(this.#names.size, namesMost)
    return body
  }

  terms(ref: ContentRef): ReadonlyArray<string> | undefined {
    return this.#terms.get(ref)
  }

  keepTerms(ref: ContentRef, terms: ReadonlyArray<string>): ReadonlyArray<string> {
    if (this.#terms.size >= namesMost) this.#terms.clear()
    this.#terms.set(ref, terms)
    assertBound(this.#terms.size, namesMost)
    return terms
  }

  /** Clears the cache if `erased`, the number of contents of the brain that were erased so far, has changed. */
  heed(erased: number): void {
    if (!this.#erasures.areNew(erased)) return
    this.#passages.clear()
    this.#readings.clear()
    this.#forgetSequences()
    this.#questions.clear()
    this.#names.clear()
    this.#terms.clear()
    keptTerms.forget()
  }
}

/** UTF-16 units that each entry counts beside its text: a short text also takes memory for its words and names. */
const unitsBeside = 500

const unitsOf = ({ text }: { readonly text: string }): number => text.length + unitsBeside

type FindAll<E> = (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ReadonlyArray<FoundContent>>, E>

/** Contents that were found by name. The cache is cleared when the state of the brain that they depend on changes, and when it is full. */
class FoundByName {
  readonly #found = new Map<string, ReadonlyArray<FoundContent>>()
  #state = ''
  readonly #erasures = new Erasures()

  /** Returns one answer for each name. `find` looks up those that are not cached, all at once. */
  protected all<E>(most: number, state: string, names: ReadonlyArray<string>, find: FindAll<E>): ReturnType<FindAll<E>> {
    if (state !== this.#state) this.#found.clear()
    this.#state = state
    const unknown = names.filter((name) => !this.#found.has(name))
    if (unknown.length === 0) return Effect.succeed(names.map((name) => this.#found.get(name) ?? []))
    const known = names.map((name) => this.#found.get(name) ?? [])
    if (this.#found.size >= most) this.#found.clear()
    return Effect.map(find(unknown), (found) => {
      const looked = new Map(unknown.map((name, i) => [name, found[i] ?? []]))
      if (state === this.#state) for (const [name, contents] of looked) this.#found.set(name, contents)
      return names.map((name, i) => looked.get(name) ?? known[i] ?? [])
    })
  }

  /** Clears the cache if `erased`, the number of contents of the brain that were erased so far, has changed. */
  heed(erased: number): void {
    if (!this.#erasures.areNew(erased)) return
    this.#state = ''
    this.#found.clear()
  }
}

/** Caches the labels of edges that were found by name. It is cleared once the brain has linked an edge or erased a content. */
export class KnownLabels extends FoundByName {
  find<E>({ erased, graph }: Pick<BrainState, 'erased' | 'graph'>, names: ReadonlyArray<string>, find: FindAll<E>): ReturnType<FindAll<E>> {
    return this.all(namesMost, `${graph.edges} ${erased.size}`, names, find)
  }
}

const participantsMost = 64

/**
 * Caches actors and sessions that were found by name: nearly every turn has the speaker and the session of the one before. It is cleared once the
 * brain has named an actor, begun a session or erased a content.
 */
export class KnownParticipants extends FoundByName {
  /** Returns what `find` would return now. Only actor names and session keys are cached. */
  find<E>(
    { erased, participants: { actors, sessions } }: Pick<BrainState, 'erased' | 'participants'>,
    kind: ContentKind,
    body: string,
    find: () => Effect.Effect<ReadonlyArray<FoundContent>, E>,
  ): Effect.Effect<ReadonlyArray<FoundContent>, E> {
    if (kind !== 'actor-name' && kind !== 'session-key') return find()
    const state = `${actors} ${sessions.size} ${erased.size}`
    const findAll = () => Effect.map(find(), (found) => [found])
    return Effect.map(this.all(participantsMost, state, [`${kind} ${body}`], findAll), ([found = []]) => found)
  }
}
