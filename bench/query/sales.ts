import { DuckDBInstance } from '@duckdb/node-api'

/** Writes a Parquet file of sales, the same rows each time: ids, a region of 10, a category of 50, a day of three years, quantity, price and a customer. */
export async function writeSales(path: string, rows: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  await connection.run(`copy (select i as id, 'Region ' || (hash(i) % 10) as region, 'Category ' || (hash(i * 7) % 50) as category,
    date '2022-01-01' + cast(hash(i * 13) % 1095 as integer) as sold_on, cast(1 + hash(i * 17) % 9 as integer) as quantity,
    cast((hash(i * 19) % 100000) / 100.0 as decimal(12, 2)) as price, cast(hash(i * 23) % 100000 as integer) as customer
    from range(${rows}) t(i)) to '${path}' (format parquet, compression zstd)`)
  connection.disconnectSync()
  instance.closeSync()
}
