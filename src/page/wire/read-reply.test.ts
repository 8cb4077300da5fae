import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CallError } from './call-error.ts';
import { readReply } from './read-reply.ts';

const schema = z.array(z.object({ slug: z.string() }));

describe('readReply', () => {
  test('takes the payload out of the envelope', () => {
    expect(readReply({ success: true, data: [{ slug: 'a' }] }, schema, 200)).toEqual([{ slug: 'a' }]);
  });

  test('reads nothing from a success that says no more', () => {
    expect(readReply({ success: true }, z.undefined(), 200)).toBeUndefined();
    expect(catchError(() => readReply({ success: true }, schema, 200))).toMatchObject({
      code: 'unreadable_answer',
    });
  });

  test('takes fields at top level where there is no data [A85]', () => {
    const available = z.object({ available: z.boolean() });
    expect(readReply({ success: true, available: false }, available, 200)).toEqual({ available: false });
    expect(readReply({ success: true, data: { available: true } }, available, 200)).toEqual({
      available: true,
    });
  });

  test('takes a bare array as it is', () => {
    expect(readReply([{ slug: 'a', more: 1 }], schema, 200)).toEqual([{ slug: 'a' }]);
  });

  test('throws what the server says when it says no, with its code and fields', () => {
    const reply = {
      success: false,
      error: 'Trop court',
      code: 'invalid_fields',
      fields: { pseudo: 'too_short' },
    };
    const failure = catchError(() => readReply(reply, schema, 422));
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({
      message: 'Trop court',
      code: 'invalid_fields',
      status: 422,
      fields: { pseudo: 'too_short' },
    });
  });

  test.each([
    [{ success: false }, ''],
    [{ success: false, message: 'Trop tard' }, 'Trop tard'],
    [{ success: false, error: 'Trop court', message: 'Trop tard' }, 'Trop court'],
    [{ error: 'Compte suspendu' }, 'Compte suspendu'],
    [{ success: false, error: 'Trop court', message: null, code: 7, fields: [] }, 'Trop court'],
  ])('knows a refusal that gives no code: %j', (reply, message) => {
    expect(catchError(() => readReply(reply, schema, 200))).toMatchObject({ code: 'refused', message });
  });

  test.each([
    [400, { error: 'Trop court' }, 'Trop court'],
    [500, { error: 'Réessayez plus tard' }, 'Réessayez plus tard'],
    [502, { message: 'Bad gateway' }, ''],
    [500, [], ''],
    [503, null, ''],
    [403, { success: true, data: [{ slug: 'a' }] }, ''],
  ])('is refused by a status of %i, whatever comes with it: %j', (status, reply, message) => {
    expect(catchError(() => readReply(reply, schema, status))).toMatchObject({
      code: 'refused',
      message,
      status,
    });
  });

  test.each([['<html>'], [null], [{ success: true, data: [{ slug: 1 }] }], [{ success: 'no' }]])(
    'throws at an answer of another form: %j',
    (reply) => {
      expect(catchError(() => readReply(reply, schema, 200))).toMatchObject({ code: 'unreadable_answer' });
    },
  );
});

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
