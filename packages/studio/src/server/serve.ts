/** The server of `crabtrail studio`: loopback, for the person who started it. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDoor } from './admission.ts'
import type { Assets } from './assets.ts'
import { type Handler, handlerOf } from './handler.ts'
import type { Carrying } from './requests.ts'

export interface Serving {
  /** The address with the token, for the person who started it. */
  readonly url: string
  readonly port: number
  /** Ends the server and all connections. */
  readonly close: () => Promise<void>
}

/** Serves on loopback. Fails if the port is taken. Port 0: a free one. */
export const serve = (port: number, assets: Assets, carrying: Carrying): Promise<Serving> =>
  new Promise((resolve, reject) => {
    let handle: Handler | undefined
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
      void handle?.(request, response).catch(() => response.destroy())
    })
    server.maxConnections = 64
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo
      const door = openDoor([`127.0.0.1:${taken}`, `localhost:${taken}`])
      handle = handlerOf({ door, assets, carrying })
      resolve({ url: `http://127.0.0.1:${taken}/?token=${door.token}`, port: taken, close: () => closed(server) })
    })
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
