import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

export const url = (protocols: RegExp, example: string) =>
  z.string().refine(
    (text) => URL.canParse(text) && protocols.test(new URL(text).protocol),
    // `abort`: the checks that follow may rely on an address.
    { error: `must be an address such as ${example}`, abort: true },
  );
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`);
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
export const email = z.string().refine((text) => /^[^@\s]+@[^@\s]+$/.test(text), 'must be an e-mail address');
export const mailbox = z
  .string()
  .refine(
    (text) => /^[^<>]*<?[^@\s<>]+@[^@\s<>]+>?$/.test(text),
    'must be an e-mail address, or Name <address>',
  );
export const web = (example: string) => url(/^https?:$/, example);
/** An address below which others lie, without a slash at its end. */
export const base = (example: string) =>
  web(example)
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
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(isAppleKey, 'must be the text of the .p8 file that Apple gave, with \\n for its line breaks');

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
