import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import type { SignedIn } from '#src/features/accounts/sessions/sessions.wire.ts';
import { type ChartRow, chartSchema } from '#src/features/charts/top20.wire.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { callUnread, callWire } from '#src/page/wire/call-wire.ts';
import type { EndpointName, MethodOf, ReplyOf } from '#src/page/wire/endpoints.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';

const language = 'fr';
const browser = testBrowser();
const importChart = async () => chartSchema;
const importAny = async () => z.unknown();
const importNothing = async () => z.undefined();

// The compiler is the judge here: where a wrong call compiled, its `@ts-expect-error` would be an error. Calls stand in
// functions that nobody calls.

describe('the query of a page', () => {
  test('gives what its endpoint declares', () => {
    const query = wireQuery('top20', { version: 'club' }, language, importChart);
    expectTypeOf(query).toEqualTypeOf<PageQuery<ChartRow[]>>();
    wireQuery('top20', {}, language, importChart);
    wireQuery('favorites&action=count', { user_id: '1' }, language, async () =>
      z.object({ count: z.number(), tracks: z.number(), artists: z.number() }),
    );
  });

  test('does not compile for an endpoint that is not in the table, or that cannot be read', () => {
    // @ts-expect-error no row has this name
    wireQuery('top21', {}, language, importAny);
    // @ts-expect-error this row has an action
    wireQuery('favorites', { action: 'count', user_id: '1' }, language, importAny);
    // @ts-expect-error nobody logs in by GET
    wireQuery('login', {}, language, importAny);
  });

  test('does not compile with other parameters than the declared ones', () => {
    // @ts-expect-error the stream is missing
    wireQuery('podcasts', {}, language, importAny);
    // @ts-expect-error there is no such parameter
    wireQuery('top20', { version: 'club', year: '2026' }, language, importChart);
    // @ts-expect-error parameters are text
    wireQuery('history', { version: 'club', limit: 4 }, language, importAny);
    // @ts-expect-error undefined would be sent as a word
    wireQuery('top20', { version: undefined }, language, importChart);
    // @ts-expect-error it takes none
    wireQuery('chart-weeks', { version: 'club' }, language, async () => z.array(z.string()));
  });

  test('does not compile with a schema of something else', () => {
    // @ts-expect-error a chart is no list of names
    wireQuery('top20', {}, language, async () => z.array(z.string()));
  });
});

describe('a call', () => {
  const body = { email: 'lea@example.org', password: 'marée haute 1998' };

  test('gives what its endpoint declares', () => {
    expectTypeOf<ReplyOf<'login', 'POST'>>().toEqualTypeOf<SignedIn>();
    expectTypeOf<ReplyOf<'logout', 'POST'>>().toEqualTypeOf<undefined>();
    expectTypeOf<MethodOf<'profile'>>().toEqualTypeOf<'GET' | 'PUT' | 'DELETE'>();
    expectTypeOf<string>().not.toExtend<EndpointName>();
    const ended = { endpoint: 'sessions', method: 'DELETE', language } as const;
    return () => [
      callUnread(browser, { endpoint: 'login', method: 'POST', body, language }),
      callWire(browser, { endpoint: 'profile', method: 'DELETE', body: {}, language }, importNothing),
      callWire(browser, ended, importNothing),
      callWire(browser, { ...ended, parameters: { id: 'a' } }, importNothing),
    ];
  });

  test('does not compile by a method that the endpoint lacks', () => () => {
    // @ts-expect-error a chart is only read
    callUnread(browser, { endpoint: 'top20', method: 'POST', language });
    // @ts-expect-error a login is only posted
    callUnread(browser, { endpoint: 'login', method: 'GET', language });
  });

  test('does not compile with another body than the declared one', () => () => {
    // @ts-expect-error there is none
    callUnread(browser, { endpoint: 'login', method: 'POST', language });
    // @ts-expect-error the password is missing
    callUnread(browser, { endpoint: 'login', method: 'POST', body: { email: body.email }, language });
    // @ts-expect-error a password is a text
    callUnread(browser, { endpoint: 'login', method: 'POST', body: { ...body, password: 1998 }, language });
    // @ts-expect-error nobody reads it
    callUnread(browser, { endpoint: 'logout', method: 'POST', body, language });
    const loud = { preferences: { volume: 'loud' } };
    // @ts-expect-error volume is a number
    callUnread(browser, { endpoint: 'preferences', method: 'POST', body: loud, language });
  });

  test('does not compile with other parameters than the declared ones', () => () => {
    // @ts-expect-error a session is named by its id
    callUnread(browser, { endpoint: 'sessions', method: 'DELETE', parameters: { session: 'a' }, language });
    // @ts-expect-error it takes none
    callUnread(browser, { endpoint: 'login', method: 'POST', parameters: { email: 'a' }, body, language });
  });

  test('does not compile with a schema of something else', () => () => {
    // @ts-expect-error a login is no chart
    callWire(browser, { endpoint: 'login', method: 'POST', body, language }, importChart);
  });
});

describe('a handler', () => {
  const served = { query: z.object({ version: z.string() }), body: nothing, reply: chartSchema };

  test('does not compile when it replies something else than it declares', () => {
    wireMethod({ ...served, run: async () => dataReply([]) });
    // @ts-expect-error a chart is a list
    wireMethod({ ...served, run: async () => dataReply('a chart') });
    // @ts-expect-error a chart is a list
    wireMethod({ ...served, run: async () => doneReply() });
  });

  test('does not compile when it reads what it does not declare', () => {
    // @ts-expect-error there is no year
    wireMethod({ ...served, run: async ({ query: { year } }) => dataReply(year) });
  });
});
