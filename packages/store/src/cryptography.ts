/** Digests and random bytes from Node. One-shot digests are used where possible: a hash object costs twice as much on short texts. */
import { createHash, createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import { Cryptography } from '@crabtrail/core'
import * as Layer from 'effect/Layer'

/** UTF-16 units of text that are collected before the running digest is updated. */
const chunkLength = 65_536

export const layerCryptography: Layer.Layer<Cryptography> = Layer.sync(Cryptography, () => {
  const secretKey = keptKeys()
  return {
    sha256: (data) => hash('sha256', data),
    sha256Salted: (saltHex, text) => referenceOf(saltHex, text),
    sha256Lines: (lines) => sha256Lines(lines),
    sha1: (text) => hash('sha1', text),
    hmac: (keyHex, text) => createHmac('sha256', secretKey(keyHex)).update(text, 'utf8').digest('hex'),
    randomHex: (count) => randomBytes(count).toString('hex'),
  }
})

export const referenceOf = (saltHex: string, text: string): string =>
  hash('sha256', Buffer.concat([Buffer.from(saltHex, 'hex'), Buffer.from(text, 'utf8')]))

/** Most key objects in the cache; a brain has one key. */
const keysKept = 64

/** Makes a cache of key objects: making one costs five times as much as using it. */
const keptKeys = (): ((keyHex: string) => KeyObject) => {
  const keys = new Map<string, KeyObject>()
  return (keyHex) => {
    const known = keys.get(keyHex)
    if (known !== undefined) return known
    if (keys.size >= keysKept) keys.clear()
    const key = createSecretKey(keyHex, 'hex')
    keys.set(keyHex, key)
    return key
  }
}

/** Returns the digest of the lines. Each line is followed by a line feed, so that two lists of lines cannot have the same bytes. */
const sha256Lines = (lines: Iterable<string>): string => {
  const digest = createHash('sha256')
  let gathered = ''
  for (const line of lines) {
    gathered += `${line}\n`
    if (gathered.length < chunkLength) continue
    digest.update(gathered, 'utf8')
    gathered = ''
  }
  return digest.update(gathered, 'utf8').digest('hex')
}
