// What the page itself says, Chinese and English; sentences about hands and rules come from the core.

const TEXT = {
  title: ['雲龍裁判', 'Yunlong Referee'],
  hand: ['計番', 'Hand'],
  table: ['番表', 'Table'],
  book: ['比賽簿', 'Book'],
  duel: ['對殺', 'Duel'],
  peak: ['巔峰', 'Peak'],
  language: ['English', '中文'],
  theme: ['深淺色', 'Colours'],
  'theme.auto': ['隨系統', 'automatic'],
  'theme.light': ['淺色', 'light'],
  'theme.dark': ['深色', 'dark'],
  pages: ['分頁', 'Pages'],

  line: ['一行牌', 'Hand in one line'],
  'line.example': ['貼上或打一行牌', 'Paste or type a hand'],
  z: ['5z 6z 7z 的意思', 'What 5z 6z 7z mean'],
  'z.tenhou': ['567z＝白發中', '567z = white green red'],
  'z.cn': ['567z＝中發白', '567z = red green white'],
  yours: ['手牌', 'Your hand'],
  'hand.empty': ['點下面的牌，或貼上一行', 'Tap tiles below, or paste a line'],
  'hand.stale': ['上面一行未讀通；這是之前的牌', 'The line does not read yet; these are the tiles before it'],
  undo: ['復原', 'Undo'],
  redo: ['重做', 'Redo'],
  erase: ['刪去最後一張', 'Erase the last tile'],
  clear: ['清空', 'Clear'],
  share: ['連結', 'Link'],
  keypad: ['牌鍵', 'Tiles'],
  flowers: ['花牌', 'Flowers'],
  mode: ['下一點是', 'The next tap is'],
  'mode.tile': ['手牌', 'tile'],
  'mode.chow': ['上', 'chow'],
  'mode.pung': ['碰', 'pung'],
  'mode.direct': ['明槓', 'kong'],
  'mode.added': ['加槓', 'added'],
  'mode.concealed': ['暗槓', 'hidden'],
  'mode.seen': ['見', 'seen'],
  'hint.chow': ['上：點最小的一張', 'Chow: tap its lowest tile'],
  'hint.pung': ['碰：點那張牌', 'Pung: tap the tile'],
  'hint.direct': ['明槓（大明槓）：點那張牌', 'Exposed kong from a discard: tap the tile'],
  'hint.added': ['加槓：點那張牌', 'Kong added to a pung: tap the tile'],
  'hint.concealed': ['暗槓：點那張牌', 'Concealed kong: tap the tile'],
  'hint.seen': ['見：逐張點檯面上看到的牌', 'Seen: tap every tile visible on the table'],
  'hint.unmarked': ['已夠張數：點一張手牌作食牌', 'All tiles are there: tap one of them to mark the winning tile'],
  'key.left': ['{tile}，剩 {left}', '{tile}, {left} left'],
  'key.none': ['{tile}，已用盡', '{tile}, none left'],
  'key.no-chow': ['{tile}，不能由此上', '{tile}, no chow starts here'],
  'tile.winning': ['{tile}，食牌', '{tile}, winning tile'],
  'do.win': ['作食牌', 'Winning tile'],
  'do.remove': ['移去', 'Remove'],
  'do.back': ['收回手牌', 'Back to hand'],
  'do.close': ['關閉', 'Close'],
  'meld.chow': ['上', 'chow'],
  'meld.pung': ['碰', 'pung'],
  'meld.direct': ['明槓', 'exposed kong'],
  'meld.added': ['加槓', 'added kong'],
  'meld.concealed': ['暗槓', 'concealed kong'],
  discard: ['打出', 'By discard'],
  drawn: ['自摸', 'Self-drawn'],
  how: ['怎樣食糊', 'How it was won'],
  circumstances: ['情況', 'Circumstances'],
  none: ['—', '—'],
  seen: ['見', 'Seen'],

  ask: ['計算中…', 'Working…'],
  'state.empty': ['未有牌', 'No tiles yet'],
  'state.short': ['還差 {need} 張', '{need} more tiles'],
  'state.short.one': ['還差 1 張', '1 more tile'],
  'state.waiting': ['聽牌：{count} 種', 'Waiting on {count} kinds'],
  'state.waiting.one': ['聽牌：1 種', 'Waiting on 1 kind'],
  'state.not-ready': ['未叫糊：差 {shanten} 步', 'Not ready: {shanten} away'],
  'state.won-not': ['未成糊', 'Not a winning hand'],
  'state.refused': ['這一行不行', 'This line cannot be'],
  'state.complete': ['共 {total} 翻', '{total} fan'],
  total: ['總', 'Total'],
  fan: ['翻', 'fan'],
  base: ['底', 'base'],
  details: ['看明細', 'Details'],
  welcome: ['點出一手牌，看值多少翻、為甚麼。試試：', 'Tap in a hand and see what it is worth, and why. Try:'],
  accepted: ['進張', 'Useful tiles'],
  waits: ['聽甚麼', 'Waits'],
  'waits.left': ['剩 {left}', '{left} left'],
  'waits.take': ['以{tile}食糊', 'Win with {tile}'],
  'by-discard': ['打出', 'discard'],
  'self-drawn': ['自摸', 'drawn'],
  without: ['不計 {words}', 'without {words}'],
  rows: ['番種', 'Rows'],
  exposed: ['明', 'exposed'],
  concealed: ['暗', 'concealed'],
  dropped: ['找到但不計', 'Found but not paid'],
  'dropped.none': ['沒有', 'None'],
  'form.standard': ['標準形', 'standard form'],
  'form.嚦咕': ['嚦咕', 'seven pairs (嚦咕)'],
  'form.十三么': ['十三么', 'thirteen orphans (十三么)'],
  'form.不搭': ['不搭', 'unrelated tiles (不搭)'],
  readings: ['各種拆法', 'Readings'],
  'reading.paid': ['計這個', 'paid'],
  deciding: ['會改變總數的裁定', 'Rulings that would change the total'],
  'deciding.none': ['沒有裁定會改變這手牌的總數', 'No ruling would change the total of this hand'],
  'deciding.use': ['改用', 'Use'],
  notices: ['留意', 'Note'],
  sources: ['出處', 'Source'],
  'source.T': ['番表', 'the printed table'],
  'source.S0': ['上季規則', 'rules of the season before'],
  'source.K': ['港式台牌通例', 'common usage of Hong Kong 16-tile mahjong'],
  'source.Ex': ['例 {number}', 'worked example {number}'],
  changed: ['裁定已改：', 'Rulings changed: '],
  reset: ['全部還原', 'Reset all'],

  payment: ['找數', 'Payment'],
  seats: ['四家名字', 'Names of the four seats'],
  winner: ['食糊', 'Winner'],
  discarder: ['出銃', 'Discarder'],
  dealer: ['莊', 'Dealer'],
  streak: ['連莊', 'Deals held'],
  claim: ['查對報番', 'Check a claim'],
  'claim.how': ['點出玩家報的番種，再按「裁定」', 'Tap what the player claims, then “Judge”'],
  'claim.other': ['加其他番種', 'Add another row'],
  'claim.add': ['加', 'Add'],
  'claim.total': ['報的總數', 'Claimed total'],
  'claim.judge': ['裁定', 'Judge'],
  'claim.more': ['{row} 多一次', 'one more {row}'],
  'claim.less': ['{row} 少一次', 'one {row} less'],
  'claim.nothing': ['先點番種或填總數', 'Tap rows or give a total first'],

  'link.title': ['這手牌的連結', 'Link to this hand'],
  'link.copy': ['複製', 'Copy'],
  'link.copied': ['已複製', 'Copied'],
  'link.qr': ['連結的二維碼', 'QR code of the link'],
  'link.long': ['太長，畫不成二維碼', 'Too long for a QR code'],
  'link.send': ['傳送', 'Send'],

  search: ['搜尋番種', 'Search rows'],
  found: ['{count} 項', '{count} rows'],
  'tables.rows': ['番種', 'Rows'],
  'tables.rules': ['規則', 'Rules'],
  'tables.rulings': ['裁定', 'Rulings'],
  'tables.rewards': ['賞罰', 'Rewards'],
  'tables.print': ['列印番表', 'Print sheet'],
  example: ['例', 'Example'],
  'example.open': ['看這手', 'Open this hand'],
  aliases: ['又名', 'Also called'],
  bonus: ['另加', 'on top'],
  enforced: ['在哪裏執行', 'Where enforced'],
  default: ['預設', 'default'],
  reason: ['理由', 'Reason'],
  price: ['價', 'Price'],

  'book.sessions': ['場次', 'Sessions'],
  'book.local': [
    '這裏沒有伺服器：比賽簿留在這個瀏覽器，請匯出備份。',
    'No server here: the book stays in this browser. Export it to keep it.',
  ],
  'book.token': ['寫入權杖（yunlong serve 顯示）', 'Token for writing (printed by yunlong serve)'],
  'book.new': ['開新一場', 'Open a session'],
  'book.name': ['名稱', 'Name'],
  'book.open': ['開場', 'Open'],
  'book.none': ['未有場次', 'No session yet'],
  'book.record': ['記這手牌', 'Record this hand'],
  'book.draw': ['流局', 'Draw'],
  'book.next': ['下一局：莊 {dealer}，連 {streak}，{round}圈', 'Next deal: dealer {dealer}, held {streak}, round {round}'],
  'book.totals': ['累計', 'Running totals'],
  'book.deals': ['各局', 'Deals'],
  'book.chart': ['走勢', 'Chart'],
  'book.chart.text': ['各家累計走勢；最後：{totals}', 'Running totals of each seat; last: {totals}'],
  'book.undo': ['撤銷上一局', 'Undo last deal'],
  'book.standings': ['名次', 'Standings'],
  'book.export': ['匯出 JSON', 'Export JSON'],
  'book.import': ['匯入 JSON', 'Import JSON'],
  'book.import.bad': ['這個檔案不是匯出的比賽簿', 'This file is no exported book'],
  'book.delete': ['刪去這場', 'Delete session'],
  'book.no-hand': ['先在「計番」點出一手成糊的牌', 'First tap in a winning hand under “Hand”'],
  'book.player': ['{seat}家', '{seat} seat'],
  'book.points': ['分', 'points'],
  'book.wins': ['食糊', 'wins'],
  'book.deal': ['局', 'Deal'],
  'book.none.deals': ['未有記錄', 'Nothing recorded yet'],
  'book.reload': ['再讀一次', 'Read again'],

  'duel.play': ['出牌', 'Play'],
  'duel.over': ['檯面', 'On the table'],
  'duel.example': ['例：9TJQR', 'e.g. 9TJQR'],
  'duel.read': ['讀', 'Read'],
  'duel.beats': ['比', 'Compare'],
  'duel.cards': ['牌', 'Cards'],
  'duel.into': ['點牌加入', 'Cards go to'],
  'duel.counts': ['計這個', 'counts'],
  'duel.stars': ['{stars} 星', '{stars} stars'],
  'duel.yes': ['壓得住', 'Beats it'],
  'duel.no': ['壓不住', 'Does not beat it'],

  'peak.round': ['結束回合', 'Round'],
  'peak.winner_score': ['勝方勝點', 'Winner’s points'],
  'peak.loser_score': ['負方勝點', 'Loser’s points'],
  'peak.form_slays': ['形斬次數', 'Form slays'],
  'peak.cards': ['勝方出牌（順序）', 'Winner’s cards in order'],
  'peak.winner_rating': ['勝方積分', 'Winner’s rating'],
  'peak.winner_streak': ['勝方連勝', 'Winner’s streak'],
  'peak.loser_rating': ['負方積分', 'Loser’s rating'],
  'peak.loser_streak': ['負方連勝', 'Loser’s streak'],
  'peak.rate': ['計分', 'Rate'],
  'peak.gain': ['勝方得', 'Winner gains'],
  'peak.loss': ['負方失', 'Loser loses'],
  'peak.streak': ['連勝', 'streak'],

  'loading.bytes': ['載入計分核心… {mb} MB', 'Loading the scoring core… {mb} MB'],
  'loading.start': ['啟動中…', 'Starting…'],
  offline: [
    '連不到伺服器，這裏也沒有可在瀏覽器計分的核心。連線後再試。',
    'The server does not answer, and there is no core here to score in the browser. Try again when connected.',
  ],
  retry: ['再試', 'Try again'],
  skip: ['跳到內容', 'Skip to content'],
};

const NUMBERS = '一二三四五六七八九';
const SUITS = { m: ['萬', 'characters'], p: ['筒', 'dots'], s: ['索', 'bamboos'] };
const HONOURS = ['東', '南', '西', '北', '白板', '發財', '紅中'];
const HONOURS_EN = ['East', 'South', 'West', 'North', 'White dragon', 'Green dragon', 'Red dragon'];
const FLOWERS = ['春', '夏', '秋', '冬', '梅', '蘭', '菊', '竹'];
const FLOWERS_EN = ['Spring', 'Summer', 'Autumn', 'Winter', 'Plum', 'Orchid', 'Chrysanthemum', 'Bamboo flower'];
const SEATS_EN = { 東: 'East', 南: 'South', 西: 'West', 北: 'North', 歸天: 'Pot' };
const WORDS_EN = {
  叮: 'ready', 天叮: 'heavenly ready', 地叮: 'earthly ready', 叮即: 'instant', 叮銃: 'off a ready discard',
  海底: 'last tile', 河底: 'last discard', 槓上: 'kong draw', 大明槓上: 'exposed-kong draw', 花上: 'flower draw',
  搶槓: 'robbed kong', 天胡: 'heavenly hand', 地胡: 'earthly hand', 人胡: 'human hand', 雙響: 'double win',
  三響: 'triple win', 四絕: 'fourth visible', 真絕: 'last of all', 莊: 'dealer', 尾牌: 'replacements in a row',
  反雪: 'revenge', 棄: 'discards so far', 門風: 'seat wind', 圈風: 'round wind', 連: 'deals held', 見: 'seen',
};

let language = 'zh';

export const lang = () => language;
export const setLang = (value) => (language = value === 'en' ? 'en' : 'zh');

/** A sentence of the page with its words filled in. */
export function t(key, words = {}) {
  const text = TEXT[key]?.[language === 'zh' ? 0 : 1] ?? key;
  return text.replace(/\{([a-z]+)\}/g, (_, name) => words[name] ?? '');
}

/** The form for one when there is one. */
export const many = (key, name, count) => t(count === 1 && `${key}.one` in TEXT ? `${key}.one` : key, { [name]: count });

export function tileName(kind) {
  const number = Number(kind[0]) - 1;
  if (kind[0] === 'f') return (language === 'zh' ? FLOWERS : FLOWERS_EN)[Number(kind[1]) - 1];
  if (kind[1] === 'z') return (language === 'zh' ? HONOURS : HONOURS_EN)[number];
  return language === 'zh' ? NUMBERS[number] + SUITS[kind[1]][0] : `${kind[0]} ${SUITS[kind[1]][1]}`;
}

export const seatName = (seat) => (language === 'zh' ? seat : (SEATS_EN[seat] ?? seat));
export const wordName = (word) => (language === 'zh' ? word : (WORDS_EN[word] ?? word));
/** Of two texts the one in the language. */
export const either = (zh, en) => (language === 'zh' ? zh : en) ?? zh ?? en ?? '';
