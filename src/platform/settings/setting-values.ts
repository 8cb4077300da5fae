import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isBucketAddress, parseBucketAddress } from '#src/platform/object-store/bucket-address.ts';

/** An address that says where somebody is to be reached: with a host, or as `leads` has it. */
const url = (protocols: RegExp, example: string, leads = (address: URL) => address.hostname !== '') =>
  z.string().refine(
    (text) => URL.canParse(text) && protocols.test(new URL(text).protocol) && leads(new URL(text)),
    // `abort`: the checks that follow may rely on an address.
    { error: `must be an address such as ${example}`, abort: true },
  );
/** What would end the password. */
const SIGNS = ', with %23, %2F, %3F and %40 for a #, /, ? and @ in the password';
/** Mail's. */
export const smtp = url(/^smtps?:$/, `smtp://user:password@mail.example.org:587${SIGNS}`);
/** PostgreSQL's may do without a host: a database of this machine, or one behind a socket that a query names. */
const onePostgres = url(
  /^postgres(ql)?:$/,
  `postgres://onde:secret@localhost/onde${SIGNS}`,
  ({ href, hostname, pathname, searchParams }) =>
    /^\w+:\/\//.test(href) && (hostname !== '' || /^\/./.test(pathname) || searchParams.has('host')),
);
/** Several hosts of one address are understood by libpq, which is not what asks here. */
export const postgres = z
  .string()
  .refine((text) => !/^\w+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&#]*,/.test(text), {
    error:
      'must name one server, at an address that leads to whichever is written to: a list of them is not tried in turn (docs/scaling.md, "A second PostgreSQL")',
    abort: true,
  })
  .pipe(onePostgres);
/** The path of Redis' is the number of a database. */
export const redis = url(
  /^rediss?:$/,
  'redis://localhost:6379, with %25 for a % in the password',
  (address) => address.hostname !== '' && /^\/?\d*$/.test(address.pathname) && isReadable(address),
);
/** Where to listen: an address of this machine, or a name for one. */
export const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || (/^[^\s/\\?#@:%[\]]+$/.test(text) && URL.canParse(`http://${text}`)),
    'must be an address or a name of this machine, such as 127.0.0.1 or :: (the port is PORT)',
  );
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`);
export const list = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .refine((items) => items.length > 0, 'lists nothing: name something, separated by commas, or leave it out');
/** What a program sends in a head, where a token ends at a blank. */
export const token = z
  .string()
  .regex(
    /^[!-~]+$/,
    'must be of letters, digits and signs of ASCII, without blanks: openssl rand -hex 24 makes one',
  );
export const keys = list.refine(
  (items) => items.every((item) => /^[ -~]+$/.test(item)),
  'must list keys of letters, digits and signs of ASCII, separated by commas',
);
export const email = z.string().refine((text) => /^[^@\s]+@[^@\s]+$/.test(text), 'must be an e-mail address');
/** One address. A colon in a name without quotes would make a group of it. */
export const mailbox = z
  .string()
  .regex(
    /^(?:(?:"[^"\p{Cc}]*"\s*|[^<>:\p{Cc}]*)<[^@\s<>,;:]+@[^@\s<>,;:]+>|[^@\s<>,;:"]+@[^@\s<>,;:"]+)$/u,
    'must be an e-mail address, or Name <address>',
  );
export const web = (example: string) => url(/^https?:$/, example);
/** An address of the web and nothing below it: who answers, and at which port. */
export const origin = (example: string) =>
  web(example)
    .refine((text) => {
      const { pathname, username, password } = new URL(text);
      return pathname === '/' && username === '' && password === '' && !/[?#]/.test(text);
    }, `must be an origin, without a path, a name or ? in it, such as ${example}`)
    .transform((text) => new URL(text).origin);
/** Neither `fetch` nor a page asks with a password. */
export const unnamed = (example: string) =>
  web(example).refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, `must be an address without a name or password in it, such as ${example}`);
/** An address below which others lie, without a slash at its end. */
export const base = (example: string) =>
  unnamed(example)
    .refine((text) => !/[?#]/.test(text), `must be an address without ? or # in it, such as ${example}`)
    .transform((text) => text.replace(/\/+$/, ''));
/** An issuer of tokens that sign people in: nobody on the way may change what it says. */
export const issuer = (example: string) =>
  web(example).refine(
    (text) => text.startsWith('https:') || isLoopback(new URL(text).hostname),
    `must begin with https://, as ${example} does`,
  );
/** The file that Apple gives: an EC key in PEM. In one line its line breaks are written `\\n`. */
export const appleKey = z
  .string()
  .transform((text) => `${text.replaceAll('\\n', '\n').trim()}\n`)
  .refine(isAppleKey, 'must be the text of the .p8 file that Apple gave, with \\n for its line breaks');

/**
 * A folder. A shell alone knows what `~` and `$HOME` stand for, and takes quotes off: here they would be part of its
 * name. A station that has one goes on with it.
 */
export const folder = z
  .string()
  .refine(
    (text) => /^[^~$"']/.test(text) || (text !== '' && existsSync(text)),
    'must be the whole path of a folder, such as /srv/onde: ~ and $HOME stand for nothing here, and a quote is part of a name',
  );

/** A folder, or an address of an object store. */
export const place = (example: string) =>
  folder.refine(
    (text) => !isBucketAddress(text) || parseBucketAddress(text) !== null,
    `must be a folder, or an address such as ${example}`,
  );

export function isWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Whether there is one that can be read. */
export function hasPassword(address: string): boolean {
  const read = new URL(address);
  return read.password !== '' && isReadable(read);
}

/** A lone % of a name or password is written %25. */
function isReadable({ username, password }: URL): boolean {
  return [username, password].every((text) => /^(?:[^%]|%[\da-f]{2})*$/i.test(text));
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function isAppleKey(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
