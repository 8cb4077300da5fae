import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { outdate } from './use-thread.ts';

/** A page that shows the answer of a member's question, whose answers come when the test says so. */
function showAnswers() {
  const client = queriesOf(testBrowser());
  const answers: PromiseWithResolvers<string>[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    const answer = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    answers.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(client, { queryKey: ['comments', 'lea'], queryFn, staleTime: 30_000 });
  onTestFinished(observer.subscribe(() => {}));
  return { client, answers, shown: () => observer.getCurrentResult().data };
}

test('an answer that was on its way before a change is asked for anew', async () => {
  const { client, answers, shown } = showAnswers();
  const outdated = outdate(client, ['comments']);
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.resolve('before');
  answers[1]?.resolve('after');
  await outdated;
  expect(shown()).toBe('after');
});

test('one that is there stays until the page is opened again', async () => {
  const { client, answers, shown } = showAnswers();
  answers[0]?.resolve('before');
  await expect.poll(shown).toBe('before');
  await outdate(client, ['comments']);
  expect(answers).toHaveLength(1);
  expect(client.getQueryState(['comments', 'lea'])?.isInvalidated).toBe(true);
});
