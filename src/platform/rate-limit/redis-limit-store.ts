import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { RedisLink } from '#src/platform/redis/redis-link.ts';
import type { PaceRule, WindowRule } from './limit.ts';
import { MemoryLimitStore } from './memory-limit-store.ts';
import type { LimitStore, Taken } from './rate-limits.ts';

/** 128 bits of a keyed hash: no key shows an address, to whoever reads Redis or its files either. */
const KEY_BYTES = 16;

/**
 * What is left of a window, below 0 where there is none. A clock of Redis that was set back would make it longer, by as
 * much, than it is: it begins again then, with what it has counted. ARGV[2]: its length.
 */
const LEFT = `
local left = redis.call('PTTL', KEYS[1])
if left > tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end`;

/**
 * Counts one in a window that begins with the first one. By the clock of Redis alone, in one step: processes whose
 * clocks differ, or that ask at once, count as one. ARGV: most, length in ms. Gives the wait in ms (-1: none) and how
 * many the window has.
 */
const TAKE = `${LEFT}
local taken = left < 0 and 0 or tonumber(redis.call('GET', KEYS[1]))
if taken >= tonumber(ARGV[1]) then return {math.max(1, left), taken} end
if left < 0 then redis.call('SET', KEYS[1], 1, 'PX', ARGV[2]) else redis.call('INCR', KEYS[1]) end
return {-1, taken + 1}
`;

/** ARGV: length in ms. */
const RENEW = "return redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])";

/** The wait in ms, -1 for none. ARGV: most, length in ms. */
const CHECK = `${LEFT}
if left < 0 or tonumber(redis.call('GET', KEYS[1])) < tonumber(ARGV[1]) then return -1 end
return math.max(1, left)
`;

/**
 * Takes one of a bucket that fills by itself. ARGV: most at once, how many a second. Gives the wait in ms, -1 for none.
 * A bucket that would be full is forgotten.
 */
const PACE = `
local atOnce, perSecond = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + time[2] / 1000
local known = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local passedMs = math.max(0, nowMs - (tonumber(known[2]) or nowMs))
local saved = math.min(atOnce, (tonumber(known[1]) or atOnce) + passedMs / 1000 * perSecond)
local left = saved >= 1 and saved - 1 or saved
redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', left), 'at', string.format('%.3f', nowMs))
redis.call('PEXPIRE', KEYS[1], math.ceil((atOnce - left) / perSecond * 1000) + 1)
if saved >= 1 then return -1 end
return math.ceil((1 - saved) / perSecond * 1000)
`;

const takenSchema = z.tuple([z.number(), z.number()]);
const waitSchema = z.number();

/**
 * Limits that several web processes count together, in Redis. While Redis does not answer each counts for itself, from
 * what it has counted before: nobody is refused for that.
 */
export class RedisLimitStore implements LimitStore {
  readonly #link: Pick<RedisLink, 'ask'>;
  readonly #key: Buffer;
  readonly #prefix: string;
  readonly #own: MemoryLimitStore;

  /**
   * @param options.prefix what begins all names of the station in Redis
   * @param options.key hashes what is counted
   */
  constructor(options: {
    link: Pick<RedisLink, 'ask'>;
    key: Buffer;
    prefix: string;
    clock: Pick<Clock, 'monotonicMs'>;
  }) {
    this.#link = options.link;
    this.#key = options.key;
    this.#prefix = options.prefix;
    this.#own = new MemoryLimitStore(options.clock);
  }

  async take(rule: WindowRule | PaceRule, key: string): Promise<Taken> {
    if (!('perMs' in rule)) {
      const answered = await this.#ask(PACE, rule, key, [rule.atOnce, rule.perSecond]);
      if (answered === null) return this.#own.take(rule, key);
      return { waitMs: waitOf(waitSchema.parse(answered.answer)), isLast: false };
    }
    const answered = await this.#ask(TAKE, rule, key, [rule.most, rule.perMs]);
    if (answered === null) return this.#own.take(rule, key);
    const [wait, count] = takenSchema.parse(answered.answer);
    const waitMs = waitOf(wait);
    return { waitMs, isLast: waitMs === null && count === rule.most };
  }

  async renew(rule: WindowRule, key: string): Promise<void> {
    const answered = await this.#ask(RENEW, rule, key, [rule.perMs]);
    if (answered === null) await this.#own.renew(rule, key);
  }

  async check(rule: WindowRule, key: string): Promise<number | null> {
    // What was counted here counts as well: a Redis that is full, or only reads, answers this and takes nothing.
    const own = await this.#own.check(rule, key);
    const answered = await this.#ask(CHECK, rule, key, [rule.most, rule.perMs]);
    return answered === null ? own : longer(own, waitOf(waitSchema.parse(answered.answer)));
  }

  #ask(script: string, { name }: { name: string }, key: string, figures: readonly number[]) {
    const short = createHmac('sha256', this.#key).update(key).digest().subarray(0, KEY_BYTES);
    const keys = [`${this.#prefix}limit:${name}:${short.toString('base64url')}`];
    return this.#link.ask((client) => client.eval(script, { keys, arguments: figures.map(String) }));
  }
}

function longer(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function waitOf(wait: number): number | null {
  return wait < 0 ? null : wait;
}
