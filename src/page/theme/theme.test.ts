import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { themeScript } from './theme.ts';

/** What the head's script makes of a root that says nothing yet. */
function shownWith(
  getItem: (key: string) => string | null,
  system: 'light' | 'dark',
  ofVisit: (key: string) => string | null = () => null,
) {
  const dataset: Record<string, string> = {};
  const classes = new Set<string>();
  let ground = '';
  const frame = {
    setAttribute(_: string, value: string) {
      ground = value;
    },
  };
  const listeners = new Map<string, () => void>();
  const classList = { toggle: (name: string, on: boolean) => void (on && classes.add(name)) };
  runInNewContext(themeScript(), {
    window: {
      localStorage: { getItem },
      sessionStorage: { getItem: ofVisit },
      matchMedia: () => ({ matches: system === 'dark' }),
      addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
    },
    document: { documentElement: { dataset, classList }, querySelector: () => frame },
  });
  return {
    theme: dataset.theme,
    isDark: classes.has('dark'),
    ground,
    /** What browsers draw around the page once the visitor has chosen another theme. */
    groundOf(chosen: string) {
      dataset.theme = chosen;
      listeners.get('onde:theme')?.();
      return ground;
    },
  };
}
const stored = (items: Record<string, string>) => (key: string) => items[key] ?? null;

test('the theme is the stored one, whatever the system prefers', () => {
  expect(shownWith(stored({ theme: 'dark' }), 'light')).toMatchObject({ theme: 'dark', isDark: true });
  expect(shownWith(stored({ theme: 'light', authToken: 't' }), 'dark').theme).toBe('light');
});

test('what a member has chosen for the visit comes before what is stored', () => {
  const member = stored({ theme: 'light', authToken: 't', authUser: '{"id":"7","email":"x"}' });
  const visit = (text: string) => shownWith(member, 'light', stored({ visit: text })).theme;
  expect(visit('{"volume":1,"theme":"dark","user":"7"}')).toBe('dark');
  expect(visit('{"volume":1,"user":"7"}')).toBe('light');
  // Another member's, or nobody's.
  expect(visit('{"volume":1,"theme":"dark","user":"8"}')).toBe('light');
  expect(visit('{"volume":1,"theme":"dark"}')).toBe('light');
});

test('a guest without one has the system’s, a member the default', () => {
  expect(shownWith(stored({}), 'dark')).toMatchObject({ theme: 'dark', isDark: true });
  expect(shownWith(stored({}), 'light')).toMatchObject({ theme: 'light', isDark: false });
  expect(shownWith(stored({ authToken: 't' }), 'dark').theme).toBe('light');
});

test('what is stored but no theme, and a storage that is blocked, count as none', () => {
  expect(shownWith(stored({ theme: 'sepia' }), 'dark').theme).toBe('dark');
  expect(shownWith(stored({ theme: 'sepia', authToken: 't' }), 'dark').theme).toBe('light');
  const blocked = () => {
    throw new Error('blocked');
  };
  expect(shownWith(blocked, 'dark').theme).toBe('dark');
});

test('what browsers draw around the page has the ground of the theme, also of one that is chosen later', () => {
  const shown = shownWith(stored({ theme: 'dark' }), 'light');
  expect([shown.ground, shown.groundOf('light'), shown.groundOf('dark')]).toEqual([
    '#0e0f16',
    '#faf7f1',
    '#0e0f16',
  ]);
});
