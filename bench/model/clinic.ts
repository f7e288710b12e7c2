import { dayAfter, drawn, type Gold, insert, type World } from './world.ts'

const draw = drawn(23)

const DEPARTMENTS = ['Cardiology', 'Dermatology', 'Neurology', 'Orthopedics', 'Pediatrics', 'Radiology']
const CITIES = ['Linz', 'Graz', 'Vienna', 'Salzburg', 'Wels', 'Steyr']
const FAMILIES = ['Adler', 'Bauer', 'Cerny', 'Dorn', 'Egger', 'Fink', 'Gerber', 'Huber', 'Ivanov', 'Jonas']
const GIVEN = ['Alma', 'Benno', 'Clara', 'Dario', 'Edith', 'Franz', 'Gisela', 'Hans', 'Irma', 'Jakob', 'Klara', 'Lorenz', 'Mia', 'Noah', 'Olga']
const STATUSES = ['completed', 'completed', 'completed', 'completed', 'cancelled', 'no_show']
const INSURANCE = ['public', 'public', 'private', 'none']

const doctors = Array.from({ length: 18 }, (_, index) => [index + 1, `Dr. ${FAMILIES[index % 10]} ${String.fromCharCode(65 + index)}.`, (index % 6) + 1])
const patients = Array.from({ length: 150 }, (_, index) => [
  index + 1,
  `${GIVEN[index % 15]} ${FAMILIES[Math.floor(index / 15)]}`,
  dayAfter('1938-01-01', draw(29_000)),
  index % 15 === 2 || draw(2) === 0 ? 'F' : 'M',
  CITIES[Math.min(draw(6), draw(6))] as string,
  INSURANCE[draw(4)] as string,
])
const appointments = Array.from({ length: 900 }, (_, index) => [
  index + 1,
  draw(142) + 1,
  Math.min(draw(18), draw(18)) + 1,
  `${dayAfter('2024-06-01', draw(720))} ${String(8 + draw(9)).padStart(2, '0')}:${draw(2) === 0 ? '00' : '30'}:00`,
  STATUSES[draw(6)] as string,
  [15, 20, 30, 45][draw(4)] as number,
])
const invoices = appointments
  .filter(([, , , , status]) => status === 'completed')
  .map(([id, , , at], index) => {
    const issued = dayAfter(String(at).slice(0, 10), 3)
    return [index + 1, id as number, (4_000 + draw(32_000)) / 100, issued, draw(7) === 0 ? null : dayAfter(issued, draw(40))]
  })

const questions: Gold[] = [
  { question: 'How many patients are there?', gold: ['select count(*) from patients'] },
  {
    question: 'Number of appointments per department',
    gold: ['select d.name, count(*) from appointments a join doctors o on o.id = a.doctor_id join departments d on d.id = o.department_id group by 1'],
  },
  {
    question: 'Which doctor had the most appointments?',
    gold: [
      'select o.name from appointments a join doctors o on o.id = a.doctor_id group by o.id order by count(*) desc limit 1',
      'select o.name, count(*) from appointments a join doctors o on o.id = a.doctor_id group by o.id order by 2 desc',
    ],
  },
  { question: 'How many appointments were cancelled?', gold: ["select count(*) from appointments where status = 'cancelled'"] },
  { question: 'What is the total of all unpaid invoices?', gold: ['select sum(amount) from invoices where paid_on is null'] },
  {
    question: 'Invoiced amount per month in 2025',
    gold: [
      "select substr(issued_on, 1, 7), sum(amount) from invoices where issued_on like '2025%' group by 1",
      "select cast(substr(issued_on, 6, 2) as integer), sum(amount) from invoices where issued_on like '2025%' group by 1",
      "select substr(issued_on, 1, 7) || '-01', sum(amount) from invoices where issued_on like '2025%' group by 1",
    ],
  },
  {
    question: 'Average duration of appointments by department',
    gold: [
      'select d.name, avg(a.duration_minutes) from appointments a join doctors o on o.id = a.doctor_id join departments d on d.id = o.department_id group by 1',
    ],
  },
  { question: 'How many patients were born before 1960?', gold: ["select count(*) from patients where born_on < '1960-01-01'"] },
  { question: 'Which patients have never had an appointment?', gold: ['select name from patients where id not in (select patient_id from appointments)'] },
  {
    question: 'What percentage of appointments were no-shows?',
    gold: ["select 100.0 * sum(status = 'no_show') / count(*) from appointments", "select 1.0 * sum(status = 'no_show') / count(*) from appointments"],
  },
  { question: 'How many female patients live in each city?', gold: ["select city, count(*) from patients where sex = 'F' group by 1"] },
  {
    question: 'What are the top 3 cities by number of patients?',
    gold: ['select city, count(*) from patients group by 1 order by 2 desc limit 3', 'select city from patients group by 1 order by count(*) desc limit 3'],
  },
  {
    question: 'Average invoice amount by type of insurance',
    gold: [
      'select p.insurance, avg(i.amount) from invoices i join appointments a on a.id = i.appointment_id join patients p on p.id = a.patient_id group by 1',
    ],
  },
]

/** A clinic: five tables, codes for sex and status, invoices that were not paid, moments with a time. */
export const clinic: World = {
  name: 'Clinic',
  type: 'postgres',
  file: null,
  statements: [
    'CREATE TABLE departments (id INTEGER PRIMARY KEY, name VARCHAR(50))',
    insert(
      'departments',
      DEPARTMENTS.map((name, index) => [index + 1, name]),
    ),
    'CREATE TABLE doctors (id INTEGER PRIMARY KEY, name VARCHAR(50), department_id INTEGER REFERENCES departments(id))',
    insert('doctors', doctors),
    'CREATE TABLE patients (id INTEGER PRIMARY KEY, name VARCHAR(50), born_on DATE, sex CHAR(1), city VARCHAR(30), insurance VARCHAR(20))',
    insert('patients', patients),
    'CREATE TABLE appointments (id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patients(id), doctor_id INTEGER REFERENCES doctors(id), starts_at TIMESTAMP, status VARCHAR(20), duration_minutes INTEGER)',
    insert('appointments', appointments),
    'CREATE TABLE invoices (id INTEGER PRIMARY KEY, appointment_id INTEGER REFERENCES appointments(id), amount NUMERIC(10,2), issued_on DATE, paid_on DATE)',
    insert('invoices', invoices),
  ],
  questions,
}
