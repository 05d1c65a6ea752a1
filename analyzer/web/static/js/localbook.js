// A match book without a server: it stays in this browser, in the shape in which a server gives its sheets.
// Payments are the core's; here only the deal passes on, as rulebook section 7 says.

import { ask } from './ask.js';
import { WINDS, readLine, writeLine } from './line.js';

const PLACE = 'book';
const START = { passed: 0, streak: 0 };

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
  let position = START;
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
  const deal = await played(before.next, result, wins, discarder);
  return change(before.session, (one) => ({ ...one, deals: [...one.deals, deal] }));
}

/** Another outcome in place of a deal; the later deals follow, with the payments of their new dealer and streak. */
export async function amend(before, { deal: number, reason }, result, wins, discarder) {
  const old = before.deals[number - 1];
  const deal = await played(old, result, wins, discarder);
  const log = { at: new Date().toISOString(), reason, result: old.result, wins: old.wins, discarder: old.discarder, deltas: old.deltas };
  const deals = [...before.deals.slice(0, number - 1), { ...deal, amended: [...(old.amended ?? []), log] }];
  let position = deals.reduce(after, START);
  for (const later of before.deals.slice(number)) {
    deals.push(await moved(later, shown(position)));
    position = after(position, later);
  }
  return change(before.session, (one) => ({ ...one, deals: deals.map(({ deal: _, dealer: __, streak: ___, round: ____, ...kept }) => kept) }));
}

async function played({ dealer, streak }, result, wins, discarder) {
  if (result !== 'win') return { result, wins: [], discarder: null, deltas: {}, payments: [] };
  const paid = await ask('settle', { wins, discarder, dealer, streak });
  return {
    result,
    wins: paid.wins.map(({ winner, hand, total }) => ({ seat: winner, line: bare(hand), total })),
    discarder,
    deltas: paid.deltas,
    payments: paid.transfers,
  };
}

/** A line without what its position says, so that it stays true when an earlier deal is amended. */
function bare(line) {
  const hand = readLine(line);
  const { 門風: _, 圈風: __, 連: ___, ...values } = hand.values;
  return writeLine({ ...hand, values, words: hand.words.filter((word) => word !== '莊') });
}

/** A deal at another position: what was paid for the hands stands, 莊連拉 is the core's anew. */
async function moved(deal, { dealer, streak }) {
  if (deal.result !== 'win' || (deal.dealer === dealer && deal.streak === streak)) return deal;
  const wins = deal.wins.map(({ seat, line }) => ({ winner: seat, line: bare(line) }));
  const paid = await ask('settle', { wins, discarder: deal.discarder, dealer, streak });
  const payments = [...deal.payments.filter((one) => one.reason !== 'streak'), ...paid.transfers.filter((one) => one.reason === 'streak')];
  const deltas = Object.fromEntries(Object.keys(deal.deltas).map((account) => [account, 0]));
  for (const { payer, payee, amount } of payments) {
    deltas[payer] -= amount;
    deltas[payee] += amount;
  }
  return { ...deal, payments, deltas };
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
    session.deals.every((deal) => text(deal?.result) && Array.isArray(deal.wins) && deal.wins.every((win) => text(win?.seat) && text(win.line)) && Array.isArray(deal.payments) && Object.values(deal.deltas ?? {}).every(Number.isFinite))
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
