import { word, type TidyPlant } from './plant-garden.ts'

const service = 'apps/server/src/money/games/launch.ts'
const ledgerMigration = 'apps/server/migrations/002-ledger.sql'
const ledgerTable = { [ledgerMigration]: 'create table ledger_account (id bigint);' }
const gamesClose = 'create or replace function games_close() returns void language sql as $$ $$;'
const seven = '1, 2, 3, 4, 5, 6, 7'
const manyArguments = {
  'apps/server/src/money/games/open.sql':
    'create or replace function games_open(p_a int, p_b int, p_c int, p_d int, p_e int, p_f int, p_g int) returns void',
}
const gamesTrigger =
  'create or replace trigger games_close before insert on games_closed execute function games_close();'
const sql =
  "import { db } from './db.ts'\nexport const rows = db.query(`select id from games_launch`)\n"

/** Where SQL is allowed, and how it is named. */
export const sqlPlants: TidyPlant[] = [
  ...word('reads-only', 'apps/server/src/money/games/read.ts', {
    bad: [
      "q('insert into games_launch values ($1)')",
      "q('update games_launch set done = true')",
      "q('delete from games_launch')",
    ],
    good: ["q('select id from games_launch where updated for update')"],
  }),
  {
    rule: 'sql-in-stores',
    bad: { [service]: sql },
    good: {
      'apps/server/src/money/games/store.ts': sql,
      'apps/server/src/money/games/read.ts': sql,
      'apps/server/src/money/games/launch-store.ts': sql,
      'apps/server/src/ledger/post.ts': sql,
      'apps/server/src/money/games/games.test.ts': sql,
      'proof/bench/post.bench.ts': sql,
      [service]:
        "// Like select id from games_launch.\nexport const text = 'Select a game from the list'\n",
    },
  },
  ...[
    "q('insert into games_launch values (1)')",
    'q(`\n  update games_launch set done = ${done}`)',
    "q('delete from games_launch')",
    "q('SELECT id FROM games_launch WHERE true')",
    'q(`with open as (select 1) select 2`)',
    "q('select ledger_apply($1)')",
  ].map((bad) => ({
    rule: 'sql-in-stores',
    bad: { [service]: bad },
    good: { [service]: ["t('Update your name')", "t('insert coin')", "t('With love')"].join('\n') },
  })),
  ...[
    'alter table games_launch drop column done;',
    'drop table games_launch;',
    'alter table games_launch\n  rename column done to ended;',
    'alter table games_launch alter column done set not null;',
    'alter table games_launch alter done type text;',
  ].map((statement) => ({
    rule: 'expand-only',
    bad: { 'apps/server/migrations/030-games.sql': statement },
    good: {
      'apps/server/migrations/030-games.sql':
        `alter table games_launch add column ended_at timestamptz; -- drop column done comes later\n` +
        statement
          .split('\n')
          .map((line) => `-- Contract: nothing since release 2.4 reads it.\n${line}`)
          .join('\n'),
    },
  })),
  {
    rule: 'table-prefixes',
    bad: { [ledgerMigration]: 'create table if not exists game_account (id bigint);' },
    good: {
      [ledgerMigration]: '-- create table other (id)\ncreate table ledger_hold (id bigint);',
    },
  },
  {
    rule: 'table-prefixes',
    bad: {
      'apps/server/migrations/009-games-and-wallet.sql':
        'create table games_account (id bigint);\ncreate table ledger_hold (id bigint);',
    },
    good: {
      'apps/server/migrations/009-games-and-wallet.sql':
        'create table games_account (id bigint);\ncreate table wallet_game (id bigint);',
    },
  },
  ...[
    'insert into ledger_account values (1)',
    'UPDATE ledger_account set id = 2',
    'delete from ledger_account',
  ].map((statement) => ({
    rule: 'sql-writes-its-own',
    bad: { ...ledgerTable, 'apps/server/src/money/games/close.sql': statement },
    good: {
      ...ledgerTable,
      'apps/server/src/ledger/close.sql': statement,
      'apps/server/src/money/games/close.sql': `-- ${statement}\nselect id from ledger_account for update;`,
    },
  })),
  {
    rule: 'table-prefixes',
    bad: { 'apps/server/migrations/ledger.sql': 'select 1;' },
    good: {
      'apps/server/migrations/012-ledger-seal.sql': 'create table ledger_seal (id bigint);',
    },
  },
  ...[
    {
      'apps/server/src/money/games/close.sql': `${gamesClose}\n${gamesClose}`,
    },
    {
      'apps/server/src/money/games/close.sql': gamesClose,
      'apps/server/src/money/games/open.sql': gamesClose.toUpperCase(),
    },
    { 'apps/server/src/money/wallet/close.sql': gamesClose },
    { 'apps/server/src/desk/queues/close.sql': gamesClose },
    { 'apps/server/migrations/030-games.sql': gamesClose },
    { 'apps/server/migrations/030-games.sql': gamesTrigger },
  ].map((bad) => ({
    rule: 'sql-functions-once',
    bad,
    good: {
      'apps/server/src/money/games/close.sql': `-- create function games_open()\n${gamesClose}\n${gamesTrigger}`,
      'apps/server/src/money/games/open.sql': gamesClose.replace('games_close', 'games_open'),
      'apps/server/migrations/030-games.sql': 'create table games_closed (game text);',
    },
  })),
  {
    rule: 'lock-numbers-once',
    bad: {
      'apps/server/src/money/games/store.ts': 'export const gamesLock = 4_011_004\n',
      'apps/server/src/money/wallet/read.sql': 'select pg_advisory_xact_lock(4011004);',
    },
    good: {
      'apps/server/src/money/games/store.ts': 'export const gamesLock = 4_011_004\n',
      'apps/server/src/money/games/close.sql': 'select pg_advisory_xact_lock(4011004);',
      'apps/server/src/money/wallet/read.sql': 'select pg_advisory_xact_lock(4011005);',
    },
  },
  ...[
    { [service]: `q('select games_open(${seven})')` },
    { [service]: `q('select games_open(array[1, 2], ${seven}, p_h => (8, 9))')` },
    { 'apps/server/src/money/games/close.sql': `select games_open(${seven});` },
  ].map((bad) => ({
    rule: 'sql-calls-by-name',
    bad: { ...manyArguments, ...bad },
    good: {
      ...manyArguments,
      [service]: [
        "q('select games_open($1, array[1, 2, 3], (4, 5), 6, 7, $8)')",
        `q('select concat_ws(${seven})')`,
        'q(`select games_open(p_a => 1, p_b => 2, p_c => 3, p_d => 4, p_e => 5, p_f => 6, p_g => 7)`)',
      ].join('\n'),
      'apps/server/src/money/games/close.sql': `-- games_open(${seven})\nselect games_open('a, b, c', 2, 3, 4, 5, 6);`,
    },
  })),
  {
    rule: 'small-sql-files',
    bad: { 'apps/server/src/ledger/apply.sql': '--\n'.repeat(301) },
    good: {
      'apps/server/src/ledger/apply.sql': '--\n'.repeat(300),
      [ledgerMigration]: '--\n'.repeat(301),
    },
  },
  ...['money/games/store.ts', 'settings/store.ts', 'desk/queues/taken-store.ts'].map((path) => ({
    rule: 'own-tables-only',
    bad: { ...ledgerTable, [`apps/server/src/${path}`]: 'q(`select balance from ledger_account`)' },
    good: {
      ...ledgerTable,
      'apps/server/src/ledger/read.ts': 'q(`select balance from ledger_account`)',
      'apps/server/src/desk/overview/members/member-store.ts':
        'q(`select balance from ledger_account`)',
      'apps/server/src/money/games/store.ts': 'q(`select id from games_launch`) // ledger_account',
    },
  })),
]
