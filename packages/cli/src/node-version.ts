/** The Node that the program needs. The entry point asks before it loads anything that an older Node cannot load. */

/** Oldest Node that runs the program. Equal to `engines.node` of the published manifest. */
export const oldestNode = '24.16'

export const nodeComplaint = (running: string): string | undefined => {
  const [major, minor] = numbers(running)
  const [majorLeast, minorLeast] = numbers(oldestNode)
  if (major > majorLeast || (major === majorLeast && minor >= minorLeast)) return undefined
  return `crabtrail: it needs Node ${oldestNode} or newer, and this is Node ${running}: install a newer Node, then run the command again`
}

const numbers = (version: string): readonly [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}
