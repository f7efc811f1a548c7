/** Rules of style that neither compiler nor linter can check: texts that must not stand in this tree, and lengths. */
import { posix } from 'node:path'
import { eventDefinitions } from '../../packages/core/src/domain/events/brain-event.ts'
import { functionsOf } from './function-length.ts'
import { importsOf } from './imports.ts'
import { lineOf, readSource } from './source-text.ts'
import { isProductSource, isTest } from './source-tree.ts'

/** A file holds one subject with its parts; test files have no bound. */
const fileLinesMax = 400
const functionLinesMax = 60

/** One line for each breach, `path:line reason`; empty when the tree is tidy. */
export const breaches = (files: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...files].flatMap(([path, text]) => [...nameBreaches(path), ...(isCode(path) ? codeBreaches(path, text) : [])])

const isCode = (path: string): boolean => /\.(ts|mts|js|mjs)$/.test(path)

const isOurs = (path: string): boolean => /^(demo|packages|test|tools)\//.test(path)

const bannedNames = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'misc', 'types'])

const nameBreaches = (path: string): ReadonlyArray<string> => {
  if (!isOurs(path) || !isCode(path)) return []
  const names = path.split('/').map((name) => name.replace(/(\.(deep|test|bench|config|d))*\.m?[jt]s$/, ''))
  return [
    ...names.filter((name) => bannedNames.has(name)).map((name) => `${path}: '${name}' is not a name, name the noun`),
    ...names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)).map((name) => `${path}: '${name}' is not kebab-case`),
    ...(names.at(-1) === 'index' && !/^packages\/[^/]+\/src\/index\.ts$/.test(path) ? [`${path}: index.ts only at a package root`] : []),
  ]
}

interface Rule {
  readonly applies: (path: string) => boolean
  readonly pattern: RegExp
  readonly reason: string
}

const domain = 'packages/core/src/domain/'
const replayed =
  /^((events|projections|walk|context|recall|learning|decay|growth|hearing|ingest|recording|erasure)\/|(decide|decision|strength)\.ts$)/
/** Tells whether events are decided, folded or walked in a file. A policy may compute values that are recorded as a result. */
const isReplayed = (path: string): boolean =>
  path.startsWith(domain) && replayed.test(path.slice(domain.length)) && !path.endsWith('-policy.ts') && !isTest(path)

const appending = /^packages\/core\/src\/application\/(commands\/append|brain\/brain)\.ts$/

const codeRules: ReadonlyArray<Rule> = [
  {
    applies: (path) => path.startsWith('packages/core/src/application/') && !isTest(path) && !appending.test(path),
    pattern: /\.append\(/g,
    reason: 'only brain/brain.ts and commands/append.ts append to a log',
  },
  { applies: isOurs, pattern: /\bexport\s*\*/g, reason: 'no `export *`: name what is exported' },
  {
    applies: (path) => isOurs(path) && !path.startsWith('packages/cli/src/render'),
    pattern: /(?<![\w.])console\s*\./g,
    reason: 'no console outside packages/cli/src/render',
  },
  {
    applies: isReplayed,
    pattern: /\b(Date\s*\.\s*now|new\s+Date|Math\s*\.\s*random|crypto|Intl|localeCompare|toLocale\w*|performance)\b/g,
    reason: 'no clock, randomness, digest or locale where events are decided, folded or walked',
  },
  {
    applies: isReplayed,
    pattern: /\bMath\s*\.\s*(a?(cos|sin|tan)h?|atan2|cbrt|exp|expm1|hypot|log(10|1p|2)?|pow)\b|\*\*/g,
    reason: 'engines may round this differently: compute it in a policy and record the result',
  },
]

/** An object with the type and the data of an event: one is made by a decider alone, so it can be found from `domain/decide.ts`. */
const eventRule: Rule = {
  applies: (path) => isProductSource(path) && !path.startsWith(domain),
  pattern: new RegExp(`\\btype:\\s*'(${Object.keys(eventDefinitions).join('|')})'[^{}]*\\bdata\\b`, 'g'),
  reason: 'events are chosen by the deciders of packages/core/src/domain/decide.ts',
}

/** A command in the middle of a sentence that people are told; examples begin with it. */
const hintRule: Rule = {
  applies: (path) => /^packages\/cli\/src\/(commands|render)\//.test(path) && !isTest(path),
  pattern: /(?<=[a-z;:,] )crabtrail [a-z][a-z-]*/g,
  reason: 'page.command spells a command with the store and the brain that were chosen',
}

/** In comments and literals too; spelled so that this file passes. */
const textRule: Rule = {
  applies: () => true,
  pattern: new RegExp(`\\b(${'TO'}${'DO'}|${'FIX'}${'ME'})\\b`, 'g'),
  reason: 'do it or drop it',
}

const codeBreaches = (path: string, text: string): ReadonlyArray<string> => [
  ...matches(path, text, readSource(text).code, codeRules),
  ...matches(path, text, text, [textRule, eventRule, hintRule]),
  ...(isReplayed(path) ? importBreaches(path, text) : []),
  ...(isProductSource(path) || /^(demo|tools)\//.test(path) ? lengthBreaches(path, text) : []),
]

const matches = (path: string, text: string, searched: string, rules: ReadonlyArray<Rule>): ReadonlyArray<string> =>
  rules
    .filter((rule) => rule.applies(path))
    .flatMap((rule) =>
      [...searched.matchAll(rule.pattern)].map((match) => `${path}:${lineOf(text, match.index)} '${match[0]}': ${rule.reason}`),
    )

const importBreaches = (path: string, text: string): ReadonlyArray<string> =>
  importsOf(path, text)
    .filter(({ specifier }) => /crypto|^effect\/(Effect|Clock|Random|DateTime)$/i.test(posix.normalize(specifier)))
    .map(({ line, specifier }) => `${path}:${line} '${specifier}': the replayed part of the domain is pure`)

const lengthBreaches = (path: string, text: string): ReadonlyArray<string> => {
  const lines = text.replace(/\n$/, '').split('\n').length
  return [
    ...(lines > fileLinesMax ? [`${path}: ${lines} lines, at most ${fileLinesMax}`] : []),
    ...functionsOf(text)
      .filter((one) => one.lines > functionLinesMax)
      .map((one) => `${path}:${one.line} a function of ${one.lines} lines, at most ${functionLinesMax}`),
  ]
}
