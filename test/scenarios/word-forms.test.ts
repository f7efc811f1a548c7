/** A question finds a note by another form of a word, and by no other word. */
import { describe, expect, test } from 'vitest'
import { givenFrom } from './given.ts'

describe('a form of a word', () => {
  test.each([
    ['The ferry leaves from dock nine.', 'Where are the docks?'],
    ['Dana quits at the mill in May.', 'When did she quit?'],
    ['The dogs sleep in the barn.', 'Where is the dog?'],
    ['We stopped the pump on Sunday.', 'When did it stop?'],
    ['The tax is due in March.', 'When are the taxes?'],
    ['Joris hugged the goat.', 'Who hugs?'],
    ['The fly came in by the vent.', 'Where do the flies go?'],
    ['Milk is bought by Enzo, who pays cash.', 'Who is paying?'],
    ['Ada copied the map.', 'Who should copy it?'],
    ['The tub is filled by Noor.', 'Where are the tubs?'],
    ['The cup stands on the shelf.', 'Where are our cups?'],
    ['Ruben tied the boat to the oak.', 'Who will tie it?'],
  ])('finds “%s” for “%s”', async (note, question) => {
    expect(await givenFrom({ 'x.md': note }, question)).toEqual(['x.md'])
  })
})

describe('another word', () => {
  test.each([
    ['The car is red.', 'Who cares?'],
    ['The map is new.', 'What is the news?'],
    ['The notes lie in the drawer.', 'What is not?'],
    ['The bus stops here.', 'Who is busy?'],
    ['The operator is called Ivo.', 'When is the operation?'],
    ['The generator stands in the yard.', 'What is general?'],
    ['The bed is made of pine.', 'Who bets?'],
    ['The sky is grey.', 'Who skis?'],
  ])('does not give “%s” for “%s”', async (note, question) => {
    expect(await givenFrom({ 'x.md': note }, question)).toEqual([])
  })
})
