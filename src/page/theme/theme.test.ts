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
  const classList = { toggle: (name: string, on: boolean) => void (on && classes.add(name)) };
  runInNewContext(themeScript(), {
    window: {
      localStorage: { getItem },
      sessionStorage: { getItem: ofVisit },
      matchMedia: () => ({ matches: system === 'dark' }),
    },
    document: { documentElement: { dataset, classList } },
  });
  return { theme: dataset.theme, isDark: classes.has('dark') };
}
const stored = (items: Record<string, string>) => (key: string) => items[key] ?? null;

test('the theme is the stored one, whatever the system prefers', () => {
  expect(shownWith(stored({ theme: 'dark' }), 'light')).toEqual({ theme: 'dark', isDark: true });
  expect(shownWith(stored({ theme: 'light', authToken: 't' }), 'dark').theme).toBe('light');
});

test('what a member has chosen for the visit comes before what is stored', () => {
  const member = stored({ theme: 'light', authToken: 't' });
  expect(shownWith(member, 'light', stored({ visit: '{"volume":1,"theme":"dark"}' })).theme).toBe('dark');
  expect(shownWith(member, 'light', stored({ visit: '{"volume":1}' })).theme).toBe('light');
});

test('a guest without one has the system’s, a member the default', () => {
  expect(shownWith(stored({}), 'dark')).toEqual({ theme: 'dark', isDark: true });
  expect(shownWith(stored({}), 'light')).toEqual({ theme: 'light', isDark: false });
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
