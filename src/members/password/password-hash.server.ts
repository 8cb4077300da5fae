import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { normalisePassword } from '#src/members/rules/account-rules.ts';
import { Permits } from '#src/platform/scheduling/permits.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';

const derive = promisify(argon2);

/** Cost of one hash. */
export interface HashCost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id */
export const CURRENT_COST: HashCost = { memoryKib: 19_456, passes: 2, lanes: 1 };

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** `v=19` is version 0x13, the one that RFC 9106 describes. */
const ENCODED =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/**
 * argon2id as one string of the PHC format (https://github.com/P-H-C/phc-string-format). It gets the salt of
 * `besides`, a hash that stands beside it, so that a password is tried on both at once.
 */
export async function hashPassword(
  password: string,
  cost: HashCost = CURRENT_COST,
  besides: string | null = null,
): Promise<string> {
  const salt = besides === null ? randomBytes(SALT_BYTES) : decodeHash(besides).salt;
  const tag = await tagOf(password, salt, cost, TAG_BYTES);
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$${encode(salt)}$${encode(tag)}`;
}

/**
 * Whether `encoded` was made from the password.
 * @throws on a text that hashPassword never wrote
 */
export async function verifyPassword(encoded: string, password: string): Promise<boolean> {
  const { cost, salt, tag } = decodeHash(encoded);
  return isSameSecret(await tagOf(password, salt, cost, tag.length), tag);
}

/** Like verifyPassword, for several hashes in turn: those of one salt and cost take the time of one. */
export function passwordTrial(
  password: string,
  deriveTag: typeof derive = derive,
): (encoded: string) => Promise<boolean> {
  const tags = new Map<string, Promise<Buffer>>();
  return async (encoded) => {
    const { cost, salt, tag } = decodeHash(encoded);
    const way = [cost.memoryKib, cost.passes, cost.lanes, tag.length, encode(salt)].join(' ');
    const derived = tags.get(way) ?? tagOf(password, salt, cost, tag.length, deriveTag);
    tags.set(way, derived);
    return isSameSecret(await derived, tag);
  };
}

/** Whether the hash was made at another cost than today's. */
export function needsRehash(encoded: string, cost: HashCost = CURRENT_COST): boolean {
  const made = decodeHash(encoded).cost;
  return made.memoryKib !== cost.memoryKib || made.passes !== cost.passes || made.lanes !== cost.lanes;
}

/** Each takes a thread and the memory of its cost: many who sign in at once wait for each other. */
const HASHES_AT_ONCE = 3;
const permits = new Permits(HASHES_AT_ONCE);

function tagOf(
  password: string,
  salt: Buffer,
  cost: HashCost,
  tagLength: number,
  deriveTag = derive,
): Promise<Buffer> {
  return permits.run(() =>
    deriveTag('argon2id', {
      message: Buffer.from(normalisePassword(password)),
      nonce: salt,
      parallelism: cost.lanes,
      memory: cost.memoryKib,
      passes: cost.passes,
      tagLength,
    }),
  );
}

function decodeHash(encoded: string): { cost: HashCost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, lanes, salt, tag] = ENCODED.exec(encoded) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('A stored password hash is not argon2id.');
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Base64 without padding, as the PHC format has it. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
