/** Runs the watch over the memory and its daily proof while the gateway runs. */
import { dailyProof, proofEveryMs } from '@crabtrail/agent-host/health/daily-proof'
import { forgetForgotten, forgottenEveryMs } from '@crabtrail/agent-host/health/forgotten'
import { healthWatch, type WatchedHost, watchEveryMs } from '@crabtrail/agent-host/health/watch'
import type { HostParts } from '@crabtrail/agent-host/state/parts'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { blindness } from './blindness.ts'
import { forgottenByHost } from './forgotten.ts'
import { agentsOf } from './heard.ts'
import { refusalProblem } from './host-model.ts'
import { openClaw } from './openclaw.ts'

type Api = Pick<OpenClawPluginApi, 'config' | 'id' | 'logger' | 'registerService' | 'runtime'>

export const registerServices = (api: Api, parts: HostParts): void => {
  repeated(api, 'crabtrail-health', watchEveryMs, () => {
    const { check, end } = healthWatch(watchedHost(api, parts), parts)
    void check()
    return { look: check, end }
  })
  repeated(api, 'crabtrail-proof', proofEveryMs, () => dailyProof(parts))
  repeated(api, 'crabtrail-forgotten', forgottenEveryMs, () => {
    const look = forgetForgotten(parts, forgottenByHost(api), (line) => api.logger.info(line))
    void look()
    return { look, end: async () => {} }
  })
}

interface Repeated {
  readonly look: () => Promise<void>
  readonly end: () => Promise<void>
}

const repeated = (api: Pick<Api, 'registerService'>, id: string, everyMs: number, start: () => Repeated): void => {
  let timer: NodeJS.Timeout | undefined
  let started: Repeated | undefined
  api.registerService({
    id,
    start: () => {
      started = start()
      const { look } = started
      timer = setInterval(() => void look(), everyMs).unref()
    },
    stop: () => {
      clearInterval(timer)
      return started?.end()
    },
  })
}

export const watchedHost = (api: Omit<Api, 'registerService'>, { config, state }: Pick<HostParts, 'config' | 'state'>): WatchedHost => ({
  logger: api.logger,
  blindness: () => blindness(api, state.health),
  refused: () => (config.model === 'host' ? refusalProblem(api, state.health.refusal) : undefined),
  tellOwner: (text) => {
    const [agentId] = agentsOf(api.config)
    const sessionKey = api.config.session?.scope === 'global' ? 'global' : `agent:${agentId}:main`
    const said = `Crabtrail, the memory plugin, needs its owner. Tell them: ${openClaw.inChat(text)}`
    api.runtime.system.enqueueSystemEvent(said, { sessionKey, agentId })
  },
})
