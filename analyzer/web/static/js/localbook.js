// A match book without a server: it stays in this browser, in the shape in which a server gives its sheets.
// Payments are the core's; here only the deal passes on, as rulebook section 7 says.

import { ask } from './ask.js';
import { WINDS } from './line.js';

const PLACE = 'book';

function load() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? [];
  } catch {
    return [];
  }
}

const save = (sessions) => localStorage.setItem(PLACE, JSON.stringify(sessions));

function change(number, update) {
  const all = load();
  const at = all.findIndex((one) => one.session === number);
  all[at] = update(all[at]);
  save(all);
  return sheet(all[at]);
}

/** The sheet of a session: each deal at its position, the totals, and who deals next. */
function sheet(session) {
  let position = { passed: 0, streak: 0 };
  const totals = Object.fromEntries([...WINDS, '歸天'].map((seat) => [seat, 0]));
  const deals = session.deals.map((deal, at) => {
    const here = shown(position);
    for (const [seat, delta] of Object.entries(deal.deltas)) totals[seat] += delta;
    position = after(position, deal);
    return { ...deal, ...here, deal: at + 1 };
  });
  return { ...session, deals, totals, next: shown(position), version: session.deals.length };
}

const shown = ({ passed, streak }) => ({ dealer: WINDS[passed % 4], streak, round: WINDS[Math.floor(passed / 4) % 4] });

/** The dealer stays on a win of his own and on a draw. */
function after(position, deal) {
  const dealer = shown(position).dealer;
  if (deal.result === 'draw' || deal.wins.some((win) => win.seat === dealer)) return { ...position, streak: position.streak + 1 };
  return { passed: position.passed + 1, streak: 0 };
}

export const local = true;
export const sessions = async () => load().map(({ session, name, opened }) => ({ session, name, opened }));
export const session = async (number) => sheet(load().find((one) => one.session === number));

export async function open(players, name) {
  const all = load();
  const number = Math.max(0, ...all.map((one) => one.session)) + 1;
  const made = { session: number, name, opened: new Date().toISOString(), players: Object.fromEntries(players.map((player, at) => [WINDS[at], player])), deals: [] };
  save([...all, made]);
  return sheet(made);
}

export async function record(before, result, wins, discarder) {
  const deal = result === 'win' ? await won(before, wins, discarder) : { result, wins: [], discarder: null, deltas: {}, payments: [] };
  return change(before.session, (one) => ({ ...one, deals: [...one.deals, deal] }));
}

async function won({ next }, wins, discarder) {
  const paid = await ask('settle', { wins, discarder, dealer: next.dealer, streak: next.streak });
  return {
    result: 'win',
    wins: paid.wins.map(({ winner, hand, total }) => ({ seat: winner, line: hand, total })),
    discarder,
    deltas: paid.deltas,
    payments: paid.transfers,
  };
}

export const undo = async ({ session: number }) => change(number, (one) => ({ ...one, deals: one.deals.slice(0, -1) }));
export const remove = async (number) => save(load().filter((one) => one.session !== number));
export const exported = async () => ({ format: 'yunlong-page-book', sessions: load() });

/** Takes in what was exported, beside what is here; false for anything else. */
export function imported(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return false;
  }
  if (found?.format !== 'yunlong-page-book' || !Array.isArray(found.sessions) || !found.sessions.every(sound)) return false;
  const all = load();
  const known = new Set(all.map((one) => one.opened));
  let number = Math.max(0, ...all.map((one) => one.session));
  save([...all, ...found.sessions.filter((one) => !known.has(one.opened)).map((one) => ({ ...one, session: ++number }))]);
  return true;
}

function sound(session) {
  const text = (value) => typeof value === 'string';
  return (
    text(session?.name) && text(session.opened) && [...WINDS].every((seat) => text(session.players?.[seat])) && Array.isArray(session.deals) &&
    session.deals.every((deal) => text(deal?.result) && Array.isArray(deal.wins) && deal.wins.every((win) => text(win?.seat) && text(win.line)) && Object.values(deal.deltas ?? {}).every(Number.isFinite))
  );
}

export async function standings() {
  const points = new Map();
  for (const one of load().map(sheet)) {
    for (const seat of WINDS) {
      const name = one.players[seat];
      const known = points.get(name) ?? { name, points: 0, wins: 0, deals: 0 };
      known.points += one.totals[seat];
      known.deals += one.deals.length;
      known.wins += one.deals.filter((deal) => deal.wins.some((win) => win.seat === seat)).length;
      points.set(name, known);
    }
  }
  const players = [...points.values()].sort((one, other) => other.points - one.points);
  return { players: players.map((one) => ({ ...one, rank: players.findIndex((other) => other.points === one.points) + 1 })) };
}
