/**
 * The disk under the database file of a simulation: what of the write-ahead log would survive a power loss now, a disk that is full, and the end
 * of a process that has the file open.
 *
 * Simulated: a commit with `synchronous = normal` is in the hands of the operating system, one with `full` is on the disk with all that went
 * before it, and so is everything at a checkpoint. A power loss cuts the log at any byte behind what is on the disk. Not simulated: a
 * power loss within a checkpoint, sectors that are damaged or written out of order, and a disk that lies.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { currentProcess, type SimProcess } from './machine.ts'

type Handle = Database.Database

/** Place in a write-ahead log: its generation, and the bytes of it that count. */
interface Mark {
  readonly salt: string
  readonly bytes: number
}

interface Disk {
  readonly path: string
  readonly handles: Map<Handle, SimProcess>
  /** Where the part begins that a power loss may take. Undefined: everything is on the disk. */
  unsafe: Mark | undefined
  full: boolean
  /** Called just before a commit is given to the database. */
  beforeCommit: (process: SimProcess) => void
}

const disks = new Map<string, Disk>()
const synchronous = new WeakMap<Handle, 'full' | 'normal'>()
/** A planted fault: files that are never waited for. */
const lying = new Set<string>()

export const openDisk = (path: string, { lies = false } = {}): void => {
  watchEngine()
  disks.set(path, { path, handles: new Map(), unsafe: undefined, full: false, beforeCommit: () => {} })
  if (lies) lying.add(path)
}

export const closeDisk = (path: string): void => {
  disks.delete(path)
  lying.delete(path)
}

const diskOf = (path: string): Disk => {
  const disk = disks.get(path)
  if (disk === undefined) throw new Error(`no disk has ${path}`)
  return disk
}

export const beforeCommit = (path: string, run: (process: SimProcess) => void): void => {
  diskOf(path).beforeCommit = run
}

/** Nothing can be added to the file any more, or everything again. */
export const setFull = (path: string, full: boolean): void => {
  const disk = diskOf(path)
  disk.full = full
  for (const handle of disk.handles.keys()) limitPages(handle, full)
}

const pagesMost = 1_073_741_823
const limitPages = (handle: Handle, full: boolean): void => {
  if (!handle.open || handle.readonly) return
  handle.pragma(`max_page_count = ${full ? Number(handle.pragma('page_count', { simple: true })) : pagesMost}`)
}

/** Content of the files at a moment. */
export interface Image {
  readonly database: Buffer | undefined
  readonly log: Buffer | undefined
}

/** `cut`: a number from 0 to 1; how much of what a power loss may take is left. Absent: the power stays, so nothing is taken. */
export const imageOf = (path: string, cut?: number): Image => {
  const log = readOr(`${path}-wal`)
  const { unsafe } = diskOf(path)
  return { database: readOr(path), log: cut === undefined || log === undefined || unsafe === undefined ? log : cutLog(log, unsafe, cut) }
}

/** Everything that had the file open is gone. */
export const restoreImage = (path: string, { database, log }: Image): void => {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  if (database !== undefined) writeFileSync(path, database, { mode: 0o600 })
  if (log !== undefined) writeFileSync(`${path}-wal`, log, { mode: 0o600 })
  diskOf(path).unsafe = undefined
}

export const openHandles = (path: string): number => diskOf(path).handles.size

const readOr = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined)

const headerBytes = 32
const frameHeaderBytes = 24

/** End of the frames of the present generation. */
const endOf = (log: Buffer): Mark => {
  if (log.length < headerBytes) return { salt: '', bytes: log.length }
  const salt = log.toString('hex', 16, 24)
  const frame = frameHeaderBytes + log.readUInt32BE(8)
  let bytes = headerBytes
  while (bytes + frame <= log.length && log.toString('hex', bytes + 8, bytes + 16) === salt) bytes += frame
  return { salt, bytes }
}

const cutLog = (log: Buffer, unsafe: Mark, cut: number): Buffer => {
  const end = endOf(log)
  const safe = end.salt === unsafe.salt ? unsafe.bytes : headerBytes
  return log.subarray(0, safe + Math.floor((end.bytes - safe) * cut))
}

/* The engine, watched: who has which file open, and what a commit promises. */

let watched = false

const watchEngine = (): void => {
  if (watched) return
  watched = true
  const { close, exec, prepare } = Database.prototype
  Database.prototype.exec = function (this: Handle, sql: string) {
    const disk = adopt(this)
    const [, mode] = /^pragma synchronous = (full|normal)$/.exec(sql) ?? []
    if (disk === undefined || mode === undefined) return exec.call(this, sql)
    synchronous.set(this, lying.has(this.name) ? 'normal' : (mode as 'full' | 'normal'))
    return exec.call(this, sql)
  }
  Database.prototype.prepare = function (this: Handle, sql: string) {
    const statement = prepare.call(this, sql)
    const disk = adopt(this)
    if (disk === undefined) return statement as never
    if (sql === 'commit') {
      const committing = statement as Database.Statement<[]>
      const run = committing.run.bind(committing)
      committing.run = () => commit(disk, this, run)
    } else if (sql.startsWith('pragma wal_checkpoint')) {
      // The statement is kept and run again, so its runs are watched and not that it was made.
      const { all } = statement
      statement.all = ((...values: Array<never>) => {
        const rows = all.apply(statement, values)
        synced(disk, rows[0])
        return rows
      }) as typeof all
    }
    return statement as never
  } as never
  Database.prototype.close = function (this: Handle) {
    const disk = disks.get(this.name)
    disk?.handles.delete(this)
    const closed = close.call(this)
    // Whoever closes the file last copies the log back and removes it.
    if (disk !== undefined && !existsSync(`${this.name}-wal`)) disk.unsafe = undefined
    return closed
  }
}

/** A checkpoint waits for the log before it copies from it: what it copied is on the disk. `row`: busy, frames of the log, frames that are copied. */
const synced = (disk: Disk, row: unknown): void => {
  const [, frames, copied] = row as ReadonlyArray<number>
  const log = readOr(`${disk.path}-wal`)
  if (frames === copied) disk.unsafe = undefined
  if (disk.unsafe === undefined || log === undefined || log.length < headerBytes) return
  const { salt } = endOf(log)
  const bytes = headerBytes + (copied ?? 0) * (frameHeaderBytes + log.readUInt32BE(8))
  if (salt !== disk.unsafe.salt || bytes > disk.unsafe.bytes) disk.unsafe = { salt, bytes }
}

const commit = <A>(disk: Disk, handle: Handle, run: () => A): A => {
  const process = disk.handles.get(handle)
  if (process !== undefined) disk.beforeCommit(process)
  const waits = synchronous.get(handle) === 'full'
  if (!waits) disk.unsafe ??= endOf(readOr(`${disk.path}-wal`) ?? Buffer.alloc(0))
  const answer = run()
  if (waits) disk.unsafe = undefined
  return answer
}

/** Notes whose handle it is, at its first use. */
const adopt = (handle: Handle): Disk | undefined => {
  const disk = disks.get(handle.name)
  const process = currentProcess()
  if (disk === undefined || process === undefined || disk.handles.has(handle)) return disk
  disk.handles.set(handle, process)
  process.closers.add(() => {
    if (handle.open) handle.close()
  })
  if (disk.full) limitPages(handle, true)
  return disk
}
