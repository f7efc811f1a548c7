/** Texts that trip programs up: U+0000, halves of surrogate pairs, line separators, astral characters, names of object properties. */
import fc from 'fast-check'

const awkward = fc.constantFrom(
  '\u0000',
  '\ud800',
  '\udfff',
  '\u2028',
  '\u0085',
  '\u{1f980}',
  '\u{10ffff}',
  '"',
  '\\',
  '</',
  '\ufeff',
  'é',
  'e\u0301',
)

/** Any sequence of UTF-16 units, well-formed or not. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.oneof(awkward, fc.string({ maxLength: 3 })), { maxLength: 5 }).map((parts) => parts.join('')),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '__proto__', 'constructor', 'toString', '=', 'length', 'type', 'columns'),
)

/**
 * A name of a field: any text that JSON writes as it is.
 *
 * V8 13.6 (Node 24) reads a key that begins with an escape as a backslash once an object with the key `\\` was parsed; no field of ours has one.
 */
export const anyName: fc.Arbitrary<string> = anyText.filter((text) => JSON.stringify(text).length === text.length + 2)
