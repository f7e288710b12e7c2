import { phraseList, wordSet } from '../forms/word-set.ts'

/**
 * Nouns of one kind: what people say for what a label of the same kind names, where it is the only one. Singular. `labels` are nouns that labels are or end in, the
 * same as are said where they are left out; `holds` what they label; `before` first words of labels that make their last word one of another kind.
 */
export type NounKind = { said: readonly string[]; labels: readonly string[]; holds: 'text' | 'number' | 'rows'; before?: ReadonlySet<string> }

const kind = (holds: NounKind['holds'], said: string, labels = said, before = ''): NounKind => ({
  said: phraseList(said),
  labels: phraseList(labels),
  holds,
  before: wordSet(before),
})

export const nounKinds: readonly NounKind[] = [
  // Where something is: what lies in a country, and what lies in a region.
  kind(
    'text',
    'city;town;place;location;site;village;municipality;suburb;area;district',
    'city;town;place;location;site;village;municipality;suburb;station;locality;neighborhood;neighbourhood;borough',
    'storage bin shelf body',
  ),
  kind('text', 'region;area;territory;zone;district;province;county', 'region;area;territory;zone;province;county;state;district', 'surface floor focus time'),
  // Where a business has its rooms.
  kind(
    'text',
    'store;shop;branch;outlet;site;location;venue',
    'store;shop;branch;outlet;site;location;venue;depot;salon;studio;clinic;restaurant;facility',
    'body',
  ),
  kind(
    'rows',
    'store;shop;branch;outlet;site;location;venue',
    'store;shop;branch;outlet;site;location;venue;depot;salon;studio;clinic;restaurant;facility;farm;yard;campus',
  ),
  // People who work together.
  kind(
    'text',
    'team;group;department;squad;crew;division;unit;desk',
    'team;group;department;squad;crew;division;unit;business unit',
    'age blood product food ethnic income muscle price item material size color colour asset fuel target drug peer tax currency stock measuring measurement',
  ),
  kind('rows', 'team;department;squad;crew;division', 'team;department;squad;crew;division;work group'),
  // Those whom a business serves, and those who work in it.
  kind(
    'rows',
    `customer;client;member;user;guest;visitor;patron;buyer;shopper;owner;borrower;reader;patient;subscriber;tenant;renter;passenger;rider;donor;policyholder;cardholder;
    holder;account holder;punter;consumer;hirer;keeper;card holder;member of the public`,
    'customer;client;member;user;guest;visitor;patron;buyer;owner;borrower;patient;subscriber;tenant;renter;passenger;donor;policyholder;hirer;keeper;account',
  ),
  kind('rows', 'employee;staff;worker;colleague;staff member;team member;personnel', 'employee;staff;worker;personnel;staff member;team member'),
  // What somebody does for a living.
  kind(
    'text',
    'job;occupation;profession;position;job title;line of work;trade',
    'job;occupation;profession;position;job title;employee title;employment title;designation;job role',
  ),
  kind('text', 'reason;cause;purpose;motive', 'reason;cause;purpose;motive'),
  kind('text', 'channel;source;medium;referrer', 'channel;source;medium;referrer'),
  kind('text', 'plan;tier;package;edition', 'plan;tier;package;edition;plan type;plan name'),
  kind('text', 'brand;make;manufacturer;maker', 'brand;make;manufacturer;maker'),
  kind('text', 'stage;phase;status', 'stage;phase;status'),
  kind('text', 'language;tongue', 'language'),
  // How much has room.
  kind(
    'number',
    'spot;seat;place;space;berth;bed;slot',
    'capacity;seat;spot;place;space;berth;bed;slot;max participant;maximum participant;seating capacity',
    'parking battery tank fuel storage engine memory disk',
  ),
  // What people give for what they got.
  kind('number', 'star;mark;score;rating', 'rating;score;star;mark', 'credit risk test exam final home away lead'),
  kind('number', 'fee;price;charge;fare;tariff', 'fee;price;charge;fare;tariff;daily rate;hourly rate;nightly rate;room rate;day rate', 'late'),
]

/** What each row of a sheet is, singular, and who it is of where no column tells them apart: the borrowers of a sheet of loans. */
const peopleByRows = `
loan credit mortgage lending: borrower;customer;client
booking reservation stay: guest;customer;client;visitor;traveller
order sale purchase transaction invoice receipt basket: customer;client;buyer;shopper
visit appointment admission consultation treatment encounter er emergency: patient;client;customer;visitor
ticket incident call request complaint case: customer;caller;requester;client
policy insurance claim: policyholder;policy holder;customer;client
enrollment enrolment registration: student;participant;attendee
application: applicant;candidate
rental hire: renter;hirer;customer;client
trip ride journey: rider;passenger;customer
donation gift pledge: donor;supporter;giver
subscription membership: subscriber;member;customer
lease tenancy: tenant;renter
response survey feedback review: respondent;reviewer;customer
lead enquiry inquiry quote: prospect;customer;client
delivery shipment: customer;client;recipient
`

/** Who rows are of, by a word for what they are. */
export const peopleOfRows: ReadonlyMap<string, readonly string[]> = new Map(
  peopleByRows
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [rows = '', people = ''] = line.split(': ')
      return rows.split(' ').map((row): [string, readonly string[]] => [row, phraseList(people)])
    }),
)
