/**
 * A TCP proxy on 127.0.0.1 between a PostgreSQL client and its server. It counts round trips and statements, withholds the answer to
 * a chosen statement, or the statement itself, and then cuts the connection, and delays or stalls the traffic.
 *
 * It does not support TLS: it refuses encryption in the server's name, so a client that requires encryption cannot connect.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { asksForEncryption, type Frame, frameReader, textsOf } from './postgres-frames.ts'

/** Where the server listens: the path of a Unix socket, or host and port. */
export type ProxyTarget = { readonly path: string } | { readonly host: string; readonly port: number }

export interface CutProxy {
  readonly port: number
  /** Turns a URL of the server into one of the same user, password and database that leads through the proxy. */
  readonly through: (url: string) => string
  /** Counts since the start of the proxy, or since `resetCounts`. */
  readonly counts: () => ProxyCounts
  readonly resetCounts: () => void
  /**
   * Cuts one connection: the next one that sends a statement with such a text. The server runs the statement; when its ReadyForQuery has
   * arrived at the proxy, both sockets are closed, and the client has not received a byte of the answer. If the order says `unsent`, both are
   * closed before the server gets the statement.
   */
  readonly cutNext: (order: CutOrder) => void
  /** The cuts that were made, in their order. A client that sees its connection closed by a cut finds the cut here. */
  readonly cuts: ReadonlyArray<Cut>
  /** Sets the milliseconds by which everything arrives later, in each direction: a round trip takes twice as long. */
  readonly setDelay: (delayMs: number) => void
  /**
   * Closes the connections on the side of their clients only, as a network that is torn does: the server notices nothing, goes on with its
   * statements and answers nobody.
   */
  readonly tear: () => void
  /** Passes nothing on, in both directions, until `resume`; connections stay open, and new ones are accepted. */
  readonly stall: () => void
  readonly resume: () => void
  /** Closes all connections and the port. */
  readonly close: () => Promise<void>
}

export interface ProxyCounts {
  /** Connections that clients opened. */
  readonly connections: number
  /**
   * Times that a client sent a request while it waited for nothing, and then waited for ReadyForQuery. Requests sent while an answer is
   * awaited belong to the same round trip. Opening and closing a connection do not count.
   */
  readonly roundTrips: number
  /** Executed statements: Execute messages and simple Query messages. */
  readonly statements: number
}

export interface CutOrder {
  /** Gets the text of a simple query, or of the prepared statement that a Bind message names. */
  readonly when: (sql: string) => boolean
  /** True to cut before the statement reaches the server. The server then runs none of it. */
  readonly unsent?: boolean
}

/** A cut that was made. */
export interface Cut {
  readonly sql: string
  /** True if the server answered with an error. */
  readonly failed: boolean
  /** State of the session after the request: `I` outside a transaction, `T` in one, `E` in one that failed; `unsent`: it was never made. */
  readonly status: string
}

/** What all connections of a proxy share. */
interface Network {
  readonly target: ProxyTarget
  readonly orders: Array<CutOrder>
  readonly cuts: Array<Cut>
  /** Deliver what is due, one of each direction of each connection. */
  readonly pumps: Set<() => void>
  readonly sockets: Set<Socket>
  /** Ends of the connections at their clients. */
  readonly clients: Set<Socket>
  counts: { connections: number; roundTrips: number; statements: number }
  delayMs: number
  isStalled: boolean
}

export const startCutProxy = async (target: ProxyTarget): Promise<CutProxy> => {
  const network: Network = {
    target,
    orders: [],
    cuts: [],
    pumps: new Set(),
    sockets: new Set(),
    clients: new Set(),
    counts: { connections: 0, roundTrips: 0, statements: 0 },
    delayMs: 0,
    isStalled: false,
  }
  const listener = createServer({ noDelay: true }, (client) => join(client, network))
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    port,
    through: (url) => throughPort(url, port),
    counts: () => ({ ...network.counts }),
    resetCounts: () => {
      network.counts = { connections: 0, roundTrips: 0, statements: 0 }
    },
    cutNext: (order) => void network.orders.push(order),
    cuts: network.cuts,
    setDelay: (delayMs) => {
      network.delayMs = delayMs
    },
    tear: () => {
      const torn = [...network.clients]
      network.clients.clear()
      for (const client of torn) client.destroy()
    },
    stall: () => {
      network.isStalled = true
    },
    resume: () => {
      network.isStalled = false
      for (const pump of network.pumps) pump()
    },
    close: () => {
      for (const socket of network.sockets) socket.destroy()
      return new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}

const throughPort = (url: string, port: number): string => {
  const [, user = '', database = ''] = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?[^/]*\/([^?]*)/.exec(url) ?? []
  if (database === '') throw new Error(`${url} is not the URL of a PostgreSQL database`)
  return `postgres://${user}@127.0.0.1:${port}/${database}`
}

/* One connection. */

/** Connects a client with the server. When one side closes, the other side is closed behind everything that is still on its way. */
const join = (client: Socket, network: Network): void => {
  network.counts.connections++
  const server = connect({ ...network.target, noDelay: true })
  const toClient = laneOf(network)
  const toServer = laneOf(network)
  const session = sessionOf(network)
  const [requests, answers] = [frameReader('client'), frameReader('server')]
  network.clients.add(client)
  keep(client, network, () => {
    // A torn connection is no longer among them.
    if (network.clients.delete(client)) toServer(() => server.end())
  })
  keep(server, network, () => toClient(() => client.end()))

  client.on('data', (chunk) => {
    for (const frame of requests(chunk)) {
      if (asksForEncryption(frame)) toClient(() => client.write('N'))
      else if (session.request(frame) === 'pass') toServer(() => server.write(frame.bytes))
      else {
        toServer(() => {
          client.destroy()
          server.destroy()
        })
        return
      }
    }
  })
  server.on('data', (chunk) => {
    const passed: Array<Buffer> = []
    let isCut = false
    for (const frame of answers(chunk)) {
      const fate = session.answer(frame)
      if (fate === 'pass') passed.push(frame.bytes)
      isCut = fate === 'cut'
      if (isCut) break
    }
    if (passed.length > 0) toClient(() => client.write(Buffer.concat(passed)))
    if (isCut) {
      toClient(() => {
        client.destroy()
        server.destroy()
      })
    }
  })
}

const keep = (socket: Socket, { sockets }: Network, closed: () => void): void => {
  sockets.add(socket)
  // A reset or refused connection is closed after its error.
  socket.on('error', () => {})
  socket.once('close', () => {
    sockets.delete(socket)
    closed()
  })
}

/** Returns a function that does things in their order, each after the delay of the network, and none while the network is stalled. */
const laneOf = (network: Network): ((act: () => void) => void) => {
  const waiting: Array<{ readonly dueMs: number; readonly act: () => void }> = []
  let timer: NodeJS.Timeout | undefined
  const pump = () => {
    clearTimeout(timer)
    while (!network.isStalled) {
      const [first] = waiting
      if (first === undefined) break
      const leftMs = first.dueMs - performance.now()
      if (leftMs > 0) {
        timer = setTimeout(pump, Math.ceil(leftMs))
        break
      }
      waiting.shift()
      first.act()
    }
    if (waiting.length > 0) network.pumps.add(pump)
    else network.pumps.delete(pump)
  }
  return (act) => {
    waiting.push({ dueMs: performance.now() + network.delayMs, act })
    pump()
  }
}

/* What a connection says. */

/** Messages of a client until it waits for ReadyForQuery: a simple query, or everything up to and including Sync. */
interface Request {
  /** Text of the statement whose answer is withheld. */
  cut: string | undefined
  failed: boolean
  isComplete: boolean
}

interface Session {
  /** Takes a message of the client and says what to do with it. After `cut` the connection is closed. */
  readonly request: (frame: Frame) => 'pass' | 'cut'
  /** Takes a message of the server and says what to do with it. After `cut` the connection is closed. */
  readonly answer: (frame: Frame) => 'pass' | 'withhold' | 'cut'
}

/** Types of the messages that belong to a request. Not among them: Terminate, passwords and the rows of COPY. */
const requestTypes = new Set(['B', 'C', 'D', 'E', 'F', 'H', 'P', 'Q', 'S'])
/** Types of the messages that ReadyForQuery answers: function call, simple query, Sync. */
const lastTypes = new Set(['F', 'Q', 'S'])

const sessionOf = (network: Network): Session => {
  /** Name → text of the prepared statements. The unnamed one is empty. */
  const prepared = new Map<string, string>()
  /** In the order in which the server answers them. */
  const requests: Array<Request> = []
  let isOpen = false
  return {
    request: (frame) => {
      if (!requestTypes.has(frame.type)) return 'pass'
      if (requests.length === 0) network.counts.roundTrips++
      if (requests.at(-1)?.isComplete !== false) requests.push({ cut: undefined, failed: false, isComplete: false })
      if (frame.type === 'E' || frame.type === 'Q') network.counts.statements++
      const sql = statementOf(frame, prepared)
      const current = requests.at(-1)
      if (current === undefined) return 'pass'
      const order = sql === undefined || current.cut !== undefined ? undefined : takeOrder(sql, network)
      if (sql !== undefined && order?.unsent === true) {
        network.cuts.push({ sql, failed: false, status: 'unsent' })
        return 'cut'
      }
      if (order !== undefined) current.cut = sql
      current.isComplete = lastTypes.has(frame.type)
      return 'pass'
    },
    answer: ({ bytes, type }) => {
      const [request] = requests
      if (type === 'Z' && isOpen) requests.shift()
      if (type === 'Z') isOpen = true
      if (request?.cut === undefined) return 'pass'
      if (type === 'E') request.failed = true
      if (type !== 'Z') return 'withhold'
      network.cuts.push({ sql: request.cut, failed: request.failed, status: bytes.toString('latin1', 5, 6) })
      return 'cut'
    },
  }
}

/** Returns the text of the statement that a message runs, and keeps the names of prepared statements up to date. */
const statementOf = (frame: Frame, prepared: Map<string, string>): string | undefined => {
  if (frame.type === 'Q') return textsOf(frame, 1)[0]
  if (frame.type === 'B') return prepared.get(textsOf(frame, 2)[1] ?? '')
  if (frame.type === 'P') {
    const [name = '', sql = ''] = textsOf(frame, 2)
    prepared.set(name, sql)
  }
  // Close: a byte for its kind, `S` for a statement, and the name.
  if (frame.type === 'C' && frame.bytes.toString('latin1', 5, 6) === 'S') prepared.delete(textsOf(frame, 1, 1)[0] ?? '')
  return undefined
}

/** Uses up the first order that wants this statement cut. */
const takeOrder = (sql: string, { orders }: Network): CutOrder | undefined => {
  const index = orders.findIndex(({ when }) => when(sql))
  return index < 0 ? undefined : orders.splice(index, 1)[0]
}
