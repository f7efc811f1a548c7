import { expect, test } from 'vitest'
import { isSevere } from './spoken-verdict.ts'

test.each([
  'That is completely wrong.',
  'No no no, I meant the other server',
  'No, no, no. The port is 5433.',
  'Wrong!! Look again',
  'Sorry. That makes no sense, it is total nonsense.',
  "THAT'S NOT WHAT I ASKED FOR",
  'Nein, das ist völlig falsch.',
  'Nein, das stimmt überhaupt nicht',
  'Non, ce n’est pas du tout ça.',
  'Eso está completamente mal',
  'No, è del tutto sbagliato',
  'Não tem nada a ver',
  'Dat klopt helemaal niet',
  '不不不，端口是5433。',
  '完全错了',
  '違う違う違う、',
  'まったく違います',
])('%s is said with force', (text) => {
  expect(isSevere(text)).toBe(true)
})

test.each([
  '',
  "No, that's wrong.",
  'Not what I meant!',
  'no, I meant the other server',
  'Wrong. It is in docs. Please read it again. It is completely different there.',
  'No, the NAS is in the cellar',
  'NO.',
  'No, nothing of that: the note number is 3',
  "Mmm, that's wrong",
  'No, I meant the total amount',
  'No, I meant the completely new one',
  'No, I asked about disparate systems',
  'Nein, ich meinte den absoluten Pfad',
  'Das ist falsch.',
  'Das ist der totale Stundensatz',
  '不对，端口是5433。',
  '違います。',
])('%s is not', (text) => {
  expect(isSevere(text)).toBe(false)
})
