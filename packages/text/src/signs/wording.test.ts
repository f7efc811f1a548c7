import { describe, expect, test } from 'vitest'
import { isDenial } from './denial.ts'
import { isForceful, isLikelySmallTalk, isSmallTalk, weighing, wordingOf, wordingPlaces } from './wording.ts'

describe('the wording of a message', () => {
  test('is the same in any case, with and without accents, whatever the numbers and the spaces are', () => {
    expect(wordingOf('Não,  é às 17:30')).toEqual(wordingOf('nao, e as 8:05'))
    expect(wordingOf('that’s wrong')).toEqual(wordingOf("THAT'S WRONG"))
    expect(wordingOf('no, it is')).not.toEqual(wordingOf('it is no'))
  })

  test('has places within the weights, and one mark for each word that names what it is about', () => {
    const signs = wordingOf('no, the lesson is on fridays')

    expect(signs.every(([place]) => place >= 0 && place < wordingPlaces)).toBe(true)
    expect(wordingOf('the lesson is over', (word) => word === 'lesson')).toEqual(
      wordingOf('the course is over', (word) => word === 'course'),
    )
  })

  test('is read in its first 400 characters', () => {
    expect(wordingOf(`${'no '.repeat(200)}yes`)).toEqual(wordingOf('no '.repeat(200)))
    expect(wordingOf('\ud83d')).toEqual(wordingOf('\ufffd'))
  })
})

test('odds are the sum of the weights of the signs and the constant', () => {
  const packed = btoa(String.fromCharCode(2, 0xff))
  const odds = weighing({ wording: packed, step: 0.5, plain: [3], constant: -1 })

  expect(odds([[0, 1]], [0])).toBe(0)
  expect(odds([[1, 2]], [1])).toBe(1)
  expect(odds([[7, 1]], [])).toBe(-1)
})

test('a denial is told by its words alone where no memory is at hand', () => {
  expect(['No, that is wrong.', 'Das stimmt nicht!', 'C’est faux.', '不对'].filter(isDenial)).toHaveLength(4)
  expect(['Thanks, that is right.', 'No thanks.', 'What is wrong with the boiler?'].filter(isDenial)).toEqual([])
})

test('small talk is told from what names a thing', () => {
  expect(['hi', 'thanks a lot!', 'ok super', 'jajaja', 'merci beaucoup'].filter(isSmallTalk)).toHaveLength(5)
  expect(['passport', 'wifi code', 'who feeds the cat', 'und der Klempner?', 'Grenoble'].filter(isSmallTalk)).toEqual([])
  expect(isLikelySmallTalk('haha, that was so weird')).toBe(true)
  expect(isLikelySmallTalk('When does the dentist open?')).toBe(false)
})

test('force is told by how a message is written', () => {
  expect(['No!! That is wrong', 'NO, THAT IS WRONG', 'no no no', '不不不', 'nein, nein, nein'].filter(isForceful)).toHaveLength(5)
  expect(['No! That is wrong.', 'No, the NASA', 'no, that is wrong', 'No.'].filter(isForceful)).toEqual([])
})
