/** A question finds a note by another form of a word, and by no other word. */
import { describe, expect, test } from 'vitest'
import { givenFrom } from './given.ts'

describe('a form of a word', () => {
  test.each([
    ['The ferry docks at pier nine.', 'Where did the ferry dock?'],
    ['Dana quit her job at the mill.', 'Who quits?'],
    ['The dogs sleep in the barn.', 'Where does the dog sleep?'],
    ['We stopped the pump on Sunday.', 'When did the pump stop?'],
    ['The taxes are due in March.', 'When is the tax due?'],
    ['Joris hugged the goat.', 'Who hugs the goat?'],
    ['The flies come in by the vent.', 'Where does the fly come in?'],
    ['Milk is bought by Enzo, who pays cash.', 'Who is paying?'],
    ['Ada copied the map.', 'Who will copy the map?'],
    ['The tub is filled by Noor.', 'Who fills tubs?'],
    ['The cup stands on the shelf.', 'Where are our cups?'],
    ['Ruben tied the boat to the oak.', 'Who ties boats?'],
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
