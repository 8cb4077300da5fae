import { ruleWords } from '#src/features/accounts/rules/rule-words.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Field, Hint } from '#src/ui/field/field.tsx';
import type { Availability } from './username-check.ts';

/** A field for a username that says whether it is free. */
export function UsernameField(props: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  availability: Availability;
  /** In words. */
  problem: string | null;
  isFirst?: boolean;
}) {
  const { availability, problem, isFirst = false, ...field } = props;
  const text = useText();
  return (
    <Field
      {...field}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={isFirst}
      data-availability={availability}
      problem={availability === 'taken' ? ruleWords(text, 'username_taken') : problem}
      hint={<AvailabilityHint availability={availability} />}
    />
  );
}

function AvailabilityHint({ availability }: { availability: Availability }) {
  const text = useText();
  if (availability === 'checking') return <Hint kind="busy">{text('accounts.username.checking')}</Hint>;
  if (availability === 'available') return <Hint kind="good">{text('accounts.username.available')}</Hint>;
  return <Hint>{text('accounts.username.hint')}</Hint>;
}
