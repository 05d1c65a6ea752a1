// The data of the rules, asked for once: the table, the general rules, the rulings.

import { ask, settings } from './ask.js';
import { either, t } from './text.js';

const loaded = {};

function once(name) {
  loaded[name] ??= ask(name).catch((error) => {
    delete loaded[name];
    throw error;
  });
  return loaded[name];
}

export const table = () => once('table');
export const rules = () => once('rules');
export const rulings = () => once('rulings');

/** The setting of a ruling that is in force on this page. */
export const inForce = (ruling) => settings.rulings[ruling.ruling] ?? ruling.default;

/** Chooses a setting; the default needs no mention. */
export function choose(ruling, value) {
  const { [ruling.ruling]: _, ...others } = settings.rulings;
  settings.rulings = value === ruling.default ? others : { ...others, [ruling.ruling]: value };
}

export const settingText = (ruling, value) => {
  const found = ruling.settings.find((setting) => setting.value === value);
  return found ? either(found.zh, found.en) : value;
};

/** What stands behind each source of a row: `[{code, text}]`. */
export async function sourceTexts(codes) {
  const [{ rows: allRules }, { rows: allRulings }] = await Promise.all([rules(), rulings()]);
  return [...new Set(codes.map((code) => code.split('=')[0]))].map((code) => {
    const rule = allRules.find((one) => one.rule === code);
    if (rule) return { code, text: either(rule.text, rule.english) };
    const ruling = allRulings.find((one) => one.ruling === code);
    if (ruling) {
      const answer = settingText(ruling, inForce(ruling));
      return { code, text: `${either(ruling.question, ruling.question_en)} → ${answer}` };
    }
    const example = code.match(/^Ex ?(\d+)/);
    return { code, text: example ? t('source.Ex', { number: example[1] }) : t(`source.${code}`) };
  });
}
