/**
 * What a household that runs a small joinery knows and asks: Ann, Bo, their children Mia and Tom, and the workshop by the harbour. Some of it changes
 * in the course of three months.
 */

/** A thing that is so from one day on, and perhaps something else later. */
export interface Fact {
  /** What it says on which day, counted from the first one; the newest holds. */
  readonly states: ReadonlyArray<readonly [day: number, text: string]>
  readonly questions: ReadonlyArray<string>
  /** How often it is asked for, beside the others. */
  readonly weight: number
}

const fact = (weight: number, questions: ReadonlyArray<string>, ...states: Fact['states']): Fact => ({ states, questions, weight })

export const facts: ReadonlyArray<Fact> = [
  fact(
    9,
    ['Who repairs the boiler?', 'Whom do I call when the boiler is cold?', 'The boiler shows E4 again, who comes for it?'],
    [0, 'The boiler is repaired by Ines Okafor, telephone 555-0142.'],
    [31, 'The boiler is repaired by Lindqvist Heating since October, telephone 555-0188.'],
  ),
  fact(
    8,
    ['When are the bins collected?', 'Which day do the bins go out?', 'Do I have to put the bins out tonight?'],
    [0, 'The bins are collected on Tuesday morning before seven.'],
    [45, 'The bins are collected on Thursday morning before seven.'],
  ),
  fact(
    8,
    ['What does the workshop charge for an hour?', 'What is our hourly rate?', 'How much do I write on the invoice for an hour?'],
    [0, 'The workshop charges 62 euros for an hour of work.'],
    [38, 'The workshop charges 66 euros for an hour of work.'],
    [70, 'The workshop charges 68 euros for an hour of work.'],
  ),
  fact(
    7,
    ['Who delivers the oak?', 'Where do we order oak boards?', 'Who sells us the oak boards?'],
    [0, 'Oak boards come from Falk Timber, ordered by Wednesday noon.'],
    [52, 'Oak boards come from Brandt Sawmill, ordered by Monday evening.'],
  ),
  fact(
    6,
    ['When does Mia have swimming?', 'Which day is Mia’s swimming lesson?', 'When do I drive Mia to the pool?'],
    [0, 'Mia has swimming on Wednesday at half past four.'],
    [24, 'Mia has swimming on Friday at five.'],
  ),
  fact(
    6,
    ['What is Tom allergic to?', 'What may Tom not eat?', 'Can Tom have the walnut cake?'],
    [0, 'Tom is allergic to hazelnuts and walnuts.'],
  ),
  fact(
    5,
    ['Where is the spare key?', 'Where did we put the spare key?', 'Who has our spare key?'],
    [0, 'The spare key hangs behind the blue pot in the shed.'],
    [61, 'The spare key is with Ruth next door.'],
  ),
  fact(
    5,
    ['What is the password of the guest network?', 'How do guests get onto the wireless network?', 'What is the guest network called?'],
    [0, 'Guests use the wireless network “Heron” and read the word on the card by the door.'],
  ),
  fact(
    5,
    ['How is the table saw set up?', 'Which blade is in the table saw?', 'What blade do I need for the table saw?'],
    [0, 'The table saw runs the 250 mm blade with 48 teeth for plywood.'],
    [33, 'The table saw runs the 250 mm blade with 60 teeth for plywood.'],
  ),
  fact(
    4,
    ['When is the car inspected?', 'When does the van go to the inspection?', 'Is the van due at the garage?'],
    [0, 'The van is inspected on 14 October at Harbour Garage.'],
    [20, 'The van is inspected on 4 November at Harbour Garage.'],
  ),
  fact(
    4,
    ['Who keeps the books?', 'Who does our taxes?', 'Where do I send the receipts?'],
    [0, 'The books are kept by Petra Voss; receipts go to her by the fifth of the month.'],
  ),
  fact(
    4,
    ['When is the dentist?', 'When does Tom see the dentist?', 'At what time is Tom’s dentist?'],
    [0, 'Tom sees the dentist Dr. Amari on 9 October at three.'],
    [28, 'Tom sees the dentist Dr. Amari on 16 October at four.'],
  ),
  fact(
    4,
    ['How long does the oil of the worktop dry?', 'When can I use the oiled worktop?', 'How long must the worktop oil dry?'],
    [0, 'The oil of a worktop dries for 24 hours between coats.'],
    [66, 'The oil of a worktop dries for 16 hours between coats; the new tin is quicker.'],
  ),
  fact(
    3,
    ['Where do the hens sleep?', 'Who closes the hens in?', 'When is the hen house closed?'],
    [0, 'The hen house is closed at dusk by whoever cooks.'],
  ),
  fact(
    3,
    ['What is due for the Nilsson kitchen?', 'When do we deliver the Nilsson kitchen?', 'Is the Nilsson kitchen ready?'],
    [5, 'The Nilsson kitchen is delivered on 20 October.'],
    [40, 'The Nilsson kitchen is delivered on 27 October, because the hinges are late.'],
  ),
  fact(
    3,
    ['What size is the Okoro table?', 'How long will the Okoro table be?', 'What did Okoro order?'],
    [12, 'The Okoro table is ash, 220 by 95 centimetres.'],
    [48, 'The Okoro table is ash, 240 by 95 centimetres.'],
  ),
  fact(
    3,
    ['How do we feed the sourdough?', 'How much flour does the sourdough get?', 'When is the sourdough fed?'],
    [0, 'The sourdough is fed on Saturday with 50 grams of rye flour.'],
  ),
  fact(
    3,
    ['Who lends us the trailer?', 'Where do I get the trailer?', 'Can we borrow a trailer?'],
    [0, 'The trailer is lent by Henrik at the boatyard.'],
    [57, 'The trailer is lent by Ruth; Henrik sold his.'],
  ),
  fact(
    2,
    ['What is the school’s number?', 'Whom do I call when Mia is ill?', 'How do I report Mia ill at school?'],
    [0, 'Mia is reported ill at the school office before eight, telephone 555-0119.'],
  ),
  fact(
    2,
    ['Which glue is for outdoor joints?', 'What glue do we use outdoors?', 'Which glue holds in the rain?'],
    [0, 'Joints that stand outdoors are glued with polyurethane glue.'],
    [76, 'Joints that stand outdoors are glued with epoxy.'],
  ),
]

/** File name and text of each document. */
export const documents: Readonly<Record<string, string>> = {
  'home/heating.md':
    '# Heating\n\nThe boiler stands in the cellar, left of the stairs.\n\n## The code E4\n\nE4 means that the pressure is too low. Fill up to 1.5 bar at the red tap, then press reset for five seconds.\n\n## Radiators\n\nBleed the radiators in October, the top floor first.\n',
  'home/garden.md':
    '# Garden\n\nThe apple trees are cut in February. The hedge is cut before the first of March.\n\n## Hens\n\nSix hens. They get 700 grams of grain a day, and water that does not freeze.\n',
  'home/water.md':
    '# Water\n\nThe main tap is under the sink in the utility room.\n\n## In winter\n\nClose the tap of the garden before the first frost and leave the outer one open.\n',
  'family/school.md':
    '# School\n\nThe bus leaves at 7:35 from the church.\n\n## Mia\n\nClass 4b, Ms. Adeyemi. Sports on Monday and Thursday.\n\n## Tom\n\nClass 1a, Mr. Halloran. He needs his indoor shoes on Friday.\n',
  'family/health.md':
    '# Health\n\n## Doctors\n\nDr. Sørensen for everybody; Dr. Amari for teeth.\n\n## Medicine\n\nTom’s spray is in the upper drawer of the kitchen. It is renewed in March.\n',
  'workshop/machines.md':
    '# Machines\n\n## Table saw\n\nChange the blade only with the plug out. The riving knife stays on.\n\n## Planer\n\nKnives are turned after 40 hours. The extraction must run.\n\n## Band saw\n\nTension at mark six for the wide blade.\n',
  'workshop/orders.md':
    '# Orders\n\nAn offer holds for four weeks. Half is paid when it is accepted.\n\n## Delivery\n\nCall the customer two days before. Take the blankets and the four-wheel trolley.\n\n## Complaints\n\nLook at it within a week. See [machines](machines.md).\n',
  'workshop/finish.md':
    '# Finish\n\n## Oil\n\nTwo coats with a rag; burn or soak the rags, they catch fire by themselves.\n\n## Varnish\n\nThin the first coat by a tenth. Sand with 240 between.\n',
  'workshop/suppliers.md':
    '# Suppliers\n\nHinges from Castell, glue from Marine Supplies, oak and ash from the sawmill.\n\n## Paying\n\nWithin ten days with two per cent off.\n',
  'kitchen/recipes.md':
    '# Recipes\n\n## Fish soup\n\nFennel, potatoes, saffron, a litre of stock; cod at the end for six minutes.\n\n## Pancakes\n\nThree eggs, 250 grams of flour, half a litre of milk. Rest for half an hour.\n',
}

/** Questions that documents answer. */
export const documentQuestions: ReadonlyArray<string> = [
  'What does E4 on the boiler mean?',
  'How do I bleed the radiators?',
  'When is the hedge cut?',
  'How much grain do the hens get?',
  'Where is the main tap of the water?',
  'What do I do with the garden tap before the frost?',
  'When does the school bus leave?',
  'When does Tom need his indoor shoes?',
  'Where is Tom’s spray?',
  'How do I change the blade of the saw?',
  'When are the planer knives turned?',
  'How long does an offer hold?',
  'What do we take along for a delivery?',
  'How do I thin the varnish?',
  'What do I do with the oily rags?',
  'Where do the hinges come from?',
  'What goes into the fish soup?',
  'How many eggs are in the pancakes?',
]

/** Talk that no memory answers. */
export const smallTalk: ReadonlyArray<string> = [
  'Write a birthday card for my aunt, please.',
  'What is the weather like in Lisbon?',
  'Translate “good evening” into Danish.',
  'Give me a riddle for the children.',
  'How far is it to the moon?',
  'Thanks, that is all for today.',
]
