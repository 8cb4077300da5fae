import type { Socket } from 'node:net';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { IcyGrid } from '#src/broadcast/icy/icy-grid.ts';
import type { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { decodableFrom } from '#src/broadcast/timeline/pre-roll.ts';
import { CatchUp } from './catch-up.ts';
import { Listener, ListenerGroup } from './listener-group.ts';
import { TICKS_PER_ROUND, ticksInOpeningOrder } from './ticks.ts';

/**
 * Size of a group before the next one is opened: many writes in one go are cheapest, and these take about 4
 * ms.
 */
const GROUP_SIZE = 250;
/**
 * Audio that a listener gets at once. Browsers wait for about 32 KiB before they play; of 3.5 s at least 2 s
 * are left as a cushion against a bad network when a round has passed.
 */
export const BURST_BYTES = (3.5 * BIT_RATE) / 8;
/**
 * Bytes from which on a listener catches up in slices. Less is sent at once, as a view on the ring, which is
 * valid long enough.
 */
const FAR_BACK_BYTES = 2 * BURST_BYTES;

export interface JoinRequest {
  socket: Socket;
  /** Titles woven into the audio (ICY). */
  withTitles: boolean;
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
  /** The title that stands at a frame. */
  title: (frame: number) => string;
  /** The first tick of its groups. Streams with different ones spread their work over the round. */
  firstTick: number;
  onEvicted: (socket: Socket) => void;
}

/**
 * The listeners of one variant of a stream. Groups of them are served one after the other, so that peaks of
 * work are a thirtieth as high.
 */
export class Audience implements Disposable {
  readonly #options: AudienceOptions;
  readonly #icy = new IcyGrid();
  /** In the order in which they are opened. */
  readonly #groups: readonly ListenerGroup[];
  readonly #byTick = new Map<number, ListenerGroup>();
  readonly #catchingUp = new Map<CatchUp, Disposable>();
  #sentBytes = 0;

  constructor(options: AudienceOptions) {
    this.#options = options;
    const { head } = this.#options.ring();
    this.#groups = ticksInOpeningOrder(options.firstTick).map((tick) => {
      const group = new ListenerGroup(head);
      this.#byTick.set(tick, group);
      return group;
    });
    this.#icy.advance(options.ring(), options.title);
  }

  /** Bytes of sound that listeners were sent so far; titles woven into it do not count. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Call it each time after the due frames were put on air. */
  settle(): void {
    const ring = this.#options.ring();
    this.#icy.advance(ring, this.#options.title);
    this.#icy.forget(ring.tail);
    for (const catchUp of this.#catchingUp.keys()) this.#advance(catchUp);
  }

  /** Serves the group whose tick it is: one write to each listener, of everything since the last one. */
  serve(tick: number): void {
    const group = this.#byTick.get(tick % TICKS_PER_ROUND);
    if (group) this.#serve(group);
  }

  /** Whether anybody listens or catches up. */
  hasListeners(): boolean {
    return this.#catchingUp.size > 0 || this.#groups.some(({ size }) => size > 0);
  }

  hasListenersAt(tick: number): boolean {
    return (this.#byTick.get(tick % TICKS_PER_ROUND)?.size ?? 0) > 0;
  }

  /**
   * Sends the burst, exactly from a frame's first byte, and goes on from there until the socket closes. Where
   * a frame is asked for, those that a decoder needs for it come first.
   */
  join({ socket, withTitles, fromFrame, takeCatchUpPermit, beforeAudio }: JoinRequest): void {
    const ring = this.#options.ring();
    const group = this.#groupForOneMore();
    if (group.sent - ring.tail < BURST_BYTES) this.#serve(group);
    const live = Math.max(ring.tail, group.sent - BURST_BYTES);
    const asked = startOf(ring, fromFrame, group.sent) ?? live;
    const isFarBack = group.sent - asked > FAR_BACK_BYTES;
    const permit = isFarBack ? takeCatchUpPermit() : null;
    const until = permit ? asked + FAR_BACK_BYTES : group.sent;
    const { bytes, firstFrame } = this.#burst(ring, isFarBack && !permit ? live : asked, until, withTitles);
    beforeAudio(firstFrame);
    socket.write(bytes);
    this.#sentBytes += until - ring.positionOf(firstFrame);
    if (permit) this.#catchUp(new CatchUp({ socket, withTitles, sent: until, head: ring.head }), permit);
    else this.#add(group, new Listener(socket, withTitles, bytes.length));
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

  #add(group: ListenerGroup, listener: Listener): void {
    group.add(listener);
    listener.socket.once('close', () => group.remove(listener));
  }

  #catchUp(catchUp: CatchUp, permit: Disposable): void {
    this.#catchingUp.set(catchUp, permit);
    catchUp.socket.once('close', () => this.#leave(catchUp));
  }

  #leave(catchUp: CatchUp): void {
    this.#catchingUp.get(catchUp)?.[Symbol.dispose]();
    this.#catchingUp.delete(catchUp);
  }

  /** Sends the next slice. After the last one the listener joins a group at exactly its position. */
  #advance(catchUp: CatchUp): void {
    const ring = this.#options.ring();
    const { socket, withTitles, sent } = catchUp;
    if (catchUp.isTooSlow(ring)) {
      this.#leave(catchUp);
      this.#evict(socket);
      return;
    }
    const group = this.#groupForOneMore();
    const end = catchUp.sliceEnd(ring, group.sent);
    if (end === null) return;
    socket.write(withTitles ? this.#icy.interleave(ring, sent, end) : ring.slice(sent, end));
    this.#sentBytes += end - sent;
    catchUp.sent = end;
    if (end < group.sent) return;
    this.#leave(catchUp);
    this.#add(group, new Listener(socket, withTitles, socket.writableLength));
  }

  /** A reset also frees what the kernel holds for a peer that does not read. */
  #evict(socket: Socket): void {
    this.#options.onEvicted(socket);
    socket.resetAndDestroy();
  }

  #groupForOneMore(): ListenerGroup {
    return this.#groups.reduce((best, group) => (isBetter(group, best) ? group : best));
  }

  #serve(group: ListenerGroup): void {
    const ring = this.#options.ring();
    const from = group.sent;
    group.sent = ring.head;
    if (from === group.sent || group.size === 0) return;
    let sentTo = 0;
    if (group.plain.length > 0) sentTo += this.#send(group.plain, ring.slice(from, group.sent));
    if (group.withTitles.length > 0) {
      sentTo += this.#send(group.withTitles, this.#icy.interleave(ring, from, group.sent));
    }
    this.#sentBytes += sentTo * (group.sent - from);
  }

  /** Sends a chunk to each and returns how many got it. */
  #send(listeners: readonly Listener[], chunk: Buffer): number {
    let sentTo = 0;
    for (const listener of listeners) {
      if (listener.socket.destroyed) continue;
      if (listener.send(chunk)) sentTo += 1;
      else this.#evict(listener.socket);
    }
    return sentTo;
  }
}

/**
 * Returns where the answer begins that is to be decoded right from the frame on, if the ring has it and it
 * lies before `until`; else null.
 */
function startOf(ring: AudioRing, frame: number | null, until: number): number | null {
  const isThere = frame !== null && frame >= ring.tailFrame && frame < ring.frameAt(until);
  return isThere ? ring.positionOf(decodableFrom(ring, frame)) : null;
}

/** Prefers the fullest group with room; when none has room, the emptiest. */
function isBetter({ size }: ListenerGroup, best: ListenerGroup): boolean {
  if (size < GROUP_SIZE && best.size < GROUP_SIZE) return size > best.size;
  return size < best.size;
}
