import type { Socket } from 'node:net'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CutProxy, startCutProxy } from './cut-proxy.ts'
import { frameReader } from './postgres-frames.ts'
import { sharedPostgres } from './shared-postgres.ts'

const { describePostgres, server } = sharedPostgres({ tcp: true })

describePostgres('a proxy before PostgreSQL', () => {
  let proxy: CutProxy
  let direct: Client
  /** Connected through the proxy. */
  let client: Client

  const connectTo = async (url: string): Promise<Client> => {
    const made = new Client({ connectionString: url })
    made.on('error', () => {})
    await made.connect()
    return made
  }

  beforeEach(async () => {
    proxy = await startCutProxy({ path: server().socketPath })
    const url = await server().createDatabase()
    direct = await connectTo(url)
    client = await connectTo(proxy.through(url))
    await direct.query('create table notes (n int primary key)')
  })
  afterEach(async () => {
    await client.end()
    await direct.end()
    await proxy.close()
  })

  const rows = async () => (await direct.query<{ n: number }>('select n from notes order by n')).rows.map(({ n }) => n)
  const insert = { name: 'insert-note', text: 'insert into notes values ($1)' }

  test('leads to the same database, with rows of any size, by a port of the server too', async () => {
    const other = await startCutProxy({ host: '127.0.0.1', port: server().port ?? 0 })
    const second = await connectTo(other.through(`${server().url(client.database)}?application_name=x`))

    for (const one of [client, second]) {
      const { rows: found } = await one.query(`select current_database() as name, repeat('äb', 500000) as text`)
      expect(found).toEqual([{ name: direct.database, text: 'äb'.repeat(500_000) }])
    }
    await second.end()
    await other.close()
  })

  test('counts round trips and statements, without those that open the connection', async () => {
    expect(proxy.counts()).toEqual({ connections: 1, roundTrips: 0, statements: 0 })

    await client.query('begin')
    await client.query('insert into notes values ($1)', [1])
    await client.query({ ...insert, values: [2] })
    await client.query({ ...insert, values: [3] })
    await client.query('commit')

    expect(proxy.counts()).toEqual({ connections: 1, roundTrips: 5, statements: 5 })
    proxy.resetCounts()
    expect(proxy.counts()).toEqual({ connections: 0, roundTrips: 0, statements: 0 })
  })

  test('cuts a connection when its transaction is committed, and tells the client nothing', async () => {
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
    proxy.cutNext({ when: (sql) => sql === 'commit' })
    await client.query('begin')
    await client.query({ ...insert, values: [1] })
    const received = stream.bytesRead

    await expect(client.query('commit')).rejects.toThrow('Connection terminated unexpectedly')

    expect(stream.bytesRead).toBe(received)
    expect(proxy.cuts).toEqual([{ sql: 'commit', failed: false, status: 'I' }])
    expect(await rows()).toEqual([1])
  })

  test('cuts where a prepared statement is used again, once, and only one connection', async () => {
    await client.query({ ...insert, values: [1] })
    const other = await connectTo(proxy.through(server().url(client.database)))
    proxy.cutNext({ when: (sql) => sql === insert.text })

    await expect(client.query({ ...insert, values: [2] })).rejects.toThrow('Connection terminated unexpectedly')
    await other.query({ ...insert, values: [3] })

    expect(proxy.cuts.map(({ sql }) => sql)).toEqual([insert.text])
    expect(await rows()).toEqual([1, 2, 3])
    await other.end()
  })

  test('cuts a connection before a statement reaches the server', async () => {
    await client.query({ ...insert, values: [1] })
    const other = await connectTo(proxy.through(server().url(client.database)))
    proxy.cutNext({ when: (sql) => sql === insert.text, unsent: true })
    proxy.cutNext({ when: (sql) => sql === 'commit', unsent: true })

    await expect(client.query({ ...insert, values: [2] })).rejects.toThrow('Connection terminated unexpectedly')
    await other.query('begin')
    await other.query({ ...insert, values: [3] })
    await expect(other.query('commit')).rejects.toThrow('Connection terminated unexpectedly')

    expect(proxy.cuts.map(({ sql, status }) => [sql, status])).toEqual([
      [insert.text, 'unsent'],
      ['commit', 'unsent'],
    ])
    expect(await rows()).toEqual([1])
    await other.end()
  })

  test('tells of a cut statement whether it failed', async () => {
    await client.query('insert into notes values (1)')
    proxy.cutNext({ when: (sql) => sql.startsWith('insert') })

    await expect(client.query('insert into notes values (1)')).rejects.toThrow('Connection terminated unexpectedly')

    expect(proxy.cuts).toEqual([{ sql: 'insert into notes values (1)', failed: true, status: 'I' }])
  })

  test('delays both directions', async () => {
    proxy.setDelay(40)
    const start = performance.now()

    await client.query('select 1')

    expect(performance.now() - start).toBeGreaterThanOrEqual(80)
  })

  test('hangs while it is stalled, and goes on', async () => {
    proxy.stall()
    let answered = false
    const answer = client.query({ ...insert, values: [1] }).then(() => {
      answered = true
    })
    for (let times = 0; times < 20; times++) expect(await rows()).toEqual([])
    expect([answered, proxy.counts().statements]).toEqual([false, 1])

    proxy.resume()
    await answer

    expect(await rows()).toEqual([1])
  })
})

describe('messages of PostgreSQL', () => {
  const message = (type: string, body: string) => {
    const header = Buffer.alloc(type.length + 4)
    header.write(type, 'latin1')
    header.writeInt32BE(body.length + 4, type.length)
    return Buffer.concat([header, Buffer.from(body, 'latin1')])
  }
  const opening = [message('', '\x04\xd2\x16\x2f'), message('', '\x00\x03\x00\x00user\x00me\x00\x00')]
  const sent = [...opening, message('Q', 'select 1\x00'), message('S', ''), message('d', 'x'.repeat(300)), message('X', '')]

  test.each([1, 2, 3, 7, 1_000])('are read from chunks of %i bytes', (size) => {
    const read = frameReader('client')
    const bytes = Buffer.concat(sent)

    const frames = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => read(bytes.subarray(n * size, (n + 1) * size))).flat()

    expect(frames.map(({ type }) => type)).toEqual(['', '', 'Q', 'S', 'd', 'X'])
    expect(frames.map((frame) => frame.bytes)).toEqual(sent)
  })

  test('have a length', () => {
    expect(() => frameReader('server')(Buffer.from('Z\xff\xff\xff\xff', 'latin1'))).toThrow("-1 bytes is not PostgreSQL's protocol")
  })
})
