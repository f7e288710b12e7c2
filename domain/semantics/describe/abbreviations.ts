/** Abbreviations in names of tables and columns that have one meaning there: what is written, and what it stands for. */
const plain = `
accnt acct acnt: account
addr adrs: address
amnt amt: amount
appt apptmt: appointment
avg: average
bal balnc: balance
bdgt: budget
bdrm bdrms: bedrooms
bldg bldng: building
cat categ ctgry: category
cde: code
cert: certificate
chg: charge
clm: claim
cnt: count
cntry ctry: country
crs: course
crtd: created
cstmr cust: customer
curncy: currency
delinq: delinquency
deliv dlv dlvry: delivery
dept deptt: department
desc descr descrip dscr: description
dest dstn: destination
diag diagn: diagnosis
discnt dscnt: discount
dist: distance
dob: date of birth
doc: document
dod: date of death
doj: date of joining
dt: date
durn: duration
elev: elevation
emp empl: employee
enrl: enrollment
eqp eqpt: equipment
est: estimated
expns: expense
firstname fname: first name
flg: flag
freq: frequency
frght frt: freight
govt: government
grp: group
hgt ht: height
hosp: hospital
hrs: hours
img: image
instr: instructor
insur: insurance
inv: invoice
lang: language
lastname lname: last name
lat: latitude
lgth lngth: length
lic licn: license
lng: longitude
loc: location
lvl: level
maint: maintenance
manuf mfg mfgr mfr: manufacturer
mbr memb: member
mgmt: management
mgr mngr: manager
mkt: market
mnth mth: month
mnths mths: months
mrgn: margin
msg: message
natl: nationality
nbhd nghbrhd: neighborhood
nbr num: number
nm nme: name
occup: occupation
ordr: order
org: organization
pax: passengers
paymt pmnt pmt pymnt pymt: payment
pct pctg perc prcnt: percent
phn: phone
pkg: package
popn: population
prcp: precipitation
prdct prod: product
prncp: principal
proced: procedure
prof: professor
proj: project
ptnt: patient
purch: purchase
qnty qtty qty: quantity
qtr: quarter
rcvd recd: received
ref: reference
rep: representative
revn: revenue
rsn: reason
rtg: rating
sal slry: salary
satisf: satisfaction
sched: schedule
sec: section
seq: sequence
shipmt shpmt: shipment
splr suppl: supplier
sqft: square feet
src: source
ssn: social security number
stdnt stu stud: student
stn: station
strt: start
sts stts: status
subj: subject
svc: service
tchr: teacher
tel: telephone
telno: telephone number
temp: temperature
tmstmp: timestamp
tot ttl: total
trx txn: transaction
typ: type
univ: university
uom: unit of measure
upd updtd: updated
usr: user
veh: vehicle
verif: verification
vndr: vendor
vol: volume
wdth: width
wgt wt: weight
whse: warehouse
wk: week
wks: weeks
yr: year
yrs: years`

/** What is written short in names, with the one word it stands for. */
export const abbreviations: ReadonlyMap<string, string> = new Map(
  plain
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [shorts = '', long = ''] = line.split(': ')
      return shorts.split(' ').map((short): [string, string] => [short, long])
    }),
)
