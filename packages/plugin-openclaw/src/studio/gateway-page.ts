/**
 * The page of the studio below a path of the gateway, for the owner alone.
 *
 * The gateway's own authentication refuses in its own words, and a browser cannot send its token when it opens a page. So this route has a door of its
 * own: without the address that `/trail studio` gives there is nothing at this path. Nothing of the page is loaded before such an address was given.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { failed, type StudioPage } from '@crabtrail/agent-host/state/parts'
import { processWide } from '@crabtrail/agent-host/state/shared-memory'
import type { Handler } from '@crabtrail/studio/server/handler'
import type { OwnerDoor } from '@crabtrail/studio/server/owner-door'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { openClaw, type PluginParts } from '../host/openclaw.ts'
import { type PageMemory, pageMemory } from './page-memory.ts'

const path = '/crabtrail/studio'

/** The doors by store: the host gives the command and the route to copies of the plugin that share no module. */
const doors = (): Map<string, OwnerDoor> => processWide('studio doors')

/** The part of the host's configuration by which the gateway is reached. */
export interface GatewayConfig {
  readonly gateway?:
    | { readonly port?: number | undefined; readonly tls?: { readonly enabled?: boolean | undefined } | undefined }
    | undefined
}

/** Where a gateway listens for which nothing is set. */
const usualPort = 18_789

/** What `/trail studio` asks; undefined where the settings switch the page off. */
export const studioPage = (
  mode: PluginParts['config']['studio'],
  store: string,
  hostConfig: () => GatewayConfig,
  env: Readonly<Record<string, string | undefined>> = process.env,
): StudioPage | undefined =>
  mode === 'off'
    ? undefined
    : {
        open: async (brain) => {
          const { addressMs, ownerDoor } = await import('@crabtrail/studio/server/owner-door')
          const door = doors().get(store) ?? ownerDoor(path)
          doors().set(store, door)
          const { port, tls } = hostConfig().gateway ?? {}
          const origin = `${tls?.enabled === true ? 'https' : 'http'}://127.0.0.1:${env['OPENCLAW_GATEWAY_PORT'] ?? port ?? usualPort}`
          return {
            address: `${origin}${path}/?token=${door.issue(brain)}`,
            elsewhere: `On another machine, put the address by which you reach the gateway in the place of ${origin}.`,
            minutes: addressMs / 60_000,
          }
        },
      }

/** The route, and what ends its thread. */
export interface GatewayPage {
  readonly end: () => Promise<void>
}

export const registerStudio = (
  api: Pick<OpenClawPluginApi, 'registerHttpRoute'>,
  parts: PluginParts & { readonly store: string },
): GatewayPage => {
  if (parts.config.studio === 'off') return { end: async () => {} }
  const memory = pageMemory(parts)
  let loaded: Promise<Handler> | undefined
  api.registerHttpRoute({
    path,
    match: 'prefix',
    auth: 'plugin',
    handler: async (request, response) => {
      const door = doors().get(parts.store)
      if (door === undefined || !parts.isOn()) return nothing(request, response)
      try {
        loaded ??= loadedHandler(door, memory, parts)
        await (await loaded)(request, response)
      } catch (error) {
        loaded = undefined
        failed(parts, 'studio', error)
        response.destroy()
      }
      return true
    },
  })
  return { end: memory.close }
}

const loadedHandler = async (door: OwnerDoor, memory: PageMemory, { config }: PluginParts): Promise<Handler> => {
  const [{ handlerOf }, { pageAssets }] = await Promise.all([
    import('@crabtrail/studio/server/handler'),
    import('@crabtrail/studio/server/assets'),
  ])
  const toWrite = `Set ${openClaw.setting('studio')} to write to change what was learned.`
  return handlerOf({
    door,
    base: path,
    assets: await pageAssets(),
    carrying: { memory: memory.methods, write: config.studio === 'write', toWrite },
  })
}

/** As the handler answers, which is not loaded then. */
const nothing = (request: IncomingMessage, response: ServerResponse): true => {
  request.resume()
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end('Not Found')
  return true
}
