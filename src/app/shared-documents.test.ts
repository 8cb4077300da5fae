import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { contactFactsQuery } from '#src/features/contact/screen/contact-page.tsx';
import { appsQuery } from '#src/features/listen/apps-section.tsx';

const STATION = {
  apps: { windows: 'https://radio.example.org/setup.exe' },
  captcha: { kind: 'builtin', siteKey: '' },
  association: { name: 'Les Amis d’Onde', address: '', email: 'ici@example.org', phone: '' },
};

test('whoever goes from one page to another that reads the same document gets what that one reads', async () => {
  vi.stubGlobal('fetch', async () => Response.json(STATION));
  const { apps, captcha, association } = STATION;
  for (const way of [
    [appsQuery, contactFactsQuery],
    [contactFactsQuery, appsQuery],
  ] as const) {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    for (const { queryKey, queryFn } of way) await client.fetchQuery<unknown>({ queryKey, queryFn });
    expect(client.getQueryData(appsQuery.queryKey)).toEqual({ apps });
    expect(client.getQueryData(contactFactsQuery.queryKey)).toEqual({ captcha, association });
  }
});
