import { expect, test } from 'vitest'
import { readGrants } from './grants.ts'

test.each([
  ["GRANT USAGE ON *.* TO `reader`@`%` IDENTIFIED BY PASSWORD '*X'", [], []],
  ['GRANT SELECT, SHOW VIEW ON `shop`.* TO `reader`@`%`', [], []],
  ['GRANT SELECT (`a`, `b, INSERT`) ON `shop`.`t` TO `reader`@`%`', [], []],
  ['GRANT SELECT (`a`), UPDATE (`b`) ON `shop`.`t` TO `reader`@`%`', ['UPDATE'], []],
  ["GRANT ALL PRIVILEGES ON *.* TO 'root'@'localhost' WITH GRANT OPTION", ['ALL PRIVILEGES', 'GRANT OPTION'], []],
  ['GRANT SELECT, INSERT, FILE ON *.* TO `x`@`%` REQUIRE SSL', ['INSERT', 'FILE'], []],
  ["GRANT PROXY ON ''@'%' TO 'root'@'localhost' WITH GRANT OPTION", ['PROXY', 'GRANT OPTION'], []],
  ['GRANT `analysts`@`%`,`writers`@`%` TO `reader`@`%`', [], ['`analysts`@`%`', '`writers`@`%`']],
  ['GRANT `analysts` TO `reader`@`%`', [], ['`analysts`']],
  ['SET DEFAULT ROLE `analysts` FOR `reader`@`%`', [], []],
  ['GRANT SELECT, INSERT, DROP ON `test\\_%`.* TO PUBLIC', [], []],
  ['GRANT INSERT ON `shop`.* TO PUBLIC', ['INSERT'], []],
  // MySQL 8: dynamic privileges stand on a line of their own.
  ['GRANT BACKUP_ADMIN,CONNECTION_ADMIN ON *.* TO `x`@`%`', ['BACKUP_ADMIN', 'CONNECTION_ADMIN'], []],
])('%s', (line, writes, roles) => {
  expect(readGrants([line])).toEqual({ writes, roles })
})
