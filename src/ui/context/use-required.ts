import { type Context, use } from 'react';

/**
 * What a context holds.
 * @throws outside of its provider
 */
export function useRequired<Value>(context: Context<Value | null>): Value {
  const value = use(context);
  if (value === null) throw new Error('This component lacks its provider.');
  return value;
}
