import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nodeComplaint, oldestNode } from './node-version.ts'

describe('the Node of the program', () => {
  test.each(['24.16.0', '24.21.0', '25.0.0', '26.1.0'])('%s is new enough', (running) => {
    expect(nodeComplaint(running)).toBeUndefined()
  })

  test.each(['18.20.4', '20.20.2', '24.15.9'])('%s is refused with both versions', (running) => {
    const message = `crabtrail: it needs Node 24.16 or newer, and this is Node ${running}: install a newer Node, then run the command again`

    expect(nodeComplaint(running)).toBe(message)
  })

  test('is what the manifest says', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

    expect(manifest.publishConfig.engines.node).toBe(`>=${oldestNode}`)
  })
})
