import { checkUsername, foldUsername } from '#src/members/rules/account-rules.ts';

/** Letters of other scripts, each before the Latin one that everybody reads in its place. */
const LOOKS = [
  // Greek
  'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaγyηnιiκkνvοoρpσoςsτtυuχxωw',
  // Cyrillic
  'АAВBЕEЅSІIЇIЈJКKМMНHОOРPСCТTУYҮYХXԀDԌGԚQԜWаaвbгrеeѕsиuіiїiјjкkмmнhоoпnрpсcтtуyүyхxԁdһhԛqԝwӏl',
  // Armenian
  'ՍUՏSՕOհhոnսuցgօoզq',
  // Latin small capitals, and two more that are Latin by name alone
  'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡg',
].join('');
const LATIN: ReadonlyMap<string, string> = new Map(
  Array.from(LOOKS.matchAll(/(.)(.)/gu), ([, letter = '', latin = '']) => [letter, latin] as const),
);

/**
 * A text as it looks to somebody who reads Latin letters alone: `Suрроrt` with a Cyrillic р is `Support`. Letters that
 * look like none of them stay.
 */
export function latinLook(text: string): string {
  return Array.from(text.normalize('NFKD'), (letter) => LATIN.get(letter) ?? letter).join('');
}

/** The usernames, folded, that a name is or looks like to who reads it; mostly it could be none. */
export function usernameReadings(name: string): string[] {
  const looks = latinLook(name).replaceAll(/\p{Pd}/gu, '-');
  return [name, looks].filter((text) => checkUsername(text) === null).map(foldUsername);
}
