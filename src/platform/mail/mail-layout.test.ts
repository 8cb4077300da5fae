import { expect, test } from 'vitest';
import { layOutMail, type MailContent } from './mail-layout.ts';

const CONTENT = {
  language: 'fr',
  subject: 'Sujet',
  title: 'Un titre',
  greeting: 'Bonjour <b>Zoé</b> & co,',
  paragraphs: ['Premier.', 'Second.'],
  button: { label: 'Confirmer', url: 'https://radio.example/validate-email?token=abc&x=1', hint: 'Copiez :' },
  notes: ['Une note.'],
  footer: ['Une association'],
};
const STATION = { name: 'Onde "FM"', streams: [{ colour: '#f29838' }] };
const textOf = async (content: MailContent) => (await layOutMail(STATION, content)).text;
const htmlOf = async (content: MailContent) => (await layOutMail(STATION, content)).html;

test('text holds everything that the mail says, the link on a line of its own', async () => {
  expect(await textOf(CONTENT)).toBe(`Onde "FM"

Un titre

Bonjour <b>Zoé</b> & co,

Premier.

Second.

Confirmer
https://radio.example/validate-email?token=abc&x=1

Une note.

-- 
Une association`);
});

test('HTML shows words of members as words', async () => {
  const html = await htmlOf(CONTENT);
  expect(html).toContain('Bonjour &lt;b&gt;Zoé&lt;/b&gt; &amp; co,');
  expect(html).not.toContain('<b>');
  expect(html).toContain('href="https://radio.example/validate-email?token=abc&amp;x=1"');
});

test('HTML fetches nothing and links to its one address alone', async () => {
  const html = await htmlOf(CONTENT);
  expect(html).not.toMatch(/<(img|script|link|iframe|object)\b|url\(|@import/i);
  const addresses = [...html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => address);
  expect(new Set(addresses)).toEqual(new Set(['https://radio.example/validate-email?token=abc&amp;x=1']));
});

test.each([
  ['#f29838', '#14131a'],
  ['#003a68', '#ffffff'],
  ['#cb2b3d', '#ffffff'],
  ['#a3e949', '#14131a'],
])('on %s the name is written in %s', async (colour, ink) => {
  const { html } = await layOutMail({ name: 'Onde', streams: [{ colour }] }, CONTENT);
  expect(html).toContain(`color:${ink};font:800`);
});

test('words of somebody else keep their lines, and end neither the mail nor its markup', async () => {
  const quoted = { ...CONTENT, paragraphs: ['Premier.'], quote: 'Un <b>mot</b>\n\n-- \nFaux pied' };
  expect(await textOf(quoted)).toContain('Premier.\n\n> Un <b>mot</b>\n> \n> -- \n> Faux pied\n\nConfirmer');
  expect(await htmlOf(quoted)).toContain('>Un &lt;b&gt;mot&lt;/b&gt;<br><br>-- <br>Faux pied</blockquote>');
});
