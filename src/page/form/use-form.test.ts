import { act, createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CallError } from '#src/page/wire/call-error.ts';
import { type Fields, type Form, type FormPlan, useForm } from './use-form.ts';

type Name = 'email' | 'message';
type Written = Fields<Name>;

const EMPTY: Written = { email: '', message: '' };
const GOOD: Written = { email: 'zoe@example.org', message: 'Merci' };

/** Stand-ins for the little of a browser that React asks for while a component draws nothing. */
function standIns() {
  const node = { addEventListener() {}, removeEventListener() {}, nodeType: 9, activeElement: null };
  const document = { ...node, body: null };
  vi.stubGlobal('window', { ...node, document, HTMLIFrameElement: EventTarget });
  vi.stubGlobal('document', document);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const container = Object.assign(Object.create(null), {
    ...node,
    nodeType: 1,
    tagName: 'DIV',
    ownerDocument: document,
  });
  const submission = Object.assign(Object.create(null), { preventDefault() {} });
  return { container, submission };
}

let browser: ReturnType<typeof standIns>;
beforeEach(() => {
  browser = standIns();
});

function Probe(props: { plan: FormPlan<Name>; onDraw: (form: Form<Name>) => void }) {
  props.onDraw(useForm(props.plan));
  return createElement(Fragment);
}

/** A form on a page, as its component sees it each time it is drawn. */
async function page(change: Partial<FormPlan<Name>> = {}) {
  let plan: FormPlan<Name> = {
    initial: EMPTY,
    check: ({ email, message }) => ({
      email: email.includes('@') ? null : 'email_invalid',
      message: message === '' ? 'required' : null,
    }),
    words: (problem) => `[${problem}]`,
    failure: 'Not sent.',
    ...change,
  };
  const drawn: { form?: Form<Name> } = {};
  const onDraw = (form: Form<Name>) => {
    drawn.form = form;
  };
  const root = createRoot(browser.container);
  const draw = () => act(async () => root.render(createElement(Probe, { plan, onDraw })));
  onTestFinished(() => act(async () => root.unmount()));
  const form = () => {
    if (drawn.form === undefined) throw new Error('The form was not drawn.');
    return drawn.form;
  };
  await draw();
  return {
    form,
    /** What its boxes show, and what is said of them. */
    shown: () => ({
      ...form().fields,
      problems: [form().bind('email').problem, form().bind('message').problem],
    }),
    type: (name: Name, value: string) => act(async () => form().bind(name).onValue(value)),
    submit: (send: (fields: Written) => Promise<void> = async () => {}, isBlocked = false) =>
      act(async () => form().attributes(send, isBlocked).onSubmit?.(browser.submission)),
    redraw(changed: Partial<FormPlan<Name>>) {
      plan = { ...plan, ...changed };
      return draw();
    },
  };
}

const refusal = (fields: Record<string, string>) =>
  new CallError('Refused.', { status: 422, code: 'validation_failed', fields });

test('broken rules are said after the first try to send, and nothing is sent', async () => {
  const send = vi.fn(async () => {});
  const { shown, type, submit } = await page();
  await type('email', 'zoe');
  expect(shown()).toEqual({ email: 'zoe', message: '', problems: [null, null] });
  await submit(send);
  expect(shown().problems).toEqual(['[email_invalid]', '[required]']);
  await type('email', 'zoe@example.org');
  expect(shown().problems).toEqual([null, '[required]']);
  expect(send).not.toHaveBeenCalled();
});

test('a live form says them while one writes', async () => {
  const { shown, type } = await page({ isLive: true });
  expect(shown().problems).toEqual(['[email_invalid]', '[required]']);
  await type('message', 'Merci');
  expect(shown().problems).toEqual(['[email_invalid]', null]);
});

test('while it is sent the form is busy, and is not sent again', async () => {
  const { form, submit } = await page({ initial: GOOD });
  const answer = Promise.withResolvers<void>();
  const send = vi.fn(() => answer.promise);
  await submit(send);
  await submit(send);
  expect(form().isBusy).toBe(true);
  await act(async () => answer.resolve());
  expect(form().isBusy).toBe(false);
  expect(send.mock.calls).toEqual([[GOOD]]);
});

test('a blocked form is not sent', async () => {
  const send = vi.fn(async () => {});
  await (await page({ initial: GOOD })).submit(send, true);
  expect(send).not.toHaveBeenCalled();
});

test('what the sending throws is said until the next try, and what was written stays', async () => {
  const { form, submit } = await page({ initial: GOOD });
  await submit(() => Promise.reject(new TypeError('?')));
  expect(form()).toMatchObject({ isBusy: false, error: 'Not sent.', fields: GOOD });
  await submit();
  expect(form().error).toBeNull();
});

test('a field that the server refused is marked until it is changed', async () => {
  const { form, shown, submit, type } = await page({ initial: GOOD });
  await submit(() => Promise.reject(refusal({ email: 'email_taken', message: 'too_long' })));
  expect(form().error).toBe('Refused.');
  expect(shown().problems).toEqual(['[email_taken]', '[too_long]']);
  await type('email', 'lea@example.org');
  expect(shown().problems).toEqual([null, '[too_long]']);
});

test('a form that forgets keeps nothing of the last try after a letter in any field', async () => {
  const { form, shown, submit, type } = await page({ initial: GOOD, forgets: true });
  await submit(() => Promise.reject(refusal({ email: 'email_taken' })));
  await type('message', 'Merci !');
  expect([form().error, ...shown().problems]).toEqual([null, null, null]);
});

test('a browser that fills in several fields at once loses none of them', async () => {
  const { form, shown } = await page();
  await act(async () => {
    const { bind } = form();
    bind('email').onValue(GOOD.email);
    bind('message').onValue(GOOD.message);
  });
  expect(shown()).toMatchObject(GOOD);
});

test('what is known late fills in empty fields, and follows whom it is about, but not over what was typed', async () => {
  const { shown, type, redraw } = await page({ late: null });
  await type('message', 'Merci');
  await redraw({ late: { email: 'zoe@example.org', message: 'Bonjour' } });
  expect(shown()).toMatchObject({ email: 'zoe@example.org', message: 'Merci' });
  await redraw({ late: { email: 'lea@example.org', message: '' } });
  expect(shown()).toMatchObject({ email: 'lea@example.org', message: 'Merci' });
  await type('email', 'moi@example.org');
  await redraw({ late: { email: 'zoe@example.org', message: '' } });
  expect(shown()).toMatchObject({ email: 'moi@example.org', message: 'Merci' });
});

test('a draft goes before what is known of the writer, and is kept with each letter', async () => {
  const keep = vi.fn();
  const drafts = { read: () => ({ email: '', message: 'Bonj' }), keep };
  const { form, shown, type } = await page({ late: { email: 'zoe@example.org', message: '' }, drafts });
  expect(form().isKept).toBe(true);
  expect(shown()).toMatchObject({ email: 'zoe@example.org', message: 'Bonj' });
  await type('message', 'Bonjour');
  expect(keep.mock.calls).toEqual([[{ email: 'zoe@example.org', message: 'Bonjour' }]]);
});

test('begun anew, a form has other words, no kept draft, and says nothing of rules', async () => {
  const drafts = { read: () => ({ email: '', message: 'Bonj' }), keep() {} };
  const { form, shown, submit } = await page({ late: EMPTY, drafts });
  await submit();
  expect(shown().problems).toEqual(['[email_invalid]', null]);
  await act(async () => form().restart(EMPTY));
  expect(form().isKept).toBe(false);
  expect(shown()).toEqual({ ...EMPTY, problems: [null, null] });
});
