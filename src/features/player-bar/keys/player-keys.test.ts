import { describe, expect, test } from 'vitest';
import { focusKind, type KeyPress, keyCommand } from './player-keys.ts';

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: '',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    isComposing: false,
    repeat: false,
    ...more,
  };
}

describe('a key pressed on the page', () => {
  test.each([
    [' ', { type: 'toggle' }],
    ['m', { type: 'mute' }],
    ['M', { type: 'mute' }],
    ['ArrowUp', { type: 'volume', steps: 1 }],
    ['ArrowDown', { type: 'volume', steps: -1 }],
    ['1', { type: 'stream', position: 1 }],
    ['6', { type: 'stream', position: 6 }],
    ['8', { type: 'stream', position: 8 }],
    ['/', { type: 'search' }],
    ['?', { type: 'help' }],
    ['9', null],
    ['0', null],
    ['Enter', null],
    ['Tab', null],
  ])('%j asks for %o', (key, command) => {
    expect(keyCommand(press(key), 'none')).toEqual(command);
  });
});

describe('a key of another layout, by the sign that it bears [R253]', () => {
  test.each([
    ['ь', 'KeyM', false, { type: 'mute' }],
    ['&', 'Digit1', false, { type: 'stream', position: 1 }],
    ['_', 'Digit8', false, { type: 'stream', position: 8 }],
    ['1', 'Digit1', true, { type: 'stream', position: 1 }],
    ['2', 'Numpad2', false, { type: 'stream', position: 2 }],
    // What others write with it: a sign of its own, in France, Germany and the United States.
    [',', 'KeyM', false, null],
    ['/', 'Digit7', true, { type: 'search' }],
    ['&', 'Digit7', true, null],
    ['ç', 'Digit9', false, null],
  ])('%s at %s, shifted: %s, asks for %o', (key, code, shiftKey, command) => {
    expect(keyCommand(press(key, { code, shiftKey }), 'none')).toEqual(command);
  });
});

describe('a key that somebody else needs', () => {
  test.each([' ', 'm', 'ArrowUp', '3', '/', '?'])('%j while typing is text', (key) => {
    expect(keyCommand(press(key), 'text')).toBeNull();
  });

  test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('m with %s is the browser’s', (modifier) => {
    expect(keyCommand(press('m', { [modifier]: true }), 'none')).toBeNull();
  });

  test('space on a button presses the button', () => {
    expect(keyCommand(press(' '), 'press')).toBeNull();
    expect(keyCommand(press('m'), 'press')).toEqual({ type: 'mute' });
  });

  test('arrows on a slider move the slider', () => {
    expect(keyCommand(press('ArrowUp'), 'arrows')).toBeNull();
    expect(keyCommand(press(' '), 'arrows')).toBeNull();
  });

  test('a key that a script has used already is left alone', () => {
    expect(keyCommand(press('m', { defaultPrevented: true }), 'none')).toBeNull();
  });

  test('a key of an input method is left alone', () => {
    expect(keyCommand(press('m', { isComposing: true }), 'none')).toBeNull();
  });

  test('a space held down toggles once, an arrow held down goes on', () => {
    expect(keyCommand(press(' ', { repeat: true }), 'none')).toBeNull();
    expect(keyCommand(press('ArrowUp', { repeat: true }), 'none')).toEqual({ type: 'volume', steps: 1 });
  });

  test.each(['3', 'm', ' '])('%j in a list of choices looks for one', (key) => {
    // As a page says of a focused `<select>`.
    const list = { closest: (selector: string) => (/(^|, )select($|, )/.test(selector) ? list : null) };
    expect(keyCommand(press(key), focusKind(list))).toBeNull();
  });
});
