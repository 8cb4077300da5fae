import { expect, test } from 'vitest';
import { readBody } from './read-request.ts';

const JSON_HEADERS = new Headers({ 'content-type': 'application/json' });
const read = (value: unknown) => readBody(JSON_HEADERS, new Blob([JSON.stringify(value)]).stream());

test.each([
  ['marks of two kinds in turn', '\u0316\u0301'.repeat(126)],
  ['marks of one kind', '\u0301'.repeat(251)],
  ['voicing marks of halfwidth kana among others', '\u0301\uff9e'.repeat(126)],
])('[W227] a text with more %s than any letter wears is refused', async (_what, marks) => {
  const refused = { code: 'malformed_body' };
  await expect(read({ text: `a${marks}b` })).rejects.toMatchObject(refused);
  await expect(read({ text: marks })).rejects.toMatchObject(refused);
  await expect(read({ texts: ['a', { text: `${'a'.repeat(1_000)}${marks}` }] })).rejects.toMatchObject(
    refused,
  );
});

test('letters that wear many marks are a text, and so is a long one', async () => {
  const worn = { text: `a${'\u0316\u0301'.repeat(125)}b` };
  expect(await read(worn)).toEqual(worn);
  const long = { text: 'नमस्ते می\u200cخواهم Zoe\u0301 '.repeat(500) };
  expect(await read(long)).toEqual(long);
});

test.each([
  ['a NUL', '{"text":"a\\u0000b"}'],
  ['half a character', '{"text":"a\\ud800b"}'],
])('[W227] a text with %s is refused, and its field named [W4]', async (_what, body) => {
  await expect(readBody(JSON_HEADERS, new Blob([body]).stream())).rejects.toMatchObject({
    code: 'malformed_body',
    details: { values: { field: 'text' } },
  });
});

test('[W227] what can be no name of a field is not said again', async () => {
  await expect(read({ '<b>\u0000': '\u0000' })).rejects.toMatchObject({
    code: 'malformed_body',
    details: {},
  });
  await expect(read({ '<b>\u0000': '\u0000' })).rejects.not.toHaveProperty('details.values');
});

test('[W4] a packed body is of another type than JSON, whatever lies in it', async () => {
  const sent = (encoding: string) =>
    readBody(
      new Headers({ 'content-type': 'application/json', 'content-encoding': encoding }),
      new Blob(['{"text":"a"}']).stream(),
    );
  for (const encoding of ['gzip', 'br', 'identity, gzip'])
    await expect(sent(encoding)).rejects.toMatchObject({ code: 'unsupported_media_type' });
  expect(await sent('Identity')).toEqual({ text: 'a' });
});
