import type { Socket } from 'node:net';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { SentSound } from '#src/broadcast/figures/sent-sound.ts';
import { IcyGrid } from '#src/broadcast/icy/icy-grid.ts';
import type { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { decodableFrom } from '#src/broadcast/timeline/pre-roll.ts';
import { BURST_MS, FIRST_MS } from '#src/contract/limits.ts';
import { CatchUp } from './catch-up.ts';
import { Listener, ListenerGroup } from './listener-group.ts';
import { TICKS_PER_ROUND, ticksInOpeningOrder } from './ticks.ts';

/**
 * Size of a group before the next one is opened: many writes in one go are cheapest, and these take about 5
 * ms.
 */
const GROUP_SIZE = 250;
/** Audio that a listener is behind what is on air, and how much of that comes at once [W150]. */
export const BURST_BYTES = ((BURST_MS / 1000) * BIT_RATE) / 8;
export const FIRST_BYTES = ((FIRST_MS / 1000) * BIT_RATE) / 8;
/**
 * Bytes from which on a listener catches up in slices. Less is sent at once, as a view on the ring, which is
 * valid long enough.
 */
const FAR_BACK_BYTES = 2 * BURST_BYTES;

export interface JoinRequest {
  socket: Socket;
  /** Titles woven into the audio (ICY). */
  withTitles: boolean;
  /** A robot of this station: it counts nowhere [W155]. */
  isRobot?: boolean;
  /** The frame to be heard first, if the ring still has it; null: live. */
  fromFrame: number | null;
  /**
   * Takes a permit to catch up on more than a burst; null when all are taken, and the listener then starts
   * live.
   */
  takeCatchUpPermit: () => Disposable | null;
  /** Called with the frame that the audio begins with, before its first byte is written. */
  beforeAudio: (firstFrame: number) => void;
}

interface AudienceOptions {
  ring: () => AudioRing;
  /** The title of a frame of the ring. */
  titleAt: (frame: number) => string;
  /** The stream's number. Streams with different ones spread their work over the round. */
  order: number;
  onEvicted: (socket: Socket) => void;
}

/**
 * The listeners of one variant of a stream. Groups of them are served one after the other, so that peaks of
 * work are low.
 */
export class Audience implements Disposable {
  readonly #options: AudienceOptions;
  readonly #icy = new IcyGrid();
  /** In the order in which they are opened. */
  readonly #groups: readonly ListenerGroup[];
  readonly #byTick = new Map<number, ListenerGroup>();
  /** The listeners of all groups. */
  #size = 0;
  readonly #catchingUp = new Map<CatchUp, Disposable>();
  /** What they were sent, by piece. */
  readonly sound = new SentSound();

  constructor(options: AudienceOptions) {
    this.#options = options;
    this.#groups = ticksInOpeningOrder(options.order).map((tick) => {
      const group = new ListenerGroup();
      this.#byTick.set(tick, group);
      return group;
    });
    this.#icy.advance(options.ring(), options.titleAt);
  }

  /** Call it each time after the due frames were put on air. */
  settle(): void {
    const ring = this.#options.ring();
    this.#icy.advance(ring, this.#options.titleAt);
    this.#icy.forget(ring.tail);
    for (const catchUp of this.#catchingUp.keys()) this.#advance(catchUp);
  }

  /** Serves the group whose tick it is: one write to each listener, of everything since the last one. */
  serve(tick: number): void {
    const group = this.#byTick.get(tick % TICKS_PER_ROUND);
    if (group === undefined || group.size === 0) return;
    const ring = this.#options.ring();
    const { head } = ring;
    this.#send(group.plain, head, (from) => ring.slice(from, head));
    this.#send(group.withTitles, head, (from) => this.#icy.interleave(ring, from, head));
  }

  /** Whether anybody gets slices of what they missed, a few times a second. */
  isCatchingUp(): boolean {
    return this.#catchingUp.size > 0;
  }

  /** Whether anybody is in a group; who catches up is in none yet. */
  hasListeners(): boolean {
    return this.#size > 0;
  }

  hasListenersAt(tick: number): boolean {
    return (this.#byTick.get(tick % TICKS_PER_ROUND)?.size ?? 0) > 0;
  }

  /**
   * Sends the burst, exactly from a frame's first byte, and goes on from there until the socket closes: of a live
   * one the older part at once, which many who come at the same moment wait for, and the rest with the first
   * round. Where a frame is asked for, those that a decoder needs for it come first.
   */
  join({
    socket,
    withTitles,
    isRobot = false,
    fromFrame,
    takeCatchUpPermit,
    beforeAudio,
  }: JoinRequest): void {
    const ring = this.#options.ring();
    const { head } = ring;
    const live = Math.max(ring.tail, head - BURST_BYTES);
    const asked = startOf(ring, fromFrame);
    const isFarBack = asked !== null && head - asked > FAR_BACK_BYTES;
    const permit = isFarBack ? takeCatchUpPermit() : null;
    const back = isFarBack && !permit ? null : asked;
    const start = back ?? live;
    const until = Math.min(head, start + (back === null ? FIRST_BYTES : FAR_BACK_BYTES));
    const { bytes, firstFrame } = this.#burst(ring, start, until, withTitles);
    beforeAudio(firstFrame);
    socket.write(bytes);
    const firstByte = ring.positionOf(firstFrame);
    // Who comes back was counted for what began before the frame that is asked for.
    if (!isRobot) this.sound.joined({ from: firstByte, to: until }, fromFrame);
    const joining = { socket, withTitles, isRobot, firstByte, sent: until };
    if (permit) this.#catchUp(new CatchUp({ ...joining, head }), permit);
    else this.#add(new Listener({ ...joining, cameAt: head, burstBytes: bytes.length }));
  }

  /** Ends all connections, each after what was written to it. */
  [Symbol.dispose](): void {
    for (const { plain, withTitles } of this.#groups) {
      for (const { socket } of [...plain, ...withTitles]) socket.end();
    }
    for (const { socket } of this.#catchingUp.keys()) socket.end();
  }

  #burst(ring: AudioRing, from: number, until: number, withTitles: boolean) {
    if (withTitles) return this.#icy.burst(ring, from, until);
    const firstFrame = ring.frameAt(from);
    return { bytes: ring.slice(ring.positionOf(firstFrame), until), firstFrame };
  }

  #add(listener: Listener): void {
    const group = this.#groupForOneMore();
    group.add(listener);
    this.#size += 1;
    listener.socket.once('close', () => {
      group.remove(listener);
      this.#size -= 1;
    });
  }

  #catchUp(catchUp: CatchUp, permit: Disposable): void {
    this.#catchingUp.set(catchUp, permit);
    catchUp.socket.once('close', () => this.#leave(catchUp));
  }

  #leave(catchUp: CatchUp): void {
    this.#catchingUp.get(catchUp)?.[Symbol.dispose]();
    this.#catchingUp.delete(catchUp);
  }

  /** Sends the next slice. After the last one the listener joins the others. */
  #advance(catchUp: CatchUp): void {
    const ring = this.#options.ring();
    const { socket, withTitles, isRobot, firstByte, sent } = catchUp;
    if (catchUp.isTooSlow(ring)) {
      this.#leave(catchUp);
      this.#evict(socket);
      return;
    }
    const end = catchUp.sliceEnd(ring);
    if (end === null) return;
    socket.write(withTitles ? this.#icy.interleave(ring, sent, end) : ring.slice(sent, end));
    if (!isRobot) {
      this.sound.sent({ from: sent, to: end }, 1, catchUp);
      this.#hear(catchUp, end);
    }
    catchUp.sent = end;
    if (end < ring.head) return;
    this.#leave(catchUp);
    const burstBytes = socket.writableLength;
    const { cameAt } = catchUp;
    this.#add(new Listener({ socket, withTitles, isRobot, cameAt, firstByte, sent: end, burstBytes }));
  }

  /** A reset also frees what the kernel holds for a peer that does not read. */
  #evict(socket: Socket): void {
    this.#options.onEvicted(socket);
    socket.resetAndDestroy();
  }

  #groupForOneMore(): ListenerGroup {
    return this.#groups.reduce((best, group) => (isBetter(group, best) ? group : best));
  }

  /** Sends each the chunk from where it stands up to `head`; those who stand at the same place share one. */
  #send(listeners: readonly Listener[], head: number, chunkFrom: (from: number) => Buffer): void {
    let from = head;
    let chunk: Buffer | null = null;
    let receivers: Listener[] = [];
    for (const listener of listeners) {
      const { socket, sent } = listener;
      if (sent === head || socket.destroyed) continue;
      if (chunk === null || sent !== from) {
        this.#count(from, head, receivers);
        from = sent;
        chunk = chunkFrom(from);
        receivers = [];
      }
      if (!listener.send(chunk)) this.#evict(socket);
      else if (!listener.isRobot) {
        receivers.push(listener);
        this.#hear(listener, head);
      }
      listener.sent = head;
    }
    this.#count(from, head, receivers);
  }

  /**
   * Counts as heard what goes on to somebody. Starts that are broken off are no listening: who has just come is counted
   * for everything at once, after a stay as long as the sound that there was to begin with [R71].
   */
  #hear(listener: Listener | CatchUp, until: number): void {
    const { cameAt, firstByte, sent } = listener;
    if (cameAt !== null) {
      const beganWith = Math.max(BURST_BYTES, cameAt - firstByte);
      if (this.#options.ring().head - cameAt < beganWith) return;
    }
    this.sound.heard(until - (cameAt === null ? sent : firstByte));
    listener.cameAt = null;
  }

  #count(from: number, to: number, receivers: readonly Listener[]): void {
    this.sound.sent({ from, to }, receivers.length, {
      beganBy: (position) => receivers.filter(({ firstByte }) => firstByte <= position).length,
    });
  }
}

/**
 * Returns where the answer begins that is to be decoded right from the frame on, if the ring has it; else
 * null.
 */
function startOf(ring: AudioRing, frame: number | null): number | null {
  const isThere = frame !== null && frame >= ring.tailFrame && frame < ring.headFrame;
  return isThere ? ring.positionOf(decodableFrom(ring, frame)) : null;
}

/** Prefers the fullest group with room; when none has room, the emptiest. */
function isBetter({ size }: ListenerGroup, best: ListenerGroup): boolean {
  if (size < GROUP_SIZE && best.size < GROUP_SIZE) return size > best.size;
  return size < best.size;
}
