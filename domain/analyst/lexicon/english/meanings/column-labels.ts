import { wordList, wordSet } from '../forms/word-set.ts'
import { copulas, haveForms } from '../sentences/function-words.ts'

/** Words of the labels of columns and tables by which the analyst knows what they hold. Labels are read in small letters. */

// Amounts

/** Words of columns that hold the money of a transaction, the surest first. */
export const moneyLabels = wordList('total amount revenue sales subtotal turnover payment')

/** Words of columns that hold what the rows of any table amount to, the surest first. */
export const amountLabels = wordList('total amount revenue sales cost value')

/** Words of columns that are parts of an amount, not the amount. */
export const partialAmountLabels = wordSet('tax discount rate')

/** Words for how many goods a line of an order holds. */
export const quantityLabels = wordSet('quantity qty units')

/** "Unit price", "selling price": words beside "price" for the price paid. */
export const paidPriceLabels = wordSet('unit sale sales selling sold')

/** Words of columns that hold how many there are of something: "number of employees". */
export const countLabels = wordSet('number num no count total quantity qty amount order')

/** Words of columns that tell rows apart by rank or class, so that their numbers add up to nothing. */
export const levelLabels = wordSet('level rank grade tier class stage version generation position year season round floor age')

// Names and keys

/** Words of columns that number rows: "invoice no", "country code". */
export const keyLabels = wordSet('id ids no number numbers code codes key keys')

/** Last words of the label of a column that tells which rows belong together: "order id", "invoice no". */
export const lineKeyLabels = wordSet('id no number nr num ref reference')

/** What has a number that comes again each time it runs or is used: two flights have one number, and are two. Singular. */
export const servicesByNumber = wordSet('flight train bus tram ferry route line service channel room seat table lane gate platform')

/** Last words of labels of what tells goods apart, and labels of what those are called where no noun is said. */
export const codeEndings = wordSet('code sku')
export const plainNames = wordSet('description name title designation')

/** Verbs at the beginning of the label of a column of yes and no: "is remote", "has garage". */
export const flagVerbs = wordSet(copulas, haveForms)

// Tables

/** Labels of columns that tell how many there were of what the rows of a sheet sum up. */
export const sheetCountLabels = wordSet('cnt count counts n freq frequency')

/** Words of the label of a column that says of each row that it is one. */
export const rowCountLabels = wordSet('count counter record records rows headcount')

/** Behind a noun: how many of it there are, or which of it. */
export const countEndings = wordSet(rowCountLabels, 'no number total id')

/** Nouns behind a verb's in the label of a column that tells how it is done: "payment method", "contact channel". */
export const wayNouns = wordSet('method type mode channel means way option kind')

/** Labels of what is sold, alone or before "name". */
export const goodsLabels = wordSet('product item article good goods merchandise dish')

/** What is sold, before the code that tells it apart: "stock code". */
export const codedGoods = wordSet(goodsLabels, 'stock part sku')

/** Words of tables whose rows are something sold, ordered or paid. */
export const transactionLabels = wordSet('invoice order sale purchase transaction booking rental payment receipt checkout')

/** Words of tables of people who buy. */
export const payerLabels = wordSet('customer client buyer shopper user member guest patient')

/** Words of tables of people or businesses that buy or sell. */
export const partyLabels = wordSet(
  'customer client buyer user member employee staff seller salesperson salespeople agent representative supplier vendor store shop branch',
)

// Dates

/** Words of dates on which something with a length begins. */
export const startLabels = wordSet('start started begin began opened open arrival from entry admitted admission hire hired', [
  'check in',
  'checked in',
  'checkin',
])

/** Words of dates on which the record of something begins. */
export const recordLabels = wordSet('create created ordered order placed requested submitted received reported raised issued booked registered')

/** Words of dates on which something with a length ends. */
export const endLabels = wordSet('end ended finish finished closed close departure to exit until completed discharged discharge left termination', [
  'check out',
  'checked out',
  'checkout',
])

/** Words of dates on which something ends before its time or is done with, where nothing is called its end. */
export const doneLabels = wordSet('canceled cancelled cancellation churned expired expiry expiration exp delivered returned resolved solved settled')

/** Parts of words of columns that hold a length of time, whatever its unit. */
export const durationLabels = wordSet('day hour hrs min sec week time duration length term period delay limit')

/** Words of columns that tell when a customer was lost: "churn rate". */
export const churnLabels = wordList('churned cancelled ended left terminated closed unsubscribed')

// Figures

/** Words of columns whose values are averaged and not summed. */
export const rateLabels = wordSet(
  `acceleration velocity horsepower power displacement mpg mph kph rpm pressure density altitude elevation length width depth runtime price rate percent percentage age score
  rating temperature average height weight grade gpa ratio speed humidity`,
  ['running time'],
)

/** Last words of columns that hold the total of a row: "invoice total". */
export const totalLabels = wordSet('total amount revenue turnover')

// Columns that no reader of figures asks for

/** Words of columns that tell rows apart for the post: nothing is suggested about them. */
export const contactLabels = wordSet('code zip fax phone address street email e-mail url')

/** Last words of numeric columns that are no amounts, written without separators: "1998" as a year. */
export const plainNumberNames = wordSet('id year code number zip')

/** Labels of first and last names; side by side they are one name. */
export const givenNameLabels = ['first name', 'given name', 'forename']
export const familyNameLabels = ['last name', 'family name', 'surname']

/** Words of columns by which rows are told apart. */
export const nameLabels = wordSet('name title surname forename')

/** Parts of words of dates that are not the day a row is about: dates of birth, and of what happens to the row later. */
export const laterDateLabels = wordList('birth born updat modif expir end delet chang status')

/** Words of dates of what was before or after what a row tells of: its last payment, the next visit. */
export const neighbouringDateWords = wordSet('last latest recent next previous prior earliest')

/** Numbers that tell no row apart for a reader. */
export const contactNumbers = wordList('id zip phone postcode')
