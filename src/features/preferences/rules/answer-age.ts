import {
  differences,
  fieldsWithout,
  isEmpty,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import type { PreferenceState } from './preference-state.ts';
import type { Unsent } from './unsent.ts';

/** Asks the server for the member's choices. */
export function ask(state: PreferenceState): PreferenceState {
  return know({ ...state, phase: 'loading' });
}

/** Notes what is known here before the answer comes. */
export function know(state: PreferenceState): PreferenceState {
  return { ...state, question: { kept: state.kept, unsent: state.unsent.change, heard: {} } };
}

/** Another tab could not send its choices yet, or has sent them. */
export function hearUnsent(state: PreferenceState, unsent: Unsent): PreferenceState {
  const { question } = state;
  if (!question) return { ...state, unsent };
  const heard = { ...question.heard, ...differences(unsent.change, state.unsent.change) };
  return { ...state, unsent, question: { ...question, heard } };
}

/**
 * Says whether an answer lacks a choice that reached the server, or this tab, while it was under way: then it
 * may be older than the choice, and only the server can tell [A55].
 */
export function mayBeOlder(state: PreferenceState, saved: PreferenceChange): boolean {
  const { question, kept, unsent } = state;
  if (!question) return false;
  const sent = fieldsWithout(question.unsent, unsent.change);
  const meanwhile = { ...sent, ...question.heard, ...differences(kept, question.kept) };
  return !isEmpty(differences(fieldsWithout(meanwhile, unsent.change), saved));
}
