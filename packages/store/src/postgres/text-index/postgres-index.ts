/**
 * Text index in PostgreSQL. A text is valid from one position up to another, so every past state of the index can be read.
 *
 * The postings of a term are runs: one for each commit that brought texts with the term. A run is written once. It holds as long as its
 * texts hold, which the table of documents records, so ending a text changes no run.
 */
import {
  type BrainKey,
  type ContentRef,
  type Erasing,
  type FoundContent,
  type IndexChange,
  type IndexSpace,
  type IndexStatistics,
  indexSpaces,
  type NodeNumber,
  type Position,
  type SearchIndex,
  type StoreUnavailable,
} from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { withoutDamage } from '../../failures.ts'
import { kindCode, ownerOf, spaceCode } from '../../rows/columns.ts'
import type { TermPostings } from '../../text-index/posting-blocks.ts'
import { hasPosting, newerIndex, validAt, wholeIndex, wordsOnlyIn } from '../../text-index/postings.ts'
import { type KnownHeads, requireTokeniser, type SpaceHead, spacesOf } from '../known-heads.ts'
import { type PostgresServer, Raised, type Session, undamaged } from '../server/server.ts'
import { originalText, storedText } from '../stored-text.ts'
import { endedIn, IndexCache } from './index-cache.ts'
import {
  allTexts,
  clearDocuments,
  clearPostings,
  clearTotals,
  dropNodes,
  dropTexts,
  type FoundRow,
  madeBy,
  nothingWanted,
  openTexts,
  raiseEpoch,
  readIndex,
  runsOfTerms,
  statisticsAt,
  statisticsOf,
  type Wanted,
} from './index-reads.ts'
import { applyChanges, indexWrites, unseenTexts } from './index-writes.ts'
import { allRuns, decodeRun, dropPostings, runsIn, type StoredRun, valuesIn } from './posting-runs.ts'

type Index = SearchIndex['Service']

export class PostgresIndex implements Index {
  readonly #server: PostgresServer
  readonly #heads: KnownHeads
  readonly #cache = new IndexCache()
  /** Sessions whose transaction has erased texts and has not ended. */
  readonly #erasing = new WeakSet<Session>()
  /** Times that something was dropped from the cache because it was erased. */
  #drops = 0

  constructor(server: PostgresServer, heads: KnownHeads) {
    this.#server = server
    this.#heads = heads
  }

  readonly statistics: Index['statistics'] = Effect.fnUntraced({ self: this }, function* (brain, space, at) {
    const state = yield* this.#state(brain, space, at)
    if (at !== undefined && !(yield* this.#isHead(brain, at)))
      return (yield* this.#server.get(statisticsAt, { brain, space: spaceCode(space), at })) ?? nothing
    return { documents: state?.documents ?? 0, totalLength: state?.totalLength ?? 0, totalWords: state?.totalWords ?? 0 }
  })

  readonly statisticsOf: Index['statisticsOf'] = Effect.fnUntraced(
    { self: this },
    function* (brain, space, nodes, at = Number.MAX_SAFE_INTEGER) {
      yield* this.#state(brain, space, at)
      return (yield* this.#server.get(statisticsOf, { brain, space: spaceCode(space), nodes, at })) ?? nothing
    },
  )

  /**
   * Reads what is not cached of the spaces, in one statement, and caches it. Undefined if the brain is not at this position any more, as far
   * as is known: nothing is cached then.
   */
  readonly readAhead: NonNullable<Index['readAhead']> = (brain, at, coming, content) =>
    Effect.gen({ self: this }, function* () {
      if (!(yield* this.#isHead(brain, at))) return undefined
      const drops = this.#drops
      const now = yield* Clock.currentTimeMillis
      const wanted = coming.map((reads) => this.#cache.uncached(brain, reads, { now, version: this.#version(brain, reads.space) }))
      if (wanted.every((one) => one.isEnded && one.terms.length + one.beginnings.length === 0)) return {}
      const rows = yield* this.#server.all(readIndex, {
        ...nothingWanted,
        ...(content === undefined ? {} : { kind: kindCode(content.kind), fingerprint: content.fingerprint }),
        brain,
        spaces: wanted.map(({ code }) => code),
        known: wanted.map(({ isEnded, version }) => (isEnded ? version : -1)),
        termSpaces: wanted.flatMap(({ code, terms }) => terms.map(() => code)),
        terms: wanted.flatMap(({ terms }) => terms.map(storedText)),
        beginSpaces: wanted.flatMap(({ beginnings, code }) => beginnings.map(() => code)),
        beginnings: wanted.flatMap(({ beginnings }) => beginnings.map(storedText)),
      })
      const states = statesIn(rows)
      yield* requireTokeniser(this.#server.place, states)
      // Another writer may have changed the index since the head was read: this is not what it held there.
      if (wanted.some(({ code, version }) => (states.get(code)?.version ?? 0) !== version)) return undefined
      // An erasure was committed since, and this may be from before it.
      if (drops !== this.#drops) return undefined
      let place = 1
      const next = nextTerms(rows)
      for (const one of wanted) {
        const began = one.beginnings.map((low) => [low, next.get(place++)?.startsWith(low) === true] as const)
        const own = rows.filter(({ space }) => space === one.code)
        yield* this.#undamaged(() => this.#cache.keep(one, own, began))
      }
      return content === undefined ? {} : { found: contentsIn(rows) }
    })

  /** At the known head, answers from the cache and reads what is not in it; otherwise reads the terms and the state in one statement. */
  readonly postings: Index['postings'] = Effect.fnUntraced({ self: this }, function* (brain, space, terms, at) {
    if (at !== undefined && (yield* this.readAhead(brain, at, [{ space, terms, beginnings: [] }])) !== undefined) {
      const cached = this.#cache.postings(brain, space, terms, this.#version(brain, space))
      if (cached !== undefined) return cached
    }
    const asked = [...new Set(terms)]
    const rows = yield* this.#readSpace(brain, space, { terms: asked.map(storedText), beginnings: [] })
    const found = yield* this.#undamaged(() => ({ ended: endedIn(rows), runs: runsIn(rows) }))
    yield* requireTokeniser(this.#server.place, statesIn(rows))
    return terms.map((term) => validAt(valuesIn(found.runs, term), found.ended, at))
  })

  readonly begins: Index['begins'] = Effect.fnUntraced({ self: this }, function* (brain, space, beginnings, at) {
    if (at !== undefined && (yield* this.readAhead(brain, at, [{ space, terms: [], beginnings }])) !== undefined) {
      const cached = this.#cache.begins(brain, space, beginnings, this.#version(brain, space))
      if (cached !== undefined) return cached
    }
    const rows = yield* this.#readSpace(brain, space, { terms: [], beginnings: beginnings.map(storedText) })
    yield* requireTokeniser(this.#server.place, statesIn(rows))
    const next = nextTerms(rows)
    return beginnings.map((low, i) => next.get(i + 1)?.startsWith(low) === true)
  })

  readonly rebuild: Index['rebuild'] = (key, changes) =>
    Effect.ensuring(
      this.#server.change(
        key,
        Effect.fnUntraced({ self: this }, function* (session, brain) {
          const [made] = yield* session.all(madeBy, { brain })
          const newer = newerIndex(this.#server.place, made?.tokeniser)
          if (newer !== undefined) return yield* Effect.fail(new Raised(newer))
          yield* session.run(clearPostings, { brain })
          yield* session.run(clearDocuments, { brain })
          yield* session.run(clearTotals, { brain, tokeniser: tokeniserVersion })
          yield* session.run(raiseEpoch, { brain })
          yield* this.#apply(session, brain, changes, 0)
        }),
      ),
      Effect.sync(() => this.#heads.forget(key)),
    )

  readonly tokeniser: Index['tokeniser'] = (key) =>
    Effect.map(this.#all(key), (states) => {
      const made = [...states.values()].map(({ tokeniser }) => tokeniser)
      return made.length === 0 ? undefined : Math.max(...made)
    })

  /** Reads the texts and their terms, whatever the size of the index. */
  readonly holds: Index['holds'] = Effect.fnUntraced({ self: this }, function* (brain, space, texts) {
    if (texts.length === 0) return true
    const asked = { brain, space: spaceCode(space) }
    const found = yield* this.#server.all(openTexts, { ...asked, nodes: texts.map(({ node }) => node) })
    const open = new Map(found.map((one) => [one.node, one]))
    const terms = [...new Set(texts.flatMap((one) => one.terms))]
    const rows = yield* this.#server.all(runsOfTerms, { ...asked, terms: terms.map(storedText) })
    return withoutDamage(() => {
      const runs = runsIn(rows)
      return texts.every(({ node, terms: own }) => {
        const text = open.get(node)
        return text !== undefined && own.every((term) => hasPosting(valuesIn(runs, term), text))
      })
    })
  })

  readonly whole: Index['whole'] = Effect.fnUntraced({ self: this }, function* (brain) {
    const texts = yield* this.#server.all(allTexts, { brain })
    const postings = yield* this.#allPostings(brain)
    const empty = [...(yield* this.#all(brain)).keys()].map((space) => [space, []] as const)
    return wholeIndex(texts, new Map<number, ReadonlyArray<TermPostings>>([...empty, ...postings]))
  })

  /** Returns the words of documents that only texts of these nodes contain or contained. */
  wordsOnlyIn(key: BrainKey, nodes: ReadonlyArray<NodeNumber>): Effect.Effect<ReadonlySet<string>, StoreUnavailable> {
    return Effect.map(this.#allPostings(key, spaceCode('document')), (postings) =>
      wordsOnlyIn(nodes, postings.get(spaceCode('document')) ?? []),
    )
  }

  /** Reads all postings of a brain, or those of one space, by space. */
  #allPostings(brain: BrainKey, only?: number): Effect.Effect<ReadonlyMap<number, ReadonlyArray<TermPostings>>, StoreUnavailable> {
    const postingsOf = ({ checksum, data, space, term }: StoredRun & { readonly space: number; readonly term: string }) => ({
      ...{ space, term: originalText(term), values: decodeRun({ checksum, data }) },
    })
    return Effect.flatMap(this.#server.all(allRuns, { brain }), (rows) =>
      this.#undamaged(() =>
        Map.groupBy(rows.filter(({ space }) => only === undefined || space === only).map(postingsOf), ({ space }) => space),
      ),
    )
  }

  /** Deletes all texts of these nodes in the transaction of their erasure, and writes `changes` instead. Returns the deleted rows and bytes. */
  erase(
    session: Session,
    { brain, index: changes, key, nodes, position }: Erasing & { readonly key: BrainKey; readonly brain: number },
  ): Effect.Effect<{ readonly rows: number; readonly bytes: number }, Raised> {
    return Effect.gen({ self: this }, function* () {
      const isDropped = new Set(nodes)
      const dropped =
        nodes.length === 0 ? { rows: 0, bytes: 0 } : yield* dropPostings(session, brain, key, (_, node) => isDropped.has(node))
      const [gone] = yield* session.all(dropNodes, { brain, nodes })
      dropped.rows += gone?.texts ?? 0
      if (changes.length > 0) yield* this.#apply(session, brain, changes, -position)
      this.#erasing.add(session)
      return dropped
    })
  }

  /** Deletes the open texts, with their postings, that changes would end where they begin. */
  dropUnseen(session: Session, key: BrainKey, brain: number, changes: ReadonlyArray<IndexChange>): Effect.Effect<void, Raised> {
    return Effect.gen(function* () {
      const unseen = yield* session.all(unseenTexts, { brain, ...indexWrites(changes, 0) })
      const names = new Set(unseen.map(({ from, node, space }) => `${space} ${node} ${from}`))
      yield* dropPostings(session, brain, key, (space, node, from) => names.has(`${space} ${node} ${from}`))
      yield* session.run(dropTexts, {
        brain,
        spaces: unseen.map(({ space }) => space),
        nodes: unseen.map(({ node }) => node),
        froms: unseen.map(({ from }) => from),
      })
    })
  }

  /**
   * Drops what is cached of a brain if the transaction of this session, which has ended, erased in it. Before its end another request could
   * cache the words again.
   */
  transactionEnded(session: Session | undefined, key: BrainKey): void {
    if (session === undefined || !this.#erasing.delete(session)) return
    this.#drops++
    this.#cache.drop(key)
    this.#heads.forget(key)
  }

  /**
   * Drops what is cached of an index that has changed, as far as this process knows, and of one that it has not read for some minutes: words
   * that another process erased stay in memory no longer.
   */
  get dropStale(): Effect.Effect<void> {
    return Effect.map(Clock.currentTimeMillis, (now) =>
      this.#cache.dropStale((brain, space) => (this.#heads.get(brain) === undefined ? undefined : this.#version(brain, space)), now),
    )
  }

  #apply(session: Session, brain: number, changes: ReadonlyArray<IndexChange>, run: number): Effect.Effect<void, Raised> {
    return changes.length === 0 ? Effect.void : Effect.asVoid(session.all(applyChanges, { brain, ...indexWrites(changes, run) }))
  }

  /** True if the position is that of the head as it was last seen. */
  #isHead(brain: BrainKey, at: Position): Effect.Effect<boolean> {
    return Effect.map(this.#server.held, (hold) => hold === undefined && this.#heads.get(brain)?.position === at)
  }

  /** Version of a space at the known head; 0 if it is not known or was never written. */
  #version(brain: BrainKey, space: IndexSpace): number {
    return this.#known(brain, space)?.version ?? 0
  }

  #known(brain: BrainKey, space: IndexSpace): SpaceHead | undefined {
    return this.#heads.get(brain)?.spaces.get(spaceCode(space))
  }

  /** The state of a space: the known one at the known head, else read. Fails where another tokeniser made it. */
  #state(brain: BrainKey, space: IndexSpace, at: Position | undefined): Effect.Effect<SpaceHead | undefined, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      const isKnown = at !== undefined && (yield* this.#isHead(brain, at))
      const state = isKnown ? this.#known(brain, space) : (yield* this.#all(brain)).get(spaceCode(space))
      if (state !== undefined) yield* requireTokeniser(this.#server.place, new Map([[0, state]]))
      return state
    })
  }

  #all(brain: BrainKey): Effect.Effect<ReadonlyMap<number, SpaceHead>, StoreUnavailable> {
    const spaces = indexSpaces.map(spaceCode)
    return Effect.map(this.#server.all(readIndex, { ...nothingWanted, brain, spaces }), statesIn)
  }

  /** Reads terms and beginnings of one space, as they are stored, and its state. */
  #readSpace(brain: BrainKey, space: IndexSpace, { beginnings, terms }: Pick<Wanted, 'beginnings' | 'terms'>) {
    const code = spaceCode(space)
    const wanted = { ...nothingWanted, brain, spaces: [code], known: [-1], terms, beginnings }
    return this.#server.all(readIndex, { ...wanted, termSpaces: terms.map(() => code), beginSpaces: beginnings.map(() => code) })
  }

  #undamaged<A>(look: () => A): Effect.Effect<A, StoreUnavailable> {
    return this.#server.settled(undamaged(look))
  }
}

const nothing: IndexStatistics = { documents: 0, totalLength: 0, totalWords: 0 }

const statesIn = (rows: ReadonlyArray<FoundRow>): ReadonlyMap<number, SpaceHead> =>
  spacesOf(rows.flatMap(({ part, state }) => (part === 'space' && state !== null ? [state] : [])))

/** The contents that were found, in the order in which they came. */
const contentsIn = (rows: ReadonlyArray<FoundRow>): ReadonlyArray<FoundContent> =>
  rows
    .filter(({ part }) => part === 'content')
    .toSorted((a, b) => Number(a.from) - Number(b.from) || Number(a.until) - Number(b.until))
    .map(({ node, space, term }) => ({ ref: term as ContentRef, owner: ownerOf(space), number: node ?? 0 }))

/** The next term at or after each beginning, by the place of the beginning in the question, from 1. */
const nextTerms = (rows: ReadonlyArray<FoundRow>): ReadonlyMap<number | null, string> =>
  new Map(rows.flatMap(({ node, part, term }) => (part === 'next' ? [[node, originalText(term ?? '')] as const] : [])))
