/** English, held-out half: the secretary of a village theatre club. It has been looked at since, so it is for development too. */
import type { Half } from '../half.ts'

export const englishHeldOut: Half = {
  language: 'en',
  part: 'held-out',
  notes: {
    licence:
      '# Licence for the play\n\nThe rights to "The Lantern Keeper" came from Merrow Plays for 240 pounds; they cover six performances.',
    'lighting-desk':
      '# Lighting desk\n\nThe desk is started with the red key, which hangs in the prompt corner. Cue 14 is broken: skip from 13 to 15.',
    costumes:
      '# Costumes\n\nCostumes are stored above the stables at Holt Farm. Miriam Tait has the inventory; velvet is cleaned by hand only.',
    treasurer: '# Money\n\nOscar Venn is treasurer. Anything above 150 pounds needs his signature and one of the committee.',
    'tea-rota':
      '# Tea rota\n\nThe interval drinks are served by the Pascoes in March and by the Lindells in April. The urn takes forty minutes to boil.',
    'fire-exits':
      '# Fire drill\n\nIn a fire the audience leaves by the yard door, the cast by the scene dock. Meeting point: the war memorial.',
    rehearsals: '# Rehearsals\n\nWe rehearse on Mondays and Thursdays from seven, act two only on Thursdays.',
    'sound-effects': '# Sound\n\nThe thunder and the foghorn come from a laptop at the back; volume seven is right for a full house.',
    members: '# Membership\n\nMembers pay 25 pounds a season, pupils nothing. Forms are collected by Gwen Ashdown.',
    'box-office':
      '# Box office\n\nTickets are sold at the box office in the post office. The box office opens on weekdays from nine to one.',
    'tickets-online':
      '# Minutes of the October meeting\n\nThe post office shop closes. Tickets are sold through the bakery, Crumb & Co., instead.',
    director: '# Director\n\nThe director of the spring play is Hal Brandreth. The director wants the script learnt by February.',
    'letter-hal': '# Letter from Hal\n\nHal broke his hip and steps down. Ruth Okafor takes over the spring play.',
    'van-hire': '# Van\n\nThe van for the scenery is hired from Dunmore Motors. The van costs 60 pounds a day with a full tank.',
    'van-quote': '# Quote for hauling flats\n\nDunmore has sold up. For moving scenery we use Tindall Rentals, 75 pounds a day.',
    'hall-key': '# Key of the hall\n\nThe key of the hall is kept by Mrs Garside at the vicarage, who goes to bed at nine.',
    'key-safe': '# Lockbox\n\nThe hall has a lockbox beside the side door since Easter; nobody has to ring at the vicarage for the key.',
    'licence-music':
      '# Music rights\n\nThe licence for the songs is paid per evening, 8 pounds a performance, to the music society. It covers recordings too.',
    'light-bulbs': '# Bulbs\n\nSpare bulbs for the lighting bars are in the tin under the desk; the lighting crew skip the Tuesday tea.',
    'costume-hire':
      '# Hiring costumes out\n\nThe school hires our costumes for ten pounds; they are stored in bags and come back washed, with a list.',
    grants: '# Grants\n\nThe council pays the grant to our account in June; the treasurer of the parish needs a signature on the form.',
    raffle: '# Raffle\n\nIn the interval of the April show we sell raffle tickets, and the drinks merchant gives the first prize.',
    'yard-gate':
      '# Yard\n\nThe audience parks in the yard; the gate and the stage door are locked in winter. The fire brigade has a drawing.',
    'read-through':
      "# Read-through\n\nWe meet for the reading of act two at Gwen's house, two days after the auditions; we rehearse the songs there.",
    'sound-licence':
      '# Loudspeakers\n\nThe loudspeakers in the hall are on loan; the sound is full of hum when the volume is turned up in the back row.',
    'life-members': '# Life members\n\nLife members are Ted and Hilda Sykes; they pay nothing and get the programme of the season by post.',
  },
  facts: [
    {
      note: 'licence',
      question: 'How many performances does the licence cover?',
      paraphrase: 'What did we pay for the rights to The Lantern Keeper?',
      reply: 'Six performances. Merrow Plays charged 240 pounds for it.',
    },
    {
      note: 'lighting-desk',
      question: 'How is the lighting desk started?',
      paraphrase: 'Is there a cue on the lighting desk that I must skip?',
      reply: 'With the red key from the prompt corner. Mind that cue 14 is broken; jump from 13 straight to 15.',
    },
    {
      note: 'costumes',
      question: 'Where are the costumes stored?',
      paraphrase: 'Who has the inventory of our costumes?',
      reply: 'They are above the stables at Holt Farm, and Miriam Tait holds the list.',
    },
    {
      note: 'treasurer',
      question: 'Who is our treasurer?',
      paraphrase: 'From what sum on do I need the signature of the treasurer?',
      reply: 'Oscar Venn. He and someone of the committee have to sign for anything over 150 pounds.',
    },
    {
      note: 'tea-rota',
      question: 'Who serves the interval drinks in April?',
      paraphrase: 'How long before the interval must the urn be switched on?',
      reply: "It's the Lindells in April; the Pascoes had March. Give the urn forty minutes.",
    },
    {
      note: 'fire-exits',
      question: 'By which door does the audience leave in a fire?',
      paraphrase: 'Where do we meet after a fire drill?',
      reply: 'Through the yard door, while the cast goes by the scene dock. Everybody gathers at the war memorial.',
    },
    {
      note: 'rehearsals',
      question: 'On which days do we rehearse?',
      paraphrase: 'When do we rehearse act two?',
      reply: 'Mondays and Thursdays at seven, and act two is for Thursdays.',
    },
    {
      note: 'sound-effects',
      question: 'Where does the sound of the foghorn come from?',
      paraphrase: 'Which volume is right for the thunder in a full house?',
      reply: 'From the laptop at the back of the hall, with the volume at seven when it is full.',
    },
    {
      note: 'members',
      question: 'What do members pay for a season?',
      paraphrase: 'Who collects the membership forms?',
      reply: 'It is 25 pounds a season, free for pupils; Gwen Ashdown takes the forms.',
    },
  ],
  renewed: [
    {
      note: 'tickets-online',
      stale: 'box-office',
      question: 'Where are tickets sold?',
      paraphrase: 'Where can people buy their tickets?',
      reply: 'At the box office in the post office, on weekdays from nine to one.',
      corrections: [
        "No, you can't get them there any longer. Crumb & Co., the bakery, sells them.",
        'The post office shop shut, so it is Crumb & Co. now.',
      ],
    },
    {
      note: 'letter-hal',
      stale: 'director',
      question: 'Who is the director of the spring play?',
      paraphrase: 'Who directs the play in spring?',
      reply: 'Hal Brandreth directs it and wants the script learnt by February.',
      corrections: ['You are mistaken: Ruth Okafor took over from him.', 'Hal broke his hip, Ruth Okafor has the spring play.'],
    },
    {
      note: 'van-quote',
      stale: 'van-hire',
      question: 'Where is the van for the scenery hired?',
      paraphrase: 'Whom do we hire the scenery van from?',
      reply: 'From Dunmore Motors at 60 pounds a day, full tank included.',
      corrections: [
        "That's outdated. We go to Tindall Rentals, and they take 75 pounds.",
        "Dunmore sold up ages ago, it's Tindall Rentals.",
      ],
    },
    {
      note: 'key-safe',
      stale: 'hall-key',
      question: 'Who keeps the key of the hall?',
      paraphrase: 'Where do I get the hall key in the evening?',
      reply: 'Mrs Garside at the vicarage has it, but ring before nine.',
      corrections: [
        'Not true, there is a lockbox beside the side door now.',
        'Nobody has to ring at the vicarage, use the lockbox beside the side door.',
      ],
    },
  ],
  remarks: [
    { kind: 'form', about: 'rehearsals', says: "Nope, that isn't what I had in mind. Bullet points, please." },
    {
      kind: 'form',
      about: 'members',
      asked: 'Draft a notice that members pay at the first evening.',
      reply: 'Dear members, the 25 pounds for the season are collected on the first evening by Gwen Ashdown. Pupils are free.',
      says: 'Wrong tone! It reads like a summons.',
    },
    { kind: 'form', about: 'treasurer', says: 'Not good. Half of that would do, and drop the second sentence.' },
    { kind: 'choice', about: 'costumes', says: 'No, I meant the other option you gave me earlier.' },
    {
      kind: 'action',
      about: 'tea-rota',
      asked: 'Add the April drinks to the programme.',
      reply: 'I put the Lindells into the programme and removed the adverts to make room.',
      says: "That's the wrong thing to remove, bring the adverts back.",
    },
    {
      kind: 'action',
      about: 'licence',
      asked: 'Note the licence fee in the accounts.',
      reply: 'Booked: 240 pounds to Merrow Plays, in the sheet of last season.',
      says: 'You opened the wrong sheet, undo that.',
    },
    { kind: 'unasked', about: 'fire-exits', says: 'Nobody asked you about that.' },
    { kind: 'other', about: 'sound-effects', says: "You're mistaken about the train, it leaves at 7:42 and not at 7:24." },
    { kind: 'other', about: 'lighting-desk', says: 'That was incorrect: in Python a tuple cannot be changed.' },
    {
      kind: 'other',
      about: 'costumes',
      asked: 'I drive to Holt Farm for the costumes, is Tuesday a bank holiday?',
      reply: 'Yes, Tuesday is a bank holiday. The costumes are above the stables.',
      says: "That's not true, the bank holiday is on Monday.",
    },
    { kind: 'form', about: 'lighting-desk', says: 'No no, in capital letters, I print it for the wall.' },
    {
      kind: 'action',
      about: 'rehearsals',
      asked: 'Send the rehearsal days to the cast.',
      reply: 'Sent to everybody: Mondays and Thursdays from seven.',
      says: 'Wrong list! That went to the audience, not to the cast.',
    },
    { kind: 'bare', about: 'members', says: 'Wrong.' },
    { kind: 'bare', about: 'licence', says: 'No, you got that wrong.' },
    { kind: 'unheld', about: 'treasurer', says: "You're wrong, Leah Moncrieff does the money since the summer.", states: 'Leah Moncrieff' },
    {
      kind: 'unheld',
      about: 'fire-exits',
      says: 'That is incorrect. We gather in the car park of the school.',
      states: 'car park of the school',
    },
    { kind: 'other', about: 'tea-rota', says: 'Wrong, there are 5280 feet in a mile.' },
    { kind: 'other', about: 'members', says: 'No, that film came out in 1994.' },
  ],
  unrelated: [
    'good morning',
    'How tall is the Eiffel Tower?',
    'Run the tests again.',
    'yes, do it',
    'Book a table for two at eight.',
    'What does "ubiquitous" mean?',
    'Convert 3 miles to kilometres.',
  ],
}
