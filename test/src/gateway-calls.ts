/** The gateway's own control door: calls over its WebSocket, as its command line makes them, without a process for each. */

export interface GatewayCalls {
  readonly call: (method: string, params: object) => Promise<Answered>
  /** The first telling of this kind that fits, from now on. Ask before doing what it tells of. */
  readonly heard: (event: string, fits: (payload: Answered) => boolean) => Promise<Answered>
  readonly close: () => void
}

/** Answer of the gateway, whose shape is its own. */
export type Answered = { readonly [field: string]: unknown }

interface Frame {
  readonly type: 'res' | 'event'
  readonly id?: string
  readonly ok?: boolean
  readonly payload?: Answered
  readonly error?: { readonly message?: string }
  readonly event?: string
}

interface Wait {
  readonly what: string
  readonly fits: (frame: Frame) => boolean
  readonly settle: (frame: Frame) => void
  readonly fail: (error: Error) => void
}

interface Door {
  readonly port: number
  readonly token: string
}

const patienceMs = 120_000

/** The client that the host lets in on loopback with the shared token alone. */
const introduction = (token: string) => ({
  minProtocol: 4,
  maxProtocol: 4,
  client: { id: 'gateway-client', version: '0.1.0', platform: process.platform, mode: 'backend' },
  role: 'operator',
  scopes: ['operator.read', 'operator.write', 'operator.admin'],
  auth: { token },
})

export const openGateway = async ({ port, token }: Door): Promise<GatewayCalls> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  const waits = waiting(socket)
  const call = async (method: string, params: object) => {
    const id = crypto.randomUUID()
    const answered = waits(method, (frame) => frame.type === 'res' && frame.id === id)
    socket.send(JSON.stringify({ type: 'req', id, method, params }))
    const { error, ok, payload } = await answered
    if (ok !== true) throw new Error(`${method}: ${error?.message ?? 'refused without a reason'}`)
    return payload ?? {}
  }
  await waits('a challenge', ({ event }) => event === 'connect.challenge')
  await call('connect', introduction(token))
  return {
    call,
    heard: async (name, fits) => (await waits(name, ({ event, payload }) => event === name && fits(payload ?? {}))).payload ?? {},
    close: () => socket.close(),
  }
}

/** Each wait ends with its frame, with the connection, or after two minutes. */
const waiting = (socket: WebSocket) => {
  const waits = new Set<Wait>()
  socket.addEventListener('message', ({ data }) => {
    const frame: Frame = JSON.parse(String(data))
    for (const wait of [...waits]) if (wait.fits(frame)) wait.settle(frame)
  })
  const closed = (why: string) => {
    for (const wait of [...waits]) wait.fail(new Error(`the gateway's control door is closed (${why}) while waiting for ${wait.what}`))
  }
  socket.addEventListener('close', ({ code, reason }) => closed(`${code} ${reason}`))
  socket.addEventListener('error', () => closed('no connection'))
  return (what: string, fits: (frame: Frame) => boolean) =>
    new Promise<Frame>((resolve, reject) => {
      const end = <A>(settle: (value: A) => void) => {
        return (value: A) => {
          clearTimeout(timer)
          waits.delete(wait)
          settle(value)
        }
      }
      const wait: Wait = { what, fits, settle: end(resolve), fail: end(reject) }
      const timer = setTimeout(() => wait.fail(new Error(`${what} did not come within ${patienceMs} ms`)), patienceMs)
      waits.add(wait)
    })
}
