/** Checks of the settings that every OpenAI-compatible server has: address, model, key and numbers. No text of a fault repeats a setting’s text. */
import { createHash } from 'node:crypto'

/** Returns the fault of a base URL; undefined if it can work. */
export const addressFault = (address: URL | null): string | undefined => {
  if (address === null || !/^https?:$/.test(address.protocol)) return 'the base URL is no address: give one like https://api.openai.com/v1'
  const { hash, password, search, username } = address
  return hash === '' && password === '' && search === '' && username === ''
    ? undefined
    : 'the base URL has more than scheme, host and path: leave the rest out, and give a key by itself'
}

export const modelFault = (model: string): string | undefined =>
  /^[\x21-\x7e]{1,128}$/.test(model)
    ? undefined
    : 'the model has no name, or one that cannot be printed: 1 to 128 characters of ASCII without space'

export const keyFault = (key: string | undefined): string | undefined =>
  key === undefined || /^[\x21-\x7e]{1,4096}$/.test(key)
    ? undefined
    : 'the key cannot be sent: 1 to 4,096 characters of ASCII without space'

/** Least and greatest value of each whole number. */
export type Bounds<Name extends string> = Readonly<Record<Name, readonly [least: number, most: number]>>

/** Returns the fault of the first number, in the order of the bounds, that is not whole or out of its bounds. */
export const numberFault = <Name extends string>(numbers: Readonly<Record<Name, number>>, bounds: Bounds<Name>): string | undefined => {
  const names = Object.keys(bounds) as Array<Name>
  const bad = names.find((name) => !Number.isInteger(numbers[name]) || numbers[name] < bounds[name][0] || numbers[name] > bounds[name][1])
  return bad === undefined ? undefined : `${bad} is ${numbers[bad]}: a whole number from ${bounds[bad][0]} to ${bounds[bad][1]}`
}

/**
 * Returns an id of at most `characters` characters: the readable name, and a mark of 8 hexadecimal digits. The mark depends on the whole
 * address, because another path may be another server, and on everything else that an answer depends on.
 */
export const serverId = (
  address: URL,
  { characters, depends, name }: { readonly name: string; readonly depends: ReadonlyArray<string | number>; readonly characters: number },
): string => {
  const mark = createHash('sha256')
    .update(JSON.stringify([address.href.replace(/\/+$/, ''), ...depends]))
    .digest('hex')
    .slice(0, 8)
  return `${name.slice(0, characters - mark.length - 1)}/${mark}`
}
