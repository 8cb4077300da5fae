import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import * as limits from '#src/contract/limits.ts';
import type { Limit, LimitOf } from '#src/platform/rate-limit/limit.ts';
import { startWeb, type TestWeb } from '../support/start-web.ts';

const folder = resolve(import.meta.dirname, '../../docs/contract');
const contract = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

/** One method of one endpoint, as the contract and the table of endpoints both tell it. */
interface DeclaredCall {
  readonly call: string;
  readonly callers: string;
  readonly isForKnownClients: boolean;
  readonly limits: readonly string[];
  readonly keptSeconds: number | null;
}

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

test('who may call what, how often, and how long a reply is kept is as the contract says', () => {
  const served = Object.entries(web.table).flatMap(([name, methods]) =>
    Object.entries(methods).map(
      ([method, declared]): DeclaredCall => ({
        call: `${method} ${name}`,
        callers: declared.callers,
        isForKnownClients: declared.isForKnownClients,
        limits: declared.limits.map((limit) => limit.name),
        keptSeconds: declared.keptSeconds,
      }),
    ),
  );
  const promised = [...readsOfMusic(), ...rowsWithMethods()];
  expect(sorted(served)).toEqual(sorted(promised));
  expect(new Set(promised.map(({ call }) => call)).size).toBe(promised.length);
});

test('a limit goes by whom the contract names, for the time that its figure is named after [W118]', () => {
  const declared = Object.values(web.table)
    .flatMap((methods) => Object.values(methods))
    .flatMap((method) => method.limits);
  const told = limitsByWhom();
  for (const limit of declared) {
    expect([limit.name, told.get(limit.name)]).toEqual([limit.name, limit.of]);
    expect(figureOf(limit)).toBe(limit.most);
    expect([limit.name, limit.perMs]).toEqual([limit.name, windowOf(limit)]);
  }
});

/** The rows under `| | GET | parameters |`: anyone may call them. */
function readsOfMusic(): DeclaredCall[] {
  return tablesWith('| | GET | parameters |').map(([, , name = '', , , kept = '']) => ({
    call: `GET ${name.replaceAll('`', '')}`,
    callers: 'anyone',
    isForKnownClients: false,
    limits: [],
    keptSeconds: secondsIn(kept),
  }));
}

/** The rows under `| | method | name | who, how often |`. A row may speak of several methods, names or actions. */
function rowsWithMethods(): DeclaredCall[] {
  return tablesWith('| | method | name | who, how often |').flatMap((cells) => {
    const [, , methods = '', named = '', who = '', , reply = ''] = cells;
    const calls = callsOf(methods.split(', '), namesIn(named));
    return calls.map((call) => ({
      call,
      callers: /^\w+/.exec(who)?.[0] ?? '',
      isForKnownClients: who.includes('[W81]'),
      limits: wordsIn(who),
      keptSeconds: secondsIn(/; kept (`[^`]+`)/.exec(reply)?.[1] ?? ''),
    }));
  });
}

/** One action a method where there are as many, else each method of each name. */
function callsOf(methods: readonly string[], names: readonly string[]): string[] {
  const isPaired = methods.length === names.length;
  if (isPaired) return methods.map((method, at) => `${method} ${names[at]}`);
  return methods.flatMap((method) => names.map((name) => `${method} ${name}`));
}

/** `` `favorites` & `action=add`, `action=remove` `` names two. */
function namesIn(cell: string): string[] {
  const [names = '', actions] = cell.split(' & ');
  return actions === undefined
    ? wordsIn(names)
    : wordsIn(actions).map((action) => `${wordsIn(names)}&${action}`);
}

function limitsByWhom(): Map<string, LimitOf> {
  const kinds: readonly (readonly [start: string, of: LimitOf])[] = [
    ['an address', 'address'],
    ['an account from an address', 'account'],
    ['a mailbox', 'mailbox'],
    ['a member', 'member'],
    ['the whole station', 'station'],
  ];
  const told = new Map<string, LimitOf>();
  let whom = '';
  for (const [, who = '', , figures = ''] of tablesWith('| who | what | at most |')) {
    whom = who === '' ? whom : who;
    const of = kinds.find(([start]) => whom.split(',')[0] === start)?.[1];
    if (of === undefined) throw new Error(`the contract limits ${whom}, which nobody counts`);
    for (const figure of wordsIn(figures)) told.set(figure.split(' ')[0] ?? '', of);
  }
  return told;
}

function figureOf({ name }: Limit): unknown {
  return new Map<string, unknown>(Object.entries(limits)).get(name);
}

function windowOf({ name }: Limit): number {
  if (name.endsWith('_A_MINUTE')) return MINUTE_MS;
  return name.endsWith('_AN_HOUR') ? HOUR_MS : limits.LOGINS_WINDOW_MS;
}

/** The cells of all rows of the tables with this head; the first cell is empty. */
function tablesWith(head: string): string[][] {
  const tables = contract.split(`\n${head}`).slice(1);
  const rows = tables.flatMap((table) => {
    const lines = table.split('\n').slice(2);
    const end = lines.findIndex((line) => !line.startsWith('|'));
    return lines.slice(0, end === -1 ? lines.length : end);
  });
  return rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
}

function wordsIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = '']) => word);
}

/** `LIST_KEPT_SECONDS = 10 s`; null for a cell without it. */
function secondsIn(cell: string): number | null {
  const seconds = /_SECONDS = (\d+) s`/.exec(cell)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

function sorted(calls: readonly DeclaredCall[]): DeclaredCall[] {
  return [...calls].sort((a, b) => (a.call < b.call ? -1 : 1));
}
