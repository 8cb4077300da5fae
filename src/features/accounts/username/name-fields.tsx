import { ruleWords } from '#src/features/accounts/form/use-account-form.ts';
import { useText } from '#src/i18n/use-text.ts';
import type { BoundField, Form } from '#src/page/form/use-form.ts';
import { Field, FieldPair, Hint } from '#src/ui/field/field.tsx';
import type { Availability } from './use-username-check.ts';

/** Fields for a first and a last name. */
export function NameFields(props: {
  form: Pick<Form<'firstName' | 'lastName'>, 'bind'>;
  /** They have the focus at first. */
  isFirst?: boolean;
}) {
  const { form, isFirst = false } = props;
  const text = useText();
  return (
    <FieldPair>
      <Field
        label={text('accounts.first-name')}
        autoComplete="given-name"
        autoFocus={isFirst}
        {...form.bind('firstName')}
      />
      <Field label={text('accounts.last-name')} autoComplete="family-name" {...form.bind('lastName')} />
    </FieldPair>
  );
}

/**
 * A field for a username that says whether it is free.
 * @param props.news what else is to be said of it, in the hint's place
 */
export function UsernameField(
  props: BoundField & { label: string; availability: Availability; news?: string | null; isFirst?: boolean },
) {
  const { availability, problem, news, isFirst = false, ...field } = props;
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
      hint={news ? <Hint>{news}</Hint> : <AvailabilityHint availability={availability} />}
    />
  );
}

function AvailabilityHint({ availability }: { availability: Availability }) {
  const text = useText();
  if (availability === 'checking') return <Hint kind="busy">{text('accounts.username.checking')}</Hint>;
  if (availability === 'available') return <Hint kind="good">{text('accounts.username.available')}</Hint>;
  return <Hint>{text('accounts.username.hint')}</Hint>;
}
