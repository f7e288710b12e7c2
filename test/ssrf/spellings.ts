import { networkInterfaces } from 'node:os'

/** Ways to write an address that no data source may lead to, for use as a host. A canary listens on every address of this machine. */
export function spellings(): string[] {
  const loopback = [
    ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '2130706433', '2130706434', '0x7f000001', '0x7F000001', '017700000001', '0177.0.0.1'],
    ...['0x7f.0.0.1', '0x7f.1', '0x7f.0x0.0x0.0x1', '0177.0.0.0x1', '00000177.0.0.1', '127.0x0.0.01', '127.0.0.1.', '127.1.', '0x7f000001.', '127.000.000.001'],
    ...['１２７.０.０.１', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '１２７。１', '0𝓍7f.1', '²130706433'],
    ...[
      'localhost',
      'LOCALHOST',
      'LocalHost',
      'localhost.',
      'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
      'ｌｏｃａｌｈｏｓｔ',
      'lo\u00ADcalhost',
      'local\u200Bhost',
      'foo.localhost',
      'localhost.localdomain',
      'ip6-localhost',
    ],
    ...['[::1]', '::1', '0:0:0:0:0:0:0:1', '[0000:0000:0000:0000:0000:0000:0000:0001]', '0::1', '::0001', '[::1].', '::1%lo', '[::1%25lo]', '::1%1'],
    ...['::ffff:127.0.0.1', '[::ffff:127.0.0.1]', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:0001', '::FFFF:127.0.0.2', '::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
    ...[
      '::127.0.0.1',
      '::7f00:1',
      '64:ff9b::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::7f00:1',
      '64:ff9b:1:ffff::7f00:1',
      '2002:7f00:1::',
      '2002:7f00:0001::1',
      '2001:0:7f00:1::',
      '2001::80ff:fffe',
    ],
  ]
  const everything = ['0.0.0.0', '0', '00', '0x0', '0.0', '0.0.0', '::', '[::]', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', '255.255.255.255', '224.0.0.1', 'ff02::1']
  const metadata = [
    ...[
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '169.254.43518',
      '169.16689662',
      '0xa9.0xfe.0xa9.0xfe',
      '169.254.169.254.',
      '169。254。169。254',
    ],
    ...[
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      '::a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::',
      'fd00:ec2::254',
      'fd20:ce::254',
      '100.100.100.200',
      '192.0.0.192',
      '168.63.129.16',
    ],
    ...['fe80::1', 'fe80::1%eth0', '169.254.170.2', '169.254.0.1', '[fe80::a9fe:a9fe]', 'instance-data.test', 'metadata.test'],
  ]
  const inside = [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
    '192.168.1',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '240.0.0.1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '167772161',
    '0x0a000001',
  ]
  const names = [
    'loopback.test',
    'loopback6.test',
    'mapped.test',
    'embedded.test',
    'private.test',
    'two.test',
    'LOOPBACK.test',
    'loopback.test.',
    'everything.test',
    'own.test',
  ]
  const tricks = [
    '127.0.0.1\t',
    ' 127.0.0.1',
    '127.0.0.1\u00A0',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '127.0.0.1%00.public.test',
    '127.0.0.1%2523',
    '%6c%6f%63%61%6c%68%6f%73%74',
  ]
  const own = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ internal, address }) => !internal && !address.includes('%')).map(({ address }) => address),
  )
  return [...new Set([...loopback, ...everything, ...metadata, ...inside, ...names, ...tricks, ...own])]
}

/** Spellings that only fit where a host stands alone, or a URL holds it. */
export const AROUND = [
  ...[
    'public.test@127.0.0.1',
    '127.0.0.1#public.test',
    '127.0.0.1?public.test',
    '127.0.0.1/public.test',
    '127.0.0.1\\public.test',
    'public.test,127.0.0.1',
    '127.0.0.1,public.test',
  ],
  ...[
    '127.0.0.1:1',
    '/var/run/postgresql',
    '/tmp',
    './socket',
    '@abstract',
    'unix:/tmp/x',
    'public.test\r\nHost: x',
    '127.0.0.1 public.test',
    'user:word@localhost',
  ],
]

/** What the names above mean; `two.test` is public and not, which is not. */
export async function lookup(host: string): Promise<string[]> {
  const known: Record<string, string[]> = {
    'loopback.test': ['127.0.0.1'],
    'loopback6.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'embedded.test': ['64:ff9b::7f00:1'],
    'private.test': ['10.1.2.3'],
    'two.test': ['93.184.215.14', '127.0.0.1'],
    'everything.test': ['0.0.0.0'],
    'metadata.test': ['169.254.169.254'],
    'instance-data.test': ['fe80::1'],
    'own.test': Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
    'public.test': ['93.184.215.14'],
    'ip6-localhost': ['::1'],
    'localhost.localdomain': ['127.0.0.1'],
  }
  if (host.startsWith('turning')) return turns(host)
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  return Object.hasOwn(known, host) ? (known[host] ?? []) : []
}

let turn = 0
/** Public at every other look, at the first or at the second. */
function turns(host: string): string[] {
  turn += 1
  return (turn % 2 === 1) === (host === 'turning.test') ? ['93.184.215.14'] : ['127.0.0.1']
}
