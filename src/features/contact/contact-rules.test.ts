import { expect, test } from 'vitest';
import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from '#src/contract/limits.ts';
import { checkMessage, checkSubject, checkWritten, cleanMessage, cleanSubject } from './contact-rules.ts';

test.each([
  ['Bonjour', null],
  ['  Bonjour\t à tous ', null],
  ['', 'required'],
  [' \t ', 'required'],
  ['\u200b\u2060', 'required'],
  ['é'.repeat(CONTACT_SUBJECT_MAX), null],
  ['🎵'.repeat(CONTACT_SUBJECT_MAX), null],
  ['é'.repeat(CONTACT_SUBJECT_MAX + 1), 'too_long'],
  ['Bonjour\nBcc: all@example.org', 'line_break'],
  ['Bonjour\r\nBcc: all@example.org', 'line_break'],
  ['Bonjour\u2028Bcc', 'line_break'],
  ['Bonjour\u0085Bcc', 'line_break'],
  ['Bonjour\u001b[2J', 'line_break'],
  ['Bonjour\n', null],
])('the subject %j: %s', (subject, problem) => {
  expect(checkSubject(subject)).toBe(problem);
});

test('a subject that is let in holds nothing that ends a line', () => {
  expect(cleanSubject('  Un\t mot \u202eniur  ')).toBe('Un mot niur');
  expect(cleanSubject('Bonjour\n')).toBe('Bonjour');
});

test.each([
  ['Bonjour,\n\nmerci pour la musique.', null],
  ['\n\n', 'required'],
  ['x'.repeat(CONTACT_MESSAGE_MAX), null],
  ['x'.repeat(CONTACT_MESSAGE_MAX + 1), 'too_long'],
  ['🎵'.repeat(CONTACT_MESSAGE_MAX), null],
])('a message', (message, problem) => {
  expect(checkMessage(message)).toBe(problem);
});

test('a message keeps its lines and loses what only a terminal would obey', () => {
  expect(cleanMessage(' un\r\ndeux\rtrois\u2028quatre\u001b[2J\u0000\u202e\tfin\n')).toBe(
    'un\ndeux\ntrois\nquatre[2J\tfin',
  );
});

test('the form is told of each field', () => {
  expect(checkWritten({ email: ' ', subject: '', message: '' })).toEqual({
    email: 'required',
    subject: 'required',
    message: 'required',
  });
  expect(checkWritten({ email: 'zoe@', subject: 'a', message: 'b' })).toEqual({
    email: 'email_invalid',
    subject: null,
    message: null,
  });
});
