import { describe, expect, test } from 'vitest';
import { LEA } from '#src/page/session/testing/lea.ts';
import { withSession } from './hand-over.ts';

const HOST = 'https://player.example.org';

describe('withSession', () => {
  test('appends the token and a summary of the user', () => {
    const sent = new URL(withSession(new URL(`${HOST}/dance?a=1`), LEA, 'tok', 'https://radio.example'));
    expect(sent.searchParams.get('a')).toBe('1');
    expect(sent.searchParams.get('token')).toBe('tok');
    expect(JSON.parse(sent.searchParams.get('user') ?? '')).toEqual({
      id: '7',
      email: 'lea@example.org',
      pseudo: 'lea_m',
      first_name: 'Léa',
      last_name: 'Martin',
    });
  });

  test('writes them where no request carries them on our own origin', () => {
    const sent = new URL(withSession(new URL(`${HOST}/dance?a=1#b`), LEA, 'tok', HOST));
    expect([sent.pathname, sent.search]).toEqual(['/dance', '?a=1']);
    const handed = new URLSearchParams(sent.hash.slice(1));
    expect(handed.get('token')).toBe('tok');
    expect(JSON.parse(handed.get('user') ?? '')).toMatchObject({ id: '7', pseudo: 'lea_m' });
  });
});
