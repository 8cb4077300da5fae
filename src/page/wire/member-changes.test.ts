import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { TabChannel } from '#src/page/browser/browser.ts';
import { SessionStore } from '#src/page/session/session-store.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { MemberChanges } from './member-changes.ts';

const STATUS = 'votes&action=status';
const COUNT = 'favorites&action=count';

/** Tabs of one browser, each with its cache. */
function openTabs() {
  const heard: ((message: MessageEvent) => void)[] = [];
  const open = () => {
    const client = new QueryClient();
    const own: ((message: MessageEvent) => void)[] = [];
    const channel: TabChannel = {
      postMessage: (data: unknown) => {
        for (const hear of heard) if (!own.includes(hear)) hear(new MessageEvent('message', { data }));
      },
      addEventListener: (_type, hear) => {
        heard.push(hear);
        own.push(hear);
      },
    };
    const session = new SessionStore(() => {
      throw new Error('blocked');
    });
    const signIn = (id: string | null) =>
      id === null ? session.clear() : session.signIn({ ...LEA, id }, id);
    const changes = new MemberChanges({ client, session, channel });
    return { client, changes, signIn };
  };
  return { open };
}

const keyOf = (endpoint: string, user_id: string) => ['wire', endpoint, { user_id }, 'fr'];

test('what a member changes in one tab is asked for again in all, and nothing else is', async () => {
  const tabs = openTabs();
  const [here, there] = [tabs.open(), tabs.open()];
  for (const { client } of [here, there]) {
    client.setQueryData(keyOf(STATUS, '7'), 1);
    client.setQueryData(keyOf(COUNT, '7'), 1);
  }
  await here.changes.tell([STATUS]);
  for (const { client } of [here, there]) {
    expect(client.getQueryState(keyOf(STATUS, '7'))?.isInvalidated).toBe(true);
    expect(client.getQueryState(keyOf(COUNT, '7'))?.isInvalidated).toBe(false);
  }
});

test('what was answered to a member is forgotten when they leave, and when another one comes', () => {
  const { client, signIn } = openTabs().open();
  client.setQueryData(['wire', 'history', { version: 'club' }, 'fr'], 'kept');
  for (const next of [null, '8']) {
    signIn('7');
    client.setQueryData(keyOf(STATUS, '7'), 1);
    signIn('7');
    expect(client.getQueryData(keyOf(STATUS, '7'))).toBe(1);
    signIn(next);
    expect(client.getQueryData(keyOf(STATUS, '7'))).toBeUndefined();
  }
  expect(client.getQueryCache().getAll()).toHaveLength(1);
});

test('a first answer that was on its way when a member changed something is asked for once more', async () => {
  const { client, changes } = openTabs().open();
  const answers: PromiseWithResolvers<number>[] = [];
  const shown = new QueryObserver(client, {
    queryKey: keyOf(COUNT, '7'),
    queryFn: () => {
      const answer = Promise.withResolvers<number>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const leave = shown.subscribe(() => {});
  const told = changes.tell([COUNT]);
  answers[0]?.resolve(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve(2);
  await told;
  expect(shown.getCurrentResult().data).toBe(2);
  leave();
});
