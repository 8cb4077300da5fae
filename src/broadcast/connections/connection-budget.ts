import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '#src/platform/clock/clock.ts';
import { findPeer, type Peer } from '#src/platform/wire/peer-address.ts';
import type { ProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { AddressHoldings, type Connection, type Holder } from './address-holdings.ts';
import type { Descriptors } from './descriptors.ts';
import { Farewells } from './farewells.ts';
import { RoomPolicy } from './room-policy.ts';

const SWEEP_MS = 1_000;
/** Descriptors that a web process has open without any request. */
const WEB_OWN_DESCRIPTORS = 96;
/** In the web process a request is a socket and perhaps a file. */
const WEB_DESCRIPTORS_A_REQUEST = 2;
/** Descriptors that stay free for readers of pages when listeners have taken all the rest. */
const READERS_MIN = 16;
/**
 * [W266] Most requests of one connection that wait for their answers. Browsers and proxies send the next one after the
 * answer. A thousand in one piece took a hundred times the memory that they have on the line, and all processor time:
 * a few megabytes of them silenced the streams for seconds.
 */
export const REQUESTS_WAITING_MAX = 10;

interface ConnectionBudgetOptions {
  descriptors: Descriptors;
  trust: ProxyTrust;
  clock: Clock;
}

/**
 * Limits how many connections each address may have open, so that none takes what music, web process and
 * other people need. Streams are counted by `Admission`; here they only count in the total.
 */
export class ConnectionBudget implements Disposable {
  readonly #options: ConnectionBudgetOptions;
  readonly #holdings = new AddressHoldings();
  /** Stands for connections whose caller is not known yet: those of trusted proxies without a request under way. */
  readonly #proxies: Holder = this.#holdings.of('proxies');
  readonly #connections = new Map<Socket, Connection>();
  readonly #farewells: Farewells;
  readonly #sweepWork = new Set<() => void>();
  readonly #webRequestsMax: number;
  readonly #room: RoomPolicy;
  #webRequests = 0;
  /** Null while nobody is connected: a process that rests is not woken for nothing. */
  #sweeping: Disposable | null = null;

  constructor(options: ConnectionBudgetOptions) {
    this.#options = options;
    this.#room = new RoomPolicy({
      descriptors: options.descriptors,
      holdings: this.#holdings,
      unlimited: this.#proxies,
      close: (connection) => this.#close(connection),
    });
    this.#farewells = new Farewells(options.descriptors, options.clock);
    this.#webRequestsMax = Math.max(
      1,
      Math.floor((options.descriptors.limit - WEB_OWN_DESCRIPTORS) / WEB_DESCRIPTORS_A_REQUEST),
    );
  }

  /** Has work done at each sweep, once a second while anybody is connected, until disposed. */
  eachSweep(work: () => void): Disposable {
    this.#sweepWork.add(work);
    return { [Symbol.dispose]: () => this.#sweepWork.delete(work) };
  }

  /**
   * Counts a new connection. False when there is no room: the caller has then been told, and the connection
   * is closed.
   */
  open(socket: Socket): boolean {
    const peer = findPeer(
      { socketAddress: socket.remoteAddress ?? null, forwardedFor: null },
      this.#options.trust,
    );
    const isProxy = this.#options.trust.proxies > 0 && this.#options.trust.trusts(peer.address);
    const holder = isProxy ? this.#proxies : this.#holdings.of(peer.address);
    this.#options.descriptors.take(1);
    if (!this.#room.mayOpen(holder)) {
      this.#options.descriptors.take(-1);
      this.#farewells.say(socket);
      return false;
    }
    const connection: Connection = {
      socket,
      isProxy,
      holder: null,
      key: null,
      waiting: 0,
      requests: 0,
      idleSince: this.#room.round,
    };
    this.#connections.set(socket, connection);
    this.#sweeping ??= this.#options.clock.every(SWEEP_MS, () => this.#sweep());
    this.#move(connection, holder, peer.isThisMachine && !isProxy);
    socket.once('close', () => this.#forget(connection));
    return true;
  }

  /**
   * Whether one more request may wait for its answer on a connection. One with too many is reset, and its address
   * turned away [W266].
   */
  mayWait(socket: Socket, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    // What came in one piece with too many is read all the same.
    if (connection === undefined || socket.destroyed) return false;
    if (connection.waiting < REQUESTS_WAITING_MAX) {
      connection.waiting += 1;
      // One that never finishes takes its connection along.
      response.once('finish', () => {
        connection.waiting -= 1;
      });
      return true;
    }
    // One that carries a stream counts for no address any more, but has come from one.
    const holder = connection.holder ?? this.#holdings.known(connection.key);
    if (holder !== null && !connection.isProxy) this.#room.turnAway(holder);
    this.reset(connection);
    return false;
  }

  /**
   * Counts a request until its response is closed. False when its address holds more than its share: the
   * caller answers 503 then, unless it is a listener.
   * @param peerOf who asks, which behind trusted proxies is known only here
   */
  enter(socket: Socket, response: ServerResponse, peerOf: () => Peer): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return false;
    if (connection.isProxy && connection.requests === 0) {
      const peer = peerOf();
      this.#move(connection, this.#holdings.of(peer.address), peer.isThisMachine);
    }
    connection.requests += 1;
    connection.holder?.idle.delete(connection);
    response.once('close', () => this.#leave(connection));
    const { holder } = connection;
    const isWithin = holder === null || this.#room.isWithinShare(holder);
    if (!isWithin) holder.refusedIn = this.#room.round;
    return isWithin;
  }

  /** Like `enter`, for a request that is passed on to the web process and so takes another connection. */
  enterWeb(socket: Socket, response: ServerResponse): boolean {
    const holder = this.#connections.get(socket)?.holder;
    if (!holder || this.#webRequests >= this.#webRequestsMax) return false;
    this.#chargeWeb(holder, 1);
    const isRefused =
      !this.#room.isWithinShare(holder) ||
      (this.#options.descriptors.free < 0 && !this.#room.makeRoom(holder));
    if (isRefused) {
      this.#chargeWeb(holder, -1);
      return false;
    }
    response.once('close', () => this.#chargeWeb(holder, -1));
    return true;
  }

  /** Whether there is room for one more listener; some room stays for readers of pages. */
  hasRoomForListener(socket: Socket): boolean {
    const holder = this.#connections.get(socket)?.holder ?? null;
    while (this.#options.descriptors.free < READERS_MIN) if (!this.#room.makeRoom(holder)) return false;
    return true;
  }

  /** The connection carries a stream from here on, to its end. */
  listen(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection) this.#move(connection, null);
  }

  get size(): number {
    return this.#connections.size;
  }

  /** The number of open connections, streams included. */
  get connections(): Iterable<Connection> {
    return this.#connections.values();
  }

  /** Ends a connection; what the kernel still holds for a peer that does not read is freed at once. */
  reset(connection: Connection): void {
    this.#forget(connection);
    connection.socket.resetAndDestroy();
  }

  [Symbol.dispose](): void {
    this.#sweeping?.[Symbol.dispose]();
    this.#sweeping = null;
  }

  #sweep(): void {
    this.#room.sweep();
    for (const work of this.#sweepWork) work();
    if (this.#connections.size > 0 || this.#room.turnsAway) return;
    this.#sweeping?.[Symbol.dispose]();
    this.#sweeping = null;
  }

  #leave(connection: Connection): void {
    connection.requests -= 1;
    if (connection.requests > 0 || connection.holder === null) return;
    connection.idleSince = this.#room.round;
    connection.holder.idle.add(connection);
    if (connection.isProxy) this.#move(connection, this.#proxies);
  }

  #forget(connection: Connection): void {
    if (!this.#connections.delete(connection.socket)) return;
    this.#move(connection, null);
    this.#options.descriptors.take(-1);
  }

  #move(connection: Connection, holder: Holder | null, isThisMachine = false): void {
    if (connection.holder) {
      connection.holder.connections.delete(connection);
      connection.holder.idle.delete(connection);
      this.#holdings.charge(connection.holder, -1);
    }
    connection.holder = holder;
    if (holder === null) return;
    // Between two requests what its last caller has not read waits on.
    if (holder !== this.#proxies) connection.key = isThisMachine ? null : holder.key;
    holder.connections.add(connection);
    if (connection.requests === 0) holder.idle.add(connection);
    this.#holdings.charge(holder, 1);
  }

  #chargeWeb(holder: Holder, count: number): void {
    this.#webRequests += count;
    this.#options.descriptors.take(count);
    this.#holdings.charge(holder, count);
  }

  #close(connection: Connection): void {
    if (connection.requests > 0) {
      this.reset(connection);
      return;
    }
    this.#forget(connection);
    connection.socket.destroy();
  }
}
