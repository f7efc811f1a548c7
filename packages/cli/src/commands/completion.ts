/** `completion`: prints a script by which a shell completes commands, options and the words that an option can be. */

import * as Effect from 'effect/Effect'
import { exits } from '../failures.ts'
import { present } from '../render/output.ts'
import { type CommandShape, type Flag, globalFlags } from '../shapes/shape.ts'
import { type Command, command } from './command.ts'

const shape = {
  summary: 'print a script that completes commands, options and paths in your shell',
  details: [
    'Write it where your shell looks for such scripts, as ~/.local/share/bash-completion/completions/crabtrail; it has the commands of this version.',
  ],
  positionals: [{ name: 'SHELL', choices: ['bash', 'zsh', 'fish'], help: 'bash, zsh or fish' }],
  flags: {},
  example: 'crabtrail completion bash',
  access: 'none',
} as const satisfies CommandShape

export const completionOf = (others: Readonly<Record<string, Command>>): Command => {
  const shapes: Shapes = [...Object.entries(others).map(([name, { shape }]) => [name, shape] as const), ['completion', shape]]
  return command(shape)(
    Effect.fn('completion')(function* ({ words }) {
      const script = scripts[words.shell](shapes)
      yield* present({ shell: words.shell, script }, () => script.split('\n'))
      return exits.done
    }),
  )
}

type Shapes = ReadonlyArray<readonly [name: string, shape: CommandShape]>
type Option = readonly [name: string, flag: Flag]

const optionsOf = ({ flags }: CommandShape): ReadonlyArray<Option> => [...Object.entries(flags), ...Object.entries<Flag>(globalFlags)]

const choicesOf = ({ positionals }: CommandShape): ReadonlyArray<string> => positionals.flatMap(({ choices = [] }) => choices)

const takesPath = ({ positionals }: CommandShape): boolean => positionals.some(({ path }) => path === true)

const namesIn = (shapes: Shapes): ReadonlyArray<string> => shapes.map(([name]) => name)

/** A text in single quotes, for any of the three shells. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '').replaceAll("'", '’')}'`

/** Returns a case of the shell for each option that takes a value: what completes the value. */
const valueCases = (shapes: Shapes, completed: (choices: Flag['choices']) => string): ReadonlyArray<string> =>
  shapes.flatMap(([name, shape]) => {
    const valued = optionsOf(shape).filter(([, { value }]) => value !== undefined)
    return valued.map(([option, { choices }]) => `    ${quoted(`${name} --${option}`)}) ${completed(choices)}; return ;;`)
  })

const offer = (words: ReadonlyArray<string>): string => `COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$word"))`

const bash = (shapes: Shapes): string =>
  [
    '_crabtrail() {',
    '  local word="$2" before="$3" command="" at',
    '  for ((at = 1; at < COMP_CWORD; at++)); do',
    `    case "\${COMP_WORDS[at]}" in ${namesIn(shapes).join('|')}) command="\${COMP_WORDS[at]}"; break ;; esac`,
    '  done',
    '  case "$command $before" in',
    ...valueCases(shapes, (choices = []) => offer(choices)),
    '  esac',
    '  case "$command" in',
    `    '') ${offer(namesIn(shapes))} ;;`,
    ...shapes.map(([name, shape]) => {
      const options = optionsOf(shape).map(([option]) => `--${option}`)
      if (!takesPath(shape)) return `    ${name}) ${offer([...choicesOf(shape), ...options])} ;;`
      // Bash itself completes paths where nothing is offered.
      return `    ${name}) if [[ "$word" == -* ]]; then ${offer(options)}; else ${offer(choicesOf(shape))}; fi ;;`
    }),
    '  esac',
    '}',
    'complete -o default -F _crabtrail crabtrail',
  ].join('\n')

/** A colon parts a word from its description. */
const described = (word: string, text: string): string => quoted(`${word.replaceAll(':', '\\:')}:${text}`)

const zsh = (shapes: Shapes): string =>
  [
    '#compdef crabtrail',
    '_crabtrail() {',
    '  local -a commands options choices',
    `  commands=(${shapes.map(([name, { summary }]) => described(name, summary)).join(' ')})`,
    `  local command="\${\${words[2,CURRENT-1]}[(r)(${namesIn(shapes).join('|')})]}"`,
    '  case "$command $words[CURRENT-1]" in',
    ...valueCases(shapes, (choices) =>
      choices === undefined ? '_files' : `choices=(${choices.map(quoted).join(' ')}); _describe value choices`,
    ),
    '  esac',
    '  case "$command" in',
    "    '') _describe command commands ;;",
    ...shapes.map(([name, shape]) => {
      const options = optionsOf(shape).map(([option, { help }]) => described(`--${option}`, help))
      return `    ${name}) choices=(${choicesOf(shape).map(quoted).join(' ')}); options=(${options.join(' ')}); _describe word choices; _describe -o option options; _files ;;`
    }),
    '  esac',
    '}',
    'compdef _crabtrail crabtrail',
  ].join('\n')

const fish = (shapes: Shapes): string =>
  [
    ...shapes.map(([name, { summary }]) => `complete -c crabtrail -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),
    ...shapes.flatMap(([name, shape]) => {
      const seen = `complete -c crabtrail -n '__fish_seen_subcommand_from ${name}'`
      const choices = choicesOf(shape)
      return [
        ...(choices.length === 0 ? [] : [`${seen} -a ${quoted(choices.join(' '))}`]),
        ...optionsOf(shape).map(([option, { choices, help, short, value }]) =>
          [
            seen,
            `-l ${option}`,
            ...(short === undefined ? [] : [`-s ${short}`]),
            ...(value === undefined ? [] : ['-r']),
            ...(choices === undefined ? [] : [`-f -a ${quoted(choices.join(' '))}`]),
            `-d ${quoted(help)}`,
          ].join(' '),
        ),
      ]
    }),
  ].join('\n')

const scripts = { bash, zsh, fish } as const
