import { beforeEach, describe, expect, test } from 'vitest';
import type { StreamMarks, WireMark } from '#src/broadcast/now-playing/marks.wire.ts';
import { BURST_MS, EAR_PATIENCE_MS, LOST_KEPT_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Variant } from '#src/features/player/sound/sound.ts';
import { INITIAL_PLAYER_STATE, type PlayerState } from '#src/features/player/state/player-state.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { Observable } from '#src/platform/observable/observable.ts';
import { EarClock, type EarPlayer } from './ear-clock.ts';
import type { HeardTrack } from './heard-track.ts';

/** The player as the ear reads it: its sound stands where the test says, and moves with the clock. */
class TestPlayer extends Observable implements EarPlayer {
  readonly #clock: ManualClock;
  #state: PlayerState = INITIAL_PLAYER_STATE;
  /** The instant heard, less the time by the clock; null while it is unknown. */
  offsetMs: number | null = null;
  heardVariant: Variant | null = 'guest';
  placesAsked = 0;
  onPlace = (): void => {};

  constructor(clock: ManualClock) {
    super();
    this.#clock = clock;
  }

  readonly getState = () => this.#state;

  get heardMs(): number | null {
    return this.offsetMs === null ? null : this.#clock.monotonicMs() + this.offsetMs;
  }

  async askPlaceAgain(): Promise<void> {
    this.placesAsked += 1;
    this.onPlace();
  }

  be(state: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...state };
    this.tell();
  }
}

const T = Date.UTC(2026, 10, 21, 12);
/** A listener hears what was on the air so long ago. */
const BEHIND_MS = 4_300;

let clock: ManualClock;
let player: TestPlayer;
let ear: EarClock;
/** What stands on the timelines, by variant; null for no answer. */
let marks: Record<Variant, readonly WireMark[] | null>;
let asked: string[];
let shown: (HeardTrack | null)[];

/** A mark that begins so many seconds after the test. */
const mark = (kind: WireMark['kind'], at: number, titre: string, duration = 60): WireMark => ({
  first_ms: T + at * 1000,
  kind,
  artiste: `Artist of ${titre}`,
  titre,
  slug: kind === 'track' ? titre.toLowerCase() : '',
  pochette: '/covers/x.jpg',
  duration,
});
/** Each once, also where a guess has come true. */
const titles = () =>
  shown
    .map((heard) => heard && (heard.track?.titre ?? ''))
    .filter((title, at, all) => at === 0 || title !== all[at - 1]);
const guesses = () => shown.map((heard) => heard && [heard.track?.titre, heard.isGuess]);
const onAir = (titre: string, at: number) => ({
  version: 'onde',
  artiste: `Artist of ${titre}`,
  titre,
  slug: titre.toLowerCase(),
  pochette: '/covers/x.jpg',
  started_at: new Date(T + at * 1000).toISOString(),
  duration: 60,
});
/** Lets answers arrive. */
const settle = async () => {
  for (let at = 0; at < 8; at += 1) await Promise.resolve();
};
/** Time passes in steps, and whatever is asked meanwhile is answered. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds * 10; at += 1) {
    clock.advance(100);
    await settle();
  }
}

beforeEach(() => {
  clock = new ManualClock(T);
  player = new TestPlayer(clock);
  marks = { guest: [mark('track', -50, 'A'), mark('track', 10, 'B')], member: [] };
  asked = [];
  shown = [];
  const begun = (all: readonly WireMark[]): StreamMarks => ({
    now_ms: clock.nowMs(),
    marks: all.filter(({ first_ms }) => first_ms <= clock.nowMs()),
  });
  ear = new EarClock({
    clock,
    random: () => 0.5,
    player,
    async askMarks(streamId: StreamId, variant) {
      asked.push(`${streamId} ${variant} ${Math.round((clock.nowMs() - T) / 1000)}`);
      const known = marks[variant];
      if (known === null) throw new Error('no answer');
      return begun(known);
    },
    show: (heard) => shown.push(heard),
  });
  ear.hearOnAir('dance', onAir('A', -50));
});

async function play(offsetMs: number | null = T - BEHIND_MS): Promise<void> {
  player.offsetMs = offsetMs;
  player.be({ phase: 'playing', streamId: 'dance' });
  await settle();
}

describe('while the instant heard is known', () => {
  test('a title changes when the sound does, not when it is told', async () => {
    await play();
    expect(titles()).toEqual(['A']);
    await pass(10);
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(4.2);
    expect(titles()).toEqual(['A']);
    await pass(0.2);
    expect(titles()).toEqual(['A', 'B']);
    expect(shown.at(-1)?.track).toMatchObject({ slug: 'b', started_at: new Date(T + 10_000).toISOString() });
  });

  test('the marks are asked for once a piece, after it has ended on the air', async () => {
    marks.guest = Array.from({ length: 10 }, (_, at) => mark('track', at * 60 - 50, `T${at}`));
    ear.hearOnAir('dance', onAir('T0', -50));
    await play();
    await pass(480);
    expect(titles()).toEqual(Array.from({ length: 9 }, (_, at) => `T${at}`));
    expect(asked.length).toBeLessThanOrEqual(9);
    for (const one of asked.slice(1)) expect((Number(one.split(' ')[2]) - 10) % 60).toBeLessThanOrEqual(4);
  });

  test('a piece that ended early is noticed by the next title on air', async () => {
    marks.guest = [mark('track', -50, 'A', 600), mark('track', 10, 'B')];
    await play();
    await pass(11);
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(3.2);
    expect(titles()).toEqual(['A']);
    await pass(0.3);
    expect(titles()).toEqual(['A', 'B']);
  });

  test('a resume and a leap are followed', async () => {
    await play();
    await pass(30);
    expect(titles()).toEqual(['A', 'B']);
    player.offsetMs = T - 40_000;
    player.be({ volume: 0.3 });
    expect(titles()).toEqual(['A', 'B', 'A']);
    await pass(21);
    expect(titles()).toEqual(['A', 'B', 'A', 'B']);
  });

  test('a sound that catches up brings its title with it', async () => {
    await play(T - 60_000);
    await pass(20);
    const before = player.offsetMs ?? 0;
    // 1.03 times as fast: the change is heard a second early.
    for (let at = 0; at < 500; at += 1) {
      player.offsetMs = before + at * 3;
      clock.advance(100);
      await settle();
      if ((player.heardMs ?? 0) < T + 9_900) expect(titles().at(-1)).toBe('A');
      if ((player.heardMs ?? 0) > T + 10_100) expect(titles().at(-1)).toBe('B');
    }
    expect(titles().at(-1)).toBe('B');
  });

  test('jingle, spot and bed leave the last track, also when that is older than the marks', async () => {
    marks.guest = [mark('jingle', -5, 'J', 5), mark('spot', 0, 'S', 5), mark('bed', 5, '')];
    await play();
    await pass(20);
    expect(titles()).toEqual(['A']);
  });

  test('a member reads the interlude, which has no slug, and the guest the last track', async () => {
    const before = [mark('track', -50, 'A', 50)];
    marks.guest = [...before, mark('spot', 0, 'S', 20), mark('track', 20, 'B')];
    marks.member = [...before, mark('interlude', 0, 'I', 20), mark('track', 20, 'B')];
    player.heardVariant = 'member';
    await play();
    expect(asked[0]).toBe('dance member 0');
    await pass(25);
    expect(titles()).toEqual(['A', 'I', 'B']);
    expect(shown.map((heard) => heard?.track?.slug)).toEqual(['a', 'a', '', 'b']);
  });

  test('what is heard goes over to the member’s marks with the sound', async () => {
    await play();
    marks.member = [mark('interlude', -20, 'I')];
    player.heardVariant = 'member';
    player.be({ volume: 0.2 });
    await pass(1);
    expect(titles()).toEqual(['A', 'I']);
  });

  test('a timeline that is dated anew changes nothing that is shown', async () => {
    await play();
    await pass(5);
    const leapMs = 3_600_000;
    marks.guest = (marks.guest ?? []).map((one) => ({ ...one, first_ms: one.first_ms + leapMs }));
    clock.setWallClock(clock.nowMs() + leapMs);
    player.onPlace = () => {
      player.offsetMs = T - BEHIND_MS + leapMs;
    };
    ear.hearOnAir('dance', { ...onAir('A', -50 + leapMs / 1000) });
    await pass(3);
    expect(player.placesAsked).toBe(1);
    expect(new Set(titles())).toEqual(new Set(['A']));
    await pass(20);
    expect(titles().at(-1)).toBe('B');
    expect(player.placesAsked).toBe(1);
  });
});

describe('without an answer', () => {
  test('what is on air is a guess at first, until the marks say what is heard', async () => {
    ear.hearOnAir('dance', onAir('B', -2));
    clock.advance(BURST_MS);
    await play(T - BURST_MS - 20_000);
    marks.guest = [mark('track', -50, 'A'), mark('track', -2, 'B')];
    expect(guesses()).toEqual([
      ['B', true],
      ['A', false],
    ]);
  });

  test('what is on air is believed after ten seconds', async () => {
    marks.guest = null;
    await play();
    await pass(EAR_PATIENCE_MS / 1000 - 0.2);
    expect(guesses()).toEqual([['A', true]]);
    await pass(0.6);
    expect(guesses()).toEqual([
      ['A', true],
      ['A', false],
    ]);
  });

  test('of the session, titles are held back by the burst’s length', async () => {
    await play(null);
    await pass(10);
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(BURST_MS / 1000 - 0.1);
    expect(titles()).toEqual(['A']);
    await pass(0.2);
    expect(titles()).toEqual(['A', 'B']);
  });

  test('of the marks likewise, and they are asked for again, ever more rarely', async () => {
    marks.guest = null;
    await play();
    await pass(10);
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(BURST_MS / 1000 - 0.1);
    expect(titles()).toEqual(['A']);
    await pass(0.2);
    expect(titles()).toEqual(['A', 'B']);
    await pass(300);
    expect(asked.length).toBeLessThan(20);
    marks.guest = [mark('track', 10, 'B'), mark('track', 200, 'C')];
    await pass(40);
    expect(titles()).toEqual(['A', 'B', 'C']);
  });

  test.each([
    ['do not come any more', () => null],
    ['go on without it', () => [mark('track', -50, 'A', 3_600)]],
  ])('a title on air is shown by the burst’s length when marks %s', async (_, later) => {
    await play();
    marks.guest = later();
    await pass(10);
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(BURST_MS / 1000 - 0.1);
    expect(titles()).toEqual(['A']);
    await pass(0.2);
    expect(titles()).toEqual(['A', 'B']);
    await pass(60);
    expect(titles()).toEqual(['A', 'B']);
    marks.guest = [mark('track', 10, 'B'), mark('track', 70, 'C')];
    await pass(60);
    expect(titles()).toEqual(['A', 'B', 'C']);
  });

  test('a title that changes while its piece is on air is believed before the marks', async () => {
    await play();
    ear.hearOnAir('dance', { ...onAir('A', -50), titre: 'A by its right name' });
    await pass(5);
    expect(titles()).toEqual(['A', 'A by its right name']);
  });

  test('a title that does not say when it began is believed, too', async () => {
    await play();
    ear.hearOnAir('dance', { ...onAir('X', 0), started_at: '1970-01-01T00:00:00Z' });
    await pass(5);
    expect(titles()).toEqual(['A', 'X']);
  });

  test('marks that lacked what was on air are believed as soon as something is that they have', async () => {
    await play();
    await pass(10.2);
    ear.hearOnAir('dance', onAir('a slip of the tongue', 10.1));
    await pass(2.6);
    const before = asked.length;
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(1.4);
    expect(titles()).toEqual(['A']);
    await pass(0.2);
    expect(titles()).toEqual(['A', 'B']);
    expect(asked).toHaveLength(before);
  });

  test('what was heard stays for ten seconds', async () => {
    await play();
    await pass(12);
    ear.hearOnAir('dance', onAir('B', 10));
    player.offsetMs = null;
    player.be({ volume: 0.1 });
    await pass(EAR_PATIENCE_MS / 1000 - 0.2);
    expect(titles()).toEqual(['A']);
    await pass(1);
    expect(titles()).toEqual(['A', 'B']);
  });

  test('of the sound itself, what was heard stays while it can go on from there', async () => {
    await play();
    await pass(9);
    player.be({ phase: 'reconnecting' });
    player.offsetMs = null;
    await pass(10);
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(60);
    expect(titles()).toEqual(['A']);
    expect(asked).toHaveLength(1);
    await pass(LOST_KEPT_MS / 1000 - 60);
    expect(titles()).toEqual(['A', 'B']);
  });

  test('of a sound that is back after a loss, what was heard stays until it says where it stands', async () => {
    await play();
    player.offsetMs = null;
    player.be({ phase: 'reconnecting' });
    await pass(15);
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(BURST_MS / 1000);
    player.be({ phase: 'playing' });
    await pass(1);
    player.offsetMs = T - 30_000;
    await pass(1);
    expect(titles()).toEqual(['A']);
  });

  test('of a sound that is back after a loss, where it stands is looked for as often as at first', async () => {
    await play();
    player.offsetMs = null;
    player.be({ phase: 'reconnecting' });
    ear.hearOnAir('dance', onAir('B', 10));
    await pass(EAR_PATIENCE_MS / 1000 + 10);
    player.be({ phase: 'playing' });
    await pass(1.1);
    player.offsetMs = T - BEHIND_MS;
    await pass(0.3);
    expect(titles()).toEqual(['A', 'B']);
  });

  test('of a sound that comes and goes, and never says where it stands, what was heard does not stay for good', async () => {
    await play();
    player.offsetMs = null;
    ear.hearOnAir('dance', onAir('B', 10));
    for (let turn = 0; turn < 4; turn += 1) {
      player.be({ phase: 'reconnecting' });
      await pass(60);
      player.be({ phase: 'playing' });
      await pass(5);
    }
    expect(titles()).toEqual(['A', 'B']);
  });
});

test('nothing is said, asked or waited for while nothing plays', async () => {
  await pass(20);
  await play();
  player.be({ phase: 'paused' });
  expect(titles()).toEqual(['A', 'B', null]);
  const before = asked.length;
  await pass(300);
  expect(asked).toHaveLength(before);
});

test.each([
  ['has been lost for long', 'reconnecting'],
  ['never says where it stands', 'playing'],
] as const)('a sound that %s is looked at once a second: it may be a phone in a pocket', async (_, phase) => {
  await play(null);
  await pass(15);
  player.be({ phase });
  let looks = 0;
  const { getState } = player;
  Object.assign(player, {
    getState() {
      looks += 1;
      return getState();
    },
  });
  await pass(30);
  expect(looks).toBeLessThanOrEqual(31);
  player.offsetMs = T - BEHIND_MS;
  player.be({ phase: 'playing' });
  await pass(5);
  expect(titles().at(-1)).toBe('B');
});

test('another stream is followed by itself', async () => {
  await play();
  player.be({ phase: 'connecting', streamId: 'club' });
  expect(titles()).toEqual(['A', null]);
  ear.hearOnAir('club', onAir('K', -3));
  marks.guest = [mark('track', -80, 'L'), mark('track', -3, 'K')];
  player.be({ phase: 'playing' });
  await settle();
  expect(titles()).toEqual(['A', null, 'K', 'L']);
  await pass(2);
  expect(titles()).toEqual(['A', null, 'K', 'L', 'K']);
  expect(asked).toContain('club guest 0');
});

test('a preview in the radio’s place is no part of it', async () => {
  await play();
  player.be({ phase: 'paused', preview: { title: 'P', kind: 'track', resume: true } });
  expect(titles()).toEqual(['A', null]);
});
