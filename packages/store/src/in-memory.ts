/** A store in memory, lost at the end of the process: for trials, and as the reference for tests of other stores. */
import { BrainExists, type BrainKey, type SnapshotBlock, type SnapshotRecord, type StorePorts, StoreUnavailable } from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import type * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { Damage, missingBrain, unavailable } from './failures.ts'
import * as brain from './in-memory/brain-memory.ts'
import * as documents from './in-memory/documents.ts'
import * as vectors from './in-memory/vectors.ts'
import { fitsSegments } from './rows/caches.ts'
import { byBrain } from './rows/columns.ts'
import { type DirectStore, directStore } from './turnstile.ts'

const place = 'memory'

export const layerInMemory: Layer.Layer<StorePorts> = Layer.syncContext(() => services(new Memory()))

const services = (memory: Memory): Context.Context<StorePorts> =>
  directStore({
    place,
    failureOf: (cause) => {
      if (cause instanceof Damage) return unavailable(place, 'corrupt', cause.message)
      return cause instanceof StoreUnavailable ? cause : undefined
    },
    begin: () => memory.begin(),
    end: (keep) => memory.end(keep),
    log: logOf(memory),
    contents: contentsOf(memory),
    index: indexOf(memory),
    segments: segmentsOf(memory),
    snapshots: snapshotsOf(memory),
    vectors: vectorsOf(memory),
    erasure: erasureOf(memory),
    facts: () => ({
      checkpoint: Effect.void,
      fault: Effect.undefined,
      intact: 'tables and their indexes agree',
      describe: Effect.sync(() => ({ engine: 'memory', path: place, brains: memory.brains.size })),
    }),
    files: () => ({ finish: Effect.succeed({ places: [], waitsFor: undefined }), copies: Effect.succeed([]) }),
  })

class Memory {
  brains = new Map<BrainKey, brain.BrainMemory>()
  #before = this.brains

  /** Returns a brain to read; a missing one reads as empty. */
  of(key: BrainKey): brain.BrainMemory {
    return this.brains.get(key) ?? brain.emptyBrain(key, '')
  }

  /** Returns a brain to change, which must be there. */
  own(key: BrainKey): brain.BrainMemory {
    const known = this.brains.get(key)
    if (known === undefined) throw missingBrain(place, key)
    return known
  }

  begin(): void {
    this.#before = new Map([...this.brains].map(([key, one]) => [key, brain.copyOf(one)]))
  }

  /** Restores the previous state unless the changes are kept. */
  end(keep: boolean): void {
    if (!keep) this.brains = this.#before
  }
}

const logOf = (memory: Memory): DirectStore['log'] => ({
  brains: () => [...memory.brains.values()].map(({ record }) => record).sort(byBrain),
  brain: (key) => memory.brains.get(key)?.record,
  /** A new brain exists only from its first commit on. */
  append: (asked) => {
    const { brain: key, create } = asked
    const known = memory.brains.get(key)
    if (known === undefined && create === undefined) return Result.fail(missingBrain(place, key))
    const answered = asked.key !== undefined && known?.commands.has(asked.key.key)
    if (known !== undefined && create !== undefined && !answered) return Result.fail(new BrainExists({ brain: key }))
    const one = known ?? brain.emptyBrain(key, create?.fingerprintKey ?? '')
    const done = brain.append(one, asked)
    if (Result.isSuccess(done)) memory.brains.set(key, one)
    return done
  },
  read: (key, from, limit, to) => brain.read(memory.of(key), from, limit, to),
  tail: (key, from, limit, command) => {
    const one = memory.brains.get(key)
    if (one === undefined) return { head: undefined, rows: [] }
    const { hash, position } = one.record
    const recorded = command === undefined ? {} : { recorded: one.commands.get(command) }
    return { head: { position, hash }, rows: brain.read(one, from, limit), ...recorded }
  },
  recorded: (key, command) => memory.of(key).commands.get(command),
  commands: (key) => [...memory.of(key).commands].map(([name, one]) => ({ key: name, ...one })).sort((a, b) => a.first - b.first),
  archived: (key) =>
    memory
      .of(key)
      .archived.map(({ commits, data, first, hash, last, prev }) => ({ first, last, commits, prev, hash, bytes: data.byteLength })),
  archive: (key, rows, { rehearsal } = { rehearsal: false }) => brain.archive(memory.own(key), rows, rehearsal),
})

const contentsOf = (memory: Memory): DirectStore['contents'] => {
  const { foundOf } = brain
  const contents = (key: BrainKey) => [...memory.of(key).contents.values()]
  const stored: DirectStore['contents'] = {
    bodies: (key, refs) => {
      const known = memory.of(key).contents
      return new Map(
        refs.flatMap((ref) => {
          const body = known.get(ref)?.body
          return body === undefined ? [] : [[ref, body]]
        }),
      )
    },
    find: (key, kind, fingerprint) =>
      contents(key)
        .filter((row) => row.kind === kind && row.fingerprint === fingerprint)
        .map(foundOf),
    findAll: (key, kind, fingerprints) => fingerprints.map((fingerprint) => stored.find(key, kind, fingerprint)),
    findByPrefix: (key, kind, prefix, limit) =>
      contents(key)
        .flatMap((row) => (row.kind === kind && row.body?.startsWith(prefix.toWellFormed()) ? [{ ...foundOf(row), body: row.body }] : []))
        .sort((a, b) => compare(a.body, b.body))
        .slice(0, Math.max(0, limit)),
    page: (key, after, limit) =>
      contents(key)
        .filter(({ ref }) => after === undefined || ref > after)
        .sort((a, b) => compare(a.ref, b.ref))
        .slice(0, Math.max(0, limit)),
    tombstones: (key) => [...memory.of(key).buried].sort(),
    bury: (key, fingerprints) => {
      const { buried } = memory.own(key)
      for (const fingerprint of fingerprints) buried.add(fingerprint)
    },
  }
  return stored
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const indexOf = (memory: Memory): DirectStore['index'] => ({
  statistics: (key, space, at) => documents.statistics(memory.of(key).documents, space, at),
  statisticsOf: (key, space, nodes, at) => {
    const counted = new Set(nodes)
    return documents.statistics(
      memory.of(key).documents.filter(({ node }) => counted.has(node)),
      space,
      at,
    )
  },
  tokeniser: (key) => (memory.brains.has(key) ? tokeniserVersion : undefined),
  holds: (key, space, texts) => documents.holds(memory.of(key).documents, space, texts),
  postings: (key, space, terms, at) => documents.postings(memory.of(key).documents, space, terms, at),
  begins: (key, space, beginnings) => documents.begins(memory.of(key).documents, space, beginnings),
  rebuild: (key, changes) => {
    memory.own(key).documents = documents.changed([], changes)
  },
  whole: (key) => documents.whole(memory.of(key).documents),
})

const snapshotsOf = (memory: Memory): DirectStore['snapshots'] => {
  const list = (key: BrainKey): ReadonlyArray<SnapshotRecord> =>
    [...memory.of(key).snapshots.values()].map(({ record }) => record).sort((a, b) => a.position - b.position)
  const ownCopy = (data: SnapshotBlock['data']) => (typeof data === 'string' ? data : data.slice())
  return {
    list,
    newest: (key, notAfter) => list(key).findLast(({ position }) => position <= notAfter),
    read: (key, position) =>
      memory
        .of(key)
        .snapshots.get(position)
        ?.blocks.map(({ data, name }) => ({ name, data: ownCopy(data) })),
    write: (key, record, data) => {
      const blocks = record.blocks.map(({ name }, i) => ({ name, data: ownCopy(data[i] ?? '') }))
      memory.own(key).snapshots.set(record.position, { record, blocks })
    },
    keep: (key, positions) => {
      const { snapshots } = memory.own(key)
      for (const position of [...snapshots.keys()]) if (!positions.includes(position)) snapshots.delete(position)
    },
  }
}

/** Callers get copies of the bytes. */
const segmentsOf = (memory: Memory): DirectStore['segments'] => {
  const keyOf = ({ kind, part }: { readonly kind: string; readonly part: number }) => `${kind} ${part}`
  const ownPart = <Part extends { readonly data: Uint8Array }>(part: Part): Part => ({ ...part, data: part.data.slice() })
  return {
    find: (key, keys, notAfter = Number.MAX_SAFE_INTEGER) => {
      const { segments } = memory.of(key)
      const asked = new Set(keys.map(keyOf))
      return {
        segments: segments.map(({ record }) => record),
        parts: segments.flatMap(({ parts, record: { first } }) =>
          parts.flatMap((part) => (first <= notAfter && asked.has(keyOf(part)) ? [{ ...ownPart(part), first }] : [])),
        ),
      }
    },
    read: (key, first) =>
      memory
        .of(key)
        .segments.find(({ record }) => record.first === first)
        ?.parts.map(ownPart),
    write: (key, record, parts) => {
      const one = memory.own(key)
      const { first, last } = record
      const known = one.segments.map((segment) => segment.record)
      if (!fitsSegments(known, record)) return false
      const others = one.segments.filter((segment) => segment.record.first < first || segment.record.first > last)
      one.segments = [...others, { record, parts: parts.map(ownPart) }].sort((a, b) => a.record.first - b.record.first)
      return true
    },
    drop: (key) => {
      memory.own(key).segments = []
    },
  }
}

const vectorsOf = (memory: Memory): DirectStore['vectors'] => ({
  embedders: (key) => vectors.embedders(memory.of(key).vectors),
  page: (key, embedder, after, limit) =>
    vectors.given(memory.of(key).vectors, (one) => one.embedder === embedder && one.node > after).slice(0, Math.max(0, limit)),
  of: (key, embedder, nodes) => vectors.given(memory.of(key).vectors, (one) => one.embedder === embedder && nodes.includes(one.node)),
  put: (key, embedder, made) => {
    const one = memory.own(key)
    one.vectors = vectors.put(one.vectors, one.contents, embedder, made)
  },
  remove: (key, embedder, nodes) => {
    const one = memory.own(key)
    one.vectors = one.vectors.filter((row) => row.embedder !== embedder || !nodes.includes(row.node))
  },
  drop: (key, embedder) => {
    const one = memory.own(key)
    one.vectors = embedder === undefined ? [] : one.vectors.filter((row) => row.embedder !== embedder)
  },
})

/** Erasure of a brain in memory leaves no files to clean. */
const erasureOf = (memory: Memory): DirectStore['erasure'] => ({
  owned: (key, owners) => {
    const asked = new Map(owners.map(({ numbers, owner }) => [owner, new Set(numbers)]))
    return [...memory.of(key).contents.values()]
      .filter((row) => asked.get(row.owner)?.has(row.number))
      .map(({ kind, number, owner, ref }) => ({ ref, kind, owner, number }))
  },
  wordsOnlyIn: (key, nodes) => documents.wordsOnlyIn(memory.of(key).documents, nodes),
  erase: (key, erasing) => brain.erase(memory.own(key), erasing),
  unbury: (key, fingerprints) => {
    const { buried } = memory.own(key)
    for (const fingerprint of fingerprints) buried.delete(fingerprint)
  },
})
