/** Writes docs/reference/plugin-settings.md and the settings in the plugin's manifest. Both are made from the schema that reads them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { configJsonSchema } from '../packages/plugin-openclaw/src/host/settings.ts'
import { markdownTable } from './markdown-table.ts'

export const pluginSettingsPage = new URL('../docs/reference/plugin-settings.md', import.meta.url)
const manifest = new URL('../packages/plugin-openclaw/openclaw.plugin.json', import.meta.url)

/** The part of JSON Schema that the settings use. */
interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** The whole page. */
export const pluginSettingsReference = (): string => {
  const settings: JsonSchema = configJsonSchema()
  return [
    '# Settings of the OpenClaw plugin',
    '',
    'Made by `tools/plugin-settings.ts` from the code; a test keeps it up to date.',
    '',
    'Set them under `plugins.entries.crabtrail.config` in the configuration of the host, for example:',
    '',
    '```sh',
    'openclaw config set plugins.entries.crabtrail.config.deadlineMs 500',
    '```',
    '',
    'An unknown setting and a value out of range are refused with the name of the setting.',
    '',
    ...markdownTable([['setting', 'default', 'values', ''], ...rowsOf('', settings)]),
    '',
  ].join('\n')
}

const rowsOf = (prefix: string, { properties = {} }: JsonSchema): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(properties).flatMap(([name, schema]) => [
    [`\`${prefix}${name}\``, defaultOf(schema), valuesOf(schema), schema.description ?? ''],
    ...(schema.anyOf ?? []).flatMap((one) => rowsOf(`${prefix}${name}.`, one)),
  ])

const defaultOf = ({ default: value }: JsonSchema): string => (value === undefined ? '' : `\`${[value].flat().join(', ')}\``)

const valuesOf = ({ anyOf, enum: words, items, maxItems, maxLength, maximum, minimum, type }: JsonSchema): string => {
  if (anyOf !== undefined) return anyOf.map(valuesOf).join(', ')
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ')
  if (items !== undefined) return `at most ${maxItems} texts`
  if (maximum !== undefined) return `${grouped(minimum ?? 0)} to ${grouped(maximum)}`
  if (type === 'boolean') return '`true`, `false`'
  return type === 'object' ? 'the settings of a server below' : `text, at most ${grouped(maxLength ?? 0)} characters`
}

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

if (import.meta.main) {
  writeFileSync(pluginSettingsPage, pluginSettingsReference())
  const declared: object = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, `${JSON.stringify({ ...declared, configSchema: configJsonSchema() }, null, 2)}\n`)
}
