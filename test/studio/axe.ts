/** What axe finds on a page that is open in the browser. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core')

/** Findings of axe that are serious or critical. The policy of the page lets no foreign script run in it, so axe runs in a world of its own. */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' })
  await session.send('Runtime.evaluate', { contextId: executionContextId, expression: readFileSync(axe, 'utf8') })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')))`,
  })
  await session.detach()
  return result.value ?? ['axe did not run']
}
