import { dayAfter, drawn, type Gold, insert, type World } from './world.ts'

const draw = drawn(7)

const CATEGORIES = ['Beverages', 'Condiments', 'Confections', 'Dairy', 'Grains', 'Meat', 'Produce', 'Seafood']
const COUNTRIES = ['Germany', 'France', 'Austria', 'Spain', 'Brazil', 'Canada', 'Sweden', 'Italy']
const SUPPLIERS = ['Alpenhof', 'Bayside', 'Cordoba Foods', 'Delta Farms', 'Ostsee Fisch', 'Pampa', 'Quito Trade', 'Riviera', 'Sundsvall', 'Tirol Milch']
const SHIPPERS = ['Rapid Freight', 'Blue Lorry', 'Coastline']
const EMPLOYEES = ['Anna Berg', 'Bruno Costa', 'Carla Dietz', 'David Ek', 'Elena Fuchs', 'Felix Gruber', 'Greta Holm', 'Hugo Iglesias']
const KINDS = ['Blend', 'Classic', 'Select', 'Reserve', 'Garden']

const products = Array.from({ length: 40 }, (_, index) => [
  index + 1,
  `${CATEGORIES[index % 8]} ${KINDS[Math.floor(index / 8)]}`,
  (index % 8) + 1,
  draw(SUPPLIERS.length) + 1,
  (300 + draw(7_700)) / 100,
  draw(120),
  index % 13 === 5 ? 1 : 0,
])
const customers = Array.from({ length: 60 }, (_, index) => [
  index + 1,
  `Company ${String(index + 1).padStart(2, '0')}`,
  COUNTRIES[draw(COUNTRIES.length)] as string,
])
const orders = Array.from({ length: 420 }, (_, index) => {
  const day = draw(1_000)
  return [
    index + 1,
    draw(56) + 1,
    draw(EMPLOYEES.length) + 1,
    dayAfter('2023-01-01', day),
    day > 980 || draw(20) === 0 ? null : dayAfter('2023-01-01', day + 1 + draw(14)),
    draw(SHIPPERS.length) + 1,
    (150 + draw(12_000)) / 100,
  ]
})
const items = orders.flatMap(([id]) => {
  const first = draw(40)
  return Array.from({ length: 1 + draw(4) }, (_, index) => {
    const product = products[(first + index * 7) % 40] as (string | number)[]
    return [id as number, product[0] as number, product[4] as number, 1 + draw(40), [0, 0, 0, 0.05, 0.1, 0.2][draw(6)] as number]
  })
})

const questions: Gold[] = [
  { question: 'How many orders were placed in 2024?', gold: ["select count(*) from orders where ordered_on between '2024-01-01' and '2024-12-31'"] },
  {
    question: 'Which ten products sold the most units?',
    gold: ['select p.product_name, sum(i.quantity) from order_items i join products p using (product_id) group by p.product_id order by 2 desc limit 10'],
  },
  {
    question: 'Total revenue by category',
    gold: [
      'select c.category_name, sum(i.unit_price * i.quantity * (1 - i.discount)) from order_items i join products p using (product_id) join categories c using (category_id) group by 1',
    ],
  },
  {
    question: 'How many products does each supplier deliver?',
    gold: [
      'select s.company_name, count(*) from products p join suppliers s using (supplier_id) group by s.supplier_id',
      'select s.company_name, count(p.product_id) from suppliers s left join products p using (supplier_id) group by s.supplier_id',
    ],
  },
  {
    question: 'Which customers have never ordered anything?',
    gold: ['select company_name from customers where customer_id not in (select customer_id from orders)'],
  },
  { question: 'Average freight per shipper', gold: ['select s.shipper_name, avg(o.freight) from orders o join shippers s using (shipper_id) group by 1'] },
  {
    question: 'Revenue per month in 2024',
    gold: [
      "select substr(o.ordered_on, 1, 7), sum(i.unit_price * i.quantity * (1 - i.discount)) from orders o join order_items i using (order_id) where o.ordered_on like '2024%' group by 1",
      "select cast(substr(o.ordered_on, 6, 2) as integer), sum(i.unit_price * i.quantity * (1 - i.discount)) from orders o join order_items i using (order_id) where o.ordered_on like '2024%' group by 1",
      "select substr(o.ordered_on, 1, 7) || '-01', sum(i.unit_price * i.quantity * (1 - i.discount)) from orders o join order_items i using (order_id) where o.ordered_on like '2024%' group by 1",
    ],
  },
  {
    question: 'Which employee handled the most orders?',
    gold: [
      'select e.full_name from orders o join employees e using (employee_id) group by e.employee_id order by count(*) desc limit 1',
      'select e.full_name, count(*) from orders o join employees e using (employee_id) group by e.employee_id order by 2 desc',
    ],
  },
  { question: 'Which products cost more than 50?', gold: ['select product_name from products where unit_price > 50'] },
  { question: 'How many customers do we have in each country?', gold: ['select country, count(*) from customers group by 1'] },
  { question: 'How many orders have not been shipped yet?', gold: ['select count(*) from orders where shipped_on is null'] },
  {
    question: 'How many days does it take on average from order to shipping?',
    gold: ['select avg(julianday(shipped_on) - julianday(ordered_on)) from orders where shipped_on is not null'],
  },
  {
    question: 'Which country brought in the most revenue?',
    gold: [
      'select c.country from orders o join order_items i using (order_id) join customers c using (customer_id) group by 1 order by sum(i.unit_price * i.quantity * (1 - i.discount)) desc limit 1',
      'select c.country, sum(i.unit_price * i.quantity * (1 - i.discount)) from orders o join order_items i using (order_id) join customers c using (customer_id) group by 1',
    ],
  },
]

/** A wholesaler of food: nine tables, prices at the time of the order beside prices now, discounts, orders that were not shipped. */
export const wholesale: World = {
  name: 'Wholesale',
  type: 'duckdb',
  file: null,
  statements: [
    'CREATE TABLE categories (category_id INTEGER PRIMARY KEY, category_name VARCHAR(50))',
    insert(
      'categories',
      CATEGORIES.map((name, index) => [index + 1, name]),
    ),
    'CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, company_name VARCHAR(50), country VARCHAR(30))',
    insert(
      'suppliers',
      SUPPLIERS.map((name, index) => [index + 1, name, COUNTRIES[index % 8] as string]),
    ),
    'CREATE TABLE shippers (shipper_id INTEGER PRIMARY KEY, shipper_name VARCHAR(50))',
    insert(
      'shippers',
      SHIPPERS.map((name, index) => [index + 1, name]),
    ),
    'CREATE TABLE employees (employee_id INTEGER PRIMARY KEY, full_name VARCHAR(50), hired_on DATE)',
    insert(
      'employees',
      EMPLOYEES.map((name, index) => [index + 1, name, dayAfter('2016-03-01', index * 200)]),
    ),
    'CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, company_name VARCHAR(50), country VARCHAR(30))',
    insert('customers', customers),
    'CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name VARCHAR(50), category_id INTEGER REFERENCES categories(category_id), supplier_id INTEGER REFERENCES suppliers(supplier_id), unit_price DOUBLE PRECISION, units_in_stock INTEGER, discontinued INTEGER)',
    insert('products', products),
    'CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id), employee_id INTEGER REFERENCES employees(employee_id), ordered_on DATE, shipped_on DATE, shipper_id INTEGER REFERENCES shippers(shipper_id), freight DOUBLE PRECISION)',
    insert('orders', orders),
    'CREATE TABLE order_items (order_id INTEGER REFERENCES orders(order_id), product_id INTEGER REFERENCES products(product_id), unit_price DOUBLE PRECISION, quantity INTEGER, discount DOUBLE PRECISION, PRIMARY KEY (order_id, product_id))',
    insert('order_items', items),
  ],
  questions,
}
