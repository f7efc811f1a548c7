/** Commits to append: a chain of rows with right hashes, whose bodies say nothing that a store would look into. */
import { hash } from 'node:crypto'
import {
  type Append,
  BrainKey as Brain,
  type BrainKey,
  type CommitRow,
  type ContentRef,
  type ContentRow,
  canonicalJson,
} from '@crabtrail/core'

export const brain = Brain.make('local/main/default')
export const otherBrain = Brain.make('local/main/other')

export const sha256 = (text: string): string => hash('sha256', text)
/** A digest as keys, signals and fingerprints are: 128 bits in hex. */
export const digest = (text: string): string => sha256(text).slice(0, 32)

export const row = (fields: Partial<CommitRow> = {}): CommitRow => {
  const { first = 1, count = 1, at = 1_700_000_000_000 + first, actor = 0, session, body = `{"first":${first}}`, prev = '' } = fields
  return {
    first,
    count,
    at,
    actor,
    session,
    body,
    prev,
    hash: sha256(canonicalJson([prev, first, count, at, actor, session ?? null, body])),
  }
}

export const append = (commit: CommitRow, fields: Partial<Append> = {}): Append => ({
  brain,
  row: commit,
  contents: [],
  index: [],
  durability: 'process',
  ...(commit.first === 1 ? { create: { fingerprintKey: sha256('key') } } : {}),
  ...fields,
})

/** The commit that follows: as many events as asked, chained to the one before. */
export const after = (before: CommitRow, fields: Partial<CommitRow> = {}): CommitRow =>
  row({ first: before.first + before.count, prev: before.hash, ...fields })

/** Commits of these sizes, one after the other. */
export const chain = (counts: ReadonlyArray<number>): ReadonlyArray<CommitRow> => {
  const rows: CommitRow[] = []
  for (const count of counts) {
    const before = rows.at(-1)
    rows.push(before === undefined ? row({ count, session: 7 }) : after(before, { count }))
  }
  return rows
}

let contents = 0

/** A content with a reference of its own. */
export const content = (fields: Partial<ContentRow> = {}): ContentRow => {
  const salt = digest(`salt ${contents++}`)
  const body = 'body' in fields ? fields.body : 'a note'
  const ref = hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(body ?? '')])) as ContentRef
  return { ref, kind: 'node-text', owner: 'node', number: 1, salt, body, fingerprint: digest(`${body}`), ...fields }
}

export const keyed = (key: string, signal: string) => ({ key: digest(`key ${key}`), signal: digest(`signal ${signal}`) })

export const brainNamed = (name: string): BrainKey => Brain.make(name)
