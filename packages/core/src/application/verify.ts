/** Proves a brain: chain, positions, bytes, schema, contents, effects and index against the log. Each finding names the place. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { namedContents } from '../domain/events/brain-event.ts'
import { MalformedBody, packBody, unpackBody } from '../domain/events/commit-body.ts'
import { decodeAndValidate } from '../domain/events/event-codec.ts'
import type { ContentRef, Position } from '../domain/identity.ts'
import { brainState, emptyFold, foldEvent } from '../domain/projections/brain-fold.ts'
import type { VerifyAnswer, VerifyCheck } from './answers.ts'
import { commitHash, decodeRow, type OpenBrain } from './brain.ts'
import { indexLines } from './index-lines.ts'
import { ContentStore } from './ports/content-store.ts'
import { Cryptography } from './ports/cryptography.ts'
import { type CommitRow, commitsPerRead, EventStore } from './ports/event-store.ts'
import { SearchIndex } from './ports/search-index.ts'
import { rederive } from './rederivation.ts'
import type { VerifyRequest } from './requests.ts'
import { graphDigest } from './show.ts'

/** Reads the log on its own: a brain whose log is broken cannot be opened, and must be told of all the same. */
export const verify = Effect.fnUntraced(function* (brain: OpenBrain, request: VerifyRequest) {
  const fold = emptyFold()
  const chain = yield* verifyChain(brain, (event) => foldEvent(fold, event))
  const state = brainState(fold)
  const checks: Array<VerifyCheck> = [...chain.checks]
  if (chain.whole) {
    checks.push(yield* verifyContents(brain, chain.named))
    checks.push(yield* verifyIndex(brain))
    if (request.rederive === true) checks.push(yield* verifyEffects(brain))
  }
  return {
    brain: brain.key,
    ok: checks.every(({ ok }) => ok),
    commits: chain.commits,
    events: state.position,
    position: state.position,
    digest: yield* graphDigest(state),
    checks,
  } satisfies VerifyAnswer
})

interface Chain {
  readonly whole: boolean
  readonly commits: number
  readonly checks: ReadonlyArray<VerifyCheck>
  readonly named: ReadonlySet<ContentRef>
}

interface Fault {
  readonly check: string
  readonly position: Position
  readonly problem: string
}

const chainChecks = ['chain', 'positions', 'events'] as const

const verifyChain = Effect.fnUntraced(function* (brain: OpenBrain, visit: (event: Parameters<typeof foldEvent>[1]) => void) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const named = new Set<ContentRef>()
  let next: Position = 1
  let prev = ''
  let commits = 0
  let fault: Fault | undefined
  while (fault === undefined) {
    const rows = yield* store.read(brain.key, next, commitsPerRead)
    for (const row of rows) {
      fault ??= faultOf(crypto, row, next, prev)
      if (fault !== undefined) break
      const events = yield* Effect.result(decodeRow(brain.key, row))
      if (Result.isFailure(events)) {
        fault = { check: 'events', position: row.first, problem: events.failure.message }
        break
      }
      for (const event of events.success) {
        for (const { ref } of namedContents(event)) named.add(ref)
        visit(event)
      }
      commits++
      next = row.first + row.count
      prev = row.hash
    }
    if (rows.length === 0) break
  }
  const head = yield* store.brain(brain.key)
  if (fault === undefined && head !== undefined && (head.position !== next - 1 || head.hash !== prev)) {
    fault = {
      check: 'chain',
      position: next,
      problem: `the store says the log ends at ${head.position}, and it ends at ${next - 1}: commits are missing`,
    }
  }
  const good = {
    chain: `${commits} commits, each hash holds the one before`,
    positions: `1 to ${next - 1} without a gap`,
    events: 'every event fits its schema',
  }
  const checks = chainChecks.map(
    (name): VerifyCheck =>
      fault?.check === name ? { name, ok: false, detail: fault.problem, position: fault.position } : { name, ok: true, detail: good[name] },
  )
  return { whole: fault === undefined, commits, checks, named } satisfies Chain
})

const faultOf = (crypto: Cryptography['Service'], row: CommitRow, next: Position, prev: string): Fault | undefined => {
  if (row.first !== next)
    return { check: 'positions', position: next, problem: `the log goes on at ${row.first} where ${next} is next: commits are missing` }
  if (row.prev !== prev)
    return {
      check: 'chain',
      position: row.first,
      problem: 'its hash of the commit before is another: a commit was changed, dropped or reordered',
    }
  if (commitHash(crypto, row) !== row.hash)
    return {
      check: 'chain',
      position: row.first,
      problem: `the commit of positions ${row.first} to ${row.first + row.count - 1} is not what its hash says: it was changed`,
    }
  return faultInBody(row)
}

const faultInBody = ({ body, count, first }: CommitRow): Fault | undefined => {
  try {
    const events = unpackBody(body, count)
    if (packBody(events) !== body) return { check: 'events', position: first, problem: 'the body is not in canonical form' }
    for (const [i, event] of events.entries()) {
      const valid = decodeAndValidate(event)
      if (Result.isSuccess(valid)) continue
      const { failure } = valid
      const problem =
        failure._tag === 'InvalidEvent'
          ? `${failure.type}: ${failure.problem}`
          : `${failure.type} version ${failure.version} is not known here`
      return { check: 'events', position: first + i, problem }
    }
    return undefined
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    return { check: 'events', position: first, problem: error.message }
  }
}

const contentsPerPage = 1_000

const verifyContents = Effect.fnUntraced(function* (brain: OpenBrain, named: ReadonlySet<ContentRef>) {
  const contents = yield* ContentStore
  const crypto = yield* Cryptography
  let after: ContentRef | undefined
  let kept = 0
  for (;;) {
    const rows = yield* contents.page(brain.key, after, contentsPerPage)
    for (const { body, fingerprint, kind, ref, salt } of rows) {
      const fits = body === undefined || (crypto.sha256Salted(salt, body) === ref && brain.fingerprint(kind, body) === fingerprint)
      if (!fits)
        return {
          name: 'contents',
          ok: false,
          detail: `content ${ref} is not what its reference says: it was changed`,
        } satisfies VerifyCheck
      if (!named.has(ref)) return { name: 'contents', ok: false, detail: `no event names content ${ref}` } satisfies VerifyCheck
      kept++
    }
    after = rows.at(-1)?.ref
    if (rows.length < contentsPerPage || after === undefined) break
  }
  const gone = named.size - kept
  return {
    name: 'contents',
    ok: true,
    detail: `${kept} fit their references${gone === 0 ? '' : `, ${gone} are erased`}`,
  } satisfies VerifyCheck
})

const verifyIndex = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  const stored = yield* index.lines(brain.key)
  const derived = yield* indexLines(brain)
  const at = stored.findIndex((line, i) => line !== derived[i])
  const different = at >= 0 ? stored[at] : derived[stored.length]
  return different === undefined
    ? ({ name: 'index', ok: true, detail: `${stored.length} postings are what the log gives` } satisfies VerifyCheck)
    : ({
        name: 'index',
        ok: false,
        detail: `the text index is not what the log gives, first at ${different}: export the brain and import it into a fresh store, which builds it anew`,
      } satisfies VerifyCheck)
})

const verifyEffects = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { differs, effects } = yield* rederive(brain)
  return differs === undefined
    ? ({ name: 'effects', ok: true, detail: `${effects} effects follow from their facts` } satisfies VerifyCheck)
    : ({
        name: 'effects',
        ok: false,
        detail: `the effects of the fact at ${differs} do not follow from it`,
        position: differs,
      } satisfies VerifyCheck)
})
