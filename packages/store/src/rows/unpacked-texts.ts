/**
 * Long texts that were unpacked last: whoever looks at one past position after the other meets the same large commits each time, those in which
 * documents were read in.
 */

type Unpack = (packed: Uint8Array) => string | Uint8Array

interface Kept {
  readonly packed: Uint8Array
  readonly text: string
}

/** Most bytes that are kept, packed and unpacked together: a commit has a byte for each character, because it holds nothing that a person wrote. */
const bytesMost = 16_000_000
/** Names of texts that were read once, which are looked at again where one is read a second time. */
const seenMost = 1_000

/**
 * A text is kept from its second reading on, so that who reads a log through keeps nothing. It is given for the same bytes alone: damage to them is
 * found as if nothing were kept.
 */
export class UnpackedTexts {
  readonly #unpack: Unpack
  readonly #most: number
  readonly #kept = new Map<string, Kept>()
  readonly #seen = new Set<string>()
  bytes = 0

  constructor(unpack: Unpack, most = bytesMost) {
    this.#unpack = unpack
    this.#most = most
  }

  of(name: string, packed: Uint8Array): string | Uint8Array {
    const known = this.#kept.get(name)
    const isSame = known !== undefined && Buffer.compare(known.packed, packed) === 0
    const text = isSame ? known.text : this.#unpack(packed)
    if (typeof text !== 'string' || this.#isNew(name)) return text
    this.#drop(name)
    this.#kept.set(name, isSame ? known : { packed, text })
    this.bytes += bytesOf(text, packed)
    for (const [oldest] of this.#kept) {
      if (this.bytes <= this.#most) break
      this.#drop(oldest)
    }
    return text
  }

  #isNew(name: string): boolean {
    if (this.#seen.has(name)) return false
    if (this.#seen.size >= seenMost) this.#seen.clear()
    this.#seen.add(name)
    return true
  }

  #drop(name: string): void {
    const known = this.#kept.get(name)
    if (known === undefined) return
    this.#kept.delete(name)
    this.bytes -= bytesOf(known.text, known.packed)
  }
}

const bytesOf = (text: string, packed: Uint8Array): number => text.length + packed.byteLength
