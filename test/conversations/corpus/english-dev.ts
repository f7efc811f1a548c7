/** English, development half: an illustrator who works for herself, with a family and a garden. */
import type { Half } from '../half.ts'

export const englishDev: Half = {
  language: 'en',
  part: 'dev',
  notes: {
    'tax-adviser':
      '# Tax adviser\n\nMy tax adviser is Deborah Quayle at Lister & Quayle on Park Row. Receipts go to her as one PDF, by the tenth of each month.',
    'hourly-rate':
      '# Rates\n\nI charge 68 pounds an hour for illustration and 45 for corrections after the second round. Charities pay a fifth less.',
    printer: '# Print shop\n\nPostcards and zines are printed at Hopwood Press in Otley. They want CMYK files with a bleed of 3 mm.',
    'piano-lessons':
      '# Piano\n\nEllie has her piano lesson with Mr Adeyemi on Wednesdays at half past four, in the hall behind the library.',
    allergies: '# Allergies in the family\n\nTom is allergic to cashews and pistachios; almonds are fine. Ellie cannot have kiwi.',
    boiler:
      '# Boiler\n\nThe boiler is a Vaillant ecoTEC. When it loses pressure, open the silver tap below it until the needle stands at 1.3 bar.',
    'garden-beds': '# Vegetable beds\n\nBeans grow in the bed by the shed, onions next to the compost. Tomatoes stay in the greenhouse.',
    'client-northgate':
      '# Northgate Books\n\nNorthgate Books orders the covers of the Harbour series. Their art director Priya Raman wants three sketches before any colour.',
    'wifi-guests':
      '# Guests\n\nGuests sleep in the attic room; the sofa bed folds out to the left. Towels are in the chest on the landing.',
    'studio-address':
      '# Studio\n\nThe address of the studio is Unit 4, Calder Mill, Hebden Road. The studio has a loading bay at the back for couriers.',
    'studio-move-june':
      '# Moving in June\n\nWe gave up Calder Mill. Since the first of June the studio is at 19 Foundry Street, second floor, and deliveries go to the porter.',
    dentist: '# Dentist\n\nThe dentist of the children is Dr Malik in Bridge Street. Dr Malik sees them every spring and autumn.',
    'dentist-change': '# Letter from the practice\n\nDr Malik has retired. The children now go to Dr Osei at the Corner Practice.',
    'invoice-terms': '# Invoices\n\nInvoices are payable within 30 days. Invoices carry the number of the order and our bank details.',
    'terms-2026': '# New terms for 2026\n\nFrom January clients have to pay after 14 days at the latest; the accountant asked for it.',
    'school-pickup':
      '# School pick-up\n\nPick-up from school on Fridays is done by Grandma Jean, who waits at the main gate at ten past three.',
    'autumn-timetable':
      '# Timetable from September\n\nJean has her pottery class on Fridays now, so Uncle Rob collects the children from school that day.',
    'tax-return':
      '# Tax return\n\nThe tax return for last year went out in May. The tax office asked again who paid for the train to Leeds, and where the receipt is.',
    'charity-work':
      '# Work for charities\n\nThe hedgehog charity pays for illustration by the piece, 120 pounds an illustration, whatever the hours.',
    'postcard-orders':
      '# Postcard orders\n\nThe bookshop in Ilkley takes two hundred postcards; the print of the fox is sold out in every shop.',
    'choir-ellie':
      '# Ellie at school\n\nEllie sings in the choir on Mondays, and her class teacher is Ms Farrow. She plays the piano part at the summer concert.',
    'kitchen-stock':
      '# Stock in the kitchen\n\nNuts, seeds and flour stand on the upper shelf; Tom eats the muesli without nuts from the blue tin.',
    plumber: '# Plumber\n\nThe plumber is Gary Stott; he bled the radiators and says the pressure of the water in the house is high.',
    'garden-tools': '# Garden tools\n\nThe spade and the seeds for beans are in the shed; the bed of roses is cut back in February.',
    'northgate-fair':
      '# Book fair\n\nNorthgate Books has a stand at the book fair and wants sketches of the banner on paper, art postcards too.',
    'guest-book': '# Visit of the Larssons\n\nThe Larssons are our guests over New Year; they sleep long and want towels for the lake.',
  },
  facts: [
    {
      note: 'tax-adviser',
      question: 'Who is my tax adviser?',
      paraphrase: 'Where do the receipts for the tax go every month?',
      reply: 'That is Deborah Quayle of Lister & Quayle on Park Row; she gets the receipts as one PDF by the tenth.',
    },
    {
      note: 'hourly-rate',
      question: 'What do I charge an hour for illustration?',
      paraphrase: 'Which hourly rate do I put into an offer for illustration work?',
      reply: 'Your rate is 68 pounds an hour, and 45 for corrections after the second round.',
    },
    {
      note: 'printer',
      question: 'Which print shop makes the postcards?',
      paraphrase: 'How much bleed do they want in the files for the postcards?',
      reply: 'Hopwood Press in Otley prints them. Send CMYK files with 3 mm of bleed.',
    },
    {
      note: 'piano-lessons',
      question: 'When does Ellie have her piano lesson?',
      paraphrase: 'At what time must Ellie be at the piano teacher?',
      reply: 'On Wednesdays at 4:30 pm with Mr Adeyemi, in the hall behind the library.',
    },
    {
      note: 'allergies',
      question: 'Which nuts is Tom allergic to?',
      paraphrase: 'Is there any allergy of Tom that I should tell the school kitchen?',
      reply: 'Tom must not eat cashews or pistachios. Almonds are fine for him.',
    },
    {
      note: 'boiler',
      question: 'What do I do when the boiler loses pressure?',
      paraphrase: 'The pressure of the boiler is low, where should the needle stand?',
      reply: 'Open the silver tap under the Vaillant until the needle stands at 1.3 bar, then close it again.',
    },
    {
      note: 'garden-beds',
      question: 'Which bed do the beans grow in?',
      paraphrase: 'Where in the garden did I put beans and onions?',
      reply: 'The beans are in the bed by the shed, and the onions next to the compost.',
    },
    {
      note: 'client-northgate',
      question: 'How many sketches does Northgate Books want?',
      paraphrase: 'What does the art director of Northgate expect before colour?',
      reply: 'Priya Raman of Northgate Books wants to see three sketches before any colour.',
    },
    {
      note: 'wifi-guests',
      question: 'Where do guests sleep?',
      paraphrase: 'Where are the towels for the guests kept?',
      reply: 'Guests get the attic room with the sofa bed; the towels are in the chest on the landing.',
    },
  ],
  renewed: [
    {
      note: 'studio-move-june',
      stale: 'studio-address',
      question: 'What is the address of the studio?',
      paraphrase: 'Where is the studio, for a courier?',
      reply: 'The studio is at Unit 4, Calder Mill, Hebden Road, with the loading bay at the back.',
      corrections: [
        'No, that is the old place. The studio is at 19 Foundry Street now, on the second floor.',
        "We left Calder Mill, it's Foundry Street 19 these days.",
        "Hm, isn't that out of date? We moved to 19 Foundry Street in June.",
        'Calder Mill is history. Foundry Street, number 19.',
      ],
    },
    {
      note: 'dentist-change',
      stale: 'dentist',
      question: 'Who is the dentist of the children?',
      paraphrase: 'Which dentist do the children see?',
      reply: 'Dr Malik in Bridge Street, every spring and autumn.',
      corrections: [
        "That's not right any more, they go to Dr Osei at the Corner Practice.",
        "Dr Malik has retired, it's Dr Osei now.",
        'Not Dr Malik, Dr Osei at the Corner Practice.',
        'You mean Dr Osei. The children changed to the Corner Practice.',
      ],
    },
    {
      note: 'terms-2026',
      stale: 'invoice-terms',
      question: 'Within how many days are invoices payable?',
      paraphrase: 'How long do clients have to pay the invoices?',
      reply: 'They are payable within 30 days.',
      corrections: [
        "Wrong, it's 14 days at the latest since January.",
        'It used to be 30, now clients have 14 days.',
        '14 days, not 30.',
        'Careful, since January they have to pay after 14 days at the latest.',
      ],
    },
    {
      note: 'autumn-timetable',
      stale: 'school-pickup',
      question: 'Who does the school pick-up on Fridays?',
      paraphrase: 'Who collects the children from school on Friday?',
      reply: 'Grandma Jean does. She waits at the main gate at ten past three.',
      corrections: [
        'No, Uncle Rob collects them on Fridays, she has pottery then.',
        'Not Jean any more, Uncle Rob fetches them on Fridays.',
        'Rob collects the children on that day now.',
        "Actually that's Uncle Rob, because Jean is at her pottery class.",
      ],
    },
  ],
  remarks: [
    { kind: 'form', about: 'tax-adviser', says: 'That is not what I wanted, make it shorter.' },
    {
      kind: 'form',
      about: 'client-northgate',
      asked: 'Write two lines to Northgate Books that the sketches for the cover come on Monday.',
      reply: 'Dear Ms Raman, the three sketches for the Harbour cover will reach you on Monday, before any colour. Kind regards.',
      says: 'No, way too stiff. She is a friend, write it like I talk.',
    },
    { kind: 'form', about: 'garden-beds', says: "That's wrong, I asked for a table and not for a sentence." },
    { kind: 'choice', about: 'printer', says: 'Not that one, the second one.' },
    {
      kind: 'action',
      about: 'hourly-rate',
      asked: 'Put the hourly rate for illustration into offer.md, please.',
      reply: 'Done: I wrote 68 pounds an hour into offer-template.md.',
      says: 'Stop, you edited the wrong file!',
    },
    {
      kind: 'action',
      about: 'allergies',
      asked: "Add Tom's allergy to the form for the school trip.",
      reply: 'I added cashews and pistachios to the form and sent it to the school.',
      says: 'No! You should not have sent it, I only wanted a draft.',
    },
    { kind: 'unasked', about: 'wifi-guests', says: "I didn't ask for that." },
    { kind: 'other', about: 'piano-lessons', says: "You're wrong about the weather by the way, it is pouring outside." },
    { kind: 'other', about: 'boiler', says: 'That is wrong, the margin of the header should be 8px.' },
    {
      kind: 'other',
      about: 'printer',
      asked: 'How do I name the files for the print shop? Something with the date.',
      reply: 'For Hopwood Press you could use postcard_2026-11-23_cmyk.pdf.',
      says: 'No, not with underscores. Hyphens are easier to read.',
    },
    { kind: 'form', about: 'boiler', says: "That's not what I meant. Explain it so that a child understands it." },
    {
      kind: 'action',
      about: 'garden-beds',
      asked: 'Make a drawing of the beds with the beans and the onions.',
      reply: 'Here is the drawing: beans by the shed, onions by the compost. I saved it over garden.svg.',
      says: 'Nope, wrong folder. Put that back where it was.',
    },
    { kind: 'bare', about: 'hourly-rate', says: "No, that's wrong." },
    { kind: 'bare', about: 'allergies', says: 'That is not correct.' },
    {
      kind: 'unheld',
      about: 'piano-lessons',
      says: "No, that's wrong, her lesson was moved to Thursdays at five.",
      states: 'Thursdays at five',
    },
    {
      kind: 'unheld',
      about: 'client-northgate',
      says: 'That is not right, they only want two sketches these days.',
      states: 'two sketches',
    },
    { kind: 'other', about: 'tax-adviser', says: 'No, the train to Leeds goes at nine, not at ten.' },
    { kind: 'other', about: 'allergies', says: "That's wrong, Arsenal won that match in 1998." },
    { kind: 'other', about: 'client-northgate', says: 'Not true, a byte has eight bits.' },
  ],
  unrelated: [
    'What is 17 times 23?',
    'ok',
    'Thanks, see you tomorrow!',
    'Translate "good luck" into Portuguese.',
    'Write a function that reverses a list in Python.',
    'Who wrote Wuthering Heights?',
    'Tell me a joke about penguins.',
  ],
}
