/**
 * Words that texts use in the same places though they never mean the same. Each line is a set of sisters, parted by commas; the words of one sister mean the same and
 * are parted by slashes. Word vectors take sisters for one another, so that one of them must never be read as another.
 */
export const sisterLines = `
second, minute, hour, day/date, week/weekly, month/monthly, quarter/quarterly, year/yearly/annual, decade, century
morning, noon, afternoon, evening, night
latitude/lat, longitude/lng/lon
north, south, east, west
revenue/turnover/sale/takings/gross, profit/margin/earnings, cost/expense/expenditure/spend, tax/vat, discount/rebate, loss, debt
income/revenue/turnover, cost/expense/expenditure, tax
price/amount/total/charge/fee/payment, profit/margin/earnings, tax/vat, discount/rebate, quantity/qty, salary/wage/pay
asset, liability, equity
credit, debit
buyer/purchaser, seller/vendor/supplier
customer/client/patron/shopper, supplier/vendor, employee/staff/worker
buy/purchase, sell
lender, borrower
sender, recipient/receiver/addressee
send, receive
borrow, lend
teacher/instructor/professor/lecturer, student/pupil
doctor/physician/surgeon, patient, nurse
author/writer, reader, publisher, editor
manager/boss/supervisor, employee/worker/subordinate
landlord, tenant
driver, passenger
host, guest
male/man/boy, female/woman/girl
husband, wife
mother, father, son, daughter, brother, sister
child, parent, adult
continent, country/nation, state/province, county, city/town, village, street
height/altitude/elevation, width, length, depth, weight/mass, volume, area
size, weight, age
start/begin/beginning, end/finish
open, close
arrival/arrive, departure/depart
origin/source, destination/target
inbound/incoming, outbound/outgoing
minimum/min/least/lowest, maximum/max/most/highest
average/mean, median, total/sum
win/winner/victory, loss/lose/loser/defeat, draw/tie
goal, assist
home, away
birth/born, death/died
hire/join, leave/quit/terminate
hit, miss
first, last, middle
forename, surname
left, right
old, new
up, down
high, low
early, late
positive, negative
active, inactive
enabled, disabled
accept/approve, reject/refuse/deny
create, delete, update
insert, remove
add, subtract
success/succeed, failure/fail
billing, shipping
inpatient, outpatient
offline, online
retail, wholesale
summer, winter, spring, autumn/fall
breakfast, lunch, dinner
gold, silver, bronze
red, blue, green, yellow, black, white
temperature, humidity, precipitation/rain, pressure, wind, snow
sunrise, sunset
likes/like, dislikes/dislike, views/view, comments/comment
phone/telephone/mobile, fax, email, address
car, truck, bus, train, ship/boat, plane/aircraft, bicycle/bike, motorcycle
dog, cat, bird, fish, horse
mean, variance
protein, fat, carbohydrate, sugar, calorie
systolic, diastolic
import, export
upload, download
supply, demand
theory, practice
question, answer
request, response
plaintiff, defendant
budget, actual, forecast
debut, finale
singular, plural
net, gross
`
