import { expect, test } from 'vitest';
import { ObservableValue } from './observable.ts';

test('a listener hears of each change until it leaves', () => {
  const value = new ObservableValue('none');
  const heard: string[] = [];
  const leave = value.subscribe(() => heard.push(value.read()));
  value.set('one');
  value.set('two');
  leave();
  value.set('three');
  expect(heard).toEqual(['one', 'two']);
});

test('a listener that leaves while it is told does not silence the others', () => {
  const value = new ObservableValue(0);
  const heard: string[] = [];
  const leave = value.subscribe(() => {
    heard.push('first');
    leave();
  });
  value.subscribe(() => heard.push('second'));
  value.set(1);
  value.set(2);
  expect(heard).toEqual(['first', 'second', 'second']);
});
