-- A small shop to ask about, made where the sample database starts for the first time.
create table customers (
  customer_id integer primary key,
  name text not null,
  country text not null
);

create table orders (
  order_id integer primary key,
  customer_id integer not null references customers,
  ordered_on date not null,
  amount numeric(10, 2) not null
);

insert into customers
select n, 'Customer ' || n, (array['Germany', 'France', 'Spain', 'Italy'])[1 + n % 4]
from generate_series(1, 200) as n;

insert into orders
select n, 1 + n % 200, date '2026-01-01' + n % 300, (n * 37 % 9000) / 100.0 + 5
from generate_series(1, 5000) as n;

create role reader login password 'reader';
grant select on all tables in schema public to reader;

analyze;
