/** The options of the demo. */

export interface Wishes {
  readonly json: boolean
  readonly quiet: boolean
  readonly color: boolean
  /** Do not remove the home. */
  readonly keep: boolean
  /** Tell the story of the bad lesson. */
  readonly poison: boolean
}

export type Asked =
  | { readonly ask: 'host'; readonly wishes: Wishes }
  /** Run `crabtrail demo`, which parses these options itself. */
  | { readonly ask: 'no-host'; readonly args: ReadonlyArray<string> }
  | { readonly ask: 'help' }
  | { readonly ask: 'nothing'; readonly problem: string; readonly json: boolean }

const known = ['--json', '--quiet', '-q', '--no-color', '--keep', '--poison']

export const readFlags = (args: ReadonlyArray<string>): Asked => {
  const given = args[0] === '--' ? args.slice(1) : args
  if (given.includes('--no-host')) return { ask: 'no-host', args: given }
  if (given.includes('--help') || given.includes('-h')) return { ask: 'help' }
  const [json, stranger] = [given.includes('--json'), given.find((arg) => !known.includes(arg))]
  if (stranger !== undefined)
    return { ask: 'nothing', json, problem: `${JSON.stringify(stranger)} is no option of the demo; --help lists them` }
  const quiet = given.includes('--quiet') || given.includes('-q')
  const [color, keep, poison] = [!given.includes('--no-color'), given.includes('--keep'), given.includes('--poison')]
  return { ask: 'host', wishes: { json, quiet, color, keep, poison } }
}

export const help = `demo: watch a memory learn, unlearn and prove it, in an OpenClaw of its own

Packs the plugin, installs it into a private home, starts a gateway there and talks to its agent. Takes about a minute. Nothing outside
of that home is touched, and nothing of it is left. The agent's model is a script on this machine that answers from the first note that
it is sent; with OPENAI_API_KEY and OPENAI_BASE_URL set it is the model there (OPENAI_MODEL, else gpt-4.1-mini or its only one).

Usage  npx -y pnpm@12 demo [options]

Options
  --no-host     the story of the memory alone, on the command line: no OpenClaw, a second or two
  --poison      another story: a conversation teaches a wrong answer, is found by three commands, and is unlearned
  --keep        leave the home behind, and say how to go on with it
  --json        print one JSON document and nothing else
  -q, --quiet   no progress
  --no-color    no colour, as $NO_COLOR says
  -h, --help    this

Exit codes
  0 the story came out as it claims, 1 it could not be told, 2 the call is malformed, 5 a claim did not hold
`
