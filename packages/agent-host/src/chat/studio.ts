/** `/trail studio`: an address that opens the page over this memory once. */
import type { HostParts } from '../state/parts.ts'

export const studioInChat = async ({ host, studio }: HostParts, brain: string): Promise<string> => {
  if (studio === undefined) return `The studio is off. Set ${host.setting('studio')} to read, or to write, in the host’s configuration.`
  const { address, elsewhere, minutes } = await studio.open(brain)
  return [
    `Open this address in a browser where the gateway runs, within ${minutes} minutes. It works once: do not pass it on.`,
    address,
    elsewhere,
  ].join('\n')
}
