/** PostgreSQL databases and users as a test of the command line wants them. */
import { createServer, type Server, type Socket } from 'node:net'
import { Client } from 'pg'
import type { PostgresServer } from '../src/postgres.ts'
import { asksForEncryption, frameReader } from '../src/postgres-frames.ts'

/** Runs SQL on a database as the superuser, one statement after the other. */
export const sql = async (url: string, ...statements: ReadonlyArray<string>): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: ReadonlyArray<Readonly<Record<string, unknown>>> = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

export const password = 's3cret-of-ann'
let users = 0

/** Makes a user with the password above who may only connect, and returns the URL of the database for this user. */
export const urlOfUser = async (server: PostgresServer, url: string, more = ''): Promise<string> => {
  const name = `ann${++users}`
  await sql(server.url(), `create role ${name} login password '${password}' ${more}`)
  return changed(url, /\/\/[^@]*@/, `//${name}:${password}@`)
}

/** The same URL with another part: `changed(url, /:\d+\//, ':1/')`. */
export const changed = (url: string, part: RegExp, to: string): string => {
  if (!part.test(url)) throw new Error(`${part} is not in the URL`)
  return url.replace(part, to)
}

/** Listens on a free port of this machine, and says nothing of PostgreSQL unless `hear` does. */
export const listen = (hear: (socket: Socket) => void): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      hear(socket)
    })
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

export const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  return address.port
}

/** Speaks as a server of that version does, and answers whatever is asked with one row: the number, the name and the encoding. */
export const pretend = (version: number, text: string) => (socket: Socket) => {
  const read = frameReader('client')
  socket.on('data', (chunk) => {
    for (const frame of read(chunk)) {
      if (asksForEncryption(frame)) socket.write('N')
      else if (frame.type === '') socket.write(Buffer.concat([message('R', int32(0)), ready]))
      else if (frame.type === 'Q') socket.write(Buffer.concat([message('C', cString('SELECT 1')), ready]))
      else if (frame.type === 'P') socket.write(message('1'))
      else if (frame.type === 'B') socket.write(message('2'))
      else if (frame.type === 'D')
        socket.write(message('T', int16(3), column('version', 23), column('versionText', 25), column('encoding', 25)))
      else if (frame.type === 'E') {
        const row = message('D', int16(3), ...[String(version), text, 'UTF8'].flatMap((value) => [int32(value.length), Buffer.from(value)]))
        socket.write(Buffer.concat([row, message('C', cString('SELECT 1'))]))
      } else if (frame.type === 'S') socket.write(ready)
      else if (frame.type === 'X') socket.end()
    }
  })
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const cString = (text: string): Buffer => Buffer.from(`${text}\0`)
const message = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}
const column = (name: string, type: number): Buffer =>
  Buffer.concat([cString(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)])
const ready = message('Z', Buffer.from('I'))
