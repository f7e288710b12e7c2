/**
 * Abbreviations of several meanings: what is written, what it stands for, what the column holds, and beside which words of its label, of its table's label or of the
 * table's other columns. `^` and `$` are the first and the last of several words, `=` the only one; without words it is enough what the column holds.
 */
const guarded = `
int: interest: number: rate rt pct percent percentage total paid rec received due accrued income amt amnt amount earned
int: international: text: flight call student phone
inc: income: number: annual monthly yearly household family gross net total applicant personal median avg
inc: incident: any: no num number id date
emp: employment: any: length len status years yrs tenure
emp: employee: any
cat: category: text: $ product item expense sales
desc: description: text
crs: scheduled: any: dep arr elapsed
crs: course: any: student grade credits instr teacher
temp: temperature: number
est: estimated: any: delivery arrival cost value time date price hours hrs duration revenue
loc: location: any: $ ^ =
org: organization: text: name id type $ =
ref: reference: any: no num number id code
rep: representative: text: sales service account
sec: section: text: course class
prof: professor: any: course class dept
cert: certificate: text: type no num number date
chg: charge: number
dist: distance: number
inv: invoice: any: no num number id date amt amnt amount total line due
inv: inventory: number: qty quantity level on hand count value
vol: volume: number
sal: salary: number
ht: height: number
no: number: any: $ of
rec: received: number: total amt amnt amount int prncp fee late
rec: record: any: no num number id
out: outstanding: number: prncp principal bal balance
revol: revolving: any: bal balance util line
util: utilization: number
inq: inquiries: number
acc: accounts: number: open closed active
acc: account: any: no num number id type name bal balance holder
acc: accident: any: date severity
cr: credit: any: line limit amt amnt amount score bal dr debit card rating hrs hours
dr: debit: number: cr credit amt amnt
med: median: number: income age price value rent
med: medication: text: name dose
std: standard: number: cost price rate hours hrs
dev: deviation: number: std standard
act: actual: any: est estimated delivery arrival cost hours hrs departure elapsed
dep: departure: any: arr delay time flight gate airport port station
arr: arrival: any: dep delay time flight gate airport port station
cap: capacity: number: seat seats $ max room
pos: position: text: player emp employee team job
stat: status: text: $ = marital order loan emp civil
gr: gross: number: margin income profit weight sales
ext: extended: number: price amt amnt cost
exp: experience: number: years yrs work job
exp: expiry: time
exp: expense: number: amt amnt amount type total op
rev: revenue: number: total net gross amt cost year month
disc: discount: number
prem: premium: number: policy amt annual monthly ins insurance
ins: insurance: any: type co company policy prem premium claim provider
comm: commission: number: pct rate amt sales salary sal
dur: duration: number
dir: direction: text: wind gust
hum: humidity: number
precip: precipitation: number
alt: altitude: number
lon long: longitude: number: lat latitude
pop: population: number
sat: satisfaction: number: score rating level index
resp: response: any: time mins minutes hrs first date
resol: resolution: any
resv: reservation: any
svc serv: service: any: date type fee charge cost desc name
equip: equipment: any
reg: registration: any: no num number date plate fee
trans: transmission: text: fuel make model car engine mileage
trans: transaction: any: id no num number date amt amnt amount type
mod: model: text: make car vehicle year
eng: engine: any: size fuel make car hp
hp: horsepower: number: mpg car engine make model cylinders
odo: odometer: number
pub: publication: any: year date yr
publ: publisher: text
auth: author: text: title book
gend: gender: text
edu educ: education: any
marg: margin: number
rt: rate: number: $ = int tax pay hourly
cst: cost: number
sls: sales: number
unt: unit: number: price prc cost cst amt
prc: price: number
pr: price: number: unit list sell retail
sz: size: any: $ =
clr: color: text
br brn: branch: text: nm name code cd id
st: state: text: $ =
ln: loan: any: amt amnt amount no num id type status term bal balance
prop: property: any: val value type price prc addr address tax
val: value: number
app: application: any: id no num date dt status type fee
apps: applications: number
len: length: number
lst: list: number: price prc
amt: amount: number
fst: first: text: name nm
lst: last: text: name nm
mth mo: month: any: $ =
phys: physician: text: =
pt: patient: any: age gender sex name nm id no dob zip
brd: breed: text
adm: admission: time
disch: discharge: any
meas: measurement: any: dt date time val value
pts: points: number
reb: rebounds: number
ast: assists: number: pts reb rebounds goals gp stl blk
stl: steals: number
blk: blocks: number: pts reb rebounds ast stl
tov: turnovers: number
po: purchase order: any: no num number id date amt
d: date: time: $
adr: average daily rate: number
revpar: revenue per available room: number
los: length of stay: number
aov: average order value: number
dti: debt to income: number
bmi: body mass index: number
gpa: grade point average: number
bpm: beats per minute: number
mpg: miles per gallon: number
ctr: click through rate: number
cpc: cost per click: number
csat: customer satisfaction: number
nps: net promoter score: number
aht: average handling time: number
`

/** Initials that people say as well: the label stays as it is, and what it stands for is another name of it. */
const initials = `
ltv clv: customer lifetime value: number
cac: customer acquisition cost: number
mrr: monthly recurring revenue: number
arr: annual recurring revenue: number: mrr plan subscription account
cogs: cost of goods sold: number
`

/** What a column holds that an abbreviation is a word of the label of. */
export type Held = 'number' | 'time' | 'text'

/** What an abbreviation may stand for, what the column then holds, and the words of which one must stand beside it; null where none need to. */
export type Meaning = { long: string; holds: string; beside: ReadonlySet<string> | null }

function entries(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(':').map((part) => part.trim()))
}

/** Abbreviations that stand for something only where the column and the words beside them tell so; the first meaning that fits counts. */
export const guardedAbbreviations = meaningsIn(guarded)

/** What initials that stay may stand for, as `guardedAbbreviations` has it. */
export const spokenInitials = meaningsIn(initials)

function meaningsIn(text: string): ReadonlyMap<string, readonly Meaning[]> {
  const found = new Map<string, Meaning[]>()
  for (const [shorts = '', long = '', holds = '', beside] of entries(text))
    for (const short of shorts.split(' '))
      found.set(short, [...(found.get(short) ?? []), { long, holds, beside: beside === undefined ? null : new Set(beside.split(' ')) }])
  return found
}
