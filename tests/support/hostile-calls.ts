import fc from 'fast-check';
import { $ZodObject, type $ZodType } from 'zod/v4/core';
import type { WireMethod } from '#src/platform/wire/endpoint.ts';

/** A call as somebody sends it who wants to break the server. What is undefined is not sent. */
export interface HostileCall {
  readonly method: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Who may call, and what each field takes that is known by its name. */
export interface Known {
  readonly tokens: readonly (string | null)[];
  readonly good: Readonly<Record<string, unknown>>;
}

/** What has broken programs before: of the wrong size, of the wrong kind, of names that objects have of themselves. */
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\u202e', '\ufeff', '\r\nX: y', '%00', '%', '../../etc/passwd'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'true',
    '[object Object]',
  ],
  ...[
    "' or 1=1 --",
    '"; drop table users; --',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '#{7*7}',
    '\\',
    '%s%n',
  ],
  ...['0', '-0', '-1', '1e999', '9'.repeat(400), '9007199254740993', '0x10', 'Infinity', '1,5'],
  ...[
    '2026-13-45 99:99',
    '+275760-09-14T00:00:00Z',
    '2026-W99',
    '99999999999',
    '2147483648',
    '-9223372036854775809',
  ],
  ...[
    'a'.repeat(2_001),
    '\u{1d4b3}'.repeat(700),
    'e\u0301'.repeat(900),
    '\u0e33'.repeat(300),
    'İ'.repeat(200),
  ],
];
const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 2 ** 53, 2 ** 31, 0.1, [], {}, [[[[]]]], ['x'], [null], [{}]],
  ...[{ length: 9 }, { toString: 'x' }, { constructor: null }, ...TEXTS],
];
/** Bodies that no schema reads. */
const BROKEN_BODIES = [
  ...[
    '{',
    '[]',
    'null',
    '7',
    '"x"',
    '{"a":1}x',
    "{'a':1}",
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '\ufeff{',
    'NaN',
  ],
  ...['['.repeat(20_000), `{"a":${'{"a":'.repeat(8_000)}`, `{"a":"${'x'.repeat(70_000)}"}`],
];
const HEADERS = {
  'x-language': fc.constantFrom('fr', 'xx', '', '__proto__', ',;q=', undefined),
  'accept-language': fc.constantFrom('*', ';q=9', 'ru;q=NaN', 'a'.repeat(5_000), undefined),
  'x-user-ip': fc.constantFrom('::', 'nobody', '999.1.1.1', undefined),
  'x-api-key': fc.constantFrom('web', '__proto__', undefined),
  'content-length': fc.constantFrom('-1', 'NaN', '1e3', undefined),
  'user-agent': fc.constantFrom('', 'x'.repeat(5_000), '<script>', undefined),
  cookie: fc.constantFrom('onde-registration=', 'a'.repeat(4_000), '=;=;', '__Host-x=;;', undefined),
};
const ODD_TOKENS = [
  'Bearer',
  'Bearer  ',
  'Basic eDp5',
  `Bearer ${'x'.repeat(9_000)}`,
  'Bearer a b',
  'bearer \u00ff',
];

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const named = (name: string): [string, string][] => [...new URLSearchParams(`endpoint=${name}`)];
const inJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** Calls by somebody who knows the fields, fills most of them well, and puts into some what they are not made for. */
export function hostileCalls(
  name: string,
  method: string,
  { schemas }: WireMethod,
  { good, tokens }: Known,
): fc.Arbitrary<HostileCall> {
  const text = fc.oneof(fc.constantFrom(...TEXTS), anyText);
  const value = fc.oneof(fc.constantFrom<unknown>(...VALUES), fc.jsonValue({ maxDepth: 2 }), anyText);
  const field = (called: string, any: fc.Arbitrary<unknown>) =>
    fc.tuple(
      fc.constant(called),
      called in good ? fc.oneof({ weight: 3, arbitrary: fc.constant(good[called]) }, any) : any,
    );
  const stranger = fc.constantFrom('__proto__', 'constructor', 'x', '_method', 'action', 'endpoint');
  const query = fc
    .tuple(...fieldsOf(schemas.query).map((called) => field(called, text)), fc.tuple(anyText, text))
    .map((pairs) => pairs.map(([called, given]): [string, string] => [called, String(given)]));
  const fields = fc
    .tuple(...fieldsOf(schemas.body).map((called) => field(called, value)), fc.tuple(stranger, value))
    .map((pairs) => `{${pairs.map(([called, given]) => `${inJson(called)}:${inJson(given)}`).join()}}`);
  return fc.record({
    method: fc.constant(method),
    query: query.map((own) => [...named(name), ...own]),
    headers: fc.record({
      ...HEADERS,
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constant<string | undefined>('application/json') },
        fc.constantFrom('text/plain', 'application/json; charset=latin1', ';', undefined),
      ),
      authorization: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...tokens).map(bearing) },
        fc.constantFrom(...ODD_TOKENS),
      ),
    }),
    body: fc.oneof(
      { weight: 6, arbitrary: fields },
      fc.constantFrom(...BROKEN_BODIES),
      fc.json({ maxDepth: 3 }),
    ),
  });
}

/** Calls that are refused whatever the endpoint: each has one thing that none may take [W1, W3, W4]. */
export function refusedCalls(name: string, method: string, { tokens }: Known): fc.Arbitrary<HostileCall> {
  const whole: HostileCall = { method, query: named(name), headers: {}, body: '' };
  const spoilt: Partial<HostileCall>[] = [
    ...['\0', 'a\0b', 'x'.repeat(2_001)].map((value) => ({ query: [...whole.query, ['x', value] as const] })),
    ...['TRACE', 'PATCH', 'get', '__proto__'].map((other) => ({ method: other })),
    ...['nobody', '__proto__', `${name}/`, `${name}\0`].map((other) => ({
      query: [['endpoint', other] as const],
    })),
  ];
  if (method !== 'GET') {
    const typed = (body: string, type: string) => ({ body, headers: { 'content-type': type } });
    spoilt.push(...BROKEN_BODIES.map((body) => typed(body, 'application/json')));
    spoilt.push(...['text/plain', 'application/json; charset=latin1', ''].map((type) => typed('{}', type)));
  }
  return fc.tuple(fc.constantFrom(...spoilt), fc.constantFrom(...tokens)).map(([part, token]) => ({
    ...whole,
    ...part,
    headers: { ...part.headers, authorization: bearing(token) },
  }));
}

function bearing(token: string | null): string | undefined {
  return token === null ? undefined : `Bearer ${token}`;
}

function fieldsOf(schema: $ZodType): string[] {
  return schema instanceof $ZodObject ? Object.keys(schema._zod.def.shape) : [];
}
