import { beforeEach, describe, expect, test } from 'vitest';
import { earlyPlayScript } from './early-play.ts';
import { FakeMediaElement } from './testing/fake-media-element.ts';

/** A button of the page, and whatever is inside of it. */
class FakeElement {
  readonly attributes: Map<string, string>;

  constructor(attributes: Record<string, string> = {}) {
    this.attributes = new Map(Object.entries(attributes));
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  closest(): FakeElement | null {
    return this.attributes.has('data-play-stream') ? this : null;
  }
}

interface Press {
  target: FakeElement;
  preventDefault(): void;
  stopImmediatePropagation(): void;
}

let buttons: FakeElement[];
let audios: FakeMediaElement[];
let storage: Map<string, string>;
let outcome: FakeMediaElement['outcome'];
let swallowed: number;
let listener: ((press: Press) => void) | null;
let page: { ondeEarlyPlay?: () => unknown };

beforeEach(() => {
  buttons = ['dance', 'hits', 'dance'].map((id) => new FakeElement({ 'data-play-stream': id }));
  audios = [];
  storage = new Map();
  outcome = 'sounds';
  swallowed = 0;
  listener = null;
  const doc = {
    querySelectorAll: () => buttons,
    createElement: () => {
      const audio = new FakeMediaElement();
      audio.outcome = outcome;
      audios.push(audio);
      return audio;
    },
    addEventListener: (_type: string, added: (press: Press) => void) => {
      listener = added;
    },
    removeEventListener: () => {
      listener = null;
    },
  };
  const win: typeof page & Record<string, unknown> = {
    Element: FakeElement,
    crypto,
    localStorage: { getItem: (key: string) => storage.get(key) ?? null },
  };
  page = win;
  new Function('window', 'document', earlyPlayScript())(win, doc);
});

function press(index: number): void {
  const target = buttons[index];
  if (target === undefined) throw new Error('no such button');
  listener?.({
    target,
    preventDefault: () => swallowed++,
    stopImmediatePropagation: () => swallowed++,
  });
}

const pressed = () => buttons.map((button) => button.getAttribute('aria-pressed'));

describe('the script', () => {
  test('is at most 2 KB', () => {
    expect(Buffer.byteLength(earlyPlayScript())).toBeLessThanOrEqual(2_048);
  });

  test('cannot end the element it stands in', () => {
    expect(earlyPlayScript()).not.toMatch(/<\/|<!--/);
  });

  test('reads nothing that is kept where it knows no listener', () => {
    expect(earlyPlayScript()).toContain('localStorage');
    expect(earlyPlayScript(false)).not.toContain('localStorage');
  });
});

describe('a press before the page is ready', () => {
  test('plays the stream under a random session, and shows it on every button of that stream', () => {
    press(0);
    expect(audios[0]?.played).toEqual([
      expect.stringMatching(/^\/stream\/dance\.mp3\?session=[0-9a-f]{32}$/),
    ]);
    expect(pressed()).toEqual(['true', 'false', 'true']);
  });

  test('is not seen by any other script', () => {
    press(0);
    expect(swallowed).toBe(2);
  });

  test('pressed again stops, and fetches nothing any more', () => {
    press(0);
    press(2);
    expect(audios[0]).toMatchObject({ src: '', paused: true });
    expect(pressed()).toEqual(['false', 'false', 'false']);
  });

  test('on another stream stops the first', () => {
    press(0);
    press(1);
    expect(audios[0]?.src).toBe('');
    expect(audios[1]?.src).toContain('/stream/hits.mp3');
    expect(pressed()).toEqual(['false', 'true', 'false']);
  });

  test('plays from where the button says the stream is', () => {
    buttons[1]?.setAttribute('data-stream-url', 'https://cdn.example/hits?quality=1');
    press(1);
    expect(audios[0]?.src).toMatch(/^https:\/\/cdn\.example\/hits\?quality=1&session=/);
  });

  test('that the browser refuses shows that nothing plays', async () => {
    outcome = 'refuses';
    press(0);
    await Promise.resolve();
    await Promise.resolve();
    expect(pressed()).toEqual(['false', 'false', 'false']);
    expect(page.ondeEarlyPlay?.()).toBeNull();
  });
});

describe('the volume of an early press', () => {
  test.each([
    ['0.5 when nothing is stored', [], 0.5],
    ['the guest’s', [['guest', '{"volume":0.2}']], 0.2],
    ['silence, when that was chosen', [['guest', '{"volume":0}']], 0],
    [
      'the member’s',
      [
        ['guest', '{"volume":0.2}'],
        ['user', '{"volume":0.9}'],
        ['authToken', 'x'],
      ],
      0.9,
    ],
    ['0.5 for junk', [['guest', '{volume']], 0.5],
    ['0.5 for what is no volume', [['guest', '{"volume":7}']], 0.5],
    ['0.5 for a volume that is null', [['guest', '{"volume":null}']], 0.5],
    ['0.5 for a copy that is null', [['guest', 'null']], 0.5],
  ] as const)('is %s', (_, entries, volume) => {
    for (const [key, value] of entries) storage.set(key, value);
    press(0);
    expect(audios[0]?.volume).toBe(volume);
    // An iPhone keeps its own volume [R237].
    expect(audios[0]?.muted).toBe(volume === 0);
  });
});

describe('an early press', () => {
  test.each([
    ['of a member with a pass', ['m.1.s'], '&noads=m.1.s'],
    ['of anybody else', [], ''],
  ])('%s', (_, kept, ending) => {
    for (const token of kept) storage.set('adFreeToken', token);
    press(0);
    expect(audios[0]?.src).toMatch(new RegExp(`session=[0-9a-f]{32}${ending}$`));
  });
});

describe('handing over', () => {
  test('gives the element that sounds, once, and listens no more', () => {
    press(1);
    expect(page.ondeEarlyPlay?.()).toEqual({ element: audios[0], streamId: 'hits' });
    expect(page.ondeEarlyPlay).toBeUndefined();
    expect(listener).toBeNull();
  });

  test('leaves the element alone that fails later, and the buttons, which are the page’s by then', async () => {
    outcome = 'hangs';
    press(1);
    page.ondeEarlyPlay?.();
    audios[0]?.fail();
    await Promise.resolve();
    await Promise.resolve();
    expect(audios[0]?.src).toContain('/stream/hits.mp3');
    expect(pressed()).toEqual(['false', 'true', 'false']);
  });

  test('tells which stream the listener has stopped', () => {
    press(0);
    press(2);
    expect(page.ondeEarlyPlay?.()).toEqual({ element: null, streamId: 'dance' });
  });

  test('gives nothing when nothing was pressed', () => {
    expect(page.ondeEarlyPlay?.()).toBeNull();
  });
});
